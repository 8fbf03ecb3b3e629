"""A whole engine with sample use cases, served on a real socket in the test's own loop."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, override

from websockets.asyncio.client import ClientConnection

from fakes.clock import FakeClock
from idea.application.engine.live_state import StateViews
from idea.application.terminals.client_channel import ClientChannel
from idea.application.use_case import Caller, Person, Request
from idea.application.use_case_registry import Access, UseCaseRegistry
from idea.application.views import KeymapView, LayoutView, ProjectView, SessionView
from idea.application.workspace.views import WindowView, WorkspaceView
from idea.bootstrap.engine_life import HeldSessions
from idea.bootstrap.engine_serving import EngineServices, ServeOptions, serve_engine
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import Noticed
from idea.domain.ids import ClientId
from idea.domain.ports.event_bus import EventBus
from idea.domain.stream.messages import (
    AttachAsked,
    Attached,
    ClientMessage,
    Input,
    Records,
)
from idea.domain.terminal import UNSEEN_SIZE
from idea.infrastructure.engine_client.address import EngineAddress, read_address
from idea.infrastructure.engine_client.websocket import open_websocket
from idea.infrastructure.event_bus import InMemoryEventBus
from idea.infrastructure.places import Places, find_places
from idea.presentation.engine.attach import Attachment, Attachments

IDLE_LIMIT_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Echoed:
    """What was said, and by whom."""

    text: str
    words: tuple[str, ...]
    by_person: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoTextRequest(Request[Echoed]):
    family: ClassVar[str] = "sample"
    text: str
    words: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    columns: int = 0


class EchoText:
    """Say what was said."""

    async def execute(self, request: EchoTextRequest, caller: Caller, /) -> Echoed:
        return Echoed(text=request.text, words=request.words, by_person=isinstance(caller, Person))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceTextRequest(Request[int]):
    family: ClassVar[str] = "sample"
    text: str = "hello"
    times: int = 1


class AnnounceText:
    """Publish notices before answering."""

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus

    async def execute(self, request: AnnounceTextRequest, caller: Caller, /) -> int:
        del caller
        for number in range(request.times):
            self._bus.publish(Noticed(f"{request.text} {number}"))
        return request.times


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseErrorRequest(Request[int]):
    family: ClassVar[str] = "sample"
    how: str


class RaiseError:
    """Fail in a chosen way."""

    async def execute(self, request: RaiseErrorRequest, caller: Caller, /) -> int:
        del caller
        if request.how == "conflict":
            raise ConflictError("Somebody else was faster.")
        raise ZeroDivisionError("the secret cause")


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitSignalRequest(Request[str]):
    family: ClassVar[str] = "sample"


class AwaitSignal:
    """Answer once the test says so."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.signal = asyncio.Event()
        self.finished = 0

    async def execute(self, request: AwaitSignalRequest, caller: Caller, /) -> str:
        del request, caller
        self.begun.set()
        await self.signal.wait()
        self.finished += 1
        return "done"


class SampleViews(StateViews):
    """One project, nothing else."""

    @override
    def projects(self) -> tuple[ProjectView, ...]:
        return (
            ProjectView(
                id="p1", name="Sample", root="/sample", is_open=True, created_at="2025-01-01"
            ),
        )

    @override
    def layouts(self) -> tuple[LayoutView, ...]:
        return (
            LayoutView(
                project="p1",
                revision=1,
                tree={"type": "leaf", "id": "n1"},
                sessions={},
                can_undo=False,
                can_redo=False,
            ),
        )

    @override
    def sessions(self) -> tuple[SessionView, ...]:
        return ()

    @override
    def settings(self) -> Mapping[str, object]:
        return {"terminal.scrollback_lines": 10_000}

    @override
    def keymap(self) -> KeymapView:
        return KeymapView(keys={"cell.close": ("Ctrl+Alt+X",)})

    @override
    def workspace(self) -> WorkspaceView:
        return WorkspaceView(
            windows=(WindowView(id="w1", geometry=None, projects=("p1",), active="p1"),),
            last_used="w1",
        )


class EchoAttachments(Attachments):
    """Sends every input back as records; knows one session, `s1`."""

    def __init__(self) -> None:
        self.channels: list[ClientChannel] = []
        self.asked: list[AttachAsked] = []
        self.received: list[ClientMessage] = []
        self.detached = 0

    @override
    def attach(self, session: str, asked: AttachAsked, channel: ClientChannel) -> Attachment:
        if session != "s1":
            raise NotFoundError(f"There is no session {session!r}.")
        self.channels.append(channel)
        self.asked.append(asked)
        channel.send(Attached(ClientId("c1"), 0, 0, UNSEEN_SIZE, checkpoint=False))
        return _Echo(self, channel)


class _Echo(Attachment):
    def __init__(self, owner: EchoAttachments, channel: ClientChannel) -> None:
        self._owner = owner
        self._channel = channel
        self._seq = 0

    @override
    def receive(self, message: ClientMessage) -> None:
        self._owner.received.append(message)
        if isinstance(message, Input):
            self._channel.send(Records(self._seq, message.data))
            self._seq += len(message.data)

    @override
    def detach(self) -> None:
        self._owner.detached += 1


class ServedEngine:
    """What a test holds of the engine it runs."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.bus = InMemoryEventBus()
        self.registry = UseCaseRegistry()
        self.waiting = AwaitSignal()
        self.attachments = EchoAttachments()
        self.clock = FakeClock()
        self.live = 0
        self.closed = 0
        self.found_at_start: tuple[str, ...] = ()
        self.registry.register(EchoText(), access=Access.SESSIONS)
        self.registry.register(AnnounceText(self.bus))
        self.registry.register(RaiseError())
        self.registry.register(self.waiting)
        self.task: asyncio.Task[None] | None = None

    @property
    def address(self) -> EngineAddress:
        found = read_address(self.places.engine_address)
        assert found is not None
        return found

    async def stop_all(self) -> None:
        self.live = 0

    async def open(self) -> None:
        for sentence in self.found_at_start:
            self.bus.publish(Noticed(sentence))

    async def close(self) -> None:
        self.closed += 1

    async def serve(self, options: ServeOptions) -> None:
        ready = asyncio.Event()
        services = EngineServices(
            registry=self.registry,
            bus=self.bus,
            views=SampleViews(),
            attachments=self.attachments,
            sessions=HeldSessions(live_count=lambda: self.live, stop_all=self.stop_all),
            idle_limit_s=lambda: IDLE_LIMIT_S,
            open=self.open,
            close=self.close,
        )
        self.task = asyncio.create_task(
            serve_engine(self.places, services, self.clock, options, ready.set)
        )
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait((self.task, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self.task.done():
            self.task.result()

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task


@contextlib.asynccontextmanager
async def served_engine(
    *, loopback: bool = False, found_at_start: tuple[str, ...] = ()
) -> AsyncIterator[ServedEngine]:
    """Serve the sample engine for the block."""
    places = find_places()
    places.prepare()
    engine = ServedEngine(places)
    engine.found_at_start = found_at_start
    await engine.serve(ServeOptions(loopback=loopback, handle_signals=False, look_every_s=0.02))
    try:
        yield engine
    finally:
        await engine.stop()


async def until(condition: Callable[[], bool], within_s: float = 20.0) -> None:
    """Wait for something another task or process brings about."""
    async with asyncio.timeout(within_s):
        while not condition():  # noqa: ASYNC110 # The condition has no event to wait for.
            await asyncio.sleep(0.01)


class RawClient:
    """Speaks JSON-RPC by hand."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._number = 0

    async def say(self, method: str, params: object = None) -> int:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params or {}}
        await self.socket.send(json.dumps(message))
        return self._number

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(10):
            heard: dict[str, Any] = json.loads(await self.socket.recv())
        return heard

    async def ask(self, method: str, params: object = None) -> dict[str, Any]:
        """Return the answer, passing over changes."""
        number = await self.say(method, params)
        while (heard := await self.hear()).get("id") != number:
            pass
        return heard

    async def hello(self, oldest: int = 1, newest: int = 1) -> dict[str, Any]:
        return await self.ask(
            "hello", {"protocol": [oldest, newest], "client": "test", "version": "0"}
        )


@contextlib.asynccontextmanager
async def raw_client(engine: ServedEngine, *, greet: bool = True) -> AsyncIterator[RawClient]:
    """Open `/rpc`, by default with the hello done."""
    async with await open_websocket(engine.address, "/rpc") as socket:
        client = RawClient(socket)
        if greet:
            await client.hello()
        yield client
