"""Reads a session's log page by page for a search, on the loop thread."""

import asyncio
import base64
from collections.abc import Callable

from idea.application.terminals.read_history import ReadHistoryRequest
from idea.application.terminals.show_history import ShowHistoryRequest
from idea.application.use_case import UseCases
from idea.domain.errors import NotFoundError
from idea.domain.stream.records import decode_frames
from idea.presentation.desktop.bridge.dispatcher import Ticket
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.terminal.past_search import PastSearch


async def read_past(
    use_cases: UseCases, session: str, search: PastSearch, progressed: Callable[[], None]
) -> None:
    """Let a search see everything that is kept; `progressed` is called after each page.

    Cancelled, it ends after the page under way. What the log drops meanwhile is passed over.
    """
    history = await use_cases.execute(ShowHistoryRequest(session=session))
    try:
        for piece in history.pieces:
            seq = piece.start
            while seq < piece.end:
                try:
                    page = await use_cases.execute(ReadHistoryRequest(session=session, start=seq))
                except NotFoundError:
                    break
                frames = decode_frames(seq, base64.b64decode(page.frames))
                if not frames:
                    break
                await asyncio.to_thread(search.retell, frames)
                seq = frames[-1].end
                progressed()
    finally:
        # On a thread: a page that is still being looked at is waited for.
        await asyncio.to_thread(search.close)


class PastReader:
    """Reads logs in the background; main thread only."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def read(
        self,
        session: str,
        search: PastSearch,
        progressed: Callable[[], None],
        ended: Callable[[], None],
    ) -> Ticket:
        """Begin to read; what goes wrong is said in the window, and ends it too."""
        return self._runner.flow(
            lambda use_cases: read_past(use_cases, session, search, progressed),
            lambda _: ended(),
            ended,
        )
