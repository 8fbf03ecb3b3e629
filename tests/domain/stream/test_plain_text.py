"""Text for a program whose modes nobody knows."""

import pytest

from idea.domain.stream.plain_text import plain_text


@pytest.mark.parametrize(
    ("text", "enter", "keys"),
    [
        ("hello", False, b"hello"),
        ("hello", True, b"hello\r"),
        ("a\nb\r\nc\rd", False, b"a\rb\rc\rd"),
        ("\x1b[201~\x03\x00\x7f\x9b\tü", False, "[201~\tü".encode()),
        ("\ud800", False, b"?"),
    ],
)
def test_only_what_keys_could_type_is_left(text, enter, keys):
    assert keys == plain_text(text, enter=enter)
