"""What a screen reader finds in a terminal view, asked as the platform's bridge asks."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleTextCursorEvent,
    QAccessibleTextInsertEvent,
    QAccessibleTextInterface,
    QAccessibleTextRemoveEvent,
    QAccessibleTextSelectionEvent,
)
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.terminal.screen_reading import (
    CALM_MS,
    SOON_MS,
    ScreenReading,
    announcement,
)
from idea.presentation.desktop.terminal.screen_text import Change
from support.shown_view import Shown


def text_of(shown: Shown) -> QAccessibleTextInterface:
    found = QAccessible.queryAccessibleInterface(shown.view).textInterface()
    assert found is not None
    return found


def current_line(shown: Shown) -> str:
    text = text_of(shown)
    whole, caret = text.text(0, text.characterCount()), text.cursorPosition()
    return whole[:caret].rpartition("\n")[2] + whole[caret:].partition("\n")[0]


@pytest.fixture
def listening() -> Iterator[None]:
    """Let Qt believe that assistive technology is there."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


class Ear:
    """Hears what a view's reading tells, in words."""

    def __init__(self, shown: Shown, *, announces: bool = False, calm_ms: int = CALM_MS) -> None:
        self.told: list[tuple[object, ...]] = []
        view = shown.view
        view.reading = ScreenReading(
            view,
            lambda: view.grid,
            lambda: view.place,
            lambda: view.frame,
            tell=self._hear,
            announces=announces,
            calm_ms=calm_ms,
        )
        view.activateWindow()
        view.setFocus()
        shown.wait(view.hasFocus)
        view.reading.take_keyboard()
        self.told.clear()

    def _hear(self, event: QAccessibleEvent) -> None:
        match event:
            case QAccessibleTextInsertEvent():
                self.told.append(("insert", event.changePosition(), event.textInserted()))
            case QAccessibleTextRemoveEvent():
                self.told.append(("remove", event.changePosition(), event.textRemoved()))
            case QAccessibleTextSelectionEvent():
                self.told.append(("select", event.selectionStart(), event.selectionEnd()))
            case QAccessibleTextCursorEvent():
                self.told.append(("caret", event.cursorPosition()))
            case QAccessibleAnnouncementEvent():
                polite = event.politeness() is QAccessible.AnnouncementPoliteness.Polite
                self.told.append(("announce", polite, event.message()))
            case _:
                self.told.append((event.type(),))


def test_a_reader_finds_a_terminal_and_reads_the_current_line(shown: Shown) -> None:
    shown.output("hello\r\n$ ls -l")
    found = QAccessible.queryAccessibleInterface(shown.view)

    assert found.role() is QAccessible.Role.Terminal
    assert text_of(shown).text(0, 5) == "hello"
    assert current_line(shown) == "$ ls -l"


def test_a_reader_follows_the_caret(shown: Shown) -> None:
    shown.output("$ ")
    assert text_of(shown).cursorPosition() == 2

    shown.output("ls")
    assert text_of(shown).cursorPosition() == 4

    shown.output("\r\nREADME\r\n$ ")
    assert current_line(shown) == "$ "
    assert text_of(shown).cursorPosition() == len("$ ls\nREADME\n$ ")


def test_a_reader_reads_the_selection(shown: Shown) -> None:
    shown.output("first\r\nsecond")
    before = shown.view.frame
    shown.view.terminal.feed.select_all()
    shown.wait(lambda: shown.view.frame is not before)

    text = text_of(shown)

    assert text.selectionCount() == 1
    assert text.text(0, text.characterCount()).startswith("first\nsecond")


def test_each_character_lies_where_it_is_drawn(shown: Shown) -> None:
    shown.output("abc\r\ndef")
    text, place = text_of(shown), shown.view.place

    for offset, (row, column) in {0: (0, 0), 2: (0, 2), 5: (1, 1)}.items():
        told = text.characterRect(offset)
        drawn = place.cells_rect(row, column, 1)
        corner = shown.view.mapToGlobal(drawn.topLeft().toPoint())
        drawn_at = QRect(corner, drawn.size().toSize())
        assert drawn_at.contains(told.center()), (offset, told, drawn_at)
        assert abs(told.left() - drawn_at.left()) <= 1
    assert text.offsetAtPoint(shown.view.mapToGlobal(shown.cell(1, 1, 0.2))) == 5


def test_a_reader_can_give_it_the_keyboard_and_finds_no_copy_of_its_text(shown: Shown) -> None:
    found = QAccessible.queryAccessibleInterface(shown.view)
    text_of(shown)
    shown.view.clearFocus()

    action = found.actionInterface()
    action.doAction(action.setFocusAction())

    assert shown.view.hasFocus()
    children = [found.child(index) for index in range(found.childCount())]
    assert [child for child in children if child.textInterface() is not None] == []


def test_without_assistive_technology_a_frame_costs_one_question(shown: Shown) -> None:
    ear = Ear(shown)
    shown.output("hello")

    assert not shown.view.reading.waits
    assert ear.told == []


@pytest.mark.usefixtures("listening")
def test_what_is_typed_is_told_once_and_soon(shown: Shown) -> None:
    shown.output("$ ")
    ear = Ear(shown)

    shown.output("l")
    shown.wait(lambda: bool(ear.told))

    assert ear.told == [("insert", 2, "l"), ("caret", 3)]
    assert shown.view.reading._pace.interval() == SOON_MS, "What it came to was not news."


@pytest.mark.usefixtures("listening")
def test_what_comes_long_after_a_flood_is_told_soon_again(shown: Shown) -> None:
    ear = Ear(shown, calm_ms=1)
    shown.output("".join(f"{number}\r\n" for number in range(30)))
    shown.wait(lambda: bool(ear.told))
    shown.wait(shown.view.reading._calm.hasExpired)

    shown.output("x")

    assert shown.view.reading._pace.interval() == SOON_MS


@pytest.mark.usefixtures("listening")
def test_a_flood_is_told_a_screen_at_a_time(shown: Shown) -> None:
    ear = Ear(shown, calm_ms=1_000_000)

    shown.output("".join(f"{number}\r\n" for number in range(30)))
    shown.wait(lambda: bool(ear.told))
    shown.output("".join(f"{number}\r\n" for number in range(30, 60)))

    inserted = [text for kind, *_, text in ear.told if kind == "insert"]
    assert sum(str(text).count("\n") for text in inserted) <= shown.view.grid.size.rows
    assert shown.view.reading.waits
    assert shown.view.reading._pace.interval() > SOON_MS


@pytest.mark.usefixtures("listening")
def test_a_terminal_without_the_keyboard_keeps_silent_and_is_known_when_it_gets_it(
    shown: Shown,
) -> None:
    ear = Ear(shown)
    other = QWidget(shown.view)
    other.show()
    other.setFocus()
    shown.wait(other.hasFocus)

    shown.output("meanwhile")
    assert not shown.view.reading.waits
    shown.view.setFocus()
    shown.wait(shown.view.hasFocus)

    assert ear.told == []
    assert current_line(shown) == "meanwhile"


@pytest.mark.usefixtures("listening")
def test_a_selection_is_told(shown: Shown) -> None:
    shown.output("word")
    ear = Ear(shown)

    shown.view.terminal.feed.select_all()
    shown.wait(lambda: bool(ear.told))

    assert ear.told[-1] == ("select", 0, len("word") + 9)


@pytest.mark.usefixtures("listening")
def test_where_insertions_are_not_spoken_new_lines_are_announced_politely(shown: Shown) -> None:
    ear = Ear(shown, announces=True)

    shown.output("one\r\ntwo\r\n$ ")
    shown.wait(lambda: bool(ear.told))

    assert ear.told[-1] == ("announce", True, "one\ntwo\n$ ")


def test_an_announcement_is_of_lines_and_no_longer_than_one_listens() -> None:
    assert announcement((Change(0, "", "a"),)) == ""
    assert announcement((Change(0, "", "\n\n"),)) == ""
    many = announcement((Change(0, "", "\n".join(map(str, range(50)))),))
    assert many.splitlines() == [*map(str, range(20)), "30 more lines"]


def test_a_view_that_moved_is_found_where_it_is(shown: Shown) -> None:
    shown.output("abc")
    before = text_of(shown).characterRect(0)
    shown.view.move(shown.view.pos() + QPoint(40, 30))

    assert text_of(shown).characterRect(0) == before.translated(40, 30)
