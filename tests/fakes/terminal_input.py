"""An encoder whose bytes say in plain text what was asked."""

from typing import override

from idea.domain.ports.terminal_core import Modes
from idea.domain.ports.terminal_input import (
    InputEncoder,
    InputEncoderFactory,
    KeyAction,
    KeyPress,
    MouseEvent,
)


class FakeInputEncoder(InputEncoder):
    """Sends typed text as it is, and every other event in angle brackets."""

    def __init__(self) -> None:
        self.modes = Modes()
        self.pressed: list[KeyPress] = []

    @override
    def set_modes(self, modes: Modes) -> None:
        self.modes = modes

    @override
    def key(self, press: KeyPress) -> bytes:
        self.pressed.append(press)
        if press.action is KeyAction.RELEASE:
            return b""
        return (press.text or f"<{press.key}>").encode()

    @override
    def mouse(self, event: MouseEvent) -> bytes:
        return f"<{event.action.value} {event.button.value} {event.row},{event.column}>".encode()

    @override
    def wheel(self, lines: int) -> bytes:
        return f"<wheel {lines}>".encode() if self.modes.alternate_screen else b""

    @override
    def focus(self, *, focused: bool) -> bytes:
        return (b"<in>" if focused else b"<out>") if self.modes.focus_events else b""

    @override
    def color_scheme(self, *, is_dark: bool) -> bytes:
        if not self.modes.reports_color_scheme:
            return b""
        return b"<dark>" if is_dark else b"<light>"

    @override
    def paste(self, text: str) -> bytes:
        return text.encode()


class FakeInputEncoderFactory(InputEncoderFactory):
    """Keeps every encoder it made in `made`."""

    def __init__(self) -> None:
        self.made: list[FakeInputEncoder] = []

    @override
    def create_encoder(self) -> FakeInputEncoder:
        self.made.append(FakeInputEncoder())
        return self.made[-1]
