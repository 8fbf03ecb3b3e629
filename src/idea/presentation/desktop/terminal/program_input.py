"""Everything a person sends to a program: encoded for its modes, sent as the engine allows."""

from collections.abc import Callable

from idea.domain.errors import ConflictError
from idea.domain.paste import encode_paste
from idea.domain.ports.terminal_core import Modes
from idea.domain.ports.terminal_input import InputEncoder, KeyPress, MouseEvent
from idea.domain.stream.client_input import ClientInput
from idea.domain.stream.messages import ClientMessage, InputKind
from idea.presentation.desktop.terminal.keyboard import is_interrupt
from idea.presentation.desktop.viewmodels.typed import Composed, Pasted, Typed

_ENTER = KeyPress(key="Enter", text="\r")


class ProgramInput:
    """Keys, pastes and mouse reports on their way to the program; lives on the GUI thread."""

    def __init__(
        self,
        *,
        encoder: InputEncoder,
        send: Callable[[ClientMessage], None],
        refused: Callable[[str], None],
    ) -> None:
        self._encoder = encoder
        self._send = send
        self._refused = refused
        self._queue = ClientInput()
        self.modes = Modes()
        """What the program asked for, as of the last frame."""

    def set_modes(self, modes: Modes) -> None:
        """Encode for these modes from now on."""
        if modes != self.modes:
            self.modes = modes
            self._encoder.set_modes(modes)

    def allow(self, bytes_allowed: int) -> None:
        """Take new input credit."""
        self._send_all(self._queue.allow(bytes_allowed))

    def restart(self) -> None:
        """Begin with no credit, after an attach."""
        self._queue.restart()

    def key(self, press: KeyPress) -> bool:
        """Send a key; returns whether it meant anything to the program."""
        data = self._encoder.key(press)
        return self._put(InputKind.INTERRUPT if is_interrupt(press) else InputKind.KEY, data)

    def commit(self, text: str) -> bool:
        """Send text that an input method composed, as if its keys had been pressed."""
        return self._put(InputKind.KEY, encode_paste(text, bracketed=False))

    def paste(self, text: str) -> bool:
        """Send pasted or dropped text."""
        return self._put(InputKind.PASTE, self._encoder.paste(text))

    def line(self, line: str, *, enter: bool) -> bool:
        """Paste a line for the person, and press Enter behind it when asked."""
        return self.paste(line) and (not enter or self.key(_ENTER))

    def along(self, typed: Typed) -> bool:
        """Send what was typed into another terminal, encoded for the modes of this program."""
        match typed:
            case KeyPress():
                return self.key(typed)
            case Composed(text):
                return self.commit(text)
            case Pasted(text):
                return self.paste(text)

    @property
    def pasting_bytes(self) -> int:
        """How much of pastes waits for the program to read."""
        return self._queue.pasting_bytes

    def cancel_paste(self) -> None:
        """Send no more of what is being pasted."""
        self._send_all(self._queue.cancel_pastes())

    def text(self, text: str, *, enter: bool) -> bool:
        """Send text on somebody's behalf, and Enter after it when asked."""
        data = self._encoder.paste(text)
        if enter:
            data += self._encoder.key(_ENTER)
        return self._put(InputKind.TEXT, data)

    def mouse(self, event: MouseEvent) -> bool:
        """Report a mouse event; returns whether the program wanted it."""
        return self._put(InputKind.KEY, self._encoder.mouse(event))

    def wheel(self, lines: int) -> bool:
        """Turn a wheel into arrow keys, if the program wants it so; negative is up."""
        return self._put(InputKind.KEY, self._encoder.wheel(lines))

    def focus(self, *, focused: bool) -> bool:
        """Report a change of focus, if the program wants to know."""
        return self._put(InputKind.KEY, self._encoder.focus(focused=focused))

    def color_scheme(self, *, is_dark: bool) -> bool:
        """Report that the view turned dark or light, if the program wants to know."""
        return self._put(InputKind.KEY, self._encoder.color_scheme(is_dark=is_dark))

    def _put(self, kind: InputKind, data: bytes) -> bool:
        if not data:
            return False
        try:
            self._send_all(self._queue.send(kind, data))
        except ConflictError as error:
            self._refused(error.sentence)
        return True

    def _send_all(self, messages: tuple[ClientMessage, ...]) -> None:
        for message in messages:
            self._send(message)
