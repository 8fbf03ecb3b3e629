import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.shell_marks import LONGEST_LINE, MarkKind, MarkScanner, ShellMark

A_COMMAND = (
    b"\x1b]133;A\x07$ \x1b]133;B\x07ls\r\n"
    b"\x1b]133;C;idea_at=1700000000123456;cmdline_url=ls%20%3B%C3%BC\x1b\\out\r\n"
    b"\x1b]133;D;1;idea_ms=1500\x07"
)


def marks_of(*pieces: bytes) -> list[ShellMark]:
    scanner = MarkScanner()
    return [mark for piece in pieces for _, mark in scanner.cut(piece) if mark is not None]


def test_a_command_is_told_by_four_marks_each_at_the_end_of_its_part() -> None:
    parts = MarkScanner().cut(A_COMMAND + b"rest")

    assert b"".join(part for part, _ in parts) == A_COMMAND + b"rest"
    assert [mark for _, mark in parts] == [
        ShellMark(MarkKind.PROMPT),
        ShellMark(MarkKind.INPUT),
        ShellMark(MarkKind.OUTPUT, line="ls ;ü", at_ms=1_700_000_000_123),
        ShellMark(MarkKind.END, exit=1, took_ms=1500),
        None,
    ]
    assert [part[-1:] for part, _ in parts] == [b"\x07", b"\x07", b"\\", b"\x07", b"t"]


@given(st.data())
def test_any_cut_of_the_stream_gives_the_same_marks(data: st.DataObject) -> None:
    stream = b"\x1b[1mx\x1b]0;t\x07" + A_COMMAND + b"\x1b]133;\x1b]13\x1b" + A_COMMAND
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    scanner = MarkScanner()
    parts = [part for piece in pieces for part in scanner.cut(piece)]

    assert b"".join(part for part, _ in parts) == stream
    assert [mark for _, mark in parts if mark] == marks_of(stream)
    assert len(marks_of(stream)) == 8


@pytest.mark.parametrize(
    ("payload", "mark"),
    [
        (b"A;k=i;cl=line", ShellMark(MarkKind.PROMPT)),
        (b"N", ShellMark(MarkKind.PROMPT)),
        (b"I", ShellMark(MarkKind.INPUT)),
        (b"A;k=s", None),
        (b"A;k=c", None),
        (b"A;k=r", None),
        (b"P;k=i", ShellMark(MarkKind.PROMPT)),
        (b"P;k=s", None),
        (b"Z", None),
        (b"", None),
        (b"C", ShellMark(MarkKind.OUTPUT)),
        (b"C;idea_at=-5", ShellMark(MarkKind.OUTPUT)),
        (b"C;idea_at=999999999999999999", ShellMark(MarkKind.OUTPUT)),
        (b"C;idea_at=often", ShellMark(MarkKind.OUTPUT)),
        (b"C;idea_at=" + b"9" * 40, ShellMark(MarkKind.OUTPUT)),
        (b"C;cmdline_url=%ff", ShellMark(MarkKind.OUTPUT, line="\ufffd")),
        (b"C;cmdline_url=" + b"x" * (LONGEST_LINE + 1), ShellMark(MarkKind.OUTPUT)),
        (b"D", ShellMark(MarkKind.END)),
        (b"D;", ShellMark(MarkKind.END)),
        (b"D;-1", ShellMark(MarkKind.END, exit=-1)),
        (b"D;0;idea_ms=-3", ShellMark(MarkKind.END, exit=0, took_ms=0)),
        (b"D;err=5", ShellMark(MarkKind.END)),
    ],
)
def test_what_a_mark_tells(payload: bytes, mark: ShellMark | None) -> None:
    assert marks_of(b"\x1b]133;" + payload + b"\x07") == ([] if mark is None else [mark])


@pytest.mark.parametrize("broken", [b"\x18", b"\x1a", b"\x1b[m"])
def test_a_mark_that_is_broken_off_is_none(broken: bytes) -> None:
    assert marks_of(b"\x1b]133;A" + broken + b"\x07") == []
    assert marks_of(b"\x1b]133;A", broken, b"\x07") == []


def test_a_mark_that_never_ends_is_not_gathered_for_ever() -> None:
    scanner = MarkScanner()
    scanner.cut(b"\x1b]133;C;cmdline_url=")
    for _ in range(100):
        assert scanner.cut(b"x" * 1000) == [(b"x" * 1000, None)]

    assert scanner.cut(b"\x07") == [(b"\x07", None)]
    assert marks_of(b"\x1b]133;A\x07") == [ShellMark(MarkKind.PROMPT)]


def test_nothing_is_one_part_without_a_mark() -> None:
    assert MarkScanner().cut(b"") == [(b"", None)]
