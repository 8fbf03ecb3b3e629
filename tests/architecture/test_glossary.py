"""GLOSSARY.md: one word for one thing, in order."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "GLOSSARY.md").read_text()
WORDS = re.findall(r"^\*\*([^*]+)\*\*", PAGE, re.MULTILINE)


def test_words_are_in_order_and_defined_once() -> None:
    assert sorted(set(WORDS), key=str.lower) == WORDS
    assert len(WORDS) >= 20
