"""The desktop tells of sessions out of sight, once for a burst; a click leads to the session."""

import os
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from idea.application.views import ProgramStatusView, SessionShown, SettingShown
from idea.domain.attention import Urgency
from idea.domain.ports.desktop_notifier import DesktopNotification
from idea.domain.ports.terminal_effects import Bell, CommandEnded, Notified, ProgressChanged
from idea.presentation.desktop.shell.terminals import TerminalNews
from support.desktop import a_session
from support.window import Stand, an_engine, play

S1 = a_session("s1", cell="a")
S2 = a_session("s2", name="claude", command=("claude",), cell="b")
S3 = a_session("s3", name="make \x1b", command=("make",))


@pytest.fixture
def news(qtbot: QtBot, stand: Stand) -> TerminalNews:
    """Return whom the terminals tell, of a window the person does not look at."""
    play(qtbot, stand, an_engine("a | b", (S1, S2, S3)))
    stand.window.news.is_attended = lambda: False
    assert stand.terminals.news is not None
    return stand.terminals.news


def fire(stand: Stand) -> None:
    """Let the time go by until the desktop is told."""
    alerts = stand.window.alerts
    assert alerts.timer.isActive()
    alerts.timer.stop()
    alerts.waiting._clock = lambda: 1e9
    alerts.timer.timeout.emit()


def test_a_program_that_waits_for_the_person_is_told_until_it_goes_on(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    del news
    waits = ProgramStatusView(
        state="blocked",
        kind="permission",
        progress=None,
        app="claude-code",
        title="",
        message="approve Bash: ls",
        since="2026-09-01T11:59:00+00:00",
    )
    play(qtbot, stand, SessionShown(replace(S2, told=waits)))
    fire(stand)
    assert stand.notifier.shown == DesktopNotification("claude", "approve Bash: ls")
    [tab] = stand.window.tabs.view.tabs
    assert tab.rang

    play(qtbot, stand, SessionShown(replace(S2, told=replace(waits, state="working"))))
    assert stand.notifier.shown is None
    assert not stand.window.desk.news.of("s2").rang


def test_a_burst_out_of_sight_is_one_notification(stand: Stand, news: TerminalNews) -> None:
    news.happened("s2", Notified("Claude", "needs you", Urgency.CRITICAL))
    news.happened("s3", Bell())
    news.happened("s1", ProgressChanged(1, 30))
    assert stand.notifier.told == []
    fire(stand)

    assert stand.notifier.told == [
        DesktopNotification(
            "2 sessions ask for you",
            "claude: Claude: needs you\nmake \\x1b: It rang.",
            Urgency.CRITICAL,
        )
    ]


def test_a_long_command_that_ends_out_of_sight_is_told(stand: Stand, news: TerminalNews) -> None:
    news.happened("s2", CommandEnded("make \x1b[m", 2, 75_000))
    news.happened("s3", CommandEnded("", 0, 10_000))
    news.happened("s1", CommandEnded("ls", 0, 9_999))

    said = {session: found.said for session, found in stand.window.desk.news.all.items()}
    assert said == {
        "s2": "make \\x1b[m: failed with 2 after 1 min 15 s",
        "s3": "A command: ok after 10 s",
    }
    fire(stand)
    assert len(stand.notifier.told) == 1


def test_a_long_command_that_ends_in_sight_or_beside_is_not_told(
    stand: Stand, news: TerminalNews
) -> None:
    stand.window.news.is_attended = lambda: True
    for session in ("s1", "s2"):
        news.happened(session, CommandEnded("make", 0, 75_000))

    assert not stand.window.desk.news.all
    assert stand.window.alerts.waiting.sessions == ()


def test_the_desktop_tells_nothing_of_what_is_in_sight(stand: Stand, news: TerminalNews) -> None:
    stand.window.news.is_attended = lambda: True
    news.happened("s1", Notified("", "in the focused cell"))
    news.happened("s2", Notified("", "in the cell beside"))
    assert stand.window.alerts.waiting.sessions == ()
    assert not stand.window.desk.news.of("s1").rang
    assert stand.window.desk.news.of("s2").rang

    news.happened("s3", Notified("", "in the background"))
    stand.window.desk.toggle_zoom()
    news.happened("s2", Notified("", "behind the zoomed cell"))
    assert stand.window.alerts.waiting.sessions == ("s3", "s2")


def test_looking_takes_the_notification_away(stand: Stand, news: TerminalNews) -> None:
    news.happened("s2", Bell())
    fire(stand)
    assert stand.notifier.shown is not None
    stand.window.news.is_attended = lambda: True
    stand.window.news.look()

    assert stand.notifier.shown is None
    assert not stand.window.alerts.timer.isActive()


def test_looking_at_one_of_two_leaves_the_notification(stand: Stand, news: TerminalNews) -> None:
    news.happened("s2", Bell())
    news.happened("s3", Bell())
    fire(stand)
    stand.window.alerts.seen("s2")
    assert stand.notifier.shown is not None
    stand.window.alerts.seen("s3")
    assert stand.notifier.shown is None


def test_a_click_shows_the_session(stand: Stand, news: TerminalNews) -> None:
    news.happened("s2", Bell())
    fire(stand)
    stand.notifier.click()
    assert stand.window.desk.focused_cell == "b"

    stand.window.showMinimized()
    stand.notifier.click()
    assert not stand.window.isMinimized()


def test_the_desktops_permit_to_come_to_the_front_is_used(
    stand: Stand, news: TerminalNews, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")
    news.happened("s2", Bell())
    fire(stand)
    raised: list[str | None] = []
    monkeypatch.setattr(
        stand.window, "activateWindow", lambda: raised.append(os.environ["XDG_ACTIVATION_TOKEN"])
    )
    stand.notifier.click("permit")
    assert raised == ["permit"]


def test_who_wants_no_notifications_gets_none(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    news.happened("s2", Bell())
    fire(stand)
    play(qtbot, stand, SettingShown("notifications.desktop", value=False))
    assert stand.notifier.shown is None
    news.happened("s3", Bell())
    assert not stand.window.alerts.timer.isActive()
    assert stand.window.desk.news.of("s3").rang


def test_a_window_that_ends_takes_its_notification_along(stand: Stand, news: TerminalNews) -> None:
    news.happened("s2", Bell())
    fire(stand)
    stand.window.alerts.stop()
    assert stand.notifier.shown is None
