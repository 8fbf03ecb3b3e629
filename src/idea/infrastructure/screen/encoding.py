"""What all input encoders share: focus, wheel and paste."""

from typing import override

from idea.domain.paste import encode_paste
from idea.domain.ports.terminal_core import Modes, MouseTracking
from idea.domain.ports.terminal_input import InputEncoder, KeyPress

_MOST_WHEEL_LINES = 100


class SharedEncoder(InputEncoder):
    """Knows the modes; keys and mouse are encoded by the adapters."""

    def __init__(self) -> None:
        """Encode for a fresh terminal."""
        self._modes = Modes()

    @override
    def set_modes(self, modes: Modes) -> None:
        if modes != self._modes:
            self._modes = modes
            self._modes_changed()

    def _modes_changed(self) -> None:
        """Take over `_modes`; for adapters that keep a copy elsewhere."""

    @override
    def wheel(self, lines: int) -> bytes:
        modes = self._modes
        tracked = modes.mouse_tracking is not MouseTracking.NONE
        if tracked or not (modes.alternate_screen and modes.alternate_scroll):
            return b""
        arrow = self.key(KeyPress("ArrowUp" if lines < 0 else "ArrowDown"))
        return arrow * min(abs(lines), _MOST_WHEEL_LINES)

    @override
    def focus(self, *, focused: bool) -> bytes:
        if not self._modes.focus_events:
            return b""
        return b"\x1b[I" if focused else b"\x1b[O"

    @override
    def color_scheme(self, *, is_dark: bool) -> bytes:
        if not self._modes.reports_color_scheme:
            return b""
        return b"\x1b[?997;1n" if is_dark else b"\x1b[?997;2n"

    @override
    def paste(self, text: str) -> bytes:
        return encode_paste(text, bracketed=self._modes.bracketed_paste)


def typed_text(press: KeyPress) -> str:
    """Return the text of a key press without control characters."""
    return "".join(char for char in press.text if char >= " " and not "\x7f" <= char <= "\x9f")
