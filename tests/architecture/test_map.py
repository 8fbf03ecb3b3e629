"""ARCHITECTURE.md is true: its map names every package, its answers point at real files."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "idea"
PAGE = (ROOT / "ARCHITECTURE.md").read_text()


def test_the_map_says_of_each_package_what_the_package_says() -> None:
    missing = {}
    for init in sorted(SOURCE.rglob("__init__.py")):
        if init.parent == SOURCE:
            continue
        package = str(init.parent.relative_to(SOURCE))
        sentence = ast.get_docstring(ast.parse(init.read_text())) or ""
        if f"`{package}/` {sentence.splitlines()[0]}" not in PAGE:
            missing[package] = sentence

    assert missing == {}


def test_every_answer_points_at_something_that_exists() -> None:
    cells = re.findall(r"^\| (?!Where|-)[^|]+ \| (.+) \|$", PAGE, re.MULTILINE)
    answers = [path for cell in cells for path in re.findall(r"`([^`]+)`", cell)]
    gone = [path for path in answers if not (SOURCE / path).exists() and not (ROOT / path).exists()]

    assert len(answers) >= 20
    assert gone == []


def test_the_page_stays_short() -> None:
    assert len(PAGE.splitlines()) <= 150
