"""Modules joined into one script."""

import pytest

from gander.report.one_file import BundleError, bundle


def test_modules_are_joined_in_the_order_of_their_need() -> None:
    files = {
        "main.js": 'import { double } from "./maths/double.js";\nimport { two as deux } from "./two.js";\n'
        "run(double(deux));\n",
        "maths/double.js": 'import { two } from "../two.js";\n'
        "export function double(x) {\n  return two * x;\n}\n",
        "two.js": "export const two = 2;\n",
        "unused.js": "export const no = 1;\n",
    }
    assert bundle(files, "main.js") == (
        "const module0 = (() => {\nexport const two = 2;\n\nreturn { two };\n})(); // two.js\n"
        "const module1 = (() => {\nconst { two } = module0;\nfunction double(x) {\n  return two * x;\n}\n\n"
        "return { double };\n})(); // maths/double.js\n"
        "const module2 = (() => {\nconst { double } = module1;\nconst { two: deux } = module0;\n"
        "run(double(deux));\n\nreturn {  };\n})(); // main.js"
    ).replace("export const", "const")


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"a.js": 'import x from "./b.js";\n', "b.js": ""}, "cannot join"),
        ({"a.js": "export default 3;\n"}, "cannot join"),
        ({"a.js": 'import { x } from "./b.js";\n'}, "not there"),
        ({"a.js": 'import { x } from "./a.js";\nexport const x = 1;\n'}, "imports itself"),
        ({"a.js": "const x = '</script>';\n"}, "script element"),
    ],
)
def test_what_cannot_be_joined_is_refused(files: dict[str, str], what: str) -> None:
    with pytest.raises(BundleError, match=what):
        bundle(files, "a.js")
