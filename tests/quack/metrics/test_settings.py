"""Which games belong together."""

from pathlib import Path

import pytest

from gander.quack.metrics.settings import place_of, setting_names
from gander.quack.record.reader import read_record
from tests.quack.small_records import Script


@pytest.mark.parametrize(
    ("folder", "setting", "seed"),
    [("mixed/seed07", "mixed", 7), ("mixed/seed-12", "mixed", 12), ("mixed/evening", "evening", None)],
)
def test_setting_and_seed_come_from_the_folders(tmp_path, folder, setting, seed):
    record = read_record(Script().ticks(1).over().write(tmp_path / folder))
    place, found = place_of(record)
    assert (place.name, found) == (setting, seed)


def test_settings_of_one_name_are_told_apart():
    folders = [Path("/runs/june/mixed"), Path("/runs/july/mixed"), Path("/runs/july/plain")]
    assert list(setting_names(folders).values()) == ["june/mixed", "july/mixed", "plain"]
