"""Programs that print, an engine that is killed, and what may be missing afterwards."""

import os
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from idea.application.engine_feed import EngineLost
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.views import EngineState
from idea.domain.stream.records import Framed, Gap, Output
from idea.infrastructure.engine_client.address import read_address
from support import numbered_stream
from support.engine_window import Window
from support.recorder import Recorder

STREAMS = 4
BYTES_PER_S = 60_000
ONE_READ_BYTES = 256 * 1024
TOLD_WITHIN_S = 10.0
"""A socket that closes is heard at once; a wide guard, since the machine may be busy."""
_NUMBER = re.compile(rb"m(\d{7})\x1b\[m ")


class Streams:
    """Programs that print, recorders that look on, and a shell that answers."""

    def __init__(self, window: Window, stop: Path, count: int = STREAMS) -> None:
        self.window = window
        self.stop = stop
        program = numbered_stream.__file__
        self.sessions = [
            window.open_shell(sys.executable, program, str(seed), str(stop), str(BYTES_PER_S))
            for seed in range(count)
        ]
        self.shell = window.open_shell("sh")
        self.recorders = [
            Recorder(window.client.links, one.id, have=0) for one in [*self.sessions, self.shell]
        ]
        self.programs = [psutil.Process(one.pid) for one in [*self.sessions, self.shell]]

    def wait_for_news(self) -> float:
        """Wait until the client was told that the engine is gone; return how long that took."""
        begun = time.monotonic()
        self.window.hear(lambda news: isinstance(news, EngineLost))
        return time.monotonic() - begun

    def wait_for_engine(self) -> None:
        """Wait until another engine serves, and go on with it as a window does."""
        self.window.hear(lambda news: isinstance(news, EngineState))
        for one in self.recorders:
            one.attach_again()

    def answers(self, turn: int) -> None:
        """Type into the shell and see its answer."""
        view = self.window.attach(self.shell)
        view.type(f"echo tur''n-{turn}-\r")
        view.wait_for(f"turn-{turn}-".encode())
        view.close()

    def all_live(self) -> None:
        """Compare what the engine lists with what was started."""
        listed = self.window.ask(ListSessionsRequest(project=str(self.window.project)))
        assert {(one.id, one.pid, one.status) for one in listed} == {
            (one.id, one.pid, "running") for one in [*self.sessions, self.shell]
        }
        assert all(one.is_running() for one in self.programs)

    def finish(self) -> list[list[Framed]]:
        """Let the programs print their last line; return what each session's log says."""
        self.stop.touch()
        for one in self.recorders[:-1]:
            one.wait_for(b"no more\r\n")
        found = []
        for session in self.sessions:
            # From the first byte on, although there may be a checkpoint to begin at by now.
            whole = Recorder(self.window.client.links, session.id, have=0)
            whole.wait_for(b"no more\r\n")
            found.append(whole.records)
            whole.close()
        return found


def engine_pid(window: Window) -> int:
    address = read_address(window.places.engine_address)
    assert address is not None
    return address.pid


def starting_engines() -> list[psutil.Process]:
    """Return the engine processes of this test, also those that do not serve yet."""
    home = os.environ["IDEA_HOME"]
    found = []
    for process in psutil.process_iter(["cmdline"]):
        try:
            is_engine = "engine-process" in (process.info["cmdline"] or ())
            if is_engine and process.environ().get("IDEA_HOME") == home:
                found.append(process)
        except psutil.Error:
            continue
    return found


def losses(
    seed: int, records: Sequence[Framed], *, complete: bool = True, whole: bool = True
) -> list[int]:
    """Return how many bytes are missing at each gap; anything else that is wrong fails.

    A stream that is not `complete` may end anywhere, because its program was stopped, and one that
    is not the `whole` may begin anywhere.

    Raises:
        AssertionError: Bytes are doubled, changed, or missing where nothing says so.
    """
    stretches: list[bytes] = [b""]
    for framed in records:
        match framed.record:
            case Output(data):
                stretches[-1] += data
            case Gap(reset=reset):
                assert not reset
                stretches.append(b"")
            case _:
                pass
    printed = _printed(seed, stretches, complete=complete)
    place, lost = 0 if whole else max(printed.find(stretches[0]), 0), list[int]()
    for number, stretch in enumerate(stretches):
        found = printed.find(stretch, place)
        assert found >= 0, f"stretch {number} of stream {seed} is no part of what was printed"
        if stretch or not number:  # The very first read may be the one that is missing.
            lost.append(found - place)
            place = found + len(stretch)
    assert place == len(printed) or not complete
    assert lost[0] == 0
    return lost[1:]


def _printed(seed: int, stretches: Sequence[bytes], *, complete: bool) -> bytes:
    """Return what the program printed at most, judging by the last number that was seen."""
    if complete:
        pieces = int(stretches[-1].rsplit(b"\n", 2)[-2].split()[0])
        return numbered_stream.stream(seed, pieces)
    seen = max((int(one) for part in stretches for one in _NUMBER.findall(part)), default=0)
    return b"".join(numbered_stream.piece(seed, number) for number in range(seen + 2))
