"""Text for a program whose modes nobody knows."""

import re

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def plain_text(text: str, *, enter: bool) -> bytes:
    """Return text as keys: no control characters but tab and line ends, which become Enter."""
    keys = _CONTROLS.sub("", text).replace("\r\n", "\r").replace("\n", "\r")
    return (keys + "\r" * enter).encode("utf-8", "replace")
