"""A session whose output ends cores, in a worker of its own that tastes before anybody else.

At first the stream is held where the cores died, or as far as another holder got that survived. The
worker follows it up to there, once more and muted, and gives its screen as plain text; then the
stream starts anew behind a gap, from that text, and what killed is fed to nobody again. From then
on this worker alone holds the session, and views are sent only what it has survived; when it dies,
the stream starts anew, and empty. A session that goes on killing is shown to nobody any more; its
program runs on.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.seated_screens import SeatedScreens
from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.unseen_news import Unseen
from idea.application.terminals.worker_seat import Seat
from idea.domain.errors import ConflictError, IdeaError, ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.screen_worker import ScreenWorker
from idea.domain.screen_look import ScreenLook
from idea.domain.stream.checkpoint import Checkpoint, CheckpointAssembly
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.messages import (
    AttachAsked,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    CheckpointPart,
    ClientMessage,
    EngineMessage,
    Records,
    Seq,
)
from idea.domain.stream.worker_wire import ScreenTold

_log = logging.getLogger(__name__)

SAVED_WITHIN_S: Final = 10.0
"""So long views may wait for the screen to be saved; the program does not wait."""
LARGEST_SAVED_BYTES: Final = 8 * 1024 * 1024
"""More would fill the session's log; only an enormous scrollback full of colours comes near."""
MOST_DEATHS_APART: Final = 3
SCREEN_KEPT: Final = (
    "What was printed here ended the terminal core twice, so it was left out; the screen goes on."
)
STARTS_EMPTY: Final = "What was printed here ended the terminal core, so the screen starts empty."
NOT_SHOWN: Final = (
    "What this session prints ends every terminal core, so it is not shown any more; it runs on."
)


class ApartScreen(SeatedScreens):
    """Begins at once to save the screen; lives on the event loop's thread."""

    def __init__(
        self,
        session: SessionId,
        pump: SessionPump,
        seq: Seq,
        *,
        worker: ScreenWorker,
        look: ScreenLook,
        told: Callable[[SessionId, Unseen], None],
        notify: Callable[[str], None],
    ) -> None:
        """Cores died of what stands behind `seq`; `notify` is given sentences for the person."""
        super().__init__(worker, look, told)
        self._session = session
        self._pump = pump
        self._notify = notify
        self._deaths = 0
        self._started_at: Seq = 0
        held_at = pump.set_apart(seq)
        self._start()
        self._saving = asyncio.create_task(self._save(held_at), name=f"{session.short} set apart")

    @property
    def is_given_up(self) -> bool:
        """Whether no core survives the session, so that nobody is shown it."""
        return self._deaths >= MOST_DEATHS_APART

    def blame(self, seq: Seq) -> None:
        """Hear that a window died calling a core that stood at `seq`; perhaps long ago."""
        if self._saving.done() and seq >= self._started_at:
            self._start_empty()

    @override
    async def read(
        self, session: SessionId, pump: Callable[[], SessionPump], history_lines: int
    ) -> ScreenTold:
        if self.is_given_up:
            raise ConflictError("The screen of this session cannot be read: it ends every core.")
        return await super().read(session, pump, history_lines)

    @override
    async def close(self) -> None:
        self._saving.cancel()
        await asyncio.wait((self._saving,))
        await super().close()

    @override
    def _core_died(self, seat: Seat, seq: Seq) -> None:
        if self._saving.done():
            self._start_empty()

    @override
    def _gave_up(self, session: SessionId) -> None:
        self._hide()

    async def _save(self, seq: Seq) -> None:
        saved: Checkpoint | None = None
        try:
            async with asyncio.timeout(SAVED_WITHIN_S):
                await self._until_ready()
                saved = await self._screen_at(seq)
        except (TimeoutError, IdeaError) as error:
            _log.warning("The screen of %s cannot be saved: %s", self._session.short, error)
        self._go_on(FreshStart(reason=STARTS_EMPTY if saved is None else SCREEN_KEPT, saved=saved))
        self.watch(self._session, self._pump)

    async def _screen_at(self, seq: Seq) -> Checkpoint:
        seat = _SavingSeat(self._session, self._pump, seq)
        channel = self._number(seat)
        asked = AttachAsked(None, None, shown=False, core=self._core)
        seat.client = self._pump.attach(channel, asked)
        try:
            saved = await seat.saved
            if len(saved.data) > LARGEST_SAVED_BYTES:
                raise ProcessError(f"It has {len(saved.data)} bytes.")
            return saved
        finally:
            self._forget(seat)

    def _start_empty(self) -> None:
        self._deaths += 1
        if self.is_given_up:
            self._hide()
            self.leave(self._session)
        else:
            self._go_on(FreshStart(reason=STARTS_EMPTY))

    def _hide(self) -> None:
        """Show it to nobody any more: views, which follow the worker only, would stand still."""
        self._deaths = MOST_DEATHS_APART
        self._go_on(FreshStart(reason=NOT_SHOWN, is_hidden=True))

    def _go_on(self, fresh: FreshStart) -> None:
        self._started_at = self._pump.start_anew(fresh)
        self._notify(f"Session {self._session.short}: {fresh.reason}")


class _SavingSeat(Seat):
    """Follows a session up to a seq, or to where it can start behind that, for its screen."""

    def __init__(self, session: SessionId, pump: SessionPump, seq: Seq) -> None:
        super().__init__(session, pump)
        self.saved: asyncio.Future[Checkpoint] = asyncio.get_running_loop().create_future()
        self._seq = seq
        self._assembly = CheckpointAssembly()

    @override
    def channel(
        self, number: int, send: Callable[[int, EngineMessage], None], closed: Callable[[], None]
    ) -> ClientChannel:
        inner = super().channel(number, send, closed)
        return _UpTo(self._seq, inner, lambda: send(number, CheckpointAsked()))

    @override
    def receive(self, message: ClientMessage) -> None:
        if not isinstance(message, CheckpointPart):
            super().receive(message)
            return
        checkpoint = self._assembly.add(message)
        is_portable = checkpoint is not None and checkpoint.kind is CheckpointKind.PORTABLE
        if checkpoint is not None and is_portable and not self.saved.done():
            self.saved.set_result(checkpoint)

    @override
    def fail(self, error: IdeaError) -> None:
        super().fail(error)
        if not self.saved.done():
            self.saved.set_exception(error)


class _UpTo(ClientChannel):
    """Passes on what a session sends, and says once that a place is reached."""

    def __init__(self, seq: Seq, inner: ClientChannel, reached: Callable[[], None]) -> None:
        self._seq = seq
        self._inner = inner
        self._reached = reached
        self._is_reached = False
        self._start: Seq = 0

    @override
    def send(self, message: EngineMessage) -> None:
        self._inner.send(message)
        if not self._is_reached and self._position_after(message) >= self._seq:
            self._is_reached = True
            self._reached()

    @override
    def close(self, sentence: str) -> None:
        self._inner.close(sentence)

    def _position_after(self, message: EngineMessage) -> Seq:
        """Return where the core stands after a message, -1 when that says nothing about it."""
        match message:
            case Attached():
                self._start = message.start
                return -1 if message.checkpoint else message.start
            case CheckpointPart(last=True):
                return self._start
            case Records(seq, data):
                return seq + len(data)
            case _:
                return -1
