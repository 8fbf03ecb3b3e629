"""The guard makes counts mean what they mean to terminals, in every form, cut anywhere."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.terminal import Size
from idea.infrastructure.screen.sequence_guard import SequenceGuard

SIZE = Size(columns=80, rows=24)
SHARED = os.environ.get("IDEA_TEST_DATA")


def guarded(*chunks: bytes, utf8_c1: bool = False) -> bytes:
    """Return what a core gets."""
    guard = SequenceGuard(SIZE, utf8_c1=utf8_c1)
    return b"".join(guard.filter(chunk) for chunk in chunks)


@pytest.mark.parametrize(
    ("data", "fed"),
    [
        (b"a\x1b[99999bz", b"a\x1b[1920bz"),
        (b"a\x1b[1921bz", b"a\x1b[1920bz"),
        (b"a\x1b[0000001920bz", b"a\x1b[0000001920bz"),
        (b"a\x1b[" + b"9" * 5000 + b"b", b"a\x1b[1920b"),
        (b"a\x1b[9\n9\r99b", b"a\n\r\x1b[1920b"),
        (b"a\x1b[99\x7f99b", b"a\x1b[1920b"),
        (b"a\x1b[5;99999b", b"a\x1b[5b"),
        (b"a\x1b[99999;5b", b"a\x1b[1920b"),
        (b"a\x1b[99999:5b", b"a\x1b[1920b"),
        (b"a\x1b[?99999b", b"a\x1b[?99999b"),
        (b"a\x1b\x9b99999b", b"a\x1b[1920b"),
        (b"a\x9b99999b", b"a\x9b99999b"),
        (b"\x1b[1\xe3\x9b99999b", b"\x1b[1\xe3\x1b[?b"),
        (b"\x1b_G\xe3\x9b99999b", b"\x1b_G\xe3\x1b[?b"),
        (b"\x1b[99999C\x1b[99999mb", b"\x1b[99999C\x1b[99999mb"),
        (b"99999b \x1b[1m 88888b", b"99999b \x1b[1m 88888b"),
        ("曛99999b \x1b[1m雛99999b".encode(), "曛99999b \x1b[1m雛99999b".encode()),
        (b"a\x1b[99999\x18b", b"a\x1b[99999\x18b"),
        (b"a\x1b[;\x8c\x9a99999b", b"a\x1b[;\x8c\x9a99999b"),
    ],
)
def test_huge_repeat_counts_change(data: bytes, fed: bytes) -> None:
    assert guarded(data) == fed


@pytest.mark.parametrize(
    ("data", "fed"),
    [
        (b"\x1b[0L\x1b[M\x1b[00P\x1b[3S", b"\x1b[1L\x1b[M\x1b[1P\x1b[3S"),
        (b"\x1b[0I\x1b[0Z\x1b[0a\x1b[0e", b"\x1b[1I\x1b[1Z\x1b[1a\x1b[1e"),
        (b"\x1b[10;3C\x1b[0;3L\x1b[;L", b"\x1b[10C\x1b[1L\x1b[1L"),
        (
            b"\x1b[2;3H\x1b[6;7r\x1b[;5A\x1b[2;3K\x1b[2;3;4K",
            b"\x1b[2;3H\x1b[6;7r\x1b[A\x1b[2K\x1b[2;3;4K",
        ),
        (b"\x1b[g\x1b[3g\x1b[0J\x1b[2;J", b"\x1b[0g\x1b[3g\x1b[0J\x1b[2J"),
        (b"\x1b[?0;3J\x1b[0 @\x1b[0'}\x1b[1:2C", b"\x1b[?0;3J\x1b[0 @\x1b[0'}\x1b[1:2C"),
        (b"\x1b[1;2;3m\x1b[1;2;3t\x1b[0;0;0c", b"\x1b[1;2;3m\x1b[1;2;3t\x1b[0;0;0c"),
    ],
)
def test_counts_mean_what_xterm_takes_them_for(data: bytes, fed: bytes) -> None:
    assert guarded(data) == fed
    pieces = (data[at : at + 1] for at in range(len(data)))
    cut = guarded(*pieces)
    assert cut[cut.rfind(b"\x1b") :] == fed[fed.rfind(b"\x1b") :]


@pytest.mark.parametrize(
    "before",
    [
        b"", b"x\n", b"x\x1b[m", b"x\x1b[31;1m", b"x\x0f", b"x\0", b"x\x1b]0;t\x07", b"x\x1b(B",
        b"x\x1b]0;t\x1b\\", b"x\x1b7", b"x\x1b[2b", b"x\x18", b"x\x7f", b"x\x1bPq",
        b"x\x1b]0;unfinished",
    ],
)  # fmt: skip
def test_nothing_is_repeated_but_what_was_just_printed(before: bytes) -> None:
    """Source: xterm 379, asked by `CSI 6n` after each."""
    for pieces in ([before + b"\x1b[2b"], [before, b"\x1b[2b"], [before, b"\x1b[2", b"b"]):
        assert guarded(*pieces).endswith(b"\x1b[?b"), pieces
    for text in (b"x", "é".encode(), "👩\u200d🚀".encode()):
        ended = before + (b"\x1b\\" if b"unf" in before or b"Pq" in before else b"") + text
        for pieces in (
            [ended + b"\x1b[2b"],
            [ended, b"\x1b[2b"],
            [before, ended[len(before) :], b"\x1b[2", b"b"],
        ):
            assert guarded(*pieces).endswith(b"\x1b[2b"), pieces


def test_text_whose_bytes_look_like_a_sequence_is_left_alone_wherever_it_is_cut() -> None:
    text = "l\u025bgb\u0254 l\u025bb ne\u025b2;3A \u025b".encode() + b"\x1b[m" + "\u025bb".encode()
    assert guarded(text) == text
    assert guarded(*(text[at : at + 1] for at in range(len(text)))) == text


def test_utf8_forms_count_where_the_core_obeys_them() -> None:
    assert guarded(b"a\xc2\x9b99999b") == b"a\xc2\x9b99999b"
    assert guarded(b"a\xc2\x9b99999b", utf8_c1=True) == b"a\x1b[1920b"


@pytest.mark.parametrize(
    "parameters",
    [
        b"7;" * 40 + b"99999",
        b"99999" + b":1" * 40,
        b"?" + b"9" * 90,
        b"9" * 90,
        b"1;" * 9 + b"9" * 90,
    ],
)
def test_a_cut_count_stays_one_or_none(parameters: bytes) -> None:
    """Cores repeat nothing for several numbers or a private one; cut or not, they must see it."""
    whole = guarded(b"a\x1b[" + parameters + b"b")
    cut = guarded(*(bytes([code]) for code in b"a\x1b[" + parameters + b"b"))
    shapes = [
        (sent[2:3] == b"?", any(mark in sent for mark in b";:"))
        for sent in (fed[fed.rindex(b"\x1b[") :] for fed in (whole, cut))
    ]
    assert shapes[0] == shapes[1]


def test_a_clean_chunk_is_the_same_object() -> None:
    chunk = b"x" * 100 + b"\x1b[5b\x1b[31m"
    assert SequenceGuard(SIZE).filter(chunk) is chunk


def test_a_resize_moves_the_limit() -> None:
    guard = SequenceGuard(SIZE)
    guard.resize(Size(columns=10, rows=2))
    assert guard.filter(b"x\x1b[21bx\x1b[20b") == b"x\x1b[20bx\x1b[20b"


@given(
    before=st.binary(max_size=5),
    count=st.integers(0, 10**12),
    cuts=st.lists(st.integers(0, 30), max_size=6),
)
def test_the_last_sequence_started_is_never_too_large(
    before: bytes, count: int, cuts: list[int]
) -> None:
    data = before + b"x\x1b[%db!" % count
    places = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    fed = guarded(*(data[a:b] for a, b in itertools.pairwise(places)))
    last = fed[fed.rindex(b"\x1b[") + 2 : fed.rindex(b"b!")]
    # What stands before may make the character part of something that prints nothing.
    assert last == b"?" or int(last) == min(count, 1920)
    assert last != b"?" or before


_CHILD = """
import sys
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
screen = select_core("ghostty").create(Size(columns=80, rows=24), 1000)
data = open(sys.argv[1], "rb").read()
step = int(sys.argv[2])
for start in range(0, len(data), step):
    screen.feed(data[start:start + step])
print("alive", len(screen.take_frame().rows))
"""


@pytest.mark.slow
@pytest.mark.skipif(not SHARED, reason="IDEA_TEST_DATA names no folder")
@pytest.mark.parametrize("step", [1 << 20, 100, 7])
def test_the_input_that_aborts_an_unguarded_core_is_harmless(step: int) -> None:
    pytest.importorskip("_cffi_backend", reason="no wheel of the native core here")
    attack = Path(SHARED or "", "hostile", "core-abort-rep.bin")
    source = Path(__file__).parents[3] / "src"
    ended = subprocess.run(
        [sys.executable, "-c", _CHILD, str(attack), str(step)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert (ended.returncode, ended.stdout) == (0, "alive 24\n"), ended.stderr[-300:]
