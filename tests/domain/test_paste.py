"""A paste types text and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.paste import encode_paste, quoted_paths, without_controls


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


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/a/b-c_1.txt", "/a/b-c_1.txt"),
        ("/a b", "'/a b'"),
        ("/it's", r"'/it'\''s'"),
        ("/$(id);`id`", "'/$(id);`id`'"),
        ("/日本", "'/日本'"),
        ("/a\nid\n", r"$'/a\x0aid\x0a'"),
        ("/a\x1b'\\", r"$'/a\x1b\'\\'"),
        ("/\u202e", r"$'/\u202e'"),
        ("/\U000e0001", r"$'/\U000e0001'"),
        ("/\udcff", r"$'/\xff'"),
        ("~", "'~'"),
        ("-rf", "-rf"),
    ],
)
def test_a_path_is_one_word_of_a_shell(path: str, word: str) -> None:
    assert quoted_paths([path]) == word + " "
    assert not set(quoted_paths([path])) & set("\n\r\x1b")


def test_several_paths_are_several_words() -> None:
    assert quoted_paths(["/a", "/b c"]) == "/a '/b c' "
    assert quoted_paths([]) == ""
