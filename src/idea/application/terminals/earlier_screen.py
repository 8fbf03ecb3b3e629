"""What an interrupted session showed last, for the beginning of the session that goes on with it.

It becomes the first output of the new stream, so window, command line, search and replay have it
alike. It is text without any sequence a program may have written: nothing in it can be answered,
and no mode of the earlier program is left on.
"""

import asyncio
import unicodedata
from collections.abc import Sequence
from typing import Final

from idea.application.terminals.read_screen import ReadScreen, ReadScreenRequest
from idea.application.terminals.session_view import reason_of
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Person
from idea.domain.errors import IdeaError
from idea.domain.ids import SessionId

LINES: Final = 2_000
"""Of scrollback; what stands further back is read in the earlier session itself."""
_LIMIT_S: Final = 5.0
"""So long a launch waits for it; then the program starts without."""
_MOST_BYTES: Final = 256 * 1024
"""Less than counts as a flood."""
_FAINT, _PLAIN = b"\x1b[2m", b"\x1b[m"


class EarlierScreen:
    """Reads it where the session was interrupted; used on the event loop's thread."""

    def __init__(self, sessions: Sessions, reading: ReadScreen) -> None:
        self._sessions = sessions
        self._reading = reading

    async def of(self, session: SessionId) -> bytes:
        """Return it as VT text with the reason below; nothing of a session that simply ended."""
        try:
            record = self._sessions.record(session)
            if not record.was_interrupted:
                return b""
            request = ReadScreenRequest(session=session.value, history=LINES)
            async with asyncio.timeout(_LIMIT_S):
                lines = (await self._reading.execute(request, Person())).lines
        except (IdeaError, TimeoutError):
            return b""
        return shown_above(lines, reason_of(record))


def shown_above(lines: Sequence[str], reason: str) -> bytes:
    """Return lines of a screen as VT text and, where there are any, a last line that says why."""
    said = [_printable(line) for line in lines]
    while said and not said[-1]:
        del said[-1]
    kept: list[bytes] = []
    room = _MOST_BYTES
    for line in reversed(said):
        text = line.encode("utf-8", "replace") + b"\r\n"
        room -= len(text)
        if room < 0:
            break
        kept.append(text)
    if not kept:
        return b""
    note = f"── {reason.rstrip('.')}; what was shown before is above. ──"
    return b"".join((*reversed(kept), _FAINT, note.encode(), _PLAIN, b"\r\n"))


def _printable(line: str) -> str:
    return "".join(" " if unicodedata.category(one) == "Cc" else one for one in line).rstrip()
