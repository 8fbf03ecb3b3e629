"""The whole window without a mouse and without eyes: names, roles, and the way round."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.find_bar import FindBar
from idea.presentation.desktop.panels.survivor_list import SurvivorList
from idea.presentation.desktop.shell.dialogs import LeaveDialog, PasteDialog, StopDialog
from idea.presentation.desktop.viewmodels.survivors import SurvivorRow, SurvivorsNote
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget
from support.accessibility import nameless
from support.desktop import a_session
from support.window import Stand, an_engine, play

Role = QAccessible.Role
Name = QAccessible.Text.Name
SESSIONS = (
    a_session("s1", cell="a"),
    a_session("s2", cell="b", status="exited", code=1, reason="It ended with exit code 1."),
    a_session("s3", name="indexer"),
)


@pytest.fixture
def full(qtbot: QtBot, stand: Stand) -> Stand:
    """Return a window with everything in it: cells of each kind, a range, a palette, a notice."""
    engine = an_engine("a | b | c", SESSIONS)
    play(qtbot, stand, engine)
    window = stand.window
    window.resize(1600, 1000)
    window.activateWindow()
    qtbot.waitUntil(lambda: window.pages.grid("p1") is not None)
    window.desk.mark_between("b", "c")
    window.side_bar.show_survivors(SurvivorsNote(words="1 program left running", memory="6 MiB"))
    window.banner.say("Something happened.", word="Undo", todo=lambda: None)
    return stand


def test_everything_that_can_be_reached_or_clicked_has_a_name_and_a_role(full: Stand) -> None:
    full.window.opener.open_all()

    assert nameless(full.window) == []


def test_dialogs_and_bars_have_names_too(stand: Stand) -> None:
    window, skin = stand.window, stand.themes.skin
    shown: list[QWidget] = [
        LeaveDialog.ask(2, skin, window, lambda _leave: None),
        StopDialog.ask("vim", skin, window, lambda: None, lambda: None),
        PasteDialog.ask("one\ntwo", skin, window, lambda: None),
    ]
    bar, survivors = FindBar(skin, window), SurvivorList(skin, window)
    bar.open("text")
    survivors.show_rows(
        (SurvivorRow(id="1-1", program="node", arguments="", detail="left by zsh", memory="9 M"),),
        set(),
    )
    survivors.show()

    assert [nameless(each) for each in (*shown, bar, survivors)] == [[]] * 5
    for dialog in shown:
        dialog.close()


def test_what_is_only_drawn_is_found_where_it_is_and_can_be_pressed(full: Stand) -> None:
    window = full.window
    tabs = QAccessible.queryAccessibleInterface(window.tabs)
    first = tabs.child(0)
    box = first.rect()

    assert (first.role(), first.text(Name)) == (Role.PageTab, "ledger")
    assert tabs.childAt(box.center().x(), box.center().y()).text(Name) == "ledger"
    assert tabs.indexOfChild(first) == 0
    assert first.state().selected

    sessions = QAccessible.queryAccessibleInterface(window.side_bar.list)
    heard: list[str] = []
    window.side_bar.list.chosen.connect(heard.append)
    names = [sessions.child(number).text(Name) for number in range(sessions.childCount())]
    sessions.child(1).actionInterface().doAction("Press")

    assert [name.split()[0] for name in names] == ["zsh", "zsh", "indexer"]
    assert heard == [window.side_bar.list.view.sections[0].rows[1].id]


def test_a_part_that_is_gone_is_not_valid_and_does_nothing(qtbot: QtBot) -> None:
    class Drawn(SpokenWidget):
        count = 2

        def spoken_parts(self) -> list[SpokenPart]:
            box = self.rect()
            return [SpokenPart(name="one", box=box, press=pressed)] * self.count

        @staticmethod
        def now(found: QAccessibleInterface) -> tuple[bool, str]:
            return found.isValid(), found.text(Name)

    def pressed() -> None:
        heard.append(1)

    heard: list[int] = []
    widget = Drawn()
    qtbot.addWidget(widget)
    second = QAccessible.queryAccessibleInterface(widget).child(1)
    before = Drawn.now(second)
    widget.count = 1
    second.actionInterface().doAction("Press")

    assert (before, Drawn.now(second), heard) == ((True, "one"), (False, ""), [])


def test_the_keyboard_goes_round_the_window(full: Stand) -> None:
    window = full.window
    grid = window.pages.grid("p1")
    assert grid is not None
    window.desk.focus("b")
    window.refresh()
    ways = []

    for _ in range(6):
        window.invoke("view.focus_next_part")
        focus = QApplication.focusWidget()
        assert focus is not None
        parts = (grid, window.banner, window.side_bar, window.tabs)
        ways.append(next(type(part).__name__ for part in parts if part.isAncestorOf(focus)
                         or part is focus))  # fmt: skip

    assert ways == ["GridView", "Banner", "SideBar", "TabStrip", "GridView", "GridView"]


def test_the_banner_and_the_tab_strip_are_used_with_the_keyboard_alone(full: Stand) -> None:
    window = full.window
    heard: list[str] = []
    window.banner.say("Gone.", word="Undo", todo=lambda: heard.append("undone"))
    window.banner.take_keyboard()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert heard == ["undone"]
    assert not window.banner.isAncestorOf(QApplication.focusWidget())

    window.tabs.chosen.connect(lambda project: heard.append(f"tab {project}"))
    window.tabs.add_asked.disconnect()
    window.tabs.add_asked.connect(lambda: heard.append("add"))
    window.tabs.take_keyboard()
    QTest.keyClick(window.tabs, Qt.Key.Key_Return)
    window.tabs.take_keyboard()
    QTest.keyClick(window.tabs, Qt.Key.Key_Right)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert heard == ["undone", "tab p1", "add"]

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not window.tabs.isAncestorOf(QApplication.focusWidget())


def test_a_palette_says_what_enter_would_choose(
    full: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def hear(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    QAccessible.setActive(True)
    try:
        full.window.opener.open_all()
        full.window.palette_box.box.setText("split ri")
        full.window.palette_box.box.setText("nothing at all")
    finally:
        QAccessible.setActive(False)

    assert said[0].startswith("Split right, ")
    assert said[-1] == "Nothing matches, 0 lines"
