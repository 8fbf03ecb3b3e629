"""How a terminal behaves, as the person set it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalOptions:
    """The settings of a terminal view that are not about its look."""

    scrollback_lines: int = 10_000
    """Taken when the view attaches; a change counts for later views."""
    wheel_lines: int = 3
    """Lines one notch of the wheel scrolls."""
    copy_on_select: bool = False
    confirm_multiline_paste: bool = True
    image_bytes: int = 64 << 20
    """What a program's images may take; 0 for none."""
