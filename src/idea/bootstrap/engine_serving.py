"""Serves an engine's use cases, changes and terminals until it is told to leave.

The order of leaving is ours: let nobody in, finish the calls under way, send the clients away,
close what the engine holds, and only then give up address and lock.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from idea import __version__
from idea.application.engine.engine_status import EngineStatus
from idea.application.engine.live_state import LiveState, StateViews
from idea.application.engine.protocol import PROTOCOLS
from idea.application.engine.restart_engine import RestartEngine
from idea.application.engine.stop_engine import StopEngine
from idea.application.use_case_registry import Access, UseCaseRegistry
from idea.application.workspace.action_calls import ActionCalls
from idea.application.workspace.run_action import RunAction
from idea.application.workspace.tell_outcome import TellOutcome
from idea.bootstrap.engine_life import LOOK_EVERY_S, EngineLife, HeldSessions, finish
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.infrastructure.engine_client.address import (
    EngineAddress,
    read_address,
    remove_address,
    write_address,
)
from idea.infrastructure.id_factory import UuidFactory
from idea.infrastructure.loop_lag import LoopLag, no_beat
from idea.infrastructure.places import Places
from idea.presentation.engine.app import engine_app
from idea.presentation.engine.attach import AttachDoor, Attachments
from idea.presentation.engine.clients import Clients
from idea.presentation.engine.door import Door, SessionSecrets
from idea.presentation.engine.listener import Listener, LoopbackListener, UnixListener
from idea.presentation.engine.rpc import RpcDispatcher
from idea.presentation.engine.rpc_http import RpcPost
from idea.presentation.engine.rpc_socket import RpcDoor
from idea.presentation.engine.server import EngineServer

_log = logging.getLogger(__name__)

CLOSE_WITHIN_S: Final = 10.0
REST_WITHIN_S: Final = 1.0
"""A view that answers does so in milliseconds; a program that reads no input may never."""


async def _at_once() -> None:
    """Wait for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineServices:
    """What an engine serves, and how it is let go."""

    registry: UseCaseRegistry
    bus: EventBus
    views: StateViews
    attachments: Attachments
    sessions: HeldSessions
    open: Callable[[], Awaitable[object]]
    """Loads what is kept; called once, when what it announces is heard."""
    close: Callable[[], Awaitable[object]]
    idle_limit_s: Callable[[], float]
    """After how long an engine that nobody needs leaves, as the person set it."""
    rest: Callable[[], Awaitable[object]] = _at_once
    """Reads no program any more, and waits until what is under way is dealt with."""
    secrets: SessionSecrets | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """How an engine process behaves."""

    idle_s: float | None = None
    """After how long an engine that nobody needs leaves; None for what the setting says."""
    loopback: bool = sys.platform == "win32"
    """Whether to listen on a port with a token, as where there are no Unix sockets."""
    look_every_s: float = LOOK_EVERY_S
    """How often the engine looks whether it can be reached and is needed."""
    beat: Callable[[], None] = no_beat
    """Called whenever the loop came round."""
    handle_signals: bool = True
    """Whether SIGTERM and SIGINT end the engine in order."""


async def serve_engine(
    places: Places,
    services: EngineServices,
    clock: Clock,
    options: ServeOptions,
    ready: Callable[[], None],
) -> None:
    """Serve until told to leave; the caller holds the engine's lock. `ready` is called once.

    Raises:
        StoreError: The engine cannot listen or tell its address.
        ProcessError: The engine cannot listen.
    """
    clients = Clients()
    lag = LoopLag(options.beat)
    idle_s = services.idle_limit_s if options.idle_s is None else partial(float, options.idle_s)
    life = EngineLife(
        clock=clock, clients=clients, sessions=services.sessions, lag=lag, idle_s=idle_s
    )
    services.registry.register(EngineStatus(life), access=Access.SESSIONS)
    services.registry.register(StopEngine(life))
    services.registry.register(RestartEngine(life))
    calls = ActionCalls(services.bus, UuidFactory(), lambda: clients.windows)
    services.registry.register(RunAction(calls), access=Access.SESSIONS)
    services.registry.register(TellOutcome(calls))
    state = LiveState(services.views)
    deaf = services.bus.subscribe(state.hear)
    dispatcher = RpcDispatcher(services.registry)
    rpc = RpcDoor(dispatcher, state, clients)
    listener: Listener = (
        LoopbackListener() if options.loopback else UnixListener(places.engine_socket)
    )
    app = engine_app(
        Door(token=listener.token, secrets=services.secrets),
        rpc,
        RpcPost(dispatcher, clients),
        AttachDoor(services.attachments, clients),
    )
    server = EngineServer(app, listener)
    measuring = asyncio.create_task(lag.watch(), name="loop lag")
    try:
        await services.open()
        address = _address((await server.start()).getsockname(), listener)
        life.address = str(address)

        def announce() -> None:
            if read_address(places.engine_address) != address:
                write_address(places.engine_address, address)

        announce()
        if options.handle_signals:
            _leave_on_signals(life)
        _log.info("The engine %s serves at %s", __version__, address)
        ready()
        await life.until_over(server, announce, options.look_every_s)
    finally:
        _log.info("The engine leaves")
        server.accept_no_more()
        await finish(rpc.drain(), "calls under way")
        await finish(services.rest(), "answers and input under way", within_s=REST_WITHIN_S)
        clients.send_away(stopped=life.is_stopped)
        await finish(clients.gone(), "clients")
        await finish(server.stop(), "connections", within_s=CLOSE_WITHIN_S)
        deaf()
        rpc.fan.close()
        await finish(services.close(), "files and sessions", within_s=CLOSE_WITHIN_S)
        measuring.cancel()
        remove_address(places.engine_address, os.getpid())


def _address(bound: object, listener: Listener) -> EngineAddress:
    port = bound[1] if isinstance(bound, tuple) else 0
    return EngineAddress(
        pid=os.getpid(),
        socket="" if port else str(bound),
        port=int(port),
        token=listener.token,
        oldest_protocol=PROTOCOLS.oldest,
        newest_protocol=PROTOCOLS.newest,
        version=__version__,
    )


def _leave_on_signals(life: EngineLife) -> None:
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, life.leave)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
