"""The menu entry and its icon belong together and follow the desktop's rules."""

import configparser
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
ENTRY = PACKAGING / "org.idea_ide.IdeA.desktop"
DRAWING = ROOT / "src/idea/presentation/desktop/theme/icon.svg"
SIZES = (16, 32, 48, 64, 128, 256, 512)


def test_the_entry_starts_the_command_and_names_its_icon() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(ENTRY.read_text(encoding="utf-8"))
    entry = parser["Desktop Entry"]

    assert entry["Exec"] == "idea %F"
    assert entry["Icon"] == entry["StartupWMClass"] == ENTRY.stem
    for size in SIZES:
        icon = PACKAGING / f"icons/hicolor/{size}x{size}/apps/{entry['Icon']}.png"
        assert struct.unpack(">II", icon.read_bytes()[16:24]) == (size, size)


def test_the_icon_of_the_theme_is_the_drawing_of_the_window() -> None:
    scalable = PACKAGING / f"icons/hicolor/scalable/apps/{ENTRY.stem}.svg"

    assert scalable.read_bytes() == DRAWING.read_bytes()


def test_the_entry_follows_the_specification() -> None:
    validator = shutil.which("desktop-file-validate")
    if validator is None:
        pytest.skip("desktop-file-validate is not installed (package desktop-file-utils)")

    said = subprocess.run([validator, ENTRY], capture_output=True, text=True, check=False)

    assert (said.returncode, said.stdout) == (0, "")
