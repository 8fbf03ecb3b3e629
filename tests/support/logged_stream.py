"""Compares all that the log of a numbered stream holds with what its program printed."""

from dataclasses import dataclass

from idea.application.views import SessionView
from idea.domain.stream.records import Exit
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support.engine_window import Window
from support.recorder import Recorder
from support.screen_state import FollowedCell, differences, fed, state
from support.takeover import ONE_READ_BYTES, losses


@dataclass
class Compared:
    """What was found; `problems` is empty when nothing is wrong."""

    problems: list[str]
    lost_bytes: int = 0
    """What is missing where a gap says so."""
    has_screen: bool = False
    """Whether the screen was compared too: where a gap is, no core knows what came before."""
    left_out_bytes: int = 0
    """What a checkpoint stands for: a flood leaves no more of its beginning."""


def is_live(session: SessionView) -> bool:
    """Return whether a session's program runs."""
    return session.status in {"starting", "running"}


def compared(window: Window, session: SessionView, *, floods: bool = False) -> Compared:
    """Read a log from its beginning to the stream's last line, or where it was stopped.

    One of a flood may leave out what a checkpoint stands for, and is read from there.
    """
    recorder = Recorder(window.client.links, session.id, have=0)
    try:
        if is_live(session):
            recorder.wait_for(b"no more\r\n")
        else:
            recorder.wait("its end", lambda: has_ended(recorder))
        begun = recorder.attached[-1]
        assert not begun.start or (floods and begun.checkpoint), f"begins at {begun.start}"
        lost = losses(
            int(session.command[2]),
            recorder.records,
            complete=is_live(session),
            whole=not begun.start,
        )
        has_screen = not recorder.gaps and not begun.start
        found = Compared([], sum(lost), has_screen, begun.start)
        if max(lost, default=0) > ONE_READ_BYTES:
            found.problems.append(f"{session.id} lost {lost} bytes")
        if found.has_screen:
            found.problems += _screen_differences(window, session, recorder)
    except AssertionError as error:
        return Compared([f"{session.id} is not complete: {str(error)[:500]}"])
    else:
        return found
    finally:
        recorder.close()


def has_ended(recorder: Recorder) -> bool:
    """Return whether the stream's last record came, or a checkpoint that stands for it too."""
    if not recorder.records:
        return any(one.checkpoint and one.start == one.live for one in recorder.attached[-1:])
    return isinstance(recorder.records[-1].record, Exit)


def _screen_differences(window: Window, session: SessionView, recorder: Recorder) -> list[str]:
    """Compare what a new view shows with a core that was fed every record."""
    screens = select_core()
    room = Size(session.columns, session.rows)
    cell = FollowedCell(window.client.links, screens, session.id, room)
    try:
        cell.wait_until_it_stands_at(lambda: recorder.end)
        twin = fed(screens, recorder.records)
        found = differences(cell.on_screen(state) or {}, state(twin))
        twin.close()
        return [f"{session.id} looks wrong: {one}"[:300] for one in found]
    finally:
        cell.close()
