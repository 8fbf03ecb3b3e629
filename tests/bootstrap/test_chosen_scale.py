"""The scale a window begins with: read before Qt, told to Qt alone."""

import os
from pathlib import Path

import pytest

from idea.bootstrap.desktop import _qt_scale, chosen_scale


@pytest.mark.parametrize(
    ("content", "scale"),
    [
        ('{"appearance.interface_scale": 150}', 1.5),
        ('{"version": 1, "appearance.interface_scale": 50, "other": 1}', 0.5),
        ('{"appearance.interface_scale": 1000}', 1.0),
        ('{"appearance.interface_scale": "large"}', 1.0),
        ("not JSON", 1.0),
        ("", 1.0),
    ],
)
def test_the_scale_is_read_from_the_settings_and_is_one_where_they_are_wrong(
    tmp_path: Path, content: str, scale: float
) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text(content)
    (tmp_path / "link.json").symlink_to(settings)

    assert chosen_scale(settings) == scale
    assert chosen_scale(tmp_path / "link.json") == scale
    assert chosen_scale(tmp_path / "none.json") == 1.0


@pytest.mark.parametrize(
    ("own", "scale", "told"),
    [(None, 1.5, "1.5"), ("2", 1.5, "3"), ("2", 1.0, "2"), ("wide", 3.0, "3"), (None, 1.0, None)],
)
def test_qt_is_told_and_later_programs_are_not(
    monkeypatch: pytest.MonkeyPatch, own: str | None, scale: float, told: str | None
) -> None:
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    if own is not None:
        monkeypatch.setenv("QT_SCALE_FACTOR", own)

    with _qt_scale(scale):
        assert os.environ.get("QT_SCALE_FACTOR") == told

    assert os.environ.get("QT_SCALE_FACTOR") == own
