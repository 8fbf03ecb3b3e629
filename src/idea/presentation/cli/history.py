"""A session's past, asked of the engine page by page; no more than a page is kept in memory."""

import base64
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.history import AtSeq, LogPiece, Moment, is_after, piece_at
from idea.domain.stream.messages import CheckpointKind, Seq
from idea.domain.stream.records import Exit, Framed, Gap, Output, Resize, decode_frames
from idea.domain.terminal import Exited, Size
from idea.presentation.cli.moments import shown_moment
from idea.presentation.cli.parameters import Answer, answer

_END_MISSING = "What follows is damaged, or not kept any more."


class Place(NamedTuple):
    """Where a moment lies in the log."""

    seq: Seq
    """Everything before was recorded by then."""
    at_ms: int
    """When the last of it was recorded."""


class SessionHistory:
    """What was kept of one session when it was asked for."""

    def __init__(self, session: Answer, pieces: Sequence[LogPiece], now_ms: int | None) -> None:
        """Read what is kept in `pieces`, one at least; `now_ms` is None for an ended session."""
        self.id = str(session["id"])
        self.name = str(session["name"])
        self._last_size = Size(int(session["columns"]), int(session["rows"]))
        self._pieces = pieces
        self._now_ms = now_ms

    @property
    def start(self) -> LogPiece:
        """What is kept first."""
        return self._pieces[0]

    @cached_property
    def end_ms(self) -> int:
        """Up to when is known what the session showed: now while it lives, else its last news."""
        if self._now_ms is not None:
            return self._now_ms
        last = self._pieces[-1]
        times = [framed.at_ms for framed in self.records(last.start) if _is_news(framed)]
        return max(times, default=last.at_ms)

    @cached_property
    def _first(self) -> Framed | None:
        return next(self.records(self.start.start), None)

    @property
    def first_size(self) -> Size:
        """The size of the screen at the start; the last one where the log tells none."""
        match self._first:
            case Framed(record=Resize(size)):
                return size
            case _:
                return self._last_size

    @property
    def end(self) -> Place:
        """The place after everything that is kept."""
        return self._place_in(self._pieces[-1], AtSeq(self._pieces[-1].end))

    def place_of(self, moment: Moment) -> Place:
        """Return where a moment lies.

        Raises:
            InvalidError: The moment lies outside of what is kept.
        """
        piece = piece_at(self._pieces, moment)
        if piece is None or self._is_over_by(moment):
            raise InvalidError(self._outside())
        return self._place_in(piece, moment)

    def _place_in(self, piece: LogPiece, moment: Moment) -> Place:
        place = Place(piece.start, piece.at_ms)
        for framed in self.records(piece.start, piece.end):
            if is_after(framed, moment):
                break
            place = Place(framed.end, framed.at_ms)
        return place

    def hole_after(self, place: Place) -> LogPiece | None:
        """Return the piece behind a hole that begins at a place; None where nothing is missing.

        An engine that took the session over left out numbers, and marked that itself.
        """
        if all(piece.end != place.seq for piece in self._pieces):
            return None
        behind = next((piece for piece in self._pieces if piece.start >= place.seq), None)
        if behind is None or behind.start == place.seq:
            return None
        first = next(self.records(behind.start, behind.end), None)
        return None if first is not None and isinstance(first.record, Gap) else behind

    def _is_over_by(self, moment: Moment) -> bool:
        if isinstance(moment, AtSeq):
            return moment.seq > self._pieces[-1].end
        return moment.at_ms > self.end_ms

    def _outside(self) -> str:
        first, last = self._pieces[0], self._pieces[-1]
        return (
            f"That moment lies outside of what is kept of {self.name}: "
            f"{shown_moment(first.at_ms)} to {shown_moment(self.end_ms)}, "
            f"seq:{first.start} to seq:{last.end}."
        )

    def records(self, start: Seq, end: Seq | None = None) -> Iterator[Framed]:
        """Yield the records from `start`, or from the first one kept after it, up to `end`.

        What is damaged, or dropped meanwhile because the session prints a lot, is left out.

        Raises:
            NotFoundError: Nothing could be read at all.
        """
        stop = self._pieces[-1].end if end is None else end
        seq = start
        missing: NotFoundError | None = None
        found_any = False
        for piece in self._pieces:
            seq = max(piece.start, seq)
            try:
                while seq < min(piece.end, stop):
                    for framed in self._page(seq):
                        if framed.end > stop:
                            return
                        yield framed
                        found_any = True
                        seq = framed.end
            except NotFoundError as error:
                missing = error
        if missing is not None and not found_any:
            raise missing

    def told(self, start: Seq, end: Seq | None = None) -> Iterator[Framed]:
        """Yield the records, and a gap behind them where the last ones could not be read.

        Raises:
            NotFoundError: Nothing could be read at all.
        """
        stop = self._pieces[-1].end if end is None else end
        last: Framed | None = None
        for framed in self.records(start, end):
            yield framed
            last = framed
        if last is not None and last.end < stop:
            gap = Gap(stop - last.end, _END_MISSING, reset=False)
            yield Framed(last.end, stop, last.at_ms, gap)

    def _page(self, seq: Seq) -> list[Framed]:
        """Return the next records.

        Raises:
            NotFoundError: The log does not hold them any more.
        """
        page = answer("terminals.read_history", session=self.id, start=seq)
        found = decode_frames(seq, base64.b64decode(page["frames"]))
        if not found:
            raise NotFoundError(f"The log of {self.name} ends at {seq}, before it should.")
        return found

    def checkpoint(self, core: str, up_to: Seq) -> Checkpoint | None:
        """Return the newest checkpoint up to a place, if the records that are kept go on from it.

        Those that follow may all be lost, as in a computer that stopped amid a flood. A gap marks
        that, and who looks sees the same as in the window: the screen before it.
        """
        try:
            head = self._part(core, up_to, 0)
            data = bytearray(base64.b64decode(head["data"]))
            while len(data) < head["size_bytes"]:
                part = self._part(core, head["seq"], len(data))
                if part["seq"] != head["seq"] or not part["data"]:
                    return None  # Newer ones took its place.
                data += base64.b64decode(part["data"])
        except NotFoundError:
            return None
        if head["seq"] < self.start.start and not self._begins_in_a_gap:
            return None
        return Checkpoint(
            seq=head["seq"],
            kind=CheckpointKind(head["kind"]),
            core=head["core"],
            size=Size(head["columns"], head["rows"]),
            data=bytes(data),
        )

    def opening(self, core: str) -> Checkpoint | None:
        """Return the screen with which what is kept begins; None where records alone tell it."""
        return self.checkpoint(core, self.start.start) if self._begins_in_a_gap else None

    @property
    def _begins_in_a_gap(self) -> bool:
        match self._first:
            case Framed(record=Gap(reset=False)):
                return True
            case _:
                return False

    def _part(self, core: str, up_to: Seq, offset: int) -> Answer:
        return answer(
            "terminals.read_checkpoint", session=self.id, core=core, up_to=up_to, offset=offset
        )


def _is_news(framed: Framed) -> bool:
    """Return whether a record tells something of the program, not of those who looked at it."""
    match framed.record:
        case Output() | Resize() | Exit(Exited()):
            return True
        case _:
            return False


def history_of(session: str, now_ms: int) -> SessionHistory:
    """Return what is kept of a session.

    Raises:
        NotFoundError: There is no such session, or no record of it is kept.
    """
    shown = answer("terminals.show_session", session=session)
    kept = answer("terminals.show_history", session=shown["id"])
    pieces = [LogPiece(one["start"], one["end"], one["at_ms"]) for one in kept["pieces"]]
    if not pieces:
        raise NotFoundError(
            f"No records are kept of what {shown['name']} showed; "
            f"'idea session screen {shown['id'][:8]}' shows its last screen, if that is kept."
        )
    is_live = shown["status"] in {"starting", "running"}
    return SessionHistory(shown, pieces, now_ms if is_live else None)
