"""Saves and restores whole terminals: the library's own format, and portable VT text."""

import re
from typing import Any

from idea.domain.errors import InvalidError
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point

CONTINUATION_BYTES = 2 << 20
"""An unfinished sequence of up to this size is part of a snapshot."""
_SCREEN_SWITCH = re.compile(rb"\x1b\[\?(?:47|1047|1049)h")
_MODES = re.compile(rb"(?:\x1b\[\??[0-9;]*[hl])*")
_ORIGIN = b"\x1b[?6h"
_REGION = re.compile(rb"\x1b\[([0-9]+);[0-9]+r")
_CURSOR = re.compile(rb"\x1b\[([0-9]+);([0-9]+)H")


COMMANDS = b"IdeA commands"
IMAGES = b"IdeA images"
TOLD = b"IdeA keys"
"""What ends a snapshot that has more behind what the library wrote, and before it its length."""


def with_part(snapshot: bytes, part: bytes, mark: bytes) -> bytes:
    """Return a snapshot that carries something of ours as well."""
    if not part:
        return snapshot
    return b"".join((snapshot, part, len(part).to_bytes(4), mark))


def without_part(snapshot: bytes, mark: bytes) -> tuple[bytes, bytes]:
    """Return the rest of a snapshot, and what it carries under a mark; empty when nothing."""
    if not snapshot.endswith(mark):
        return snapshot, b""
    end = len(snapshot) - len(mark) - 4
    start = end - int.from_bytes(snapshot[end : end + 4])
    return snapshot[:start], snapshot[start:end]


def take_snapshot(abi: Abi, terminal: Any) -> bytes:
    """Return everything the terminal holds, an unfinished sequence included.

    Raises:
        InvalidError: The library refuses; it does so for a wide cluster cut by a narrower screen.
    """
    pointer, length = abi.ffi.new("uint8_t **"), abi.ffi.new("size_t *")
    result = abi.lib.ghostty_snapshot_encode_alloc(terminal, abi.ffi.NULL, pointer, length)
    if result:
        raise InvalidError("This screen does not fit its core's own format; use the portable one.")
    return _taken(abi, pointer, length)


def decode_snapshot(abi: Abi, snapshot: bytes) -> Any:
    """Return a box with the terminal of a snapshot; limits and colours are not part of it.

    Raises:
        InvalidError: The bytes are not a snapshot this library can read.
    """
    ffi, lib = abi.ffi, abi.lib
    decoder, box = ffi.new("GhosttySnapshotDecoder *"), ffi.new("GhosttyTerminal *")
    source = ffi.from_buffer(snapshot)
    abi.check(
        lib.ghostty_snapshot_decoder_new_buf(ffi.NULL, decoder, source, len(snapshot)),
        "read a saved state",
    )
    try:
        lib.ghostty_snapshot_decoder_set(
            decoder[0],
            lib.GHOSTTY_SNAPSHOT_DECODER_OPT_MAX_CONTINUATION_BYTES,
            ffi.new("size_t *", CONTINUATION_BYTES),
        )
        lib.ghostty_snapshot_decoder_set(
            decoder[0],
            lib.GHOSTTY_SNAPSHOT_DECODER_OPT_RETAIN_CONTINUATION,
            ffi.new("bool *", 1),
        )
        if lib.ghostty_snapshot_decoder_decode(decoder[0], box):
            raise InvalidError("The saved state of this terminal cannot be read by its core.")
    finally:
        lib.ghostty_snapshot_decoder_free(decoder[0])
    return box


def vt_text(abi: Abi, terminal: Any, first: int, last: tuple[int, int], *, state: bool) -> bytes:
    """Return VT text of line `first` to the cell `last`, with modes and cursor around it or not."""
    selection = _selected(abi, terminal, first, last)
    options = _options(abi, selection)
    extra, screen = options.extra, options.extra.screen
    extra.modes = extra.scrolling_region = extra.keyboard = state
    screen.cursor = screen.style = screen.hyperlink = screen.protection = state
    screen.kitty_keyboard = screen.charsets = state
    return _formatted(abi, terminal, options)


def margins(abi: Abi, terminal: Any) -> bytes:
    """Return DECSTBM and DECSLRM as they are, if they keep anything out; a cell stands before."""
    selection = _selected(abi, terminal, 0, (0, 0))
    options = _options(abi, selection)
    options.extra.scrolling_region = True
    return _formatted(abi, terminal, options)


def _selected(abi: Abi, terminal: Any, first: int, last: tuple[int, int]) -> Any:
    ffi, lib = abi.ffi, abi.lib
    selection = abi.sized("GhosttySelection")
    grid_ref = abi.short("ghostty_terminal_grid_ref", POINTER, Point, POINTER)
    for grid, (line, column) in ((selection.start, (first, 0)), (selection.end, last)):
        grid.size = ffi.sizeof("GhosttyGridRef")
        point = Point(tag=lib.GHOSTTY_POINT_TAG_SCREEN, x=column, y=line)
        grid_ref(abi.address(terminal), point, abi.address(ffi.addressof(grid)))
    return selection


def _options(abi: Abi, selection: Any) -> Any:
    """Return what to write; it points to the selection, which must outlive it."""
    ffi, lib = abi.ffi, abi.lib
    options = abi.sized("GhosttyFormatterTerminalOptions")
    options.emit = lib.GHOSTTY_FORMATTER_FORMAT_VT
    options.unwrap = options.trim = True
    options.extra.size = ffi.sizeof("GhosttyFormatterTerminalExtra")
    options.extra.screen.size = ffi.sizeof("GhosttyFormatterScreenExtra")
    options.selection = selection
    return options


def _formatted(abi: Abi, terminal: Any, options: Any) -> bytes:
    ffi, lib = abi.ffi, abi.lib
    formatter = ffi.new("GhosttyFormatter *")
    abi.check(
        lib.ghostty_formatter_terminal_new(ffi.NULL, formatter, terminal, options[0]),
        "write its screen",
    )
    pointer, length = ffi.new("uint8_t **"), ffi.new("size_t *")
    try:
        result = lib.ghostty_formatter_format_alloc(formatter[0], ffi.NULL, pointer, length)
        abi.check(result, "write its screen")
    finally:
        lib.ghostty_formatter_free(formatter[0])
    return _taken(abi, pointer, length)


def portable(body: bytes, cell: bytes, whole: bytes, *, alternate: bool, blank_end: int) -> bytes:
    """Return VT text that brings a fresh core to the same screen.

    `body` is all the text; `cell` is that of one cell, and `whole` the same with the modes before
    and the cursor after it, which do not depend on the text and are so had without writing it
    twice. The modes are moved behind the text, because some (insert, origin, no wrap) would change
    how it is printed; `blank_end` lines follow it, because the library leaves them out.
    """
    modes = _MODES.match(whole)
    before = modes[0] if modes else b""
    after = whole[len(before) :].removeprefix(cell)
    before = _SCREEN_SWITCH.sub(b"", before)
    start = b"\x1b[?1049h\x1b[H" if alternate else b""
    text = body.removesuffix(b"\r\n" * body.count(b"\r\n")) if body.isspace() else body
    state = before.replace(_ORIGIN, b"") + after
    if _ORIGIN in before:
        state += _cursor_in_region(after)
    return b"".join((start, text, b"\x1b[0m", b"\r\n" * blank_end, state))


def _cursor_in_region(after: bytes) -> bytes:
    """Return origin mode and the cursor, which it made relative to the scrolling region."""
    region, cursor = _REGION.search(after), _CURSOR.search(after)
    if cursor is None:
        return _ORIGIN
    top = int(region[1]) if region else 1
    return _ORIGIN + b"\x1b[%d;%dH" % (max(int(cursor[1]) - top + 1, 1), int(cursor[2]))


def _taken(abi: Abi, pointer: Any, length: Any) -> bytes:
    """Return a copy of memory the library allocated, and free it."""
    try:
        return bytes(abi.ffi.buffer(pointer[0], length[0]))
    finally:
        abi.lib.ghostty_free(abi.ffi.NULL, pointer[0], length[0])


def unfinished(abi: Abi, terminal: Any) -> bytes:
    """Return the bytes of the sequence a terminal is in the middle of."""
    ffi, lib = abi.ffi, abi.lib
    length = ffi.new("size_t *")
    lib.ghostty_terminal_continuation_buf(terminal, ffi.NULL, 0, length)
    if not length[0]:
        return b""
    buffer = ffi.new("uint8_t[]", length[0])
    if lib.ghostty_terminal_continuation_buf(terminal, buffer, length[0], length):
        return b""
    return bytes(ffi.buffer(buffer, length[0]))
