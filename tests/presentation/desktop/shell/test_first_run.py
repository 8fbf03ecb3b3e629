"""The first window of a person: what was found on the machine, and what can be done about it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from idea.application.profiles.check_profile import CheckProfileRequest
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.save_profile import SaveProfileRequest
from idea.application.profiles.show_profile import ShowProfileRequest
from idea.application.profiles.views import ProfilesView, ProfileText, ProfileView
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.views import ProfilesOutdated, SettingShown
from idea.domain.errors import InvalidError
from idea.presentation.desktop.shell.profile_dialog import ProfileDialog
from support.desktop import a_state
from support.window import Stand, an_engine, play, settle

ONE = ProfileView(
    id="one",
    name="Engine One",
    command="one",
    origin="built in",
    file="/one.json",
    verified=True,
    can_resume=True,
    path="/usr/bin/one",
    version="1.2.3",
)
GONE = replace(ONE, id="gone", name="Gone", path="", version="")
PLAIN = replace(ONE, id="custom", name="Custom command", version="")
TEXT = ProfileText(view=PLAIN, text='{"id": "custom", "name": "Custom command"}')


class Machine:
    """What is on it, as far as it was looked for."""

    def __init__(self, stand: Stand) -> None:
        self.profiles = ProfilesView(profiles=(), looking=True)
        self.refuses = ""
        answer = stand.use_cases.answer
        answer(ListProfilesRequest, lambda _: self.profiles)
        answer(SetSettingRequest, lambda request: request.value)
        answer(ShowProfileRequest, lambda _: TEXT)
        answer(CheckProfileRequest, self._checked)
        answer(SaveProfileRequest, self._checked)

    def _checked(self, _: object) -> ProfileText:
        if self.refuses:
            raise InvalidError(self.refuses)
        return replace(TEXT, notices=("x means nothing.",))


@pytest.fixture
def machine(qtbot: QtBot, stand: Stand) -> Machine:
    """A machine whose person has no project yet."""
    machine = Machine(stand)
    play(qtbot, stand, a_state())
    settle(qtbot, stand)
    return machine


def found(qtbot: QtBot, stand: Stand, machine: Machine) -> None:
    machine.profiles = ProfilesView(profiles=(GONE, PLAIN, ONE), looking=False)
    play(qtbot, stand, ProfilesOutdated())
    settle(qtbot, stand)


@pytest.mark.usefixtures("machine")
def test_a_project_can_be_opened_while_programs_are_looked_for(stand: Stand) -> None:
    welcome = stand.window.welcome

    assert welcome._open.isVisible()
    assert welcome.engines.isVisible()
    assert "Still looking" in welcome.engines.accessibleDescription()


def test_what_was_found_arrives_later_and_one_is_chosen(
    qtbot: QtBot, stand: Stand, machine: Machine
) -> None:
    found(qtbot, stand, machine)
    engines = stand.window.welcome.engines

    assert [row.title for row in engines.list.choices] == ["Engine One"]
    engines.use.click()
    settle(qtbot, stand)
    assert stand.asked(SetSettingRequest) == [SetSettingRequest(name="agents.engine", value="one")]
    play(qtbot, stand, SettingShown("agents.engine", "one"))
    assert [row.right for row in engines.list.choices] == ["new agents"]
    assert not engines.use.isEnabled()


@pytest.mark.usefixtures("machine")
def test_who_skips_is_not_asked_again(qtbot: QtBot, stand: Stand) -> None:
    stand.window.welcome.engines.skip.click()
    settle(qtbot, stand)

    assert stand.asked(SetSettingRequest) == [
        SetSettingRequest(name="window.show_first_run", value=False)
    ]
    play(qtbot, stand, SettingShown("window.show_first_run", value=False))
    assert not stand.window.welcome.engines.isVisible()


@pytest.mark.usefixtures("machine")
def test_who_has_a_project_sees_it_instead(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine())

    assert not stand.window.welcome.engines.isVisible()
    assert stand.window.pages.stack.currentWidget() is stand.window.pages.grid("p1")


def test_nothing_found_says_what_to_do(qtbot: QtBot, stand: Stand, machine: Machine) -> None:
    machine.profiles = ProfilesView(profiles=(GONE,), looking=False)
    play(qtbot, stand, ProfilesOutdated())
    settle(qtbot, stand)

    assert stand.window.welcome.engines.accessibleDescription() == (
        "No AI program was found here. Install one, or add a command of your own."
    )
    assert not stand.window.welcome.engines.edit.isEnabled()


def test_a_command_of_ones_own_is_checked_and_saved(
    qtbot: QtBot, stand: Stand, machine: Machine
) -> None:
    stand.window.welcome.engines.add.click()
    settle(qtbot, stand)
    dialog = stand.window.findChild(ProfileDialog)
    assert dialog is not None

    assert dialog.text.toPlainText() == '{"id": "my-command", "name": "My command"}'
    machine.refuses = "This is no profile: command is missing."
    dialog.check.click()
    settle(qtbot, stand)
    assert dialog.line.text() == "This is no profile: command is missing."
    dialog.save.click()
    settle(qtbot, stand)
    assert dialog.isVisible()
    machine.refuses = ""
    dialog.check.click()
    settle(qtbot, stand)
    assert dialog.line.text().endswith("Its program is /usr/bin/one. x means nothing.")
    dialog.save.click()
    settle(qtbot, stand)
    assert stand.window.findChild(ProfileDialog) is None
    assert stand.window.banner.sentence.startswith("The engine Custom command is saved.")


@pytest.mark.usefixtures("machine")
def test_what_was_typed_is_not_lost_by_one_key(qtbot: QtBot, stand: Stand) -> None:
    stand.window.welcome.engines.add.click()
    settle(qtbot, stand)
    dialog = stand.window.findChild(ProfileDialog)
    assert dialog is not None
    QTest.keyClicks(dialog.text, "x")

    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert "not saved" in dialog.line.text()
    QTest.keyClicks(dialog.text, "y")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.cancel.click()
    assert not dialog.isVisible()


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("press", ["check", "save"])
def test_an_answer_that_comes_in_after_the_dialog_was_left_does_no_harm(
    qtbot: QtBot, stand: Stand, press: str
) -> None:
    stand.window.welcome.engines.add.click()
    settle(qtbot, stand)
    dialog = stand.window.findChild(ProfileDialog)
    assert dialog is not None

    getattr(dialog, press).click()
    dialog.cancel.click()
    QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)
    settle(qtbot, stand)


def test_what_a_project_brings_is_only_read(qtbot: QtBot, stand: Stand, machine: Machine) -> None:
    machine.profiles = ProfilesView(profiles=(ONE,), looking=False)
    brought = replace(PLAIN, origin="project", file="/src/.ideai/profiles/custom.json")
    stand.use_cases.answer(ShowProfileRequest, lambda _: replace(TEXT, view=brought))
    play(qtbot, stand, an_engine())
    settle(qtbot, stand)
    stand.window.library.profiles.do("profile.edit", "one")
    settle(qtbot, stand)
    dialog = stand.window.findChild(ProfileDialog)
    assert dialog is not None

    assert dialog.text.isReadOnly()
    assert not dialog.save.isVisible()
