"""Several windows of one process, as the workspace has them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.application.engine_feed import EngineLost
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.views import BellRung, NoticeShown, ProjectShown
from idea.application.workspace.close_window import CloseWindowRequest
from idea.application.workspace.move_tab import MoveTabRequest
from idea.application.workspace.open_window import OpenWindowRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.tell_outcome import TellOutcomeRequest
from idea.application.workspace.use_window import UseWindowRequest
from idea.application.workspace.views import ActionAsked, WorkspaceView
from idea.domain.actions.catalogue import action_named
from idea.domain.workspace import WindowGeometry
from idea.presentation.desktop.shell.main_window import MainWindow
from support.desktop import a_project, a_session
from support.windows import WindowsStand, a_workspace, an_engine_with

THREE = a_workspace("p1 p2 p3", "p4", "p5 p6", used="w2")


def told(qtbot: QtBot, stand: WindowsStand) -> WindowsStand:
    """Let the engine tell everything, and every window be there."""
    stand.feed.say(an_engine_with(stand.workspace))
    ids = {each.id for each in stand.workspace.windows}
    qtbot.waitUntil(lambda: set(stand.shown) == ids)
    qtbot.waitUntil(lambda: all(window.isVisible() for window in stand.windows.shown))
    stand.settle(qtbot)
    return stand


@pytest.fixture
def stand(qtbot: QtBot) -> Iterator[WindowsStand]:
    """Three windows with six tabs."""
    found = WindowsStand(THREE)
    found.windows.start()
    yield told(qtbot, found)
    found.close()


@pytest.fixture
def alone(qtbot: QtBot) -> Iterator[WindowsStand]:
    """One window of an engine that knows none."""
    found = WindowsStand(WorkspaceView(windows=()))
    found.windows.start()
    qtbot.waitUntil(found.windows.first.isVisible)
    yield found
    found.close()


def use(stand: WindowsStand, window: MainWindow) -> None:
    """Let the person turn to a window, whatever the platform thinks of it."""
    stand.windows._on_attended(window)


def banner_of(window: MainWindow) -> str:
    return window.banner.sentence if window.banner.isVisible() else ""


def test_every_window_comes_back_with_its_tabs_and_the_first_is_the_one_used_last(
    stand: WindowsStand,
) -> None:
    assert stand.tabs() == {"w1": ["p1", "p2", "p3"], "w2": ["p4"], "w3": ["p5", "p6"]}
    assert stand.windows.first is stand.shown["w2"]


def test_each_window_takes_its_own_place_front_and_zoom(qtbot: QtBot) -> None:
    one, two, three = THREE.windows
    place = WindowGeometry(x=10, y=20, width=700, height=500)
    one = replace(
        one, geometry=place, active="p3", focused={"p3": "c-p3"}, zoomed={"p3": ("c-p3",)}
    )
    three = replace(three, text_percents={"c-p5": 150})
    stand = WindowsStand(replace(THREE, windows=(one, two, three)))
    stand.windows.start()
    told(qtbot, stand)
    window = stand.shown["w1"]
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (700, 500))
    assert window.desk.current == "p3"
    assert window.desk.selection("p3").zoomed == {"c-p3"}
    saved = window.life.place_now()
    assert (saved.window, saved.active, saved.zoomed) == ("w1", "p3", {"p3": ("c-p3",)})
    assert saved.projects == (), "The engine has the order."
    assert stand.shown["w3"].life.place_now().text_percents == {"c-p5": 150}
    stand.close()


def test_the_first_window_is_that_of_the_first_project(qtbot: QtBot, alone: WindowsStand) -> None:
    alone.feed.say(an_engine_with(WorkspaceView(windows=())))
    alone.settle(qtbot)
    assert alone.windows.first.desk.state.window == ""
    alone.change(qtbot, a_workspace("p1"))
    assert len(alone.windows.shown) == 1
    assert alone.windows.first.desk.state.window == "w1"


def test_windows_that_are_closed_elsewhere_go_and_new_ones_come(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.change(qtbot, a_workspace("p1 p2 p3", "p4"))
    stand.change(qtbot, a_workspace("p1 p2", "p4", "", "p3", used="w4"))
    assert stand.tabs() == {"w1": ["p1", "p2"], "w2": ["p4"], "w3": [], "w4": ["p3"]}
    assert stand.shown["w3"].welcome.isVisible()


def test_an_engine_that_forgot_its_windows_leaves_nobody_without_one(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.feed.say(EngineLost("gone"))
    other = replace(a_workspace("p1"), windows=(replace(THREE.windows[0], id="other"),))
    stand.workspace = other
    stand.feed.say(an_engine_with(other))
    qtbot.waitUntil(lambda: list(stand.shown) == ["other"])
    stand.change(qtbot, replace(other, windows=(*other.windows, *a_workspace("p4").windows)))
    assert set(stand.shown) == {"other", "w1"}


def test_a_tab_that_arrives_comes_to_the_front_and_elsewhere_the_front_stays(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.shown["w1"].desk.show_project("p2")
    one, two, three = a_workspace("p1 p2", "p4 p3", "p5 p6").windows
    stand.change(qtbot, WorkspaceView(windows=(one, replace(two, active="p3"), three)))
    assert stand.shown["w2"].desk.current == "p3"
    assert stand.shown["w1"].desk.current == "p2"
    assert stand.shown["w3"].desk.current == "p5"


def test_a_tab_that_leaves_takes_the_keyboard_to_the_cell_of_the_next_one(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    window = stand.shown["w1"]
    for project in ("p2", "p3", "p1"):
        window.desk.show_project(project)
        stand.settle(qtbot)
    stand.change(qtbot, a_workspace("p2 p3", "p4 p1", "p5 p6"))
    focused = {each: window.desk.selection(each).focused for each in ("p2", "p3")}
    assert window.desk.current == "p2"
    assert focused == {"p2": "c-p2", "p3": "c-p3"}


def test_actions_on_tabs_ask_for_what_they_say(qtbot: QtBot, stand: WindowsStand) -> None:
    window = stand.shown["w1"]
    window.desk.show_project("p2")
    for action, argument in (
        ("project.move_tab_left", ""),
        ("project.move_tab_right", ""),
        ("project.move_to_new_window", ""),
        ("project.move_to_window", "3"),
    ):
        window.invoke(action, argument)
    stand.settle(qtbot)
    assert stand.asked(MoveTabRequest) == [
        MoveTabRequest(project="p2", window="w1", at=0),
        MoveTabRequest(project="p2", window="w1", at=2),
        MoveTabRequest(project="p2"),
        MoveTabRequest(project="p2", window="w3"),
    ]
    window.desk.show_project("p1")
    window.invoke("project.move_tab_left")
    stand.settle(qtbot)
    assert len(stand.asked(MoveTabRequest)) == 4

    window.invoke("project.move_to_window", "7")
    assert "windows 1 to 3" in banner_of(window)
    window.invoke("project.move_to_window", "1")
    assert "in window 1 already" in banner_of(window)
    assert not stand.shown["w2"].registry.is_enabled("project.move_to_new_window")


def test_other_windows_are_offered_by_number_and_what_is_in_them(stand: WindowsStand) -> None:
    window = stand.shown["w1"]
    window.invoke("project.move_to_window")
    assert window.palette_box.is_open
    choices = window.opener.choices(action_named("project.move_to_window"))
    rows = [(entry.title, entry.detail) for entry in choices]
    assert rows == [("Window 2", "p4"), ("Window 3", "p5, p6")]


def test_a_new_window_gets_the_size_of_the_one_it_was_asked_in(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.shown["w3"].invoke("window.open_new")
    stand.settle(qtbot)
    assert stand.asked(OpenWindowRequest) == [OpenWindowRequest(like="w3")]
    assert "w3" in [request.window for request in stand.asked(SaveWindowRequest)]


def test_one_of_several_windows_closes_without_a_question(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.shown["w3"].close()
    stand.settle(qtbot)
    assert stand.asked(CloseWindowRequest) == [CloseWindowRequest(window="w3")]
    assert stand.shown["w3"].isVisible(), "It goes when the engine has closed it."
    stand.change(qtbot, a_workspace("p1 p2 p3", "p4"))
    assert set(stand.shown) == {"w1", "w2"}


def test_what_a_closed_window_held_is_told_and_can_be_opened_again(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    use(stand, stand.shown["w1"])
    stand.change(qtbot, a_workspace("p1 p2 p3", "p4"))
    banner = stand.shown["w1"].banner
    assert banner.sentence == "The window with p5, p6 is closed; 2 sessions go on."
    assert banner_of(stand.shown["w2"]) == ""

    stand.use_cases.answer(OpenProjectRequest, lambda _: a_project("p5"))
    stand.windows._open_again(["/work/p5", "/work/p6"])
    stand.settle(qtbot)
    assert stand.asked(OpenWindowRequest) == [OpenWindowRequest(like="w1")]
    assert [one.path for one in stand.asked(OpenProjectRequest)] == ["/work/p5", "/work/p6"]


def test_a_window_whose_last_tab_was_moved_goes_without_a_word(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    use(stand, stand.shown["w1"])
    one, two, three = a_workspace("p1 p2 p3 p4", "", "p5 p6").windows
    stand.change(qtbot, WorkspaceView(windows=(one, three), last_used="w1"))
    assert set(stand.shown) == {"w1", "w3"}
    assert banner_of(stand.shown["w1"]) == ""
    assert two.projects == ()


def test_quitting_asks_once_and_closes_every_window(qtbot: QtBot, stand: WindowsStand) -> None:
    window = stand.shown["w1"]
    window.invoke("window.quit")
    dialog = window.leaving.dialog
    assert dialog is not None
    assert "p1: zsh. p2: zsh." in dialog._words.text()  # type: ignore[attr-defined]
    before = len(stand.asked(SaveWindowRequest))
    with qtbot.waitSignal(stand.windows.left):
        dialog.keep.click()  # type: ignore[attr-defined]
    assert not any(each.isVisible() for each in stand.windows.shown)
    saved = [request.window for request in stand.asked(SaveWindowRequest)[before:]]
    assert sorted(saved) == ["w1", "w2", "w3"]
    assert stand.asked(CloseWindowRequest) == []


def test_windows_that_start_again_are_all_kept_first(qtbot: QtBot, stand: WindowsStand) -> None:
    before = len(stand.asked(SaveWindowRequest))
    with qtbot.waitSignal(stand.windows.again):
        stand.shown["w1"].life.again.emit()
    saved = [request.window for request in stand.asked(SaveWindowRequest)[before:]]
    assert sorted(saved) == ["w1", "w2", "w3"]


def test_the_engine_hears_which_window_is_used(qtbot: QtBot, stand: WindowsStand) -> None:
    use(stand, stand.shown["w3"])
    use(stand, stand.shown["w3"])
    use(stand, stand.shown["w1"])
    stand.settle(qtbot)
    told = [request.window for request in stand.asked(UseWindowRequest)]
    assert told[-2:] == ["w3", "w1"]
    assert stand.windows.used is stand.shown["w1"]


def test_activation_is_use(stand: WindowsStand) -> None:
    window = stand.shown["w3"]
    window.activateWindow()
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    assert (stand.windows.used is window) == window.isActiveWindow()


def test_only_the_window_used_last_says_what_concerns_none_and_acts_for_others(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    use(stand, stand.shown["w3"])
    stand.feed.say(NoticeShown("settings.json is damaged."))
    stand.use_cases.answer(TellOutcomeRequest, lambda _: None)
    stand.feed.say(ActionAsked(call="c1", action="cell.toggle_zoom", argument=""))
    stand.settle(qtbot)
    assert "damaged" in banner_of(stand.shown["w3"])
    assert banner_of(stand.shown["w1"]) == banner_of(stand.shown["w2"]) == ""
    assert len(stand.asked(TellOutcomeRequest)) == 1


def test_a_bell_rings_in_the_window_of_its_tab_alone(qtbot: QtBot, stand: WindowsStand) -> None:
    stand.feed.say(BellRung("s-p6"))
    stand.settle(qtbot)
    rang = {name: window.desk.news.of("s-p6").rang for name, window in stand.shown.items()}
    assert rang == {"w1": False, "w2": False, "w3": True}


def test_a_project_that_is_opened_comes_forward_in_its_window(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.feed.say(ProjectShown(a_project("p6", name="p6"), raise_tab=True))
    stand.settle(qtbot)
    assert stand.shown["w3"].desk.current == "p6"
    assert stand.shown["w1"].desk.current == "p1"


def test_going_to_a_session_finds_its_window_or_opens_its_project(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    window = stand.shown["w1"]
    window.arranging.go_to("s-p6")
    assert stand.shown["w3"].desk.current == "p6"
    assert window.desk.current == "p1"

    closed = an_engine_with(THREE)
    stand.feed.say(
        replace(
            closed,
            projects=(*closed.projects, a_project("p9", root="/work/p9", open_=False)),
            sessions=(*closed.sessions, a_session("s9", project="p9")),
        )
    )
    stand.settle(qtbot)
    window.arranging.go_to("s9")
    stand.settle(qtbot)
    assert stand.asked(OpenProjectRequest) == [OpenProjectRequest(path="/work/p9")]


def test_the_window_that_a_tab_was_moved_to_comes_forward(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    use(stand, stand.shown["w1"])
    raised: list[str] = []
    for name, window in stand.shown.items():
        window.life.come_forward = lambda name=name: raised.append(name)  # type: ignore[method-assign,misc]
    stand.change(qtbot, a_workspace("p1 p2 p3", "p4", "p5 p6", used="w1"))
    assert raised == []
    stand.change(qtbot, a_workspace("p1 p2", "p4", "p5 p6 p3", used="w3"))
    assert set(raised) == {"w3"}


def test_the_next_window_is_the_one_made_after_this_one(stand: WindowsStand) -> None:
    first, *rest = stand.windows.shown
    raised: list[MainWindow] = []
    for window in stand.windows.shown:
        window.life.come_forward = lambda window=window: raised.append(window)  # type: ignore[method-assign,misc]
    first.invoke("window.show_next")
    rest[-1].invoke("window.show_next")
    assert raised == [rest[0], first]
