"""The guard clamps huge repeat counts in every form, cut anywhere, and nothing else."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.terminal import Size
from idea.infrastructure.screen.rep_guard import RepGuard

SIZE = Size(columns=80, rows=24)
SHARED = os.environ.get("IDEA_TEST_DATA")


def guarded(*chunks: bytes, utf8_c1: bool = False) -> bytes:
    """Return what a core gets."""
    guard = RepGuard(SIZE, utf8_c1=utf8_c1)
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
        (b"a\x1b[5;99999b", b"a\x1b[5;1920b"),
        (b"a\x1b[?99999b", b"a\x1b[?1920b"),
        (b"a\x1b\x9b99999b", b"a\x1b[1920b"),
        (b"a\x9b99999b", b"a\x1b[1920b"),
        (b"\x1b[1\xe3\x9b99999b", b"\x1b[1\xe3\x1b[1920b"),
        (b"\x1b_G\xe3\x9b99999b", b"\x1b_G\xe3\x1b[1920b"),
        (b"\x1b[99999C\x1b[99999mb", b"\x1b[99999C\x1b[99999mb"),
        (b"99999b \x1b[1m 88888b", b"99999b \x1b[1m 88888b"),
        ("曛99999b \x1b[1m雛99999b".encode(), "曛99999b \x1b[1m雛99999b".encode()),
        (b"a\x1b[99999\x18b", b"a\x1b[99999\x18b"),
    ],
)
def test_only_huge_repeat_counts_change(data: bytes, fed: bytes) -> None:
    assert guarded(data) == fed


def test_utf8_forms_count_where_the_core_obeys_them() -> None:
    assert guarded(b"a\xc2\x9b99999b") == b"a\xc2\x9b99999b"
    assert guarded(b"a\xc2\x9b99999b", utf8_c1=True) == b"a\x1b[1920b"


def test_a_clean_chunk_is_the_same_object() -> None:
    chunk = b"x" * 100 + b"\x1b[5b\x1b[31m"
    assert RepGuard(SIZE).filter(chunk) is chunk


def test_a_resize_moves_the_limit() -> None:
    guard = RepGuard(SIZE)
    guard.resize(Size(columns=10, rows=2))
    assert guard.filter(b"\x1b[21b\x1b[20b") == b"\x1b[20b\x1b[20b"


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
    assert int(last) == min(count, 1920)


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
