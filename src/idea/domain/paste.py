"""Text on its way into a terminal: everything IdeA types passes here.

Source: CVE-2021-31701 and its like; a paste must not be able to end its own bracket.
"""

_START = b"\x1b[200~"
_END = b"\x1b[201~"
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
        return _START + clean.encode(errors="replace") + _END
    return clean.replace("\r\n", "\r").replace("\n", "\r").encode(errors="replace")
