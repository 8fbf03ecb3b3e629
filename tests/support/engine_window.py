"""A client as a window has it, driven from the test's thread, with an engine of its own."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from idea.application.engine_feed import EngineLost
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.use_case import Request
from idea.application.views import Change, EngineState, SessionShown, SessionView
from idea.domain.errors import ProcessError
from idea.infrastructure.engine_client.call_once import EngineAbsentError, call_once
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import ENGINE_COMMAND, EngineStarter
from idea.infrastructure.places import Places, find_places
from support.attached_view import AttachedView
from support.keepers import end_keeper

WITHIN_S = 60.0


@dataclass
class Window:
    """A client as a window has it, driven from the test's thread."""

    places: Places
    client: EngineClient
    project: Path
    news: "queue.Queue[EngineState | Change | EngineLost]"

    def ask[R](self, request: Request[R]) -> R:
        return self.client.thread.submit(self.client.use_cases.execute(request)).result(WITHIN_S)

    def open_shell(self, *command: str) -> SessionView:
        return self.ask(OpenTerminalRequest(project=str(self.project), command=command))

    def attach(self, session: SessionView, *, have: int | None = None) -> AttachedView:
        return AttachedView(self.client.links, session.id, have=have)

    def hear(
        self, wanted: Callable[[EngineState | Change | EngineLost], bool]
    ) -> EngineState | Change | EngineLost:
        """Wait for news of some kind."""
        deadline = time.monotonic() + WITHIN_S
        while True:
            news = self.news.get(timeout=max(0.0, deadline - time.monotonic()))
            if wanted(news):
                return news

    def shown(self, session: SessionView, status: str) -> SessionView:
        """Wait until a session is shown in this status."""

        def wanted(news: EngineState | Change | EngineLost) -> bool:
            return (
                isinstance(news, SessionShown)
                and news.session.id == session.id
                and news.session.status == status
            )

        found = self.hear(wanted)
        assert isinstance(found, SessionShown)
        return found.session


def stop_engine(places: Places) -> None:
    """End the engine of these places, if one runs, with everything in it."""
    address = EngineStarter(places).running()
    if address is not None:
        # Without sessions it leaves with its last client, and may be leaving already.
        with contextlib.suppress(EngineAbsentError, ProcessError):
            call_once(address, "engine.stop_engine", {"sessions": True})
        wait_gone(address.pid)
    end_keeper(places)  # It outlives an engine that was killed, with every program.


def wait_gone(pid: int) -> None:
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return
        except psutil.NoSuchProcess:
            return
        threading.Event().wait(0.02)
    pytest.fail(f"process {pid} did not end")


@contextlib.contextmanager
def window_on(project: Path, engine: Sequence[str] = ENGINE_COMMAND) -> Iterator[Window]:
    """A window with one open project; its engine and every session end with the block.

    `engine` starts another kind of engine, with limits of its own.
    """
    places = find_places()
    starter = EngineStarter(places, command=engine, start_within_s=WITHIN_S)
    client = EngineClient(starter, client="test")
    client.start()
    one = Window(places, client, project, queue.Queue())
    try:
        client.feed.subscribe(one.news.put)
        one.ask(OpenProjectRequest(path=str(project)))
        yield one
    finally:
        client.stop()
        stop_engine(places)
