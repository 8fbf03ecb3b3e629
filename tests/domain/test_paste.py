"""A paste types text and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.paste import encode_paste, without_controls


@pytest.mark.parametrize(
    ("text", "plain", "framed"),
    [
        ("ls\n", b"ls\r", b"\x1b[200~ls\n\x1b[201~"),
        ("a\r\nb\rc\nd", b"a\rb\rc\rd", b"\x1b[200~a\r\nb\rc\nd\x1b[201~"),
        ("tab\there", b"tab\there", b"\x1b[200~tab\there\x1b[201~"),
        ("x\x1b[201~\nid", b"x[201~\rid", b"\x1b[200~x[201~\nid\x1b[201~"),
        ("x\x9b201~\x03\x7f\0y", b"x201~y", b"\x1b[200~x201~y\x1b[201~"),
        ("é😀", "é😀".encode(), b"\x1b[200~" + "é😀".encode() + b"\x1b[201~"),
        ("\ud800", b"?", b"\x1b[200~?\x1b[201~"),
        ("", b"", b""),
        ("\x1b", b"", b""),
    ],
)
def test_pastes(text: str, plain: bytes, framed: bytes) -> None:
    assert encode_paste(text, bracketed=False) == plain
    assert encode_paste(text, bracketed=True) == framed


@given(text=st.text(), bracketed=st.booleans())
def test_no_control_survives(text: str, bracketed: bool) -> None:
    sent = encode_paste(text, bracketed=bracketed)
    inside = sent.removeprefix(b"\x1b[200~").removesuffix(b"\x1b[201~")
    kept = {chr(code) for code in (9, 10, 13)}
    assert not {c for c in inside.decode() if c < " " or "\x7f" <= c <= "\x9f"} - kept


def test_text_without_controls_is_unchanged() -> None:
    assert without_controls("plain é\n") == "plain é\n"
