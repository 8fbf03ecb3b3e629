"""No reply can type a command."""

import pytest

from idea.infrastructure.screen.outside_text import lawful_link, one_line
from idea.infrastructure.screen.replies import lawful_reply


@pytest.mark.parametrize(
    ("reply", "sent"),
    [
        (b"\x1b[1;1R", b"\x1b[1;1R"),
        (b"\x1b]11;rgb:0/0/0\x07", b"\x1b]11;rgb:0/0/0\x1b\\"),
        (b"\x1bP1$r0m\x1b\\", b"\x1bP1$r0m\x1b\\"),
        (b"", b""),
        (b"text", b""),
        (b"\x1b[1;1R\n", b""),
        (b"\x1b]l;touch x\r\x1b\\", b""),
        (b"\x1b[0n\x1b[0n", b""),
        (b"\x1bc", b""),
    ],
)
def test_only_one_printable_sequence_passes(reply: bytes, sent: bytes) -> None:
    assert lawful_reply(reply) == sent


def test_text_of_a_program_is_one_plain_line() -> None:
    assert one_line("a\r\nb\x1b\u202ec\x9d" + "x" * 9000, 10) == "a  bcxxxxx"


@pytest.mark.parametrize("target", ["http://x/ y", "", "http://é", "x" * 2084, "a\nb"])
def test_odd_links_are_none(target: str) -> None:
    assert lawful_link(target) == ""


def test_a_usual_link_passes() -> None:
    assert lawful_link("https://example.org/a?b#c") == "https://example.org/a?b#c"
