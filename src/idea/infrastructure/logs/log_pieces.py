"""The pieces of a log, with the time each begins."""

from collections.abc import Sequence

from idea.domain.stream.history import LogPiece
from idea.domain.stream.records import FRAME_HEAD_BYTES, recorded_at
from idea.infrastructure.logs.segments import Segment


def read_pieces(segments: Sequence[Segment]) -> tuple[LogPiece, ...]:
    """Return a piece for each segment that holds something and can be read."""
    return tuple(piece for segment in segments if (piece := _piece(segment)) is not None)


def _piece(segment: Segment) -> LogPiece | None:
    if not segment.length:
        return None
    try:
        with segment.path.open("rb") as file:
            at_ms = recorded_at(file.read(FRAME_HEAD_BYTES))
    except OSError:  # Memory was emptied, or a sector is gone.
        return None
    return None if at_ms is None else LogPiece(segment.start, segment.end, at_ms)
