import pytest

from idea.domain.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("naïve 漢字 🦀", "naïve 漢字 🦀"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("up\u202edown", "up\\u202edown"),
        ("two\nlines", "two\\nlines"),
        ("\x9b2J", "\\x9b2J"),
    ],
)
def test_control_characters_are_shown_not_obeyed(text: str, shown: str) -> None:
    assert visible(text) == shown
