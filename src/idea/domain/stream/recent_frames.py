"""The newest frames of a stream, kept in memory so that live clients need no log."""

from collections import deque

from idea.domain.stream.messages import Seq
from idea.domain.stream.records import frames_within

LARGEST_RECENT_BYTES = 2 * 1024 * 1024
"""More than the largest output credit and one burst, so that a live holder is always in here."""
_KEPT_BYTES = 64 * 1024
_CHUNK_BYTES = 64 * 1024
_LARGE_FRAME_BYTES = 16 * 1024


class RecentFrames:
    """A window of the stream from `start` to `end`, in chunks of whole frames."""

    def __init__(self, start: Seq) -> None:
        self._chunks: deque[tuple[Seq, bytes | bytearray]] = deque()
        self._start = start
        self._end = start

    @property
    def start(self) -> Seq:
        """The oldest seq that can be read."""
        return self._start

    @property
    def end(self) -> Seq:
        """The end of the stream."""
        return self._end

    def append(self, frame: bytes) -> None:
        """Add a frame at the end."""
        if len(frame) >= _LARGE_FRAME_BYTES:
            self._chunks.append((self._end, frame))
        else:
            last = self._chunks[-1][1] if self._chunks else b""
            # A large frame is never copied, small ones share a chunk.
            if isinstance(last, bytearray) and len(last) < _CHUNK_BYTES:
                last += frame
            else:
                self._chunks.append((self._end, bytearray(frame)))
        self._end += len(frame)

    def read(self, start: Seq, limit: Seq, room_bytes: int) -> bytes:
        """Return whole frames from `start` towards `limit` that fit the room, one at least.

        `start` is a frame's seq within the window, before `limit`.
        """
        pieces: list[bytes | bytearray] = []
        position = start
        for seq, chunk in self._chunks:
            if seq + len(chunk) <= position:
                continue
            room = min(limit - position, room_bytes - (position - start))
            if pieces and room <= 0:
                break
            offset = position - seq
            end = len(chunk)
            if end - offset > room:
                end = frames_within(chunk, offset, room)
                if pieces and end - offset > room:
                    break
            pieces.append(chunk if end - offset == len(chunk) else chunk[offset:end])
            position = seq + end
            if end < len(chunk):
                break
        return bytes(pieces[0]) if len(pieces) == 1 else b"".join(pieces)

    def forget(self, before: Seq) -> None:
        """Drop chunks nobody needs: those before `before`, and whatever the bound forbids."""
        while self._chunks:
            seq, chunk = self._chunks[0]
            end = seq + len(chunk)
            spare = end <= before and self._end - end >= _KEPT_BYTES
            if not spare and self._end - self._start <= LARGEST_RECENT_BYTES:
                return
            self._chunks.popleft()
            self._start = end
