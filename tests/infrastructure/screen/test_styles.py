"""Styles read for a whole row at once are those read cell by cell, and those of the moment."""

import random
from contextlib import closing

import pytest

from idea.domain.errors import IdeaError
from idea.domain.ports.dense_runs import DenseRuns
from idea.domain.ports.terminal_core import Frame, Row
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty import cells
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.ghostty.styles import StyleReader

try:
    FACTORY = GhosttyScreenFactory()
except IdeaError:
    pytest.skip("no wheel of the native core here", allow_module_level=True)

SIZE = Size(columns=300, rows=4)


def dense_page(seed: int) -> bytes:
    """Return a page of cells of which nearly every one has a style of its own."""
    chance = random.Random(seed)

    def color() -> str:
        if chance.random() < 0.5:
            return f"5;{chance.randrange(256)}"
        return "2;" + ";".join(str(chance.randrange(256)) for _ in range(3))

    def cell() -> str:
        switches = "".join(f";{chance.choice((1, 2, 3, 5, 7, 8, 9, 53))}" * chance.randrange(3))
        line = f";4:{chance.randrange(6)};58;{color()}" * chance.randrange(2)
        text = chance.choice(("a", " ", "字", "e\u0301", "é", "x"))
        return f"\x1b[0{switches}{line};38;{color()};48;{color()}m{text}"

    rows = ("".join(cell() for _ in range(SIZE.columns // 2)) for _ in range(SIZE.rows))
    return ("\x1b[H\x1b[0m\x1b[2J" + "\x1b[0m\r\n".join(rows)).encode()


def frame_after(*parts: bytes) -> Frame:
    with closing(FACTORY.create(SIZE, 100)) as screen:
        for part in parts:
            screen.feed(part)
        return screen.take_frame()


def by_cells(monkeypatch: pytest.MonkeyPatch, *parts: bytes) -> Frame:
    with monkeypatch.context() as patch:
        patch.setattr(StyleReader, "of_terminal", lambda *_: None)
        return frame_after(*parts)


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_of_asking_give_the_same_rows(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = dense_page(seed)
    frame = frame_after(page)
    assert len({run.style for row in frame.rows.values() for run in row.runs}) > 400
    assert frame == by_cells(monkeypatch, page)


@pytest.mark.parametrize("read_now", [False, True])
def test_colored_words_beyond_the_usual_columns_are_read(*, read_now: bool) -> None:
    with closing(FACTORY.create(SIZE, 100)) as screen:
        screen.feed(b"\x1b[31mleft\x1b[0m \x1b[1;290H\x1b[32mright")
        row = screen.take_frame().rows[0] if read_now else screen.rows(0, 1)[0]
    assert [(run.column, run.text) for run in row.runs if run.style.foreground >= 0] == [
        (0, "left"),
        (289, "right"),
    ]


def colored_page(seed: int, *, odd: bool) -> bytes:
    """Return a page of cells in colours, bold and italic, few alike, and odd ones at its ends."""
    chance = random.Random(seed)

    def cell() -> str:
        color = ("39", f"38;5;{chance.randrange(256)}", "38;2;1;" + f"{chance.randrange(256)};3")
        ground = ("49", f"48;5;{chance.randrange(256)}", f"48;2;{chance.randrange(256)};7;255")
        switches = chance.choice(("22;23", "1", "3", "1;3"))
        colors = f"{chance.choice(color)};{chance.choice(ground)}"
        return f"\x1b[0;{switches};{colors}m{chance.choice('ab é─') * chance.randrange(1, 3)}"

    end = "\x1b[0;4m_" * odd
    rows = ("".join(cell() for _ in range(SIZE.columns // 3)) + end for _ in range(SIZE.rows))
    return ("\x1b[H\x1b[0m\x1b[2J" + "\x1b[0m\r\n".join(rows)).encode()


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_dense_rows_are_those_read_run_by_run(
    seed: int, *, odd: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = colored_page(seed, odd=odd)
    frame = frame_after(page)
    read_so = [isinstance(row.runs, DenseRuns) for row in frame.rows.values()]
    assert all(read_so) if not odd else not any(read_so)
    assert frame == by_cells(monkeypatch, page)
    monkeypatch.setattr(cells, "is_dense", lambda *_: False)
    assert {number: Row(tuple(row.runs), row.wrapped) for number, row in frame.rows.items()} == (
        dict(frame_after(page).rows)
    )


def test_a_held_screen_keeps_the_styles_it_had_before(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = dense_page(1), dense_page(2)
    with closing(FACTORY.create(SIZE, 100)) as screen:
        screen.feed(before + b"\x1b[?2026h" + after)
        held: dict[int, Row] = dict(screen.take_frame().rows)
        assert held == dict(frame_after(before).rows)
        screen.feed(b"\x1b[?2026l")
        assert {**held, **screen.take_frame().rows} == dict(frame_after(after).rows)
    assert frame_after(before) == by_cells(monkeypatch, before)


def test_rows_of_history_have_their_styles() -> None:
    page = dense_page(3)
    with closing(FACTORY.create(SIZE, 100)) as screen:
        screen.feed(page + b"\x1b[0m\r\n" * SIZE.rows)
        assert screen.rows(0, SIZE.rows) == tuple(frame_after(page).rows.values())
