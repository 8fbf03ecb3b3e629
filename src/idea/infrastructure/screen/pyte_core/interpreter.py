"""Turns parsed sequences into operations of the model: the portable core's command table."""

from collections.abc import Callable, Mapping
from typing import override

from pyte.modes import DECOM, IRM, LNM

from idea.domain.screen_look import is_dark
from idea.domain.styled_text import sgr
from idea.infrastructure.screen.command_tap import RESET, TAPPED
from idea.infrastructure.screen.identity import (
    NAME,
    PRIMARY_ATTRIBUTES,
    SECONDARY_ATTRIBUTES,
    TERTIARY_ATTRIBUTES,
)
from idea.infrastructure.screen.mouse_modes import MOUSE_MODES
from idea.infrastructure.screen.pyte_core.effects import PyteEffects
from idea.infrastructure.screen.pyte_core.model import PyteModel
from idea.infrastructure.screen.pyte_core.parser import ControlSequence, Receiver
from idea.infrastructure.screen.pyte_core.sgr import apply_sgr

_ANSI_MODES = {4: IRM, 20: LNM}
_SCREEN_MODES = (47, 1047, 1048, 1049)
_KNOWN_PRIVATE = frozenset(
    (1, 5, 6, 7, 12, 25, 66, 67, 1004, 1007, 1036, 2004, 2026, 2031, *MOUSE_MODES, *_SCREEN_MODES)
)


class Interpreter(Receiver):
    """Receives from the parser, acts on the model and the effects."""

    def __init__(self, model: PyteModel, effects: PyteEffects) -> None:
        """Act on these."""
        self._model = model
        self._effects = effects
        self.cell_pixels = (8, 16)
        self._controls: Mapping[str, Callable[[], None]] = {
            "\a": effects.bell,
            "\b": model.backspace,
            "\t": model.tab,
            "\n": model.linefeed,
            "\v": model.linefeed,
            "\f": model.linefeed,
            "\r": model.carriage_return,
            "\x0e": model.shift_out,
            "\x0f": model.shift_in,
        }
        self._escapes: Mapping[str, Callable[[], None]] = {
            "c": self._reset,
            "D": model.index,
            "E": self._next_line,
            "M": model.reverse_index,
            "H": model.set_tab_stop,
            "7": model.save_cursor,
            "8": model.restore_cursor,
            "=": lambda: model.set_private(66, on=True),
            ">": lambda: model.set_private(66, on=False),
            "#8": model.alignment_display,
        }
        self._by_count: Mapping[str, Callable[[int], object]] = {
            "@": model.insert_characters,
            "A": model.cursor_up,
            "B": model.cursor_down,
            "C": model.cursor_forward,
            "D": model.cursor_back,
            "E": model.cursor_down1,
            "F": model.cursor_up1,
            "G": model.cursor_to_column,
            "I": model.tab_by,
            "L": model.insert_lines,
            "M": model.delete_lines,
            "P": model.delete_characters,
            "S": model.scroll_up,
            "T": model.scroll_down,
            "X": model.erase_characters,
            "Z": lambda count: model.tab_by(-count),
            "`": model.cursor_to_column,
            "a": model.cursor_forward,
            "b": model.repeat,
            "d": model.cursor_to_line,
            "e": model.cursor_down,
        }
        self._by_number: Mapping[str, Callable[[int], object]] = {
            "J": model.erase_in_display,
            "?J": model.erase_in_display,
            "K": model.erase_in_line,
            "?K": model.erase_in_line,
            "g": model.clear_tab_stop,
            " q": model.set_shape,
            "n": self._report_status,
            "?n": self._report_private_status,
            "c": lambda _: effects.reply(PRIMARY_ATTRIBUTES),
            ">c": lambda _: effects.reply(SECONDARY_ATTRIBUTES),
            "=c": lambda _: effects.reply(TERTIARY_ATTRIBUTES),
            ">q": lambda _: effects.reply(f"\x1bP>|{NAME}\x1b\\"),
            "t": self._report_size,
            "!p": lambda _: model.soft_reset(),
            "s": lambda _: model.save_cursor(),
            "u": lambda _: model.restore_cursor(),
        }

    @override
    def text(self, text: str) -> None:
        self._model.draw(text)

    @override
    def control(self, char: str) -> None:
        act = self._controls.get(char)
        if act is not None:
            act()

    @override
    def escape(self, name: str) -> None:
        act = self._escapes.get(name)
        if act is not None:
            act()
        elif len(name) == 2 and name[0] in "()":
            self._model.designate(name[0], name[1])

    @override
    def csi(self, sequence: ControlSequence) -> None:
        name, parameters = sequence.name, sequence.parameters
        first, second = parameters[0] or 0, parameters[1] if len(parameters) > 1 else None
        if name in self._by_count:
            self._by_count[name](max(first, 1))
        elif name in self._by_number:
            self._by_number[name](first)
        elif name in {"H", "f"}:
            self._model.cursor_position(first or 1, second or 1)
        elif name == "m":
            self._model.set_style(apply_sgr(self._model.style, sequence.groups))
        elif name in {">m", ">f"} and first == 4:
            self._effects.tell(f"[>4;{second or 0}{name[1]}")
        elif name == "r":
            self._model.set_margins(first or None, second or None)
        else:
            self._csi_mode(name, [number for number in parameters if number is not None])

    def _csi_mode(self, name: str, modes: list[int]) -> None:
        match name:
            case "h" | "l":
                for mode in modes:
                    if mode in _ANSI_MODES:
                        change = self._model.mode.add if name == "h" else self._model.mode.discard
                        change(_ANSI_MODES[mode])
            case "?h" | "?l":
                for mode in modes:
                    if mode in _KNOWN_PRIVATE:
                        self._model.set_private(mode, on=name == "?h")
            case "?$p" if modes:
                state = (1 if modes[0] in self._model.private else 2) * (modes[0] in _KNOWN_PRIVATE)
                self._effects.reply(f"\x1b[?{modes[0]};{state}$y")
            case "$p" if modes:
                shifted = _ANSI_MODES.get(modes[0])
                state = 0 if shifted is None else 1 if shifted in self._model.mode else 2
                self._effects.reply(f"\x1b[{modes[0]};{state}$y")
            case _:
                pass

    @override
    def osc(self, content: str) -> None:
        if content.startswith("8;"):
            self._model.set_link(content[2:].partition(";")[2])
        elif content.partition(";")[0] in TAPPED:
            self._effects.tell(f"]{content}")
        else:
            self._effects.osc(content)

    @override
    def dcs(self, content: str) -> None:
        if content.startswith("$q"):
            # A table of known questions: what was asked for is never echoed.
            answer = self._settings().get(content[2:])
            self._effects.reply(f"\x1bP1$r{answer}\x1b\\" if answer else "\x1bP0$r\x1b\\")

    def _settings(self) -> Mapping[str, str]:
        """Return what DECRQSS may ask for, as the sequences that would set it."""
        model = self._model
        top, bottom = model.margins or (0, model.lines - 1)
        style = sgr(model.style).decode("ascii").removeprefix("\x1b[").removesuffix("m")
        return {
            "m": f"0;{style}m" if style else "0m",
            "r": f"{top + 1};{bottom + 1}r",
            " q": f"{model.shape_code} q",
        }

    def _reset(self) -> None:
        self._model.reset()
        self._effects.tell(RESET.decode())

    def _next_line(self) -> None:
        self._model.index()
        self._model.carriage_return()

    def _report_status(self, what: int) -> None:
        if what == 5:
            self._effects.reply("\x1b[0n")
        elif what == 6:
            self._effects.reply("\x1b[{};{}R".format(*self._place()))

    def _report_private_status(self, what: int) -> None:
        if what == 6:
            self._effects.reply("\x1b[?{};{}R".format(*self._place()))
        elif what == 996 and self._effects.defaults is not None:
            self._effects.reply(f"\x1b[?997;{1 if is_dark(self._effects.defaults) else 2}n")

    def _place(self) -> tuple[int, int]:
        model = self._model
        top = model.margins.top if DECOM in model.mode and model.margins else 0
        return model.cursor.y - top + 1, min(model.cursor.x, model.columns - 1) + 1

    def _report_size(self, what: int) -> None:
        width, height = self.cell_pixels
        columns, rows = self._model.columns, self._model.lines
        match what:
            case 14:
                self._effects.reply(f"\x1b[4;{rows * height};{columns * width}t")
            case 16:
                self._effects.reply(f"\x1b[6;{height};{width}t")
            case 18:
                self._effects.reply(f"\x1b[8;{rows};{columns}t")
            case _:
                pass
