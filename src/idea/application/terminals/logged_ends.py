"""What a later engine finds out about a session that nobody holds any more."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from idea.application.terminals.session_pump import SessionPump
from idea.domain.errors import IdeaError
from idea.domain.session_record import SessionRecord

_log = logging.getLogger(__name__)


async def found_ended(
    record: SessionRecord, revive: Callable[[], SessionPump], *, boot: str, now: datetime
) -> SessionRecord:
    """Return the record with the end its log tells of, or as lost.

    A record may be older than the log: it is written after the end, and a damaged one comes back
    from its backup.
    """
    if not record.session.is_live:
        return record
    pump = revive()
    try:
        contents = await pump.log.contents()
    except IdeaError as error:
        _log.warning("%s: its log cannot be read: %s", record.session.id.short, error.sentence)
    else:
        if contents.over is not None:
            at_ms = contents.over_at_ms
            ended_at = now if at_ms is None else datetime.fromtimestamp(at_ms / 1000, UTC)
            return record.ended(contents.over, at=ended_at)
    finally:
        await pump.close()
    return record.found_after_restart(boot=boot, at=now)
