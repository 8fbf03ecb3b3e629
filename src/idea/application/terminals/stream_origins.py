"""From where the stream of a session goes on that another engine began."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from idea.domain.ports.session_log import LogContents
from idea.domain.stream.journal import StreamOrigin
from idea.domain.stream.messages import Seq
from idea.domain.terminal import Exited, Lost, Size

LEFT_OUT_BYTES = 1024 * 1024
"""More than one read and the records around it, which clients may have been sent and no log has."""
LEFT_OUT_EPOCHS = 1024
"""More holders than there can have been since the last one that was logged."""


def ended_origin(contents: LogContents, size: Size, status: Exited | Lost) -> StreamOrigin:
    """Return where the stream of an ended session goes on, for those who look at it.

    It says how it ended, if nobody did before.
    """
    contents = _up_to_the_newest_screen(contents)
    is_logged = contents.over is not None
    seq = contents.end if is_logged else _onward(contents)
    return StreamOrigin(
        size=contents.size or size,
        seq=seq,
        epoch=contents.epoch,
        logged_end=contents.end,
        base=_base(contents, seq),
        base_size=contents.base_size,
        skips=contents.skips,
        checkpoints=contents.checkpoints,
        over=contents.over or status,
        over_is_logged=is_logged,
    )


def adopted_origin(contents: LogContents, size: Size) -> StreamOrigin:
    """Return where the stream of a living session of `size` goes on under another engine."""
    contents = _up_to_the_newest_screen(contents)
    seq = _onward(contents)
    return StreamOrigin(
        size=size,
        seq=seq,
        epoch=contents.epoch + LEFT_OUT_EPOCHS,
        logged_end=contents.end,
        base=_base(contents, seq),
        base_size=contents.base_size,
        skips=contents.skips,
        checkpoints=contents.checkpoints,
    )


def _onward(contents: LogContents) -> Seq:
    """Return where the next record goes.

    After an engine that left in order that is where the log ends. Otherwise the last read may be
    missing, numbers that clients may know are left out, and the stream says so.
    """
    return contents.end if contents.is_whole else contents.used + LEFT_OUT_BYTES


def _base(contents: LogContents, seq: Seq) -> Seq:
    """Return where a screen starts empty: at the next record when nothing before can start one."""
    can_start_earlier = contents.base is not None or contents.checkpoints
    return contents.base or 0 if can_start_earlier else seq


def _up_to_the_newest_screen(contents: LogContents) -> LogContents:
    """Count records as left out that only checkpoints saw.

    A log may lose its end, or what a flood left in memory, and not the checkpoints after; engines
    went on from those. So they may stand amid numbers that were left out.
    """
    end = max(contents.end, *contents.checkpoints, 0)
    skips = [*contents.skips, *([(contents.end, end)] if end > contents.end else [])]
    return replace(
        contents,
        end=end,
        used=max(contents.used, end),
        skips=tuple(part for skip in skips for part in _parted(skip, contents.checkpoints)),
        is_whole=contents.is_whole and end == contents.end,
    )


def _parted(skip: tuple[Seq, Seq], checkpoints: Sequence[Seq]) -> Iterable[tuple[Seq, Seq]]:
    first, last = skip
    return pairwise((first, *(seq for seq in checkpoints if first < seq < last), last))
