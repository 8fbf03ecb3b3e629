"""The page of settings in the window: found, changed, taken back and left, by keyboard alone."""

from collections.abc import Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from idea.application.settings.agree_to_setting import AgreeToSettingRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.settings.show_settings import ShowSettingsRequest
from idea.application.settings.views import SettingView
from idea.application.views import SettingShown
from idea.domain.errors import ConflictError
from idea.domain.setting import SettingValue
from idea.domain.settings import SETTINGS
from idea.presentation.desktop.panels.setting_line import SettingLine
from idea.presentation.desktop.panels.settings_page import SettingsPage
from idea.presentation.desktop.widgets.segments import Segments
from idea.presentation.desktop.widgets.switch import Switch
from support.accessibility import nameless
from support.desktop import a_session
from support.window import Stand, an_engine, play, settle

SIZE, SHELL, THEME = "terminal.font_size", "terminal.shell", "appearance.theme"
BLINK = "terminal.cursor_blink"
Key = Qt.Key


class Engine:
    """Keeps settings as the engine would, everywhere and in the one project."""

    def __init__(self, stand: Stand) -> None:
        self.chosen: dict[str, SettingValue] = {}
        self.own: dict[str, SettingValue] = {}
        self.withheld: dict[str, SettingValue] = {}
        stand.use_cases.answer(ShowSettingsRequest, lambda _: self.views())
        stand.use_cases.answer(SetSettingRequest, self.set)
        stand.use_cases.answer(AgreeToSettingRequest, self.agree)

    def views(self) -> tuple[SettingView, ...]:
        return tuple(self._view(each.name, each.default) for each in SETTINGS)

    def _view(self, name: str, default: SettingValue) -> SettingView:
        mine = self.chosen.get(name, default)
        origin = "project" if name in self.own else "user" if name in self.chosen else "default"
        return SettingView(
            name=name,
            value=self.own.get(name, mine),
            origin=origin,
            chosen=self.chosen.get(name),
            own=self.own.get(name, self.withheld.get(name)),
            is_withheld=name in self.withheld,
        )

    def set(self, request: SetSettingRequest) -> Mapping[str, SettingValue]:
        kept = self.own if request.project else self.chosen
        kept.pop(request.name, None)
        if request.value is not None:
            kept[request.name] = request.value
        return {}

    def agree(self, request: AgreeToSettingRequest) -> None:
        self.own[request.name] = self.withheld.pop(request.name)


class Open:
    """The window with the page in front."""

    def __init__(self, qtbot: QtBot, stand: Stand) -> None:
        self._qtbot, self.stand, self.window = qtbot, stand, stand.window
        self.engine = Engine(stand)
        play(qtbot, stand, an_engine("a | b", (a_session("s1", cell="a"),)))
        self.window.resize(1280, 800)
        self.window.activateWindow()

    def open(self, name: str = "") -> None:
        self.window.invoke("window.open_settings", name)
        self.settle()

    @property
    def page(self) -> SettingsPage:
        return self.window.desks.settings.page

    def line(self, name: str) -> SettingLine:
        return self.page.lines[name]

    def keys(self, *keys: Key) -> None:
        """Press keys where the keyboard is."""
        for key in keys:
            QTest.keyClick(holder(), key)
        self.settle()

    def type(self, text: str) -> None:
        """Write over what stands where the keyboard is."""
        box = holder()
        assert isinstance(box, QLineEdit)
        box.selectAll()
        QTest.keyClicks(box, text)
        self.settle()

    def settle(self) -> None:
        settle(self._qtbot, self.stand)

    def set(self) -> list[tuple[str, object, str]]:
        """Return what was asked to be set."""
        found = self.stand.asked(SetSettingRequest)
        return [(one.name, one.value, one.project) for one in found]  # type: ignore[attr-defined]


def holder() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


@pytest.fixture
def settings(qtbot: QtBot, stand: Stand) -> Open:
    found = Open(qtbot, stand)
    found.open()
    return found


def test_every_setting_has_a_line_with_a_name_for_those_who_do_not_see(settings: Open) -> None:
    assert set(settings.page.lines) == {each.name for each in SETTINGS}
    assert holder() is settings.page.box
    assert nameless(settings.page) == []
    size = settings.line(SIZE).editor
    assert size.accessibleName() == "Font size, pixels"
    assert size.accessibleDescription() == "Size of the terminals' font at scale 1."


def test_a_setting_is_sought_changed_and_taken_back_by_keyboard(settings: Open) -> None:
    settings.type("font_size")
    settings.keys(Key.Key_Down)
    assert holder() is settings.line(SIZE).editor

    settings.type("15")
    settings.keys(Key.Key_Return)
    assert settings.set() == [(SIZE, 15.0, "")]
    assert settings.line(SIZE).row.is_changed
    settings.keys(Key.Key_Up)
    assert settings.engine.chosen == {SIZE: 16.0}

    settings.keys(Key.Key_Tab)
    assert holder() is settings.line(SIZE).reset
    settings.keys(Key.Key_Space)
    assert settings.engine.chosen == {}
    assert not settings.line(SIZE).row.is_changed
    assert settings.line(SIZE).isAncestorOf(holder())


def test_what_cannot_be_right_is_said_at_its_line_and_kept_to_mend(settings: Open) -> None:
    settings.open(SIZE)
    settings.type("huge")
    settings.keys(Key.Key_Return)

    assert settings.set() == []
    assert (
        settings.line(SIZE).fault
        == "terminal.font_size is a number from 6 to 72 pixels, not 'huge'."
    )
    assert holder().property("text") == "huge"
    settings.type("20")
    settings.keys(Key.Key_Return)
    assert settings.line(SIZE).fault == ""
    assert settings.engine.chosen == {SIZE: 20.0}


def test_switches_and_choices_are_set_by_keyboard(settings: Open) -> None:
    settings.open(BLINK)
    assert isinstance(holder(), Switch)
    settings.keys(Key.Key_Space)
    settings.keys(Key.Key_Return)
    settings.keys(Key.Key_Space)
    settings.open(THEME)
    settings.keys(Key.Key_Down)

    assert settings.set() == [
        (BLINK, True, ""),
        (BLINK, False, ""),
        (BLINK, True, ""),
        (THEME, "dark", ""),
    ]


def test_a_project_has_its_own(settings: Open) -> None:
    settings.page.scope.setFocus()
    settings.keys(Key.Key_Right)
    assert isinstance(holder(), Segments)
    assert set(settings.page.lines) == {each.name for each in SETTINGS if each.per_project}

    settings.line(BLINK).editor.setFocus()
    settings.keys(Key.Key_Space)
    assert settings.set() == [(BLINK, True, "p1")]
    assert settings.line(BLINK).row.note == "This project’s own; elsewhere off."


def test_what_a_project_wants_to_run_is_agreed_to_in_its_line(settings: Open) -> None:
    settings.engine.withheld[SHELL] = "evil"
    settings.open(SHELL)
    line = settings.line(SHELL)
    assert line.row.wish == "evil"

    line.agree.setFocus()
    settings.keys(Key.Key_Space)

    assert settings.engine.own == {SHELL: "evil"}
    assert line.agree.isHidden()


def test_a_change_from_elsewhere_is_shown_at_once(qtbot: QtBot, settings: Open) -> None:
    settings.engine.chosen[SIZE] = 18.0
    play(qtbot, settings.stand, SettingShown(SIZE, 18.0))
    settings.settle()

    assert settings.line(SIZE).row.value == 18.0


def test_what_is_refused_is_said_and_the_line_shows_what_counts(settings: Open) -> None:
    def refuse(_: object) -> object:
        raise ConflictError("The disk is full.")

    settings.stand.use_cases.answer(SetSettingRequest, refuse)
    settings.open(BLINK)
    settings.keys(Key.Key_Space)

    assert settings.window.banner.sentence == "The disk is full."
    editor = settings.line(BLINK).editor
    assert isinstance(editor, Switch)
    assert not editor.isChecked()


def test_only_what_was_changed_is_shown_on_demand(settings: Open) -> None:
    settings.engine.chosen[SIZE] = 18.0
    settings.open()
    settings.page.only_changed.setFocus()
    settings.keys(Key.Key_Space)

    assert set(settings.page.lines) == {SIZE}
    assert settings.page.only_changed.text() == "Changed only (1)"


def test_the_page_is_left_for_the_grid(settings: Open) -> None:
    window = settings.window
    assert window.front.front is settings.page
    assert "cell.split_right" not in window.registry.enabled()
    settings.keys(Key.Key_Escape)
    assert window.front.front is None
    assert "cell.split_right" in window.registry.enabled()

    settings.open()
    window.invoke("agent.close_page")
    assert window.front.front is None
    settings.open()
    window.desk.focus("b")
    settings.settle()
    assert window.front.front is None
    settings.open()
    window.desk.focus("b")
    assert window.front.front is None


def test_lines_that_nobody_sees_go_before_a_theme_would_dress_them(settings: Open) -> None:
    themes = settings.window._services.themes
    themes.choose("light")
    assert settings.page.is_made

    settings.window.front.close()
    themes.choose("dark")
    settings.settle()
    assert not settings.page.is_made
    assert settings.page.findChildren(SettingLine) == []

    settings.open(SIZE)
    assert set(settings.page.lines) == {each.name for each in SETTINGS}
    assert holder() is settings.line(SIZE).editor


def test_a_line_is_as_high_as_its_words_need(settings: Open) -> None:
    line = settings.line(SIZE)
    plain = line.heightForWidth(860)
    assert line.heightForWidth(400) > plain
    assert line.height() == plain

    settings.open(SIZE)
    settings.type("huge")
    settings.keys(Key.Key_Return)
    assert line.heightForWidth(860) > plain


def test_a_choice_has_its_list_once_somebody_comes_to_choose(settings: Open) -> None:
    editor = settings.line(THEME).editor
    assert isinstance(editor, QComboBox)
    assert editor.count() == 0
    settings.open(THEME)
    assert editor.count() > 1
    assert editor.currentText() == "system"


def test_an_unknown_setting_is_refused_with_the_nearest(settings: Open) -> None:
    settings.window.front.close()
    settings.open("terminal.fontsize")

    assert settings.window.front.front is None
    assert settings.window.banner.sentence == (
        "There is no setting 'terminal.fontsize'; did you mean terminal.font_size?"
    )


def test_the_palette_finds_settings(settings: Open) -> None:
    settings.window.invoke("window.open_palette")
    palette = settings.window.palette_box
    palette.box.setText("scrollback lines")

    entry = palette.entries[0]
    assert (entry.title, entry.argument) == ("Scrollback lines", "terminal.scrollback_lines")
    palette._choose_row(palette._rows.index(entry))
    settings.settle()
    assert holder() is settings.line("terminal.scrollback_lines").editor
