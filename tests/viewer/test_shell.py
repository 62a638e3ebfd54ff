"""The page that is sent for every address, and the scripts that it names."""

import posixpath
import re

import pytest

from gander.viewer.shell import parts, shell
from gander.viewer.static_files import static_files

_IMPORTS = re.compile(r'from "(\.{1,2}/[^"]+)"')


def test_every_part_of_the_page_has_a_script():
    assert set(parts()) == {"", "game", "audit", "eyeq", "play", "label"}
    assert static_files().keys() >= set(parts().values())


@pytest.mark.parametrize("part", ["", "game", "audit", "eyeq", "play", "label"])
def test_an_address_names_its_scripts_and_all_that_they_import(part):
    named = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', shell(part))
    assert len(set(named)) == len(named)
    assert {"app.js", parts()[part]} <= set(named)
    for name in named:
        if name == "app.js":
            continue
        for path in _IMPORTS.findall(static_files()[name].decode()):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) in named
    others = set(parts().values()) - {parts()[part]}
    assert not others & set(named)
