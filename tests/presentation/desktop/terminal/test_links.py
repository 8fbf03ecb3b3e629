"""Links under the mouse: which cells, where they lead, and what a click does."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from idea.domain.links import FileTarget, Target, WebTarget
from idea.domain.ports.terminal_core import PLAIN, Modes, MouseTracking, Row, Run
from idea.presentation.desktop.terminal.link_hover import HoveredLink, link_at
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from support.shown_view import Shown
from support.terminal import a_frame, a_row

CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


def a_grid(*rows: Row, columns: int = 20) -> GridPainter:
    grid = GridPainter(
        cell_metrics(FontChoice("JetBrains Mono", 13.0, 18.0, 1.0)), TerminalColors()
    )
    grid.apply(a_frame(dict(enumerate(rows)), columns=columns, lines=max(len(rows), 2)))
    return grid


def linked(text: str, uri: str, column: int = 0) -> Run:
    return Run(column, len(text), text, PLAIN, uri)


@pytest.mark.usefixtures("qapp")
class TestLinkAt:
    def test_a_made_link_leads_where_its_program_says_and_shows_that(self) -> None:
        grid = a_grid(Row((linked("docs", "https://evil.example/x", 2),)))
        assert link_at(grid, 0, 3) == HoveredLink(
            WebTarget("https://evil.example/x"), "https://evil.example/x", ((0, 2, 6),)
        )
        assert link_at(grid, 0, 1) is None
        assert link_at(grid, 1, 3) is None
        assert link_at(grid, 5, 3) is None

    def test_a_made_link_goes_over_styles_and_row_ends(self) -> None:
        uri = "https://example.org"
        bold = Run(14, 6, "x" * 6, PLAIN._replace(bold=True), uri)
        grid = a_grid(
            Row((linked("abcd", uri, 10), bold), wrapped=True),
            Row((linked("ef", uri), Run(2, 2, "no", PLAIN))),
        )
        spans = ((0, 10, 20), (1, 0, 2))
        found = [link_at(grid, *cell) for cell in ((0, 11), (0, 15), (1, 1))]
        assert [link and link.spans for link in found] == [spans] * 3

    @pytest.mark.parametrize("uri", ["javascript:alert(1)", "x-man-page://a", "file://else/a"])
    def test_what_is_never_opened_says_so(self, uri: str) -> None:
        link = link_at(a_grid(Row((linked("a", uri),))), 0, 0)
        assert link is not None
        assert (link.target, link.sentence) == (None, f"{uri} is not opened from here")

    def test_an_address_in_text_is_one_link_over_its_rows(self) -> None:
        grid = a_grid(
            a_row("go https://example.o")._replace(wrapped=True), a_row("rg/path now"), columns=20
        )
        link = link_at(grid, 1, 2)
        assert link is not None
        assert link == link_at(grid, 0, 5)
        assert link.target == WebTarget("https://example.org/path")
        assert link.spans == ((0, 3, 20), (1, 0, 7))
        assert link_at(grid, 1, 9) is None

    def test_a_file_with_its_line_is_a_link(self) -> None:
        link = link_at(a_grid(a_row("src/a.py:12: no")), 0, 4)
        assert link == HoveredLink(FileTarget("src/a.py", 12), "src/a.py:12", ((0, 0, 11),))


@pytest.fixture
def opened(shown: Shown) -> list[Target]:
    targets: list[Target] = []
    shown.view.link_opened.connect(targets.append)
    shown.output("see https://example.org now")
    return targets


def hover(shown: Shown, row: int, column: int) -> None:
    QTest.mouseMove(shown.view, shown.cell(row, column))
    shown.wait(lambda: shown.view._pointer._point.toPoint() == shown.cell(row, column))


def test_hovering_shows_the_true_target_and_a_hand(shown: Shown, opened: list[Target]) -> None:
    before = shown.view.grab().toImage()
    hover(shown, 0, 6)
    label = shown.view._chrome.label
    assert (label.isVisible(), label.sentence) == (True, "https://example.org")
    assert shown.view.cursor().shape() is Qt.CursorShape.PointingHandCursor
    assert shown.view.grab().toImage() != before
    hover(shown, 2, 6)
    assert not label.isVisible()
    assert shown.view.cursor().shape() is Qt.CursorShape.IBeamCursor
    assert shown.view.grab().toImage() == before
    assert opened == []


@pytest.mark.usefixtures("opened")
def test_a_link_that_scrolls_away_is_no_longer_under_the_mouse(shown: Shown) -> None:
    hover(shown, 0, 6)
    shown.output("\r\n" * 12)
    assert shown.view._hints.links.link is None
    hover(shown, 0, 6)
    QApplication.sendEvent(shown.view, QEvent(QEvent.Type.Leave))
    assert shown.view._hints.links.link is None


def test_control_and_a_click_open_and_nothing_else_does(shown: Shown, opened: list[Target]) -> None:
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(shown.view, left, NONE, shown.cell(0, 6))
    QTest.mouseClick(shown.view, left, CONTROL, shown.cell(0, 1))
    QTest.mouseClick(shown.view, Qt.MouseButton.MiddleButton, CONTROL, shown.cell(0, 6))
    assert opened == []
    QTest.mouseClick(shown.view, left, CONTROL, shown.cell(0, 6))
    assert opened == [WebTarget("https://example.org")]


def test_a_program_with_the_mouse_gets_the_click_unless_shift_is_held(
    shown: Shown, opened: list[Target]
) -> None:
    shown.modes(Modes(mouse_tracking=MouseTracking.NORMAL))
    shown.output("https://example.org ")
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(shown.view, left, CONTROL, shown.cell(0, 6))
    assert opened == []
    QTest.mouseClick(
        shown.view, left, CONTROL | Qt.KeyboardModifier.ShiftModifier, shown.cell(0, 6)
    )
    assert opened == [WebTarget("https://example.org")]
    assert QPointF(shown.cell(0, 6)) == shown.view._pointer._links._point
