"""Windows killed over eight printing programs, and what may not have happened meanwhile."""

import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionView
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support import numbered_stream
from support.engine_window import WITHIN_S, Window
from support.recorder import Recorder
from support.screen_state import PROBE, FollowedCell, differences, fed, state
from support.window_nursery import WindowNursery

CELLS = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")


class WatchedStreams:
    """A numbered stream in each cell of a grid of four by two, with recorders that look on."""

    def __init__(self, window: Window, stop: Path, bytes_per_s: int) -> None:
        """Start the programs; they print until the file `stop` is there."""
        self._window = window
        self._stop = stop
        self.restored = 0
        """How many of the screens that were compared began with a checkpoint of the core's own."""
        project = str(window.project)
        window.ask(ApplyPresetRequest(project=project, preset="grid-4x2"))
        program = numbered_stream.__file__
        self.sessions: list[SessionView] = [
            window.ask(
                OpenTerminalRequest(
                    project=project,
                    cell=cell,
                    command=(sys.executable, program, str(seed), str(stop), str(bytes_per_s)),
                )
            )
            for seed, cell in enumerate(CELLS)
        ]
        self.recorders = [Recorder(window.client.links, one.id, have=0) for one in self.sessions]
        self._programs = [psutil.Process(one.pid) for one in self.sessions]

    @contextmanager
    def shown(self, nursery: WindowNursery, width: int) -> Iterator[None]:
        """Show a window that is large enough for eight terminals; killed by the block's end."""
        self._window.ask(SaveWindowRequest(width=width, height=1000))
        with nursery.window(self._window.project):
            yield

    def kill_windows(self, nursery: WindowNursery, kills: int, seed: int) -> int:
        """Start and kill windows, some while they start; return how often all cells were shown."""
        chance = random.Random(seed)
        complete = 0
        for turn in range(kills):
            with self.shown(nursery, chance.choice((1900, 2100))):
                if turn % 2:
                    count = len(CELLS) if turn % 4 == 1 else chance.randint(1, len(CELLS))
                    for one in chance.sample(self.recorders, count):
                        one.wait("a cell to be shown", lambda one=one: one.held)
                threading.Event().wait(chance.uniform(0.0, 0.8))
                complete += all(one.held for one in self.recorders)
        return complete

    def finish(self, nursery: WindowNursery) -> None:
        """Show the last window and let the programs print their last line."""
        with self.shown(nursery, 2000):
            for one in self.recorders:
                one.wait("the last window", lambda one=one: one.held)
            self._stop.touch()
            for one in self.recorders:
                one.wait_for(b"no more\r\n")
            self._wait_for_a_checkpoint()

    def _wait_for_a_checkpoint(self) -> None:
        """Wait until a view that shows a quiet session has given its screen at least once."""
        deadline = time.monotonic() + WITHIN_S
        while not list(self._window.places.sessions.glob("*/*/*.native")):
            assert time.monotonic() < deadline, "no view gave a checkpoint"
            threading.Event().wait(0.05)

    def dead(self) -> list[str]:
        """Name the programs that are not the ones that were started."""
        listed = self._window.ask(ListSessionsRequest(project=str(self._window.project)))
        alive = {(one.id, one.pid) for one in listed if one.status == "running"}
        return [
            one.id
            for one, program in zip(self.sessions, self._programs, strict=True)
            if (one.id, one.pid) not in alive or not program.is_running()
        ]

    def incomplete(self) -> list[str]:
        """Say of which streams a byte is missing, doubled, changed or elsewhere."""
        return [
            f"stream {seed}: {one.problem or 'its bytes differ'}"
            for seed, one in enumerate(self.recorders)
            if not self._is_complete(seed, one)
        ]

    @staticmethod
    def _is_complete(seed: int, recorder: Recorder) -> bool:
        pieces = int(recorder.tail.rsplit(b"\n", 2)[-2].split()[0])
        whole = numbered_stream.stream(seed, pieces)
        return recorder.problem is None and recorder.output == whole

    def unequal(self) -> list[str]:
        """Say which screens a new view gets that a core which saw everything does not have."""
        return [
            f"screen {seed}: {difference}"
            for seed in range(len(CELLS))
            for difference in self._differences(self.sessions[seed], self.recorders[seed])
        ]

    def _differences(self, session: SessionView, recorder: Recorder) -> list[str]:
        """Compare what a re-attached view shows, also after what makes the invisible visible."""
        listed = self._window.ask(ListSessionsRequest())
        size = next(Size(one.columns, one.rows) for one in listed if one.id == session.id)
        screens = select_core()
        cell = FollowedCell(self._window.client.links, screens, session.id, size)
        try:
            recorder.wait("the holder", lambda: recorder.held)
            cell.wait_until_it_stands_at(lambda: recorder.end)
            self.restored += cell.was_restored
            twin = fed(screens, recorder.records)
            try:
                found = differences(cell.on_screen(state), state(twin))
                cell.on_screen(lambda screen: screen.feed(PROBE))
                twin.feed(PROBE)
                return found + differences(cell.on_screen(state), state(twin))
            finally:
                twin.close()
        finally:
            cell.close()
