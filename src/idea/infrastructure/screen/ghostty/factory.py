"""Makes cores on libghostty-vt, after one look at whether its cells are laid out as expected."""

import functools
from typing import Any, override

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.ports.terminal_images import PngDecoder
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.abi import Abi, load
from idea.infrastructure.screen.ghostty.facts import TerminalFacts
from idea.infrastructure.screen.ghostty.png_callback import use_decoder
from idea.infrastructure.screen.ghostty.reader import ScreenReader
from idea.infrastructure.screen.ghostty.screen import GhosttyScreen
from idea.infrastructure.screen.ghostty.snapshots import (
    COMMANDS,
    IMAGES,
    TOLD,
    decode_snapshot,
    without_part,
)

_PROBE_SIZE = Size(columns=40, rows=8)
_PROBE = (
    "plain\r\n\x1b[1;31mbold red\x1b[0m\x1b[7;38;2;1;2;3mtrue\x1b[0m\r\n"
    "\x1b[44m\x1b[K\x1b[48;2;1;2;3m\r\n\x1b[K\x1b[0m\r\n"
    "中文 e\u0301 👩\u200d🚀 \U0001f600\r\n"
    "\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\ \x1b]133;A\x07prompt \x1b]133;B\x07in\r\n"
    '\x1b[1"qprotected\x1b[0"q'
).encode()


class GhosttyScreenFactory(ScreenFactory):
    """Makes cores of the installed wheel."""

    def __init__(self, *, trust_layout: bool | None = None, pngs: PngDecoder | None = None) -> None:
        """Load the library; None finds out by itself whether raw cells can be trusted.

        Who shows screens gives `pngs`, with which all cores of the process decode pictures. Without
        them frames have no images, and to answer programs the size of a picture is enough.

        Raises:
            ProcessError: No wheel is installed here.
        """
        self._abi = load()
        use_decoder(self._abi, pngs)
        self._shows_images = pngs is not None
        self._trust_layout = layout_is_known(self._abi) if trust_layout is None else trust_layout

    @property
    @override
    def name(self) -> str:
        return self._abi.name

    @property
    def reads_raw_cells(self) -> bool:
        """Whether rows take the fast path."""
        return self._trust_layout

    @override
    def create(self, size: Size, scrollback_lines: int) -> Screen:
        box = _new_terminal(self._abi, size)
        TerminalFacts(self._abi, self._abi.address(box[0])).set_mode_defaults()
        return self._screen(box, scrollback_lines, is_new=True)

    @override
    def restore(self, native_snapshot: bytes, scrollback_lines: int) -> Screen:
        rest, images = without_part(native_snapshot, IMAGES)
        rest, commands = without_part(rest, COMMANDS)
        snapshot, told = without_part(rest, TOLD)
        box = decode_snapshot(self._abi, snapshot)
        screen = self._screen(box, scrollback_lines, is_new=False)
        try:
            screen.restore_parts(told=told, commands=commands, images=images)
        except InvalidError:
            screen.close()
            raise
        return screen

    def _screen(self, box: Any, scrollback_lines: int, *, is_new: bool) -> GhosttyScreen:
        facts = TerminalFacts(self._abi, self._abi.address(box[0]))
        facts.set_limits()
        return GhosttyScreen(
            self._abi,
            box,
            scrollback_lines,
            trust_layout=self._trust_layout,
            shows_images=self._shows_images,
            is_new=is_new,
        )


@functools.cache
def layout_is_known(abi: Abi) -> bool:
    """Whether a probe terminal's raw cells mean what the library's getters say."""
    box = _new_terminal(abi, _PROBE_SIZE)
    terminal = abi.address(box[0])
    TerminalFacts(abi, terminal).set_mode_defaults()
    abi.lib.ghostty_terminal_vt_write(box[0], _PROBE, len(_PROBE))
    reader = ScreenReader(abi, terminal, trust_layout=True)
    reader.update()
    try:
        return reader.layout_holds()
    finally:
        reader.close()
        abi.lib.ghostty_terminal_free(box[0])


def _new_terminal(abi: Abi, size: Size) -> Any:
    box = abi.ffi.new("GhosttyTerminal *")
    result = abi.lib.ghostty_terminal_new(abi.ffi.NULL, box, size.columns, size.rows)
    abi.check(result, "make a screen")
    return box
