"""Bounds what a program may send as one image (APC G) before its bytes reach a core.

The library bounds what it keeps, but not well what it takes in: an image sent in pieces may grow
to 400 MB before it is refused, and a packed one of some hundred bytes is unpacked to as much. Data
beyond the limit is left out here, so that the library finds the image too short and says so.

Bytes are never held back; what is left out is data of an image, which no snapshot carries.
"""

import binascii
import re
import zlib

_BEGIN = b"\x1b_G"
_END = re.compile(rb"[\x18\x1a\x1b\x9c]")
_CONTROL_END = re.compile(rb"[;\x18\x1a\x1b\x9c]")
_LONGEST_CONTROL = 512
_NOT_BASE64 = bytes(
    set(range(256)) - set(b"+/0123456789") - set(range(65, 91)) - set(range(97, 123))
)
_PIECE = 1 << 20
_FEW = 64
"""So many underscores are looked at one by one."""


class _Packed:
    """How large packed data is, found by unpacking it and keeping nothing."""

    def __init__(self) -> None:
        self._unpacker = zlib.decompressobj()
        self._rest = b""

    def size_of(self, payload: bytes, most: int) -> int:
        """Return by how much a piece of base64 unpacks; more than `most` when it is damaged.

        It may stop counting beyond `most`.
        """
        text = self._rest + payload.translate(None, _NOT_BASE64)
        whole = len(text) // 4 * 4
        self._rest = text[whole:]
        return self._unpacked(text[:whole], most)

    def end_piece(self, most: int) -> int:
        """Return by how much what is left of a sequence unpacks; the next one begins anew."""
        text, self._rest = self._rest, b""
        return self._unpacked(text + b"=" * (-len(text) % 4), most)

    def _unpacked(self, text: bytes, most: int) -> int:
        size = 0
        try:
            data = binascii.a2b_base64(text)
            while data and size <= most:
                size += len(self._unpacker.decompress(data, _PIECE))
                data = self._unpacker.unconsumed_tail
        except (zlib.error, binascii.Error):
            return most + 1
        return size


class ImageGuard:
    """Guards one stream; belongs to the thread that feeds its core."""

    def __init__(self, most_bytes: int) -> None:
        """Let images of so many bytes pass."""
        self.most_bytes = most_bytes
        self.placing = 0
        """How many sequences may have put an image somewhere; for whoever counts, and resets it."""
        self._tail = b""
        """The end of the last chunk, if it may be the beginning of an image."""
        self._is_inside = self._has_control = False
        self._control = b""
        self._goes_on = False
        """Whether the image goes on in the next sequence."""
        self._quarters = 0
        """How large the image is so far, in quarters of a byte: a character carries three."""
        self._packed: _Packed | None = None

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`; the same object when nothing is left out."""
        if not (self._is_inside or self._tail or _may_begin(data)):
            self._tail = _beginning(data)
            return data
        whole, at = self._tail + data, len(self._tail)
        kept = bytearray()
        parts = self._left_out(whole)
        for start, stop in parts:
            kept += whole[at:start]
            at = stop
        self._tail = b"" if self._is_inside else _beginning(whole)
        return bytes(kept + whole[at:]) if parts else data

    def _left_out(self, whole: bytes) -> list[tuple[int, int]]:
        """Return which parts must not be fed."""
        parts: list[tuple[int, int]] = []
        at = 0
        while at < len(whole):
            if not self._is_inside:
                start = whole.find(_BEGIN, at)
                if start < 0:
                    break
                at = start + len(_BEGIN)
                self._is_inside, self._has_control, self._control = True, False, b""
                continue
            found = (_END if self._has_control else _CONTROL_END).search(whole, at)
            end = found.start() if found else len(whole)
            if self._has_control:
                if end > at and not self._fits(whole[at:end]):
                    parts.append((at, end))
            else:
                self._control = (self._control + whole[at:end])[:_LONGEST_CONTROL]
            at = end
            if found is None:
                break
            if not self._has_control:
                self._has_control = True
                self._open()
            if found[0] == b";":
                at += 1
            else:
                self._end()
        return parts

    def _open(self) -> None:
        """Take what a sequence says before its data."""
        keys = dict(key.partition(b"=")[::2] for key in self._control.split(b","))
        action = keys.get(b"a", b"t")
        if action not in {b"t", b"T", b"q", b"f", b"d"}:
            self.placing += action == b"p"
            return
        if not self._goes_on or action == b"d":
            self._quarters = 0
            self._packed = _Packed() if keys.get(b"o") == b"z" else None
        self.placing += action == b"T"
        self._goes_on = bool(keys.get(b"m", b"").strip(b"0"))
        if len(self._control) >= _LONGEST_CONTROL:
            self._quarters = 4 * self.most_bytes + 1  # What it says was not read to its end.

    def _end(self) -> None:
        self._is_inside = False
        if self._packed is not None and self._quarters <= 4 * self.most_bytes:
            self._quarters += 4 * self._packed.end_piece(self.most_bytes)

    def _fits(self, payload: bytes) -> bool:
        most = 4 * self.most_bytes
        if self._quarters <= most:
            if self._packed is None:
                self._quarters += 3 * len(payload)
            else:
                self._quarters += 4 * self._packed.size_of(payload, self.most_bytes)
        return self._quarters <= most


def _may_begin(data: bytes) -> bool:
    """Return whether an image begins in a chunk, mostly by its underscores.

    Single bytes are searched for many times faster than several.
    """
    if b"\x1b" not in data:
        return False
    at = data.find(b"_")
    for _ in range(_FEW):
        if at < 0 or data[at - 1 : at + 2] == _BEGIN:
            return at >= 0
        at = data.find(b"_", at + 1)
    return at >= 0 and _BEGIN in data


def _beginning(data: bytes) -> bytes:
    """Return the end of a chunk that may be the beginning of an image."""
    return next((part for part in (_BEGIN[:2], _BEGIN[:1]) if data.endswith(part)), b"")
