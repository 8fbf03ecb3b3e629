"""The core of an attached session, and everything that is done to it; lives on one thread.

Steps of the stream are carried out strictly in order, in slices of a few milliseconds, so that
whoever drives this can do something more urgent in between.
"""

from collections import deque
from collections.abc import Callable, Iterable

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import (
    CursorShape,
    DefaultColors,
    Screen,
    ScreenFactory,
    Scrollback,
)
from idea.domain.ports.terminal_effects import CommandEnded, Effect, Reply, StatusTold
from idea.domain.stream.client import (
    CheckpointWanted,
    ClientStream,
    Ended,
    Feed,
    GoLive,
    HoldingChanged,
    InputAllowed,
    Mark,
    Reset,
    Restore,
    Send,
    Step,
    TakeSize,
    TextWanted,
    reply_messages,
)
from idea.domain.stream.messages import Acknowledged, Attached, ClientMessage, EngineMessage, Seq
from idea.domain.stream.packing import PackingTime
from idea.domain.stream.screen_checkpoint import restored_screen, screen_parts
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.feed_events import FeedEvent, Joined, WentLive
from idea.presentation.desktop.terminal.finder import Finder
from idea.presentation.desktop.terminal.frame_gate import FrameGate
from idea.presentation.desktop.terminal.rate_limit import LatestWins
from idea.presentation.desktop.terminal.selection_guard import SelectionGuard

EFFECT_INTERVAL_S = 0.1
_END_OF_UPDATE = b"\x1b[?2026l"
_SLICE_S = 0.004
_SMALLEST_SLICE_BYTES = 4 * 1024
_LARGEST_SLICE_BYTES = 256 * 1024


class AttachedScreen:
    """A core that follows its session."""

    def __init__(
        self,
        *,
        screens: ScreenFactory,
        scrollback_lines: int,
        send: Callable[[ClientMessage], None],
        deliver: Callable[[FeedEvent], None],
        clock: Callable[[], float],
    ) -> None:
        self.gate = FrameGate(clock)
        self.stream = ClientStream()
        self.stands_at: Seq = 0
        """Up to where the core was fed."""
        self.mark: Callable[[Seq | None], None] = lambda _: None
        """Told whenever the core stands elsewhere while it is being called."""
        self._screens = screens
        self._scrollback_lines = scrollback_lines
        self._send = send
        self._deliver = deliver
        self._clock = clock
        self._screen: Screen | None = None
        self._size: Size | None = None
        self._colors: DefaultColors | None = None
        self._cell_pixels: tuple[int, int] | None = None
        self._cursor = (CursorShape.BLOCK, False)
        self._image_bytes: int | None = None
        self._steps: deque[Step] = deque()
        self._fed_bytes = 0
        self._slice_bytes = 64 * 1024
        self._guard = SelectionGuard(clock)
        self._packing = PackingTime()
        self.finder = Finder(deliver, self.select, self._viewport, clock)
        self._effects: LatestWins[FeedEvent] = LatestWins(deliver, EFFECT_INTERVAL_S)

    @property
    def busy(self) -> bool:
        """Whether steps are waiting."""
        return bool(self._steps)

    @property
    def due_at(self) -> float | None:
        """When `tick` has something to do though nothing happens; None for never."""
        due = (
            self.gate.due_at,
            self._effects.due_at,
            self._guard.due_at,
            self._packing.due_at,
            self.finder.due_at if self._screen is not None else None,
        )
        times = [at for at in due if at is not None]
        return min(times, default=None)

    def receive(self, messages: Iterable[EngineMessage]) -> None:
        """Queue what messages ask for.

        Raises:
            InvalidError: The engine contradicts itself; attach again without `have`.
        """
        for message in messages:
            if isinstance(message, Attached):
                self._deliver(Joined())
        self._steps.extend(self.stream.receive(*messages))

    def restart(self) -> None:
        """Forget the stream; the next attach starts from an empty core."""
        self.stream = ClientStream()
        self._steps.clear()
        self._fed_bytes = 0

    def work(self, until: float, *, stop: Callable[[], bool]) -> None:
        """Do steps until the time is over, `stop` says so, or a frame should be taken."""
        while self._steps:
            self._do_next()
            self.tick(more=bool(self._steps))
            if stop() or self._clock() >= until:
                return

    def tick(self, *, more: bool = False) -> None:
        """Let out the frame and the effects that are due."""
        now = self._clock()
        self._effects.release(now)
        if self._screen is not None:
            if self._guard.check(self._screen, now):
                self.gate.changed(now)
            self.finder.work(self._screen, more=more)
            frame = self.gate.take(self._screen, now, more=more)
            if frame is not None:
                self.finder.mark(self._screen, frame)
                self._deliver(frame)
            if not more and self.finder.due_at is None:
                self._packing.work(self._screen.pack_history, now)

    def with_screen(self, act: Callable[[Screen], None]) -> None:
        """Act on the core, if there is one, and show the result."""
        if self._screen is not None:
            act(self._screen)
            now = self._clock()
            self.gate.changed(now)
            self._packing.touched(now)

    def select(self, act: Callable[[Screen], None]) -> None:
        """Change what is selected, and watch its text from now on."""
        self._guard.renew()
        self.with_screen(act)

    def _viewport(self, screen: Screen) -> tuple[Scrollback, int]:
        rows = self._size.rows if self._size is not None else 0
        return self.gate.scrollback(screen, self._clock()), rows

    def set_appearance(self, colors: DefaultColors, cell_pixels: tuple[int, int]) -> None:
        """Let this core and its successors answer with these colours and this cell size."""
        self._colors = colors
        self._cell_pixels = cell_pixels
        if self._screen is not None:
            self._dress(self._screen)

    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        """Let this core and its successors use this cursor where a program asks for none."""
        self._cursor = (shape, blinking)
        self.with_screen(lambda screen: screen.set_default_cursor(shape, blinking=blinking))

    def limit_images(self, most_bytes: int) -> None:
        """Let this core and its successors keep so much of images."""
        self._image_bytes = most_bytes
        self.with_screen(lambda screen: screen.limit_images(most_bytes))

    def close(self) -> None:
        """Free the core."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None
            self._packing.forget()

    def _do_next(self) -> None:
        step = self._steps[0]
        if isinstance(step, Feed):
            if self._feed_slice(step):
                self._steps.popleft()
            return
        self._steps.popleft()
        match step:
            case Reset(size, seq):
                self._stand_at(seq)
                self._replace(self._screens.create(size, self._scrollback_lines), size)
            case Restore(checkpoint):
                self._stand_at(checkpoint.seq)
                screen = restored_screen(self._screens, checkpoint, self._scrollback_lines)
                self._replace(screen, checkpoint.size)
            case TakeSize(size, epoch):
                self._size = size
                self._guard.before_change(self._core)
                self._answer(self._core.resize(size), epoch)
                self.finder.changed()
            case Send(message):
                self._tell(message)
            case CheckpointWanted(seq):
                self._send_checkpoint(seq)
            case GoLive():
                self._core.mute(muted=False)
                self.gate.go_live()
                self._deliver(WentLive())
            case Mark() | Ended() | HoldingChanged() | InputAllowed() | TextWanted():
                self._deliver(step)

    def _tell(self, message: ClientMessage) -> None:
        if isinstance(message, Acknowledged):
            self._stand_at(message.seq)
        self._send(message)

    def _stand_at(self, seq: Seq) -> None:
        self.stands_at = seq
        self.mark(seq)

    @property
    def _core(self) -> Screen:
        if self._screen is None:
            raise InvalidError("The session's output came before its screen.")
        return self._screen

    def _feed_slice(self, step: Feed) -> bool:
        """Feed a part of a step that takes about `_SLICE_S`; returns whether it was the last."""
        data = step.data
        start = self._fed_bytes
        end = min(start + self._slice_bytes, len(data))
        begun = self._clock()
        if self.gate.is_ready(begun):
            update_end = data.find(_END_OF_UPDATE, start, end)
            if update_end >= 0:
                end = update_end + len(_END_OF_UPDATE)
        self._guard.before_change(self._core)
        effects = self._core.feed(data if (start, end) == (0, len(data)) else data[start:end])
        now = self._clock()
        self.gate.fed(end - start, now)
        self.finder.changed()
        self._answer(effects, step.epoch)
        self._fit_slice(end - start, now - begun)
        self._fed_bytes = 0 if end == len(data) else end
        return end == len(data)

    def _fit_slice(self, size_bytes: int, took_s: float) -> None:
        """Make slices smaller when they take too long, larger when they are cheap."""
        if took_s > _SLICE_S:
            self._slice_bytes = max(int(size_bytes * _SLICE_S / took_s), _SMALLEST_SLICE_BYTES)
        elif size_bytes >= self._slice_bytes:
            self._slice_bytes = min(self._slice_bytes * 2, _LARGEST_SLICE_BYTES)

    def _answer(self, effects: tuple[Effect, ...], epoch: int | None) -> None:
        now = self._clock()
        self.gate.changed(now)
        self._packing.touched(now)
        for effect in effects:
            if isinstance(effect, Reply):
                for message in reply_messages(epoch, effect.data):
                    self._send(message)
            elif isinstance(effect, StatusTold):
                self._deliver(effect)  # Each piece counts; there are few of them in one feed.
            elif not isinstance(effect, CommandEnded) or effect.took_long:
                self._effects.offer(effect, now)

    def _replace(self, screen: Screen, size: Size) -> None:
        self.close()
        self._guard.forget()
        self.finder.restart()
        self._screen = screen
        self._size = size
        self._dress(screen)
        now = self._clock()
        self.gate.restart(now)
        self._packing.touched(now)
        self.gate.changed(now)

    def _dress(self, screen: Screen) -> None:
        if self._colors is not None:
            screen.set_default_colors(self._colors)
        if self._cell_pixels is not None:
            screen.set_cell_pixels(*self._cell_pixels)
        screen.set_default_cursor(self._cursor[0], blinking=self._cursor[1])
        if self._image_bytes is not None:
            screen.limit_images(self._image_bytes)

    def _send_checkpoint(self, seq: Seq) -> None:
        if self._size is not None:
            for part in screen_parts(self._core, self._screens.name, self._size, seq):
                self._send(part)
