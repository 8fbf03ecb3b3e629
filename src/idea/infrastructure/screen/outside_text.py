"""Limits what a program's strings may be before they leave a core: titles, links, messages."""

import re

from idea.domain.paste import without_controls

LONGEST_TITLE = 256
LONGEST_TEXT = 4096
LONGEST_LINK = 2083
"""Bytes, as VTE and iTerm2 have it."""
MOST_REPLY_BYTES = 64 << 10
"""In one feed; a flood of queries gets no more."""
MOST_NOTIFICATIONS = 8
"""In one feed; the first ones count."""
_LINE_ENDS = {9: " ", 10: " ", 13: " "}
_DIRECTIONS = dict.fromkeys([0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Marks that change the order in which text is shown, so that it reads as something else."""
_LINK = re.compile(r"[\x21-\x7e]+")


def one_line(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return text on one line, without controls and direction marks, cut to a length."""
    plain = without_controls(text[: longest * 4]).translate(_LINE_ENDS).translate(_DIRECTIONS)
    return plain[:longest]


def lawful_link(target: str) -> str:
    """Return a link's target, or nothing when it is too long or not of printable ASCII."""
    if len(target) > LONGEST_LINK or not _LINK.fullmatch(target):
        return ""
    return target
