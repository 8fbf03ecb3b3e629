"""Gives a terminal of the library another size, and keeps it from one that ends the process.

Where autowrap (mode 7) is off the library moves lines to a wider page cell by cell instead of
wrapping them anew. A page that was used before, as pages are once the scrollback is full, and that
had to grow for its links keeps a width of before, and is written to beyond its end. So lines are
always wrapped anew, whatever the mode says, which is as it was afterwards.
"""

from typing import Any, Final

from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.abi import Abi

_AUTOWRAP: Final = 7


def resize_terminal(abi: Abi, terminal: Any, size: Size, cell_pixels: tuple[int, int]) -> None:
    """Resize a terminal, on the thread that feeds it; pixels are those of a cell.

    Raises:
        ProcessError: The library could not, most likely for lack of memory.
    """
    lib = abi.lib
    mode = abi.ffi.new("GhosttyTerminalModeConfig *", (_AUTOWRAP, 0))
    lib.ghostty_terminal_get(terminal, lib.GHOSTTY_TERMINAL_DATA_MODE, mode)
    wraps, mode.value = bool(mode.value), True
    if not wraps:
        lib.ghostty_terminal_set(terminal, lib.GHOSTTY_TERMINAL_OPT_MODE, mode)
    result = lib.ghostty_terminal_resize(terminal, size.columns, size.rows, *cell_pixels)
    if not wraps:
        mode.value = False
        lib.ghostty_terminal_set(terminal, lib.GHOSTTY_TERMINAL_OPT_MODE, mode)
    abi.check(result, "take another size")
