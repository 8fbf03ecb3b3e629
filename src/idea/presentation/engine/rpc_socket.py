"""One client on `/rpc`: hello first, then calls and, once subscribed, every change in order.

Answers and changes leave through one queue, so a change is heard before the answer of the call
that caused it. Calls run at the same time; at most `MOST_CALLS` of one client, then the engine
reads on only when one is answered. A client that does not read is cut off and subscribes again.
"""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Coroutine
from typing import Final

from pydantic import TypeAdapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from idea import __version__
from idea.application.engine.change_names import CHANGES
from idea.application.engine.live_state import LiveState
from idea.application.engine.protocol import (
    CLOSE_LEAVING,
    CLOSE_REFUSED,
    CLOSE_STOPPED,
    CLOSE_TOO_SLOW,
    INVALID_REQUEST,
    PROTOCOLS,
    ProtocolRange,
    hello_range,
    negotiate,
)
from idea.application.use_case import Caller
from idea.application.views import Change, EngineState, NoticeShown
from idea.domain.errors import IdeaError
from idea.presentation.engine.clients import Clients
from idea.presentation.engine.door import HELLO_WITHIN_S, dumps, hello_answer
from idea.presentation.engine.outgoing import OutgoingQueue
from idea.presentation.engine.rpc import (
    BadMessageError,
    Call,
    RpcDispatcher,
    error_answer,
    idea_error_answer,
    parse_call,
    result_answer,
)

_log = logging.getLogger(__name__)

MOST_CALLS: Final = 64
MOST_UNHEARD: Final = 50
FLUSH_WITHIN_S: Final = 2.0

_STATE = TypeAdapter(EngineState)
_CHANGE_NAMES: Final = {kind: name for name, kind in CHANGES.items()}
_CHANGE_ADAPTERS: Final[dict[type[Change], TypeAdapter[Change]]] = {}


def change_notification(revision: int, change: Change) -> str:
    """Return the `change` notification of one change as JSON text."""
    kind = type(change)
    adapter = _CHANGE_ADAPTERS.get(kind)
    if adapter is None:
        adapter = _CHANGE_ADAPTERS[kind] = TypeAdapter(kind)
    body = adapter.dump_json(change).decode()
    name = _CHANGE_NAMES[kind]
    return (
        '{"jsonrpc":"2.0","method":"change","params":'
        f'{{"revision":{revision},"type":"{name}","change":{body}}}}}'
    )


class ChangeFan:
    """Encodes each change once for all who hear it.

    Sentences for the person that nobody hears wait for the next client.
    """

    def __init__(self, state: LiveState) -> None:
        self._unheard: deque[str] = deque(maxlen=MOST_UNHEARD)
        self._queues: set[OutgoingQueue[str]] = set()
        self._end = state.listen(self._tell)

    def add(self, queue: OutgoingQueue[str]) -> None:
        """Send every change from now on to this queue."""
        while self._unheard:
            queue.put(self._unheard.popleft())
        self._queues.add(queue)

    def remove(self, queue: OutgoingQueue[str]) -> None:
        """Send nothing more to this queue."""
        self._queues.discard(queue)

    def close(self) -> None:
        """Hear nothing more."""
        self._end()

    def _tell(self, revision: int, change: Change) -> None:
        if not self._queues and not isinstance(change, NoticeShown):
            return
        text = change_notification(revision, change)
        if not self._queues:
            self._unheard.append(text)
        for queue in tuple(self._queues):
            queue.put(text)


class RpcDoor:
    """Serves all connections on `/rpc`."""

    def __init__(
        self,
        dispatcher: RpcDispatcher,
        state: LiveState,
        clients: Clients,
        protocols: ProtocolRange = PROTOCOLS,
    ) -> None:
        self.dispatcher = dispatcher
        self.state = state
        self.clients = clients
        self.protocols = protocols
        self.fan = ChangeFan(state)
        self._working: set[asyncio.Task[None]] = set()

    async def serve(self, socket: WebSocket, caller: Caller) -> None:
        """Serve one client until it or the engine leaves."""
        await socket.accept()
        with self.clients.present():
            await _RpcClient(self, socket, caller).run()

    def work(self, answering: Coroutine[None, None, None]) -> None:
        """Run a call to its end, even when its client goes."""
        task = asyncio.create_task(answering)
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def drain(self) -> None:
        """Wait for the calls under way."""
        while self._working:
            await asyncio.wait(tuple(self._working))


class _RpcClient:
    """The state of one connection."""

    def __init__(self, door: RpcDoor, socket: WebSocket, caller: Caller) -> None:
        self._door = door
        self._socket = socket
        self._caller = caller
        self._outgoing: OutgoingQueue[str] = OutgoingQueue()
        self._slots = asyncio.Semaphore(MOST_CALLS)
        self._name = ""

    async def run(self) -> None:
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        leaving = asyncio.create_task(self._door.clients.leaving())
        try:
            await asyncio.wait((reader, writer, leaving), return_when=asyncio.FIRST_COMPLETED)
            self._door.fan.remove(self._outgoing)
            self._outgoing.end()
            await asyncio.wait((writer,), timeout=FLUSH_WITHIN_S)
            await self._close(leaving=leaving.done())
        finally:
            self._door.fan.remove(self._outgoing)
            for task in (reader, writer, leaving):
                task.cancel()
            await asyncio.gather(reader, writer, leaving, return_exceptions=True)

    async def _close(self, *, leaving: bool) -> None:
        try:
            if self._outgoing.overflowed:
                _log.warning("Cut off a client that did not read its changes")
                await self._socket.close(CLOSE_TOO_SLOW, "too slow")
            elif leaving:
                code = CLOSE_STOPPED if self._door.clients.are_stopped else CLOSE_LEAVING
                await self._socket.close(code, "the engine stops")
            else:
                await self._socket.close(CLOSE_REFUSED, "refused")
        except (RuntimeError, WebSocketDisconnect):
            return  # The client closed first.

    async def _write(self) -> None:
        while (text := await self._outgoing.take()) is not None:
            try:
                await self._socket.send_text(text)
            except (RuntimeError, WebSocketDisconnect, OSError):
                self._outgoing.end()
                return

    async def _read(self) -> None:
        spoken = await self._greet()
        if spoken is not None:
            with self._door.clients.speaking(spoken.oldest, spoken.newest, self._name):
                await self._serve_calls()

    async def _serve_calls(self) -> None:
        while (text := await self._receive()) is not None:
            try:
                call = parse_call(text)
            except BadMessageError as error:
                self._outgoing.put(error.answer)
                continue
            if call.method == "subscribe":
                self._subscribe(call)
                continue
            await self._slots.acquire()
            self._door.work(self._answer(call))

    async def _receive(self) -> str | bytes | None:
        """Return the next message; None when the client has gone."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | None = message.get("text")
        return text if text is not None else bytes(message.get("bytes") or b"")

    async def _greet(self) -> ProtocolRange | None:
        """Return what the client speaks; None unless it said hello in a way we understand."""
        try:
            async with asyncio.timeout(HELLO_WITHIN_S):
                text = await self._receive()
        except TimeoutError:
            return None
        if text is None:
            return None
        try:
            call = parse_call(text)
        except BadMessageError as error:
            self._outgoing.put(error.answer)
            return None
        if call.method != "hello" or not isinstance(call.params, dict):
            self._outgoing.put(
                error_answer(call.id, INVALID_REQUEST, "The first message must be a hello.")
            )
            return None
        try:
            spoken = hello_range(call.params.get("protocol"))
            protocol = negotiate(spoken, self._door.protocols)
        except IdeaError as error:
            self._outgoing.put(idea_error_answer(call.id, error))
            return None
        _log.info("Client %r of version %r", call.params.get("client"), call.params.get("version"))
        self._name = str(call.params.get("client"))
        answer = hello_answer(protocol, __version__, os.getpid())
        self._outgoing.put(result_answer(call.id, dumps(answer)))
        return spoken

    def _subscribe(self, call: Call) -> None:
        """Answer the state; what changes after it follows it in the same queue."""
        try:
            state = _STATE.dump_json(self._door.state.snapshot()).decode()
        except IdeaError as error:
            self._outgoing.put(idea_error_answer(call.id, error))
            return
        self._outgoing.put(result_answer(call.id, state))
        self._door.fan.add(self._outgoing)

    async def _answer(self, call: Call) -> None:
        try:
            answer = await self._door.dispatcher.answer(call, self._caller)
        finally:
            self._slots.release()
        if call.wants_answer:
            self._outgoing.put(answer)
