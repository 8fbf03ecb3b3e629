"""One session that nobody shows: a core that follows it, in slices; lives on the worker's thread.

Everything is done strictly in order: steps of the stream, and questions about the screen behind
the steps that were there before them.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.ports.terminal_effects import (
    Bell,
    CommandEnded,
    Effect,
    NotificationClosed,
    Notified,
    ProgressChanged,
    Reply,
    StatusTold,
    TitleChanged,
)
from idea.domain.ports.terminal_input import InputEncoder, KeyPress
from idea.domain.screen_look import ScreenLook, is_dark
from idea.domain.stream.client import (
    CheckpointWanted,
    ClientStream,
    Feed,
    GoLive,
    InputAllowed,
    Reset,
    Restore,
    Send,
    Step,
    TakeSize,
    TextWanted,
    reply_messages,
)
from idea.domain.stream.client_input import ClientInput
from idea.domain.stream.messages import Acknowledged, Attached, EngineMessage, InputKind, Seq
from idea.domain.stream.packing import PackingTime
from idea.domain.stream.screen_checkpoint import restored_screen, screen_parts
from idea.domain.stream.worker_wire import (
    FromWorker,
    Rang,
    ScreenAsked,
    ScreenTold,
    Titled,
    ToldBeside,
)
from idea.domain.terminal import Size

SLICE_BYTES = 64 * 1024
_LONGEST_TITLE = 1_000
_ENTER = KeyPress(key="Enter", text="\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cores:
    """What screens are made of, and how much scrollback they keep."""

    screens: ScreenFactory
    encoder: Callable[[], InputEncoder]
    scrollback_lines: int


class KeptScreen:
    """Follows one session; `mark` is told up to where its core stood before each risky call."""

    def __init__(
        self,
        cores: Cores,
        *,
        look: ScreenLook,
        send: Callable[[FromWorker], None],
        mark: Callable[[Seq], None],
        clock: Callable[[], float],
    ) -> None:
        self._cores = cores
        self._clock = clock
        self._packing = PackingTime()
        self._look = look
        self._send = send
        self._mark = mark
        self._stream = ClientStream()
        self._input = ClientInput()
        self._encoder = cores.encoder()
        self._steps: deque[Step | ScreenAsked] = deque()
        self._asked_early: deque[ScreenAsked] = deque()
        self._fed_bytes = 0
        self._fed_to: Seq = 0
        self._screen: Screen | None = None
        self._size: Size | None = None

    @property
    def busy(self) -> bool:
        """Whether there is something to do."""
        return bool(self._steps)

    @property
    def packs_at(self) -> float | None:
        """When `pack` has something to do; None for never."""
        return self._packing.due_at

    def pack(self) -> None:
        """Pack a part of the history if it is time."""
        if self._screen is not None:
            self._mark(self._fed_to)
            self._packing.work(self._screen.pack_history, self._clock())

    def receive(self, message: EngineMessage) -> None:
        """Queue what a message asks for.

        Raises:
            InvalidError: The engine contradicts itself; this screen is of no use any more.
        """
        if isinstance(message, Attached):
            self._input.restart()
        self._steps.extend(self._stream.receive(message))

    def ask(self, asked: ScreenAsked) -> None:
        """Tell the screen once everything before this is done and it is live."""
        (self._steps if self._stream.is_live else self._asked_early).append(asked)

    def work(self, is_over: Callable[[], bool]) -> None:
        """Do what is queued until a slice is fed or the turn is over.

        Raises:
            InvalidError: A checkpoint is damaged, or the engine contradicts itself.
        """
        while self.busy:
            if self._do_next() or is_over():
                return

    def dress(self, look: ScreenLook) -> None:
        """Answer with other colours and another size of cells from now on."""
        turned = is_dark(look.colors) is not is_dark(self._look.colors)
        self._look = look
        if self._screen is not None:
            self._wear_look(self._screen)
            if turned and self._stream.holding and self._stream.is_live:
                self._encoder.set_modes(self._screen.take_frame().modes)
                notice = self._encoder.color_scheme(is_dark=is_dark(look.colors))
                self._put(InputKind.KEY, notice)

    def close(self) -> None:
        """Free the core."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None
            self._packing.forget()

    def _do_next(self) -> bool:
        """Do one step or a part of it; returns whether a slice was fed."""
        step = self._steps[0]
        self._packing.touched(self._clock())
        if isinstance(step, Feed):
            if self._feed_slice(step):
                self._steps.popleft()
            return True
        self._steps.popleft()
        match step:
            case Send(message):
                if isinstance(message, Acknowledged):
                    self._fed_to = message.seq
                self._send(message)
            case Reset() | Restore() | TakeSize() | GoLive():
                self._shape(step)
            case CheckpointWanted(seq):
                self._send_checkpoint(seq)
            case InputAllowed() | TextWanted():
                self._type(step)
            case ScreenAsked():
                self._send(self._told(step.history_lines))
            case _:
                pass
        return False

    @property
    def _core(self) -> Screen:
        if self._screen is None:
            raise InvalidError("The session's output came before its screen.")
        return self._screen

    def _feed_slice(self, step: Feed) -> bool:
        start, end = self._fed_bytes, min(self._fed_bytes + SLICE_BYTES, len(step.data))
        self._mark(self._fed_to)
        effects = self._core.feed(step.data[start:end])
        self._answer(effects, step.epoch)
        is_last = end == len(step.data)
        self._fed_bytes = 0 if is_last else end
        return is_last

    def _shape(self, step: Reset | Restore | TakeSize | GoLive) -> None:
        lines = self._cores.scrollback_lines
        match step:
            case Reset(size, seq):
                self._fed_to = seq
                self._replace(self._cores.screens.create(size, lines), size)
            case Restore(checkpoint):
                self._fed_to = checkpoint.seq
                self._mark(checkpoint.seq)
                screen = restored_screen(self._cores.screens, checkpoint, lines)
                self._replace(screen, checkpoint.size)
            case TakeSize(size, epoch):
                self._size = size
                self._mark(self._fed_to)
                self._answer(self._core.resize(size), epoch)
            case GoLive():
                self._core.mute(muted=False)
                while self._asked_early:
                    self._send(self._told(self._asked_early.popleft().history_lines))

    def _replace(self, screen: Screen, size: Size) -> None:
        self.close()
        self._screen = screen
        self._size = size
        self._wear_look(screen)

    def _wear_look(self, screen: Screen) -> None:
        screen.set_default_colors(self._look.colors)
        screen.set_cell_pixels(*self._look.cell_pixels)

    def _answer(self, effects: tuple[Effect, ...], epoch: int | None) -> None:
        for effect in effects:
            match effect:
                case Reply(data):
                    for message in reply_messages(epoch, data):
                        self._send(message)
                case TitleChanged(title):
                    self._send(Titled(title[:_LONGEST_TITLE]))
                case Bell():
                    self._send(Rang())
                case Notified() | NotificationClosed() | ProgressChanged() | StatusTold():
                    self._send(ToldBeside(effect))
                case CommandEnded() if effect.took_long:
                    self._send(ToldBeside(effect))
                case _:
                    pass

    def _send_checkpoint(self, seq: Seq) -> None:
        if self._size is not None:
            self._mark(seq)
            for part in screen_parts(self._core, self._cores.screens.name, self._size, seq):
                self._send(part)

    def _type(self, step: InputAllowed | TextWanted) -> None:
        if isinstance(step, InputAllowed):
            for message in self._input.allow(step.bytes_allowed):
                self._send(message)
        else:
            self._encoder.set_modes(self._core.take_frame().modes)
            enter = self._encoder.key(_ENTER) if step.enter else b""
            self._put(InputKind.TEXT, self._encoder.paste(step.text) + enter)

    def _put(self, kind: InputKind, data: bytes) -> None:
        for message in self._input.send(kind, data) if data else ():
            self._send(message)

    def _told(self, history_lines: int) -> ScreenTold:
        self._mark(self._fed_to)
        frame = self._core.take_frame()
        total = frame.scrollback.total
        first = max(0, total - frame.size.rows - history_lines)
        return ScreenTold(
            size=frame.size,
            cursor=(frame.cursor.row, frame.cursor.column),
            title=frame.title,
            lines=self._core.lines(first, total - first),
        )
