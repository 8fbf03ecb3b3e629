"""Makes the pumps of sessions: live ones with a program, revived ones with only a log."""

from collections.abc import Callable
from typing import override

from idea.application.terminals.revived_pump import RevivedPump
from idea.application.terminals.session_pump import SessionPump, SessionPumps
from idea.application.terminals.stream_origins import adopted_origin, ended_origin
from idea.application.terminals.stream_pump import StreamPump
from idea.domain.ids import SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.pty import Pty
from idea.domain.ports.session_log import LogContents, SessionLogs
from idea.domain.stream.journal import StreamOrigin
from idea.domain.terminal import Exited, Lost, Size, TerminalSession


class StreamPumps(SessionPumps):
    """Makes pumps on the running event loop."""

    def __init__(
        self,
        *,
        logs: SessionLogs,
        clock: Clock,
        ids: IdFactory,
        began: Callable[[SessionId, SessionPump], None] = lambda _, __: None,
    ) -> None:
        """`began` is told of every pump whose program lives."""
        self._began = began
        self._logs = logs
        self._clock = clock
        self._ids = ids

    @override
    def start(
        self,
        session: TerminalSession,
        pty: Pty,
        resized: Callable[[Size], None],
        earlier: bytes = b"",
    ) -> StreamPump:
        pump = StreamPump(
            name=session.id.short,
            origin=StreamOrigin(size=session.size),
            pty=pty,
            log=self._logs.open(session.project, session.id),
            clock=self._clock,
            ids=self._ids,
            resized=resized,
        )
        pump.begin(earlier)
        self._began(session.id, pump)
        return pump

    @override
    def revive(self, session: TerminalSession) -> SessionPump:
        log = self._logs.open(session.project, session.id)
        status = session.status
        ended = status if isinstance(status, Exited | Lost) else Lost("Nobody saw how it ended.")

        def pump(contents: LogContents) -> StreamPump:
            return StreamPump(
                name=session.id.short,
                origin=ended_origin(contents, session.size, ended),
                pty=None,
                log=log,
                clock=self._clock,
                ids=self._ids,
                resized=lambda _: None,
            )

        return RevivedPump(name=session.id.short, log=log, ids=self._ids, pump=pump)

    @override
    def adopt(
        self, session: TerminalSession, pty: Pty, resized: Callable[[Size], None]
    ) -> SessionPump:
        log = self._logs.open(session.project, session.id)

        def pump(contents: LogContents) -> StreamPump:
            over = contents.over
            if over is not None:
                pty.close()  # All it printed is logged, its end included.
            return StreamPump(
                name=session.id.short,
                origin=adopted_origin(contents, session.size)
                if over is None
                else ended_origin(contents, session.size, over),
                pty=pty if over is None else None,
                log=log,
                clock=self._clock,
                ids=self._ids,
                resized=resized,
            )

        revived = RevivedPump(
            name=session.id.short, log=log, ids=self._ids, pump=pump, is_live=True
        )
        revived.open()
        self._began(session.id, revived)
        return revived
