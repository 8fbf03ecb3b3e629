"""Everything a window needs of the engine, on one loop thread."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future

from idea.application.engine_feed import EngineFeed
from idea.application.use_case import UseCases
from idea.domain.ports.terminal_link import TerminalLinks
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.connection import EngineConnection
from idea.infrastructure.engine_client.links import EngineTerminalLinks
from idea.infrastructure.engine_client.loop_thread import LoopThread
from idea.infrastructure.engine_client.starter import EngineStarter

_log = logging.getLogger(__name__)


class EngineClient:
    """Use cases, feed and terminal links over the sockets of a running or started engine.

    `use_cases.execute` is awaited on the loop thread (`thread.submit`); `feed.subscribe` and
    `links.attach` may be called from any thread.
    """

    def __init__(self, starter: EngineStarter, *, client: str = "window") -> None:
        self._starter = starter
        self._client = client
        self.thread = LoopThread()
        self._connection: EngineConnection | None = None
        self._links: EngineTerminalLinks | None = None

    def start(self) -> None:
        """Start the thread and begin to connect, starting the engine if need be; never waits."""
        self.thread.start()
        loop = self.thread.loop
        connection = EngineConnection(
            self._starter.ensure_running,
            client=self._client,
            loop=loop,
            running=self._starter.running,
        )
        self._connection = connection
        self._links = EngineTerminalLinks(connection.address, client=self._client, loop=loop)
        self.thread.submit(connection.run()).add_done_callback(_log_end)

    @property
    def use_cases(self) -> UseCases:
        """Executes requests in the engine; await on the loop thread."""
        return self._started(self._connection)

    @property
    def feed(self) -> EngineFeed:
        """State and changes."""
        return self._started(self._connection)

    @property
    def links(self) -> TerminalLinks:
        """Attaches terminals."""
        return self._started(self._links)

    def stop(self, timeout_s: float = 5.0) -> bool:
        """Close every connection and join the thread; whether that was done in time."""
        self._starter.give_up()
        return self.thread.stop(timeout_s)

    @staticmethod
    def _started[T](part: T | None) -> T:
        if part is None:
            raise RuntimeError("The engine client was not started.")
        return part


def _log_end(running: Future[None]) -> None:
    """Say why a connection that should live as long as the thread ended before it."""
    if not running.cancelled() and (error := running.exception()) is not None:
        _log.critical("The connection to the engine ended", exc_info=error)


def open_links(
    starter: EngineStarter, *, client: str = "cli"
) -> tuple[TerminalLinks, Callable[[], None]]:
    """Return a way to attach terminals and nothing else, and the function that ends it.

    For programs without a window; links are received on a thread of their own.
    """
    thread = LoopThread()
    thread.start()

    async def find() -> EngineAddress:
        return await asyncio.to_thread(starter.ensure_running)

    def end() -> None:
        starter.give_up()
        thread.stop()

    return EngineTerminalLinks(find, client=client, loop=thread.loop), end
