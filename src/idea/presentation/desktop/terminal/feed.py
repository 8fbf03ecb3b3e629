"""One feed thread per attached terminal: it alone touches the core.

The loop thread hands in messages, the view hands in commands; commands go first. Everything that
comes out goes through `deliver`, on the feed thread, as frozen values.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from idea.domain.copying import CopyForm, as_one_line
from idea.domain.errors import InvalidError
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import (
    CursorShape,
    DefaultColors,
    Screen,
    ScreenFactory,
    Scrollback,
)
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.ports.text_search import LineMatcher
from idea.domain.stream.messages import (
    ClientMessage,
    EngineMessage,
    Records,
    ResizeAsked,
    Seq,
    ShownChanged,
)
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.attached_screen import AttachedScreen
from idea.presentation.desktop.terminal.feed_events import (
    CopyTarget,
    FeedEvent,
    LineSelection,
    TextCopied,
)

_BUDGET_S = 0.008
_JOINED_BYTES = 256 * 1024
_MOST_WAITING_BYTES = 32 * 1024 * 1024
_MOST_ATTEMPTS = 3
_MOST_ROWS_WITH_LOOKS = 2_000
_BROKEN = "The session's output could not be followed; open the cell again."
_FLOODED = "The session sent more than was asked for; open the cell again."


type Marking = Callable[[SessionId], AbstractContextManager[Callable[[Seq | None], None]]]
"""Gives a thread what says that a session's core, which stands at a seq, is called; None: over."""


@contextmanager
def unmarked(_session: SessionId) -> Iterator[Callable[[Seq | None], None]]:
    """Give what says nothing, because nobody would read it."""
    yield lambda _: None


class TerminalFeed:
    """Follows one session for one view; methods may be called from any thread, none blocks."""

    def __init__(
        self,
        *,
        session: SessionId,
        links: TerminalLinks,
        screens: ScreenFactory,
        scrollback_lines: int,
        deliver: Callable[[FeedEvent], None],
        marking: Marking = unmarked,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._links = links
        self._screens = screens
        self._deliver = deliver
        self._marking = marking
        self._clock = clock
        # Reentrant, because a link may deliver while it is being made.
        self._lock = threading.RLock()
        self._woken = threading.Condition(self._lock)
        self._messages: deque[EngineMessage | LinkLost] = deque()
        self._waiting_bytes = 0
        self._commands: deque[Callable[[], None]] = deque()
        self._link: TerminalLink | None = None
        self._attachment = 0
        self._room: Size | None = None
        self._shown = True
        self._stopping = False
        self._selected = False
        """Whether something may be selected; asked on the GUI thread alone."""
        self._attempts = 0
        self._screen = AttachedScreen(
            screens=screens,
            scrollback_lines=scrollback_lines,
            send=self.send,
            deliver=deliver,
            clock=clock,
        )
        self._thread = threading.Thread(target=self._run, name=f"feed {session.short}", daemon=True)

    def start(self, room: Size) -> None:
        """Attach and begin to follow; `room` is how many cells the view has."""
        self._room = room
        self._thread.start()
        self.attach_again()

    @property
    def has_ended(self) -> bool:
        """Whether there is no thread: not yet, or not any more."""
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Detach and end the thread soon; nothing is delivered after `join`."""
        with self._lock:
            self._stopping = True
            link, self._link = self._link, None
            self._woken.notify()
        if link is not None:
            link.close()

    def join(self, timeout_s: float = 5.0) -> bool:
        """Wait for the thread's end; returns whether it came."""
        if not self.has_ended:
            self._thread.join(timeout_s)
        return self.has_ended

    def attach_again(self) -> None:
        """Attach from where the core stands, after the link was lost."""
        self._command(self._attach_afresh)

    def send(self, message: ClientMessage) -> None:
        """Send a message to the engine; lost when there is no link."""
        with self._lock:
            link = self._link
        if link is not None:
            link.send(message)

    def ask_size(self, room: Size) -> None:
        """Tell how many cells there is room for."""
        with self._lock:
            self._room = room
        self.send(ResizeAsked(room))

    def set_shown(self, *, shown: bool) -> None:
        """Tell whether a person can see the view; unseen views get no frames."""
        with self._lock:
            if self._shown == shown:
                return
            self._shown = shown
        self.send(ShownChanged(shown))
        self._command(lambda: self._take_shown(shown=shown))

    def want_frame(self) -> None:
        """Ask for the next frame; it comes once, as soon as something changed."""
        self._command(self._want)

    def set_appearance(self, colors: DefaultColors, cell_pixels: tuple[int, int]) -> None:
        """Tell the core how its view looks."""
        self._command(lambda: self._screen.set_appearance(colors, cell_pixels))

    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        """Tell the core which cursor is the usual one."""
        self._command(lambda: self._screen.set_default_cursor(shape, blinking=blinking))

    def limit_images(self, most_bytes: int) -> None:
        """Tell the core how much of images it may keep."""
        self._command(lambda: self._screen.limit_images(most_bytes))

    def scroll_by(self, lines: int) -> None:
        """Move the shown part; negative is towards older output."""
        self._on_screen(lambda screen: screen.scroll_by(lines))

    def scroll_to(self, line: int) -> None:
        """Show an absolute line at the top."""
        self._on_screen(lambda screen: screen.scroll_to(line))

    def scroll_to_bottom(self) -> None:
        """Follow the newest output again."""
        self._on_screen(lambda screen: screen.scroll_to_bottom())

    def scroll_and_select(self, top: int | None, selection: LineSelection) -> None:
        """Show line `top` first unless it is None, then select between two places in all lines."""

        def act(screen: Screen) -> None:
            if top is not None:
                screen.scroll_to(top)
            first = self._screen.gate.scrollback(screen, self._clock()).top
            start, end = selection.start, selection.end
            screen.select(
                (start[0] - first, start[1]),
                (end[0] - first, end[1]),
                selection.unit,
                block=selection.block,
            )

        self._select(act)

    def select_all(self) -> None:
        """Select screen and scrollback."""
        self._select(lambda screen: screen.select_all())

    def clear_selection(self) -> None:
        """Select nothing."""
        if self._selected:
            self._selected = False
            self._on_screen(lambda screen: screen.clear_selection())

    def find(self, make: Callable[[], LineMatcher] | None) -> None:
        """Look for something, or stop; `Found` and `Marks` tell what there is."""
        self._selected = True
        self._command(lambda: self._screen.finder.seek(make))

    def find_next(self, *, down: bool) -> None:
        """Show the next hit below or above."""
        self._selected = True
        self._command(lambda: self._screen.finder.step(down=down))

    def copy(self, target: CopyTarget, form: CopyForm = CopyForm.PLAIN) -> None:
        """Read the selected text; it comes as `TextCopied`."""

        def read(screen: Screen) -> None:
            text = screen.selected_text()
            if form is CopyForm.ONE_LINE:
                text = as_one_line(text)
            # Looks are read row by row; of very much text they would hold up the output.
            looks = form is CopyForm.FORMATTED and text.count("\n") < _MOST_ROWS_WITH_LOOKS
            self._deliver(TextCopied(text, target, screen.selected_rows() if looks else ()))

        self._on_screen(read)

    def act(self, act: Callable[[Screen, Scrollback], FeedEvent | None]) -> None:
        """Act on the screen and where it is scrolled to; deliver what comes of it, if anything."""

        def acted(screen: Screen) -> None:
            event = act(screen, self._screen.gate.scrollback(screen, self._clock()))
            if event is not None:
                self._deliver(event)

        self._on_screen(acted)

    def _select(self, act: Callable[[Screen], None]) -> None:
        self._selected = True
        self._command(lambda: self._screen.select(act))

    def _on_screen(self, act: Callable[[Screen], None]) -> None:
        self._command(lambda: self._screen.with_screen(act))

    def _command(self, act: Callable[[], None]) -> None:
        with self._lock:
            self._commands.append(act)
            self._woken.notify()

    def _receive(self, attachment: int, message: EngineMessage | LinkLost) -> None:
        """Take a message on the connection's thread; those of an older link are dropped."""
        with self._lock:
            if attachment != self._attachment or self._stopping:
                return
            if isinstance(message, Records):
                self._waiting_bytes += len(message.data)
            if self._waiting_bytes > _MOST_WAITING_BYTES:
                # Credit bounds what an honest engine sends; this one does not keep to it.
                self._forget_messages()
                message = LinkLost(_FLOODED)
            self._messages.append(message)
            self._woken.notify()

    # What follows runs on the feed thread.

    def _run(self) -> None:
        try:
            with self._marking(self._session) as mark:
                self._screen.mark = mark
                while self._wait():
                    mark(self._screen.stands_at)
                    self._turn()
                    mark(None)
        except BaseException:
            self._deliver(LinkLost(_BROKEN))
            raise
        finally:
            self._screen.close()

    def _turn(self) -> None:
        for command in self._taken_commands():
            command()
        try:
            if not self._screen.busy:
                self._screen.receive(self._taken_messages())
            self._screen.work(self._clock() + _BUDGET_S, stop=self._interrupted)
        except InvalidError:
            self._start_over()
        self._screen.tick(more=self._has_output())

    def _wait(self) -> bool:
        """Wait for something to do; returns False when the thread shall end."""
        due = self._screen.due_at
        with self._lock:
            if not (self._commands or self._messages or self._screen.busy or self._stopping):
                self._woken.wait(None if due is None else max(due - self._clock(), 0))
            return not self._stopping

    def _interrupted(self) -> bool:
        return bool(self._commands) or self._stopping

    def _has_output(self) -> bool:
        return bool(self._messages) or self._screen.busy

    def _taken_commands(self) -> list[Callable[[], None]]:
        with self._lock:
            commands = list(self._commands)
            self._commands.clear()
        return commands

    def _taken_messages(self) -> list[EngineMessage]:
        """Return waiting messages, enough output to be worth a call; tells of a lost link."""
        taken: list[EngineMessage] = []
        lost: LinkLost | None = None
        size_bytes = 0
        with self._lock:
            while self._messages and size_bytes < _JOINED_BYTES:
                message = self._messages[0]
                if isinstance(message, LinkLost):
                    # What came before the loss is done first.
                    lost = None if taken else message
                    break
                self._messages.popleft()
                taken.append(message)
                if isinstance(message, Records):
                    size_bytes += len(message.data)
                    self._waiting_bytes -= len(message.data)
        if lost is not None:
            self._drop_link()
            self._deliver(lost)
        return taken

    def _want(self) -> None:
        self._screen.gate.wanted = True

    def _take_shown(self, *, shown: bool) -> None:
        self._screen.gate.shown = shown

    def _attach_afresh(self) -> None:
        self._attempts = 0
        self._attach()

    def _attach(self) -> None:
        self._drop_link()
        with self._lock:
            if self._stopping:
                return
            attachment = self._attachment
            self._link = self._links.attach(
                self._session,
                have=self._screen.stream.have,
                size=self._room,
                shown=self._shown,
                core=self._screens.name,
                receive=lambda message: self._receive(attachment, message),
            )

    def _drop_link(self) -> None:
        """Close the link there is and forget what came over it."""
        with self._lock:
            link, self._link = self._link, None
            self._forget_messages()
        if link is not None:
            link.close()

    def _forget_messages(self) -> None:
        """Drop what waits and whatever the present link still brings."""
        self._attachment += 1
        self._messages.clear()
        self._waiting_bytes = 0

    def _start_over(self) -> None:
        """Attach from nothing after the stream made no sense, a few times at most."""
        self._screen.restart()
        self._attempts += 1
        if self._attempts < _MOST_ATTEMPTS:
            self._attach()
        else:
            self._drop_link()
            self._deliver(LinkLost(_BROKEN))
