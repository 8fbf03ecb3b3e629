"""The window's one connection to the engine for calls and changes; it restores itself.

Lives on one event loop; `subscribe` alone may be called from any thread. Words: an *outage* is the
time between losing the engine and being connected again; every listener hears `EngineLost` at its
beginning (again when the reason changes) and the whole state at its end. An engine that was told to
stop is not followed by another one until somebody asks for it, here or elsewhere.
"""

import asyncio
import contextlib
import itertools
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, override

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from idea.application.engine.change_names import CHANGES
from idea.application.engine.protocol import CLOSE_STOPPED, RPC_PATH, error_of
from idea.application.engine_feed import EngineFeed, EngineLost
from idea.application.use_case import Request, UseCases
from idea.application.use_case_name import answer_type, use_case_name
from idea.application.views import Change, EngineState
from idea.domain.errors import IdeaError, ProcessError
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.plain import from_plain, to_plain
from idea.infrastructure.engine_client.websocket import (
    GREET_WITHIN_S,
    check_greeting,
    hello,
    leave_websocket,
    open_websocket,
)

_log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
WAIT_FOR_ENGINE_S: Final = 40.0
LOOK_EVERY_S: Final = 1.0
"""How often one looks whether somebody else started an engine after one was stopped."""
_SILENT: Final = "The engine does not answer."
_GONE: Final = "The engine stopped answering; connecting again."
_STOPPED: Final = "The engine was stopped, so no session runs; it starts when you want it."

type Receive = Callable[[EngineState | Change | EngineLost], None]


class EngineConnection(UseCases, EngineFeed):
    """Executes requests in the engine and hears its changes; see `run`."""

    def __init__(
        self,
        find: Callable[[], EngineAddress],
        *,
        client: str,
        loop: asyncio.AbstractEventLoop,
        running: Callable[[], EngineAddress | None] = lambda: None,
    ) -> None:
        """`find` blocks until an engine runs; it is called in a thread of its own.

        `running` only looks whether one does.
        """
        self._find = find
        self._running = running
        self._client = client
        self._loop = loop
        self._ids = itertools.count(1)
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._asked_states: set[int] = set()
        self._socket: ClientConnection | None = None
        self._address: EngineAddress | None = None
        self._connected = asyncio.Event()
        self._outage = ""
        self._is_stopped = False
        self._wanted = asyncio.Event()
        self._hearing: dict[object, Receive] = {}
        self._asking: dict[object, Receive] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Calls.

    @override
    async def execute[R](self, request: Request[R], /) -> R:
        kind = type(request)
        result = await self.call(use_case_name(kind), to_plain(request))
        try:
            answer: R = from_plain(answer_type(kind), result)
        except ValueError as error:
            raise ProcessError(
                f"The engine's answer to {use_case_name(kind)} cannot be understood; "
                "it may be of another version."
            ) from error
        return answer

    async def call(self, name: str, params: Mapping[str, object] | None = None) -> object:
        """Execute a use case by name; waits for the engine while there is none.

        Raises:
            IdeaError: The use case failed, or the engine cannot be reached.
        """
        socket = await self._wait_connected()
        return await self._ask(socket, name, params)

    async def address(self) -> EngineAddress:
        """Return where the connected engine listens; waits for one.

        Raises:
            ProcessError: There is none.
        """
        await self._wait_connected()
        if self._address is None:
            raise ProcessError(self._outage or _SILENT)
        return self._address

    async def _wait_connected(self) -> ClientConnection:
        if self._socket is None and not self._is_stopped:
            try:
                async with asyncio.timeout(WAIT_FOR_ENGINE_S):
                    await self._connected.wait()
            except TimeoutError:
                raise ProcessError(self._outage or _SILENT) from None
        if self._socket is None:
            raise ProcessError(self._outage or _SILENT)
        return self._socket

    async def _ask(
        self, socket: ClientConnection, method: str, params: Mapping[str, object] | None
    ) -> Any:
        number = next(self._ids)
        answered: asyncio.Future[Any] = self._loop.create_future()
        self._pending[number] = answered
        try:
            await self._send(socket, {"id": number, "method": method, "params": params or {}})
            return await answered
        finally:
            self._pending.pop(number, None)
            if answered.done() and not answered.cancelled():
                answered.exception()  # Heard here too, when the send failed for the same reason.

    @staticmethod
    async def _send(socket: ClientConnection, message: Mapping[str, object]) -> None:
        try:
            await socket.send(json.dumps({"jsonrpc": "2.0", **message}))
        except (OSError, WebSocketException) as error:
            raise ProcessError("The engine is gone; it is being looked for.") from error

    # Listeners.

    @override
    def subscribe(self, receive: Receive) -> Callable[[], None]:
        key = object()
        self._loop.call_soon_threadsafe(self._begin_hearing, key, receive)

        def end() -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._end_hearing, key)

        return end

    @override
    def start_engine(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._want)

    def _want(self) -> None:
        self._is_stopped = False  # Calls made from now on wait for it.
        self._wanted.set()

    def _begin_hearing(self, key: object, receive: Receive) -> None:
        self._asking[key] = receive
        if self._socket is not None:
            self._start(self._ask_for_state(self._socket))
        elif self._outage:
            self._tell(receive, EngineLost(self._outage, is_stopped=self._is_stopped))

    def _end_hearing(self, key: object) -> None:
        self._asking.pop(key, None)
        self._hearing.pop(key, None)

    async def _ask_for_state(self, socket: ClientConnection) -> None:
        number = next(self._ids)
        self._asked_states.add(number)
        with contextlib.suppress(ProcessError):
            await self._send(socket, {"id": number, "method": "subscribe", "params": {}})

    def _hand_out_state(self, message: Mapping[str, Any]) -> None:
        """Give the state to those who wait for it; called by the reader, before later changes."""
        if "error" in message:
            _log.warning("No state from the engine: %s", message["error"])
            return
        state = from_plain(EngineState, message["result"])
        asked, self._asking = self._asking, {}
        self._hearing.update(asked)
        for receive in asked.values():
            self._tell(receive, state)

    def _tell(self, receive: Receive, news: EngineState | Change | EngineLost) -> None:
        try:
            receive(news)
        except Exception:  # noqa: BLE001 # A listener's failure must not end the connection.
            _log.exception("A listener failed on %s", type(news).__name__)

    # The life of the connection.

    async def run(self) -> None:
        """Stay connected until cancelled."""
        pause_s = FIRST_PAUSE_S
        try:
            while True:
                try:
                    address = await asyncio.to_thread(self._find)
                    socket = await open_websocket(address, RPC_PATH)
                    try:
                        await self._greet(socket)
                        pause_s = FIRST_PAUSE_S
                        self._begin(socket, address)
                        await self._read(socket)
                    finally:
                        await leave_websocket(socket)
                    reason = "The engine stopped; starting it again."
                except ConnectionClosed as error:
                    if error.rcvd is not None and error.rcvd.code == CLOSE_STOPPED:
                        await self._rest()
                        continue
                    reason = _GONE
                    _log.info("Engine lost: %r", error)
                except IdeaError as error:
                    reason = error.sentence
                except (OSError, WebSocketException, TimeoutError) as error:
                    reason = _GONE
                    _log.info("Engine lost: %r", error)
                except (ValueError, KeyError, TypeError, AttributeError):
                    reason = "The engine cannot be understood; it may be of another version."
                    _log.exception("The engine sent something unexpected")
                self._lose(reason)
                await asyncio.sleep(pause_s)
                pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
        finally:
            self._lose("The connection to the engine was closed.")
            for task in tuple(self._tasks):
                task.cancel()

    async def _rest(self) -> None:
        """Wait until an engine is wanted here, or runs because it was wanted elsewhere."""
        self._wanted.clear()
        self._lose(_STOPPED, is_stopped=True)
        while not self._wanted.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._wanted.wait()
            if await asyncio.to_thread(self._running) is not None:
                break
        self._lose("The engine starts.")

    async def _greet(self, socket: ClientConnection) -> None:
        """Say hello.

        Raises:
            IdeaError: The engine refuses; the sentence says why.
        """
        async with asyncio.timeout(GREET_WITHIN_S):
            message = {"id": 0, "method": "hello", "params": hello(self._client)}
            await self._send(socket, message)
            check_greeting(await socket.recv())

    def _begin(self, socket: ClientConnection, address: EngineAddress) -> None:
        self._socket, self._address, self._outage = socket, address, ""
        self._connected.set()
        self._asking.update(self._hearing)
        self._hearing.clear()
        if self._asking:
            self._start(self._ask_for_state(socket))

    def _lose(self, reason: str, *, is_stopped: bool = False) -> None:
        self._socket = None
        self._is_stopped = is_stopped
        self._connected.clear()
        self._asked_states.clear()
        if reason != self._outage:
            self._outage = reason
            for receive in (*self._hearing.values(), *self._asking.values()):
                self._tell(receive, EngineLost(reason, is_stopped=is_stopped))
        pending, self._pending = self._pending, {}
        for answered in pending.values():
            if not answered.done():
                answered.set_exception(
                    ProcessError("The engine ended before it answered; look whether it was done.")
                )

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            number = message.get("id")
            if number is not None:
                self._settle(number, message)
            elif message.get("method") == "change":
                self._hear(message["params"])

    def _settle(self, number: int, message: Mapping[str, Any]) -> None:
        if number in self._asked_states:
            self._asked_states.discard(number)
            self._hand_out_state(message)
            return
        answered = self._pending.pop(number, None)
        if answered is None or answered.done():
            return
        error = message.get("error")
        if error is None:
            answered.set_result(message["result"])
        else:
            answered.set_exception(error_of(int(error["code"]), str(error["message"])))

    def _hear(self, params: Mapping[str, Any]) -> None:
        kind = CHANGES.get(params["type"])
        if kind is None:
            return  # A newer engine's news.
        change = from_plain(kind, params["change"])
        for receive in tuple(self._hearing.values()):
            self._tell(receive, change)

    def _start(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
