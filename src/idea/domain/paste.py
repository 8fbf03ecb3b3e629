"""Text on its way into a terminal: everything IdeA types passes here.

Source: CVE-2021-31701 and its like; a paste must not be able to end its own bracket.
"""

import re
from collections.abc import Iterable

PASTE_BEGINS = b"\x1b[200~"
PASTE_ENDS = b"\x1b[201~"
_PLAIN_PATH = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
_KEPT = "\t\n\r"
_DROPPED = dict.fromkeys(
    code for code in [*range(0x20), *range(0x7F, 0xA0)] if chr(code) not in _KEPT
)


def without_controls(text: str) -> str:
    """Return the text without C0 (but tab, line feed, carriage return), DEL and C1."""
    return text.translate(_DROPPED)


def encode_paste(text: str, *, bracketed: bool) -> bytes:
    """Return the UTF-8 bytes to type for a paste; lone surrogates become question marks.

    A bracketed paste keeps its line ends; otherwise each line end (CR LF, LF, CR) becomes CR, as
    the Enter key would send. An empty text gives no bytes at all.
    """
    clean = without_controls(text)
    if not clean:
        return b""
    if bracketed:
        return PASTE_BEGINS + clean.encode(errors="replace") + PASTE_ENDS
    return clean.replace("\r\n", "\r").replace("\n", "\r").encode(errors="replace")


def quoted_paths(paths: Iterable[str]) -> str:
    """Return paths as words of a shell, each with a space behind it, control characters named."""
    return "".join(f"{_quoted(path)} " for path in paths)


def _quoted(path: str) -> str:
    if _PLAIN_PATH.fullmatch(path):
        return path
    if path.isprintable():
        return "'" + path.replace("'", "'\\''") + "'"
    # A line end in a name must never reach the shell as the Enter key.
    named = path.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(char if char.isprintable() else _escaped(char) for char in named) + "'"


def _escaped(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # A byte that is no text, as Python reads file names.
        return f"\\x{code - 0xDC00:02x}"
    return (
        f"\\x{code:02x}"
        if code < 0x80
        else f"\\u{code:04x}"
        if code < 0x10000
        else f"\\U{code:08x}"
    )
