import sys

import pytest

from gander.cli import main


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("players: 1\n", "{file}:1: a game has 2 to 24 players, not 1."),
        ("players: 4\nducks: 3\n", "{file}:2: 4 players cannot have 3 Ducks; there may be 1 to 2, "),
        ("tasks:\n  per_goose: 10\n", "{file}, tasks.per_goose: 10 tasks a Goose are more than the map has "),
    ],
)
def test_unplayable_rules_end_in_one_message(text, says, tmp_path, monkeypatch, capsys):
    file = tmp_path / "my.yaml"
    file.write_text(text, encoding="utf-8")
    out = tmp_path / "run"
    monkeypatch.setattr(
        sys, "argv", ["gander", "quack", "play", str(out), "--map", "ship10", "--rules", str(file)]
    )
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"gander: {says.format(file=file)}")
    assert len(shown.err.splitlines()) == 1
    assert shown.out == ""
    assert not out.exists()
