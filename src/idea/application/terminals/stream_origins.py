"""From where the stream of a session goes on that another engine began."""

from dataclasses import replace
from itertools import pairwise

from idea.domain.ports.session_log import LogContents
from idea.domain.stream.journal import StreamOrigin
from idea.domain.terminal import Exited, Lost, Size

LEFT_OUT_BYTES = 1024 * 1024
"""More than one read and the records around it, which clients may have been sent and no log has."""
LEFT_OUT_EPOCHS = 1024
"""More holders than there can have been since the last one that was logged."""


def ended_origin(contents: LogContents, size: Size, status: Exited | Lost) -> StreamOrigin:
    """Return where the stream of an ended session goes on, for those who look at it."""
    contents = _up_to_the_newest_screen(contents)
    return StreamOrigin(
        size=contents.size or size,
        seq=contents.end,
        epoch=contents.epoch,
        logged_end=contents.end,
        base=contents.base or 0,
        base_size=contents.base_size,
        skips=contents.skips,
        checkpoints=contents.checkpoints,
        over=contents.over or status,
        over_is_logged=contents.over is not None,
    )


def adopted_origin(contents: LogContents, size: Size) -> StreamOrigin:
    """Return where the stream of a living session of `size` goes on under another engine.

    After an engine that left in order it goes on where the log ends. Otherwise the last read may be
    missing, numbers that clients may know are left out, and the stream says so.
    """
    contents = _up_to_the_newest_screen(contents)
    seq = contents.end if contents.is_whole else contents.used + LEFT_OUT_BYTES
    can_start_earlier = contents.base is not None or bool(contents.checkpoints)
    return StreamOrigin(
        size=size,
        seq=seq,
        epoch=contents.epoch + LEFT_OUT_EPOCHS,
        logged_end=contents.end,
        base=(contents.base or 0) if can_start_earlier else seq,
        base_size=contents.base_size,
        skips=contents.skips,
        checkpoints=contents.checkpoints,
    )


def _up_to_the_newest_screen(contents: LogContents) -> LogContents:
    """Count records as left out that only checkpoints saw: a log may lose its end, and they not."""
    beyond = [seq for seq in contents.checkpoints if seq > contents.end]
    if not beyond:
        return contents
    return replace(
        contents,
        end=beyond[-1],
        used=max(contents.used, beyond[-1]),
        skips=(*contents.skips, *pairwise((contents.end, *beyond))),
        is_whole=False,
    )
