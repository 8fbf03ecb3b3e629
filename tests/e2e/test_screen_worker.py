"""Sessions nobody shows: somebody answers, keeps their screen, and may die or hang meanwhile."""

import contextlib
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.send_text import SendTextRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import (
    Change,
    NotificationTakenBack,
    NotificationTold,
    ProgressTold,
    SessionView,
)
from idea.domain.stream.client import Mark
from support.background import (
    FLOOD,
    StandstillCosts,
    asking,
    engine,
    followed,
    holds,
    kill_workers,
    run,
    shown,
    stopped_workers,
    switch_holders,
    until,
    worker,
)
from support.engine_window import Window, wait_gone, window_on
from support.recorder import Recorder
from support.talks import answers, heard

pytestmark = [pytest.mark.slow, pytest.mark.posix]

KILLS = 10
"""As many as the suite has time for; `script/bench worker_deaths` kills more."""
SWITCHES = 50
IMPATIENT = """
import sys
from idea.domain.stream import checkpoint_schedule
checkpoint_schedule.UNSAVED_BYTES = 2 * 1024 * 1024
checkpoint_schedule.PATIENCE_S = 0.5
from idea.bootstrap.engine import main
sys.exit(main(sys.argv[1:]))
"""
"""An engine that marks a gap much sooner when nobody takes a picture of a screen."""


def test_a_program_nobody_watches_is_answered_and_its_screen_is_read(
    window: Window, tmp_path: Path
) -> None:
    session, recorder = asking(window, 50, tmp_path / "go")
    assert heard(recorder) == answers(50)
    until(lambda: any("heard:" in line for line in shown(window, session)), "the screen")
    with contextlib.closing(followed(window, session)) as cell:
        cell.wait_until_it_stands_at(lambda: recorder.end)
        recorder.wait("the hand-over", lambda: holds(cell))
        assert any("heard:" in line for line in shown(window, session))


def test_text_for_a_session_nobody_watches_is_encoded_by_its_modes(window: Window) -> None:
    session = run(window, "sh", "-c", "printf '\\033[?2004h'; stty raw -echo; echo ready; cat -v")
    until(lambda: "ready" in shown(window, session)[0], "the program")
    window.ask(SendTextRequest(session=session.id, text="typed", enter=True))
    until(
        lambda: any("^[[200~typed^[[201~^M" in line for line in shown(window, session)),
        "the framed paste",
    )


def test_what_a_program_nobody_watches_tells_reaches_the_window_and_the_session(
    window: Window,
) -> None:
    told = (
        r"printf '\033]99;i=n:d=0;Build\033\\\033]99;i=n:u=2:p=body;passed\033\\';"
        r"printf '\033]9;4;1;40\007\033]99;i=n:p=close;\033\\';"
        r"printf '\033]7501;state=blocked:kind=question:app=sh\007'; exec cat"
    )
    session = run(window, "sh", "-c", told)
    heard_of: list[Change] = []
    window.hear(lambda news: heard_of.append(news) or len(told_of(heard_of, session.id)) == 3)

    assert set(told_of(heard_of, session.id)) == {
        NotificationTold(session=session.id, title="Build", body="passed", urgency=2, id="n"),
        ProgressTold(session.id, 1, 40),
        NotificationTakenBack(session.id, "n"),
    }
    until(lambda: status_of(window, session) == ("blocked", "question", "sh"), "the status")
    window.ask(StopSessionRequest(session=session.id))
    assert status_of(window, session) is None


def told_of(news: list[Change], session: str) -> list[Change]:
    """Return what a session told beside its screen."""
    kinds = (NotificationTold, NotificationTakenBack, ProgressTold)
    return [each for each in news if isinstance(each, kinds) and each.session == session]


def status_of(window: Window, session: SessionView) -> tuple[str, str, str] | None:
    """Return what a session's program says it is doing."""
    [found] = [one for one in window.ask(ListSessionsRequest()) if one.id == session.id]
    return found.told and (found.told.state, found.told.kind, found.told.app)


def test_showing_and_hiding_a_session_loses_and_doubles_no_answer(
    window: Window, tmp_path: Path
) -> None:
    recorder = switch_holders(window, tmp_path / "go", queries=1500, switches=SWITCHES)
    assert heard(recorder) == answers(1500)
    assert recorder.gaps == []


def test_a_killed_engine_leaves_no_worker_behind(window: Window) -> None:
    session = run(window, "cat")
    until(lambda: shown(window, session), "a worker")
    orphan = worker(window)
    engine(window).kill()
    wait_gone(orphan.pid)
    window.ask(SendTextRequest(session=session.id, text="taken over", enter=True))
    until(lambda: any("taken over" in line for line in shown(window, session)), "the next worker")


@pytest.mark.timeout(240)
def test_a_worker_killed_ten_times_is_noticed_by_nobody(window: Window, tmp_path: Path) -> None:
    recorder = kill_workers(window, tmp_path / "go", queries=2000, kills=KILLS)
    assert heard(recorder) == answers(2000)
    assert recorder.gaps == []


@pytest.mark.timeout(240)
def test_a_stopped_worker_under_a_flood_costs_no_memory_and_no_disk(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project, (sys.executable, "-c", IMPATIENT)) as window:
        flood, calm = run(window, "sh", "-c", FLOOD), run(window, "cat")
        until(lambda: any("goes on" in line for line in shown(window, flood)), "the flood")
        recorder = Recorder(window.client.links, flood.id, keep=False)
        costs = StandstillCosts(window, flood)
        with stopped_workers(window):
            until(lambda: costs.look() or recorder.gaps, "the mark of a gap")
            assert recorder.gaps[0].reset
            assert "nobody could take a picture" in recorder.gaps[0].reason
            assert costs.are_bounded
            with contextlib.closing(followed(window, flood)) as cell:
                until(lambda: holds(cell), "the view")
                until(lambda: marks(cell.heard.events), "the mark in the cell")
        recorder.close()
        until(lambda: any("goes on" in line for line in shown(window, flood)), "the screen")
        window.ask(SendTextRequest(session=calm.id, text="still here", enter=True))
        until(lambda: any("still here" in line for line in shown(window, calm)), "the other one")


def marks(events: Iterable[object]) -> list[Mark]:
    return [event for event in events if isinstance(event, Mark)]
