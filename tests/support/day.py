"""A day of sessions in two minutes: all that can happen to them, in an order drawn by a seed.

The driver is a client as a window is: it opens, floods, shows, hides, resizes, types into and stops
sessions, and kills windows, workers and engines meanwhile. What may not have happened afterwards is
told as sentences. Programs that print numbered streams show that no byte was lost or doubled.
"""

import contextlib
import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from idea.application.engine_feed import EngineLost
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.send_text import SendTextRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.use_case import Request
from idea.application.views import EngineState, SessionView
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.errors import ConflictError, IdeaError, NotFoundError, ProcessError
from idea.domain.ports.terminal_input import KeyPress
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support import numbered_stream
from support.engine_window import WITHIN_S, Window
from support.everything import engine_process, keeper_process, worker_process
from support.logged_stream import compared, is_live
from support.screen_state import FollowedCell
from support.window_nursery import WindowNursery

MOST_VIEWS = 8
BYTES_PER_S = 15_000
TORRENT_BYTES_PER_S = 400_000
"""In bursts of more than a megabyte, which makes them floods for the log."""
FLOOD = "stty -echo; while read n; do seq $n; done"
_GRACE_S = 30.0
"""How long after a kill calls may fail that need what was killed."""
_PATIENCE_S = 240.0
"""A worker of thirty sessions that a busy machine starves answers late."""
_COUNTED = (
    *("opened", "flooded", "shown", "hidden", "resized", "typed", "read", "stopped"),
    *("windows killed", "workers killed", "engines killed"),
    *("streams compared", "screens compared"),
    *("bytes lost at engine kills", "flood bytes under a checkpoint"),
)
_KINDS = {"numbered": 9, "flood": 9, "quiet": 9, "torrent": 3}
_MOST_TORRENTS = 2


@dataclass(frozen=True, slots=True)
class Figures:
    """What a process holds at a calm moment."""

    memory_mb: float
    threads: int
    descriptors: int


def figures(process: psutil.Process) -> Figures:
    """Look at a process."""
    return Figures(process.memory_info().rss / 1e6, process.num_threads(), process.num_fds())


class Day:
    """Drives an engine; every session is found again in the engine's own list."""

    def __init__(
        self, window: Window, nursery: WindowNursery, stop: Path, seed: int, sessions: int
    ) -> None:
        """Begin; programs that print numbered streams end with the file `stop`."""
        self._sessions_wanted = sessions
        self._window = window
        self._nursery = nursery
        self._stop_file = stop
        self._chance = random.Random(seed)
        self._screens = select_core()
        self._streams = 0
        self._views: list[tuple[str, FollowedCell]] = []
        self._shown = contextlib.ExitStack()
        self._is_shown = False
        self._ended: set[str] = set()
        """Sessions somebody was asked to end."""
        self._pids: dict[str, int] = {}
        self._killed_at = float("-inf")
        self._dying: threading.Timer | None = None
        self._is_lost = self._is_back = False
        self.counts = dict.fromkeys(_COUNTED, 0)
        self.problems: list[str] = []
        window.ask(ApplyPresetRequest(project=str(window.project), preset="grid-4x2"))
        window.ask(SaveWindowRequest(width=2000, height=1000))

    # What a day is made of.

    def live_on(self, seconds: float, *, engines_die: bool) -> None:
        """Do one thing after another."""
        acts: list[tuple[float, Callable[[], None]]] = [
            (8, self._open),
            (4, self._flood),
            (6, self._show),
            (5, self._hide),
            (5, self._resize),
            (4, self._type),
            (3, self._read),
            (1.5, self._stop),
            (0.8, self.switch_window),
            (0.4, self.kill_worker),
            (0.3 if engines_die else 0, self.kill_engine),
        ]
        weights, deeds = zip(*acts, strict=True)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            (act,) = self._chance.choices(deeds, weights)
            self._try(act)
            self._hear()
            threading.Event().wait(self._chance.uniform(0.0, 0.08))

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (NotFoundError, ConflictError):
            pass  # It ended, or was never there: a kill came first.
        except IdeaError as error:
            if time.monotonic() - self._killed_at > _GRACE_S:
                self.problems.append(f"{act.__name__} failed: {error.sentence}")

    def _open(self) -> None:
        if len(self._live()) >= self._sessions_wanted:
            return
        (kind,) = self._chance.choices([*_KINDS], [*_KINDS.values()])
        if not self._streams:
            kind = "numbered"  # A day without one could lose bytes unseen.
        session = self._window.ask(
            OpenTerminalRequest(project=str(self._window.project), command=self._command(kind))
        )
        assert session.pid is not None
        self._pids[session.id] = session.pid
        self.counts["opened"] += 1

    def _command(self, kind: str) -> tuple[str, ...]:
        match kind:
            case "flood":
                return ("sh", "-c", FLOOD)
            case "quiet":
                return ("cat",)
            case _:
                self._streams += 1
                is_torrent = kind == "torrent" and self._torrents() < _MOST_TORRENTS
                # Odd numbers print in bursts.
                seed = 2 * self._streams + 1 if is_torrent else self._streams * 2
                rate = TORRENT_BYTES_PER_S if is_torrent else BYTES_PER_S
                program = numbered_stream.__file__
                return (sys.executable, program, str(seed), str(self._stop_file), str(rate))

    def _torrents(self) -> int:
        return sum(_is_torrent(one) for one in self._live())

    def _flood(self) -> None:
        floods = [one for one in self._live() if FLOOD in one.command]
        if floods:
            text = str(self._chance.choice((1_000, 30_000, 300_000)))
            session = self._chance.choice(floods).id
            self._window.ask(SendTextRequest(session=session, text=text, enter=True))
            self.counts["flooded"] += 1

    def _show(self) -> None:
        live = self._live()
        if live and len(self._views) < MOST_VIEWS:
            session = self._chance.choice(live).id
            size = self._a_size()
            links = self._window.client.links
            self._views.append((session, FollowedCell(links, self._screens, session, size)))
            self.counts["shown"] += 1

    def _hide(self) -> None:
        if self._views:
            _, cell = self._views.pop(self._chance.randrange(len(self._views)))
            cell.close()
            self.counts["hidden"] += 1

    def _resize(self) -> None:
        if self._views:
            self._chance.choice(self._views)[1].feed.ask_size(self._a_size())
            self.counts["resized"] += 1

    def _type(self) -> None:
        quiet = {one.id for one in self._live() if one.command == ("cat",)}
        views = [cell for session, cell in self._views if session in quiet]
        if views:
            press = KeyPress(key="x", text="x")
            self._chance.choice(views).type(lambda program: program.key(press))
            self.counts["typed"] += 1

    def _read(self) -> None:
        live = self._live()
        if live:
            session = self._chance.choice(live).id
            self._window.ask(ReadScreenRequest(session=session, history=100))
            self.counts["read"] += 1

    def _stop(self) -> None:
        live = self._live()
        if live:
            session = self._chance.choice(live).id
            self._ended.add(session)
            self._window.ask(StopSessionRequest(session=session))
            self.counts["stopped"] += 1

    def _a_size(self) -> Size:
        return Size(self._chance.randint(40, 160), self._chance.randint(10, 60))

    # Deaths.

    def switch_window(self) -> None:
        """Show a window, or kill the one that is shown."""
        if self._is_shown:
            self._shown.close()
            self.counts["windows killed"] += 1
        else:
            self._shown.enter_context(self._nursery.window(self._window.project))
        self._is_shown = not self._is_shown

    def kill_worker(self) -> None:
        """Kill the screen worker, if there is one just now."""
        worker = worker_process(self._window.places)
        if worker is not None:
            self._killed_at = time.monotonic()
            worker.kill()
            self.counts["workers killed"] += 1

    def kill_engine(self) -> None:
        """Kill the engine a little later, in the middle of whatever is done then."""
        engine = engine_process(self._window.places)
        if engine is None or self._dying is not None:
            return
        self._killed_at = time.monotonic()
        self._dying = threading.Timer(self._chance.uniform(0.0, 0.5), _kill, (engine,))
        self._dying.start()
        self.counts["engines killed"] += 1

    def _hear(self) -> None:
        """Take what the engine's news are; go on with the next engine when one died."""
        self._drain()
        if self._dying is None or self._dying.is_alive():
            return
        deadline = time.monotonic() + WITHIN_S
        while not self._is_back:
            self._drain()
            if time.monotonic() > deadline:
                self.problems.append("no engine came back")
                return
            threading.Event().wait(0.02)
        self._dying = None
        self._is_lost = self._is_back = False
        self._killed_at = time.monotonic()
        for _, cell in self._views:
            cell.feed.attach_again()

    def _drain(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                news = self._window.news.get_nowait()
                self._is_lost |= isinstance(news, EngineLost)
                self._is_back |= self._is_lost and isinstance(news, EngineState)

    # Calm moments.

    def calm(self) -> dict[str, Figures]:
        """Bring the day to always the same rest, and look at the processes."""
        if self._dying is not None:
            self._dying.join()
        self._hear()
        self._let_go()
        self._fill_up()
        engine = engine_process(self._window.places)
        keeper = keeper_process(self._window.places)
        assert engine is not None
        assert keeper is not None
        return {
            "engine": figures(engine),
            "keeper": figures(keeper),
            "client": figures(psutil.Process()),
        }

    def _let_go(self) -> None:
        """Hide everything, and forget what ended and is not compared later."""
        while self._views:
            self._hide()
        if self._is_shown:
            self.switch_window()
        self._check_live()
        for session in self._live():
            if _is_torrent(session):  # Before its log passes its bound.
                self._ended.add(session.id)
                self._ask(StopSessionRequest(session=session.id))
        for session in self._sessions():
            if not is_live(session) and not _is_numbered(session):
                self._ask(ForgetSessionRequest(session=session.id))

    def _fill_up(self) -> None:
        """Have as many sessions as wanted, each with a screen in the worker and an open log."""
        while len(self._live()) < self._sessions_wanted:
            self._try(self._open)
            self._hear()
        self._wait(lambda: worker_process(self._window.places), "a worker")
        for session in self._live():
            if not _is_numbered(session):  # A log opens its file with the first record.
                self._ask(SendTextRequest(session=session.id, text="1", enter=True))
            self._ask(ReadScreenRequest(session=session.id))

    def _check_live(self) -> None:
        """Compare the programs that live with those that were started and not stopped."""
        listed = {one.id: one for one in self._sessions()}
        for session, pid in self._pids.items():
            if session in self._ended:
                continue
            one = listed.get(session)
            if one is None:
                self.problems.append(f"{session} is not known any more")
            elif one.status != "running" or one.pid != pid or not psutil.pid_exists(pid):
                self.problems.append(f"{session} died: {one.status} {one.reason}")
        self._pids = {one.id: one.pid for one in listed.values() if one.pid and is_live(one)}
        self._ended.intersection_update(listed)

    def end(self) -> None:
        """Let all numbered streams end by themselves, and compare them and those that ended."""
        self._stop_file.touch()
        for session in self._sessions():
            if _is_numbered(session):
                found = compared(self._window, session, floods=_is_torrent(session))
                self.problems += found.problems
                self.counts["streams compared"] += 1
                self.counts["screens compared"] += found.has_screen
                self.counts["bytes lost at engine kills"] += found.lost_bytes
                self.counts["flood bytes under a checkpoint"] += found.left_out_bytes

    def close(self) -> None:
        """Leave nothing behind, whatever happened."""
        if self._dying is not None:
            self._dying.join()
        for _, cell in self._views:
            cell.close()
        self._shown.close()

    # Asking.

    def _ask[R](self, request: Request[R]) -> R:
        """Ask until it is answered; a worker may just be dying."""
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            self._hear()
            try:
                return self._window.ask(request)
            except ProcessError:
                if time.monotonic() > deadline:
                    raise
                threading.Event().wait(0.05)

    def _sessions(self) -> tuple[SessionView, ...]:
        return self._window.ask(ListSessionsRequest())

    def _live(self) -> list[SessionView]:
        return [one for one in self._sessions() if is_live(one)]

    @staticmethod
    def _wait(condition: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + WITHIN_S
        while not condition():
            assert time.monotonic() < deadline, f"never happened: {what}"
            threading.Event().wait(0.05)


def _is_numbered(session: SessionView) -> bool:
    return session.command[1:2] == (numbered_stream.__file__,)


def _is_torrent(session: SessionView) -> bool:
    return session.command[-1] == str(TORRENT_BYTES_PER_S)


def _kill(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        os.kill(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def day(window: Window, stop: Path, *, seed: int, sessions: int) -> Iterator[Day]:
    """A day of at most so many sessions that ends with the block, whatever happened in it."""
    nursery = WindowNursery()
    try:
        one = Day(window, nursery, stop, seed, sessions)
        try:
            yield one
        finally:
            one.close()
    finally:
        nursery.close()
