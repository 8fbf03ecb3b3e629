import random
from collections.abc import Callable
from dataclasses import replace
from typing import override

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from idea.domain.errors import IdeaError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.address import addresses, locate_block
from idea.domain.layout.cards import CARD
from idea.domain.layout.dropping import Zone, dropped
from idea.domain.layout.geometry import place
from idea.domain.layout.layout import Layout
from idea.domain.layout.merging import merge_cells
from idea.domain.layout.moving import swap, transpose
from idea.domain.layout.notation import numbered, read
from idea.domain.layout.splitting import close, split
from idea.domain.layout.tree import LayoutNode, Side, leaf_ids
from idea.presentation.desktop.grid.content import GridContent, WeightsChosen
from idea.presentation.desktop.grid.dividers import DividerGrip
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.viewmodels.cells import Body, Selection, cell_views
from idea.presentation.desktop.viewmodels.ranges import range_between
from support.desktop import NOW, PlainPart, PlainParts, a_layout, a_session, a_skin


def content_of(
    tree: LayoutNode,
    sessions: dict[str, str] | None = None,
    *,
    revision: int = 1,
    selection: Selection | None = None,
    ended: tuple[str, ...] = (),
    marked: tuple[str, str] | None = None,
) -> GridContent:
    shown = sessions or {}
    chosen = selection or Selection()
    views = {
        session: a_session(session, cell=cell, status="exited" if session in ended else "running")
        for cell, session in shown.items()
    }
    named = {node.value: name for node, name in addresses(tree).items() if node in leaf_ids(tree)}
    return GridContent(
        tree=tree,
        revision=revision,
        cells=cell_views(a_layout({}, shown), named, views, chosen, now=NOW),
        selection=chosen,
        marked=range_between(tree, *marked) if marked else None,
    )


@pytest.fixture
def parts() -> PlainParts:
    return PlainParts()


@pytest.fixture
def grid(qtbot: QtBot, parts: PlainParts) -> GridView:
    view = GridView(parts, a_skin())
    qtbot.addWidget(view)
    view.resize(1220, 818)
    view.show()
    return view


class KeysHeard(QObject):
    """Writes down which keys reach a widget."""

    def __init__(self, widget: QWidget, heard: list[int]) -> None:
        super().__init__(widget)
        self._heard = heard

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self._heard.append(event.key())
        return False


def step(layout: Layout, chance: random.Random, fresh: Callable[[], NodeId]) -> Layout:
    cells = leaf_ids(layout.tree)
    one, other = chance.choice(cells), chance.choice(cells)
    side = chance.choice(list(Side))
    match chance.randrange(7):
        case 0 | 1 if len(cells) < 12:
            return layout.with_tree(split(layout.tree, one, side, fresh))
        case 2:
            return layout.with_tree(close(layout.tree, one))
        case 3:
            names = addresses(layout.tree)
            return merge_cells(layout, locate_block(layout.tree, f"{names[one]}:{names[other]}"))
        case 4:
            return layout.with_tree(swap(layout.tree, one, other))
        case 5:
            return layout.with_tree(transpose(layout.tree))
        case _:
            return layout.attached(SessionId(f"s{chance.randrange(9)}"), one)


def test_two_hundred_changes_never_make_a_terminal_anew(grid: GridView, parts: PlainParts) -> None:
    chance, fresh = random.Random(7), numbered("x")
    layout = Layout(tree=read("a | (b / c)")).attached(SessionId("s1"), NodeId("a"))
    widgets: dict[str, QWidget] = {}
    frames: dict[str, object] = {}
    changes = 0
    while changes < 200:
        try:
            layout = step(layout, chance, fresh)
        except IdeaError:
            continue
        changes += 1
        sessions = {cell.value: session.value for cell, session in layout.sessions.items()}
        grid.show_content(content_of(layout.tree, sessions, revision=changes))
        now = {}
        for session in sessions.values():
            part = grid.terminal(session)
            assert part is not None
            now[session] = part.widget
            assert widgets.get(session, part.widget) is part.widget
            assert part.widget.parentWidget() is grid
        cells = {cell.value: grid.frame(cell.value) for cell in leaf_ids(layout.tree)}
        assert all(frames.get(cell, frame) is frame for cell, frame in cells.items())
        widgets, frames = now, dict(cells)
        assert {part.session for part in parts.made if "close" not in part.said} == set(now)


def test_cells_and_hairlines_cover_the_grid_to_the_pixel(grid: GridView) -> None:
    grid.show_content(content_of(read("[a b c; d e f]")))
    placement = grid.placement

    assert placement is not None
    for cell in "abcdef":
        tile, frame = placement.tiles[NodeId(cell)], grid.frame(cell)
        assert frame is not None
        assert (tile.x, tile.y, tile.width, tile.height) == frame.geometry().getRect()
    assert placement.tiles[NodeId("b")].x - placement.tiles[NodeId("a")].right == 1


def test_a_cell_too_small_for_a_terminal_is_a_card_and_keeps_its_terminal(grid: GridView) -> None:
    grid.show_content(content_of(read("a | b"), {"a": "s1", "b": "s2"}))
    part = grid.terminal("s1")
    grid.show_content(content_of(read("a | b | c | d | e | f"), {"a": "s1", "b": "s2"}, revision=2))
    frame = grid.frame("a")

    assert part is not None
    assert frame is not None
    assert (frame.body, part.widget.isVisible(), grid.terminal("s1")) == (Body.CARD, False, part)


def test_three_columns_beside_the_side_bar_of_a_first_window_show_terminals(
    grid: GridView,
) -> None:
    grid.resize(1280 - metrics.SIDE_BAR, 800 - metrics.TAB_STRIP - metrics.STATUS_LINE)
    tree = read("a | b | (c / d / e)")
    grid.show_content(content_of(tree, {cell: f"s{cell}" for cell in "abcde"}))

    shown = [frame.body for cell in "abcde" if (frame := grid.frame(cell)) is not None]
    assert shown == [Body.TERMINAL] * 5


def test_a_card_grows_into_a_terminal_and_its_neighbours_get_their_room_back(
    grid: GridView, parts: PlainParts
) -> None:
    tree = read("[a b c d e f; g h i j k l; m n o p q r; s t u v w x]")
    sessions = {cell.value: f"s{cell.value}" for cell in leaf_ids(tree)}
    before = content_of(tree, sessions)
    grid.resize(1280 - metrics.SIDE_BAR, 800 - metrics.TAB_STRIP - metrics.STATUS_LINE)
    grid.show_content(before)
    frames = [frame for cell in sessions if (frame := grid.frame(cell)) is not None]
    placed = grid.placement

    assert [frame.body for frame in frames] == [Body.CARD] * 24
    assert not any(part.widget.isVisible() for part in parts.made)
    assert set(grid.cards()) == set(sessions.values())
    for cell, frame in zip(sessions, frames, strict=True):
        grid.show_content(replace(before, grown=cell))
        shown = [each.view.id for each in frames if each.body is Body.TERMINAL]
        assert shown == [cell]
        assert frame.width() >= CARD.width
        assert frame.height() >= CARD.height
        part = grid.terminal(f"s{cell}")
        assert part is not None
        assert part.widget.isVisible()
        assert min(each.width() for each in frames) >= 72
    grid.show_content(before)
    assert grid.placement == placed


def test_a_card_tells_the_last_line_of_its_session(grid: GridView) -> None:
    grid.show_content(content_of(read("a | b | c | d | e | f"), {"a": "s1"}))
    frame = grid.frame("a")
    assert frame is not None
    blank = frame.grab().toImage()
    frame.show_line("214 tests ok")
    assert frame.grab().toImage() != blank


def test_zoom_shows_one_cell_alone_and_restores_every_pixel(grid: GridView) -> None:
    tree, sessions = read("a | (b / c)"), {"a": "s1", "b": "s2"}
    grid.show_content(content_of(tree, sessions))
    before = grid.placement
    grid.show_content(
        content_of(tree, sessions, selection=Selection(focused="b", zoomed=frozenset("b")))
    )
    frames = [grid.frame(cell) for cell in "abc"]

    assert [frame.isVisible() for frame in frames if frame] == [False, True, False]

    grid.show_content(content_of(tree, sessions))
    assert grid.placement == before


def test_empty_and_ended_cells_say_what_to_do_in_place(grid: GridView, qtbot: QtBot) -> None:
    grid.show_content(content_of(read("a | b"), {"b": "s1"}, ended=("s1",)))
    asked: list[tuple[str, str]] = []
    grid.action_asked.connect(lambda cell, action: asked.append((cell, action)))
    empty, ended = grid.frame("a"), grid.frame("b")

    assert empty is not None
    assert ended is not None
    assert (empty.body, ended.body) == (Body.EMPTY, Body.ENDED)
    part = grid.terminal("s1")
    assert isinstance(part, PlainPart)
    assert part.is_over
    qtbot.mouseClick(empty._start, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(ended._restart, Qt.MouseButton.LeftButton)
    qtbot.keyClick(empty, Qt.Key.Key_Return)
    assert asked == [
        ("a", "terminal.open_shell"),
        ("b", "session.restart"),
        ("a", "terminal.open_shell"),
    ]


def test_a_dragged_divider_is_previewed_and_told_once(grid: GridView, qtbot: QtBot) -> None:
    grid.show_content(content_of(read("a | b"), revision=4))
    grip = next(each for each in grid.findChildren(DividerGrip) if each.isVisible())
    told: list[WeightsChosen] = []
    grid.weights_chosen.connect(told.append)
    a = grid.frame("a")
    assert a is not None
    width = a.width()
    start = QPoint(3, 200)
    origin = grip.mapToGlobal(start)

    qtbot.mousePress(grip, Qt.MouseButton.LeftButton, pos=start)
    for moved in (20, 60, 100):
        qtbot.mouseMove(grip, grip.mapFromGlobal(origin + QPoint(moved, 0)))
    assert (a.width() - width, told) == (100, [])
    assert grip.geometry().center().x() == a.geometry().right() + 1
    qtbot.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=start)

    assert a.width() - width == 100
    assert [(each.base_revision, len(each.weights)) for each in told] == [(4, 2)]


def _dragged(
    qtbot: QtBot, grid: GridView, cell: str, over: str, at: tuple[float, float]
) -> Callable[[], None]:
    """Drag a cell by its header over a place of another one; what is returned lets it go."""
    frame, target = grid.frame(cell), grid.frame(over)
    assert frame is not None
    assert target is not None
    start, place_in = (
        QPoint(30, 10),
        (round(target.width() * at[0]), round(target.height() * at[1])),
    )
    point = frame.mapFrom(grid, target.mapTo(grid, QPoint(*place_in)))
    qtbot.mousePress(frame, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(frame, start + QPoint(20, 0))
    qtbot.mouseMove(frame, point)
    return lambda: qtbot.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=point)


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        ((0.1, 0.5), Zone.LEFT),
        ((0.9, 0.5), Zone.RIGHT),
        ((0.5, 0.1), Zone.UP),
        ((0.5, 0.9), Zone.DOWN),
        ((0.5, 0.5), Zone.CENTRE),
    ],
)
def test_a_dragged_header_shows_the_grid_as_it_would_be_and_tells_the_zone(
    grid: GridView, qtbot: QtBot, at: tuple[float, float], zone: Zone
) -> None:
    tree = read("(a / b) | c")
    grid.show_content(content_of(tree, {"a": "s1", "b": "s2", "c": "s3"}))
    told: list[tuple[str, str, Zone]] = []
    grid.cell_dropped.connect(lambda *drop: told.append(drop))
    placement = grid.placement
    assert placement is not None

    let_go = _dragged(qtbot, grid, "a", "c", at)
    ghost = grid.cell_drag.ghost.ghost
    wanted = place(
        dropped(tree, NodeId("a"), NodeId("c"), zone, numbered("g")),
        placement.rectangle,
        placement.gap,
        placement.smallest,
    )

    assert grid.cell_drag.ghost.isVisible()
    assert ghost is not None
    assert ghost.moved == wanted.tiles[NodeId("a")]
    assert list(ghost.tiles) == list(wanted.tiles.values())
    assert told == []
    let_go()
    assert told == [("a", "c", zone)]
    assert not grid.cell_drag.ghost.isVisible()


def test_escape_cancels_a_drag_and_the_next_one_works(grid: GridView, qtbot: QtBot) -> None:
    grid.show_content(content_of(read("a | b | c"), {"a": "s1"}))
    told: list[tuple[str, str, Zone]] = []
    grid.cell_dropped.connect(lambda *drop: told.append(drop))

    let_go = _dragged(qtbot, grid, "a", "b", (0.5, 0.5))
    part, frame = grid.terminal("s1"), grid.frame("a")
    assert part is not None
    assert frame is not None
    typed: list[int] = []
    part.widget.installEventFilter(KeysHeard(part.widget, typed))
    qtbot.keyClick(part.widget, Qt.Key.Key_A)
    qtbot.keyClick(part.widget, Qt.Key.Key_Escape)
    assert (typed, grid.cell_drag.ghost.isVisible()) == ([Qt.Key.Key_A], False)
    qtbot.mouseMove(frame, QPoint(600, 200))
    assert not grid.cell_drag.ghost.isVisible()
    let_go()
    assert told == []

    let_go = _dragged(qtbot, grid, "a", "b", (0.5, 0.5))
    let_go()
    assert told == [("a", "b", Zone.CENTRE)]


def test_a_header_let_go_over_its_own_cell_or_outside_moves_nothing(
    grid: GridView, qtbot: QtBot
) -> None:
    grid.show_content(content_of(read("a | b"), {"a": "s1"}))
    told: list[object] = []
    grid.cell_dropped.connect(lambda *drop: told.append(drop))

    let_go = _dragged(qtbot, grid, "a", "a", (0.5, 0.9))
    assert grid.cell_drag.ghost.ghost is None
    let_go()
    frame = grid.frame("a")
    assert frame is not None
    qtbot.mousePress(frame, Qt.MouseButton.LeftButton, pos=QPoint(30, 10))
    qtbot.mouseMove(frame, QPoint(-300, -300))
    qtbot.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=QPoint(-300, -300))
    assert told == []


def test_a_card_opens_on_a_click_and_not_at_the_start_of_a_drag(
    grid: GridView, qtbot: QtBot
) -> None:
    grid.show_content(content_of(read("a | b | c | d | e | f"), {"a": "s1"}))
    asked: list[tuple[str, str]] = []
    grid.action_asked.connect(lambda cell, action: asked.append((cell, action)))

    let_go = _dragged(qtbot, grid, "a", "b", (0.5, 0.5))
    let_go()
    assert asked == []
    qtbot.mouseClick(grid.frame("a"), Qt.MouseButton.LeftButton)
    assert asked == [("a", "cell.toggle_room")]


def test_a_range_may_be_dragged_from_a_terminal_and_from_an_empty_cell(
    grid: GridView, qtbot: QtBot
) -> None:
    grid.show_content(content_of(read("a | b | c"), {"a": "s1"}))
    part, empty, last = grid.terminal("s1"), grid.frame("b"), grid.frame("c")
    assert part is not None
    assert empty is not None
    assert last is not None
    told: list[tuple[str, str]] = []
    grid.range_dragged.connect(lambda one, other: told.append((one, other)))
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    button = Qt.MouseButton.LeftButton

    for start, cell in ((part.widget, "a"), (empty, "b")):
        end = start.mapFrom(grid, last.geometry().center())
        place = start.mapToGlobal(end)
        qtbot.mousePress(start, button, held, QPoint(40, 90))
        move = QMouseEvent(QEvent.Type.MouseMove, end, place, button, button, held)
        QApplication.sendEvent(start, move)
        qtbot.mouseRelease(start, button, held, end)
        assert told.pop() == (cell, "c")


def test_a_range_has_an_outline_and_a_bar_that_names_it(grid: GridView, qtbot: QtBot) -> None:
    grid.show_content(content_of(read("a | b | c"), marked=("b", "c")))
    asked: list[str] = []
    grid.action_asked.connect(lambda _, action: asked.append(action))
    b, c = grid.frame("b"), grid.frame("c")

    assert b is not None
    assert c is not None
    assert grid._marks.overlay.isVisible()
    assert grid._marks.overlay.geometry() == b.geometry().united(c.geometry())
    assert grid._marks.bar._buttons[0].text() == "Merge B1:C1"
    qtbot.mouseClick(grid._marks.bar._buttons[0], Qt.MouseButton.LeftButton)
    assert asked == ["layout.merge_cells"]


def test_the_strips_name_columns_and_rows_and_mark_the_focused_ones(grid: GridView) -> None:
    grid.show_content(content_of(read("[a b; c d]"), selection=Selection(focused="d")))

    assert [(mark.name, mark.focused) for mark in grid._marks.columns.marks] == [
        ("A", False),
        ("B", True),
    ]
    assert [(mark.name, mark.cells) for mark in grid._marks.rows.marks] == [
        ("1", ("a", "b")),
        ("2", ("c", "d")),
    ]


def test_the_keyboard_goes_to_the_terminal_of_a_cell(grid: GridView, qtbot: QtBot) -> None:
    grid.show_content(content_of(read("a | b"), {"a": "s1"}))
    focused: list[str] = []
    grid.cell_focused.connect(focused.append)
    with qtbot.waitActive(grid):
        grid.activateWindow()

    grid.focus_cell("a")
    part, empty = grid.terminal("s1"), grid.frame("b")

    assert part is not None
    assert empty is not None
    assert (part.widget.hasFocus(), focused) == (True, ["a"])
    grid.focus_cell("b")
    assert empty.hasFocus()


def test_the_mouse_may_jump_from_a_terminal_onto_a_quiet_button(
    grid: GridView, qtbot: QtBot
) -> None:
    grid.show_content(content_of(read("a | b"), {"a": "s1"}))
    part, frame = grid.terminal("s1"), grid.frame("a")
    assert part is not None
    assert frame is not None

    qtbot.mouseMove(part.widget, part.widget.rect().center())
    qtbot.waitUntil(frame._quiet[0].isVisible)
    for button in frame._quiet:
        qtbot.mouseMove(button)
        qtbot.waitUntil(button.underMouse)
        assert button.isVisible()
        qtbot.mouseMove(part.widget, part.widget.rect().center())
        qtbot.waitUntil(part.widget.underMouse)

    away = grid.frame("b")
    assert away is not None
    qtbot.mouseMove(away, away.rect().center())
    qtbot.waitUntil(lambda: not frame._quiet[0].isVisible())


def test_the_keyboard_goes_from_a_card_to_its_terminal_and_back(
    grid: GridView, qtbot: QtBot
) -> None:
    tree, sessions = read("a | b | c | d | e | f"), {"a": "s1", "b": "s2"}
    grid.show_content(content_of(tree, sessions))
    with qtbot.waitActive(grid):
        grid.activateWindow()
    grid.focus_cell("b")
    part, card = grid.terminal("s2"), grid.frame("b")
    assert part is not None
    assert card is not None
    assert (card.body, card.hasFocus()) == (Body.CARD, True)

    zoomed = Selection(focused="b", zoomed=frozenset("b"))
    grid.show_content(content_of(tree, sessions, selection=zoomed))
    assert part.widget.hasFocus()

    grid.show_content(content_of(tree, sessions))
    assert card.hasFocus()


def test_a_click_on_a_header_leaves_the_keyboard_with_the_terminal(
    grid: GridView, qtbot: QtBot
) -> None:
    grid.show_content(content_of(read("a | b"), {"a": "s1"}))
    with qtbot.waitActive(grid):
        grid.activateWindow()
    part, frame = grid.terminal("s1"), grid.frame("a")
    assert part is not None
    assert frame is not None
    grid.focus_cell("a")

    qtbot.mouseClick(frame, Qt.MouseButton.LeftButton, pos=QPoint(80, 10))
    assert part.widget.hasFocus()

    frame.take_keyboard()
    assert part.widget.hasFocus()

    grid.show_content(content_of(read("a | b"), {"b": "s1"}, revision=2))
    grid.focus_cell("a")
    assert frame.focusProxy() is None
    assert frame.hasFocus()


def test_closing_detaches_from_every_session(grid: GridView, parts: PlainParts) -> None:
    grid.show_content(content_of(read("a | b"), {"a": "s1", "b": "s2"}))

    grid.close_terminals()

    assert [part.said for part in parts.made] == [["close"], ["close"]]


def test_a_zoomed_cell_keeps_its_letter_and_number(grid: GridView) -> None:
    zoomed = Selection(focused="d", zoomed=frozenset("d"))
    grid.show_content(content_of(read("[a b; c d]"), selection=zoomed))

    assert [mark.name for mark in (*grid._marks.columns.marks, *grid._marks.rows.marks)] == [
        "B",
        "2",
    ]
    assert grid._marks.columns.marks[0].length == grid.width() - 20


def test_a_zoomed_range_fills_the_window_and_keeps_its_letters_and_numbers(grid: GridView) -> None:
    tree = read("[1 2 3 / 1 1: a b c; d e f]")
    grid.show_content(content_of(tree))
    before = grid.placement
    zoomed = Selection(focused="e", zoomed=frozenset("bcef"))
    grid.show_content(content_of(tree, selection=zoomed))
    names = [mark.name for mark in (*grid._marks.columns.marks, *grid._marks.rows.marks)]
    frames = {cell: grid.frame(cell) for cell in "abcdef"}

    assert names == ["B", "C", "1", "2"]
    assert "".join(cell for cell, frame in frames.items() if frame and frame.isVisible()) == "bcef"
    assert grid.placement is not None
    tiles = {cell.value: tile for cell, tile in grid.placement.tiles.items()}
    assert tiles["c"].right == grid.width()
    assert abs(tiles["c"].width - 1.5 * tiles["b"].width) <= 1

    grid.show_content(content_of(tree))
    assert grid.placement == before


def test_a_range_that_is_zoomed_inside_a_column_keeps_the_letter_of_that(grid: GridView) -> None:
    zoomed = Selection(focused="c", zoomed=frozenset("bc"))
    grid.show_content(content_of(read("a | (b / c / d)"), selection=zoomed))

    assert [mark.name for mark in grid._marks.columns.marks] == ["B"]
    assert grid._marks.columns.marks[0].length == grid.width() - 20


def test_a_divider_of_a_zoomed_range_is_that_of_the_whole_grid(
    grid: GridView, qtbot: QtBot
) -> None:
    zoomed = Selection(focused="b", zoomed=frozenset("bc"))
    grid.show_content(content_of(read("a*5 | b*2 | c*2 | d*3"), selection=zoomed, revision=4))
    grip = next(each for each in grid.findChildren(DividerGrip) if each.isVisible())
    told: list[WeightsChosen] = []
    grid.weights_chosen.connect(told.append)

    qtbot.mousePress(grip, Qt.MouseButton.LeftButton, pos=grip.rect().center())
    qtbot.mouseMove(grip, grip.rect().center() + QPoint(60, 0))
    qtbot.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=grip.rect().center())

    [chosen] = told
    first, one, other, last = chosen.weights
    assert (first, last, chosen.node, chosen.base_revision) == (5, 3, "n1", 4)
    assert one > 2 > other
    assert one + other == pytest.approx(4)
    visible = [cell for cell in "abcd" if (frame := grid.frame(cell)) and frame.isVisible()]
    assert visible == ["b", "c"]


def test_a_small_cell_of_a_zoomed_range_is_a_card_and_one_alone_is_not(grid: GridView) -> None:
    sessions = {"a": "s1", "b": "s2"}
    tree = read("a | b | c | d | e | f | g | h")
    for zoomed, body in (("abcdefgh", Body.CARD), ("a", Body.TERMINAL)):
        selection = Selection(focused="a", zoomed=frozenset(zoomed))
        grid.show_content(content_of(tree, sessions, selection=selection))
        frame = grid.frame("a")
        assert frame is not None
        assert frame.body is body
