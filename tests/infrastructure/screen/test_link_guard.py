"""Links too many for one page are left out, their text is not, and regions scroll without harm."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.infrastructure.screen.ghostty.link_guard import MOST_LINKS, LinkGuard

COLUMNS = 80
PAGE_LINES = 371_712 // (8 * COLUMNS + 8)


def links(count: int, between: bytes = b"") -> bytes:
    return b"".join(b"\x1b]8;;http://h/%d\x1b\\x%b" % (n, between) for n in range(count))


def guarded(*chunks: bytes, most: int = MOST_LINKS) -> bytes:
    guard = LinkGuard(COLUMNS, most=most)
    return b"".join(guard.filter(chunk) for chunk in chunks)


def test_some_links_pass_as_they_are() -> None:
    data = links(MOST_LINKS) + b"\x1b]8;;\x1b\\end"
    assert LinkGuard(COLUMNS).filter(data) is data


def test_the_targets_of_more_are_left_out_and_nothing_else() -> None:
    fed = guarded(links(MOST_LINKS + 2) + b"\x1b]8;;\x1b\\end")
    assert fed == links(MOST_LINKS) + b"\x1b]8;;\x1b\\x" * 2 + b"\x1b]8;;\x1b\\end"


def test_lines_of_another_page_have_room_again() -> None:
    data = links(MOST_LINKS) + b"\n" * PAGE_LINES + links(MOST_LINKS)
    assert guarded(data) == data
    long_list = links(3 * MOST_LINKS, b"\r\n")
    assert guarded(long_list) == long_list


def test_a_narrower_screen_has_longer_pages() -> None:
    guard = LinkGuard(COLUMNS)
    guard.filter(links(MOST_LINKS) + b"\n" * PAGE_LINES)
    guard.resize(20)
    assert guard.filter(links(1)) == b"\x1b]8;;\x1b\\x"


@given(cuts=st.lists(st.integers(0, 700), max_size=30), start=st.integers(0, 9))
def test_the_same_is_left_out_wherever_the_stream_is_cut(cuts: list[int], start: int) -> None:
    data = (
        links(start) + b"\n\x1b]8;id=a:b;http://h/\xc3\xa9\x07y\x1b]8;;\x07\x1b]0;t\x07" + links(9)
    )
    places = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    wanted = guarded(data, most=5)
    assert guarded(*(data[a:b] for a, b in itertools.pairwise(places)), most=5) == wanted
    assert guarded(*(data[at : at + 1] for at in range(len(data))), most=5) == wanted


_CHILD = """
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
for lines in range(571, 589):
    screen = select_core("ghostty").create(Size(columns=80, rows=24), 1000)
    links = b"".join(b"\\x1b]8;;http://h/%d\\x1b\\\\x" % n for n in range(1920))
    screen.feed(b"a\\r\\n" * lines + b"\\x1b[H" + links + b"\\x1b[2;24r\\x1b[24H" + b"\\n" * 60)
print("alive", len(screen.take_frame().rows))
"""


def test_a_region_scrolling_across_pages_full_of_links_does_not_abort_the_core() -> None:
    pytest.importorskip("_cffi_backend", reason="no wheel of the native core here")
    source = Path(__file__).parents[3] / "src"
    ended = subprocess.run(
        [sys.executable, "-c", _CHILD],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert (ended.returncode, ended.stdout) == (0, "alive 24\n"), ended.stderr[-300:]
