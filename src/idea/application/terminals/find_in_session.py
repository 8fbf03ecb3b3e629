"""Find a text or an expression in what a session shows and keeps."""

from dataclasses import dataclass

from idea.application.terminals.read_screen import ReadScreen, ReadScreenRequest
from idea.application.terminals.screen_views import FoundLineView, FoundView
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError
from idea.domain.ports.text_search import TextSearch
from idea.domain.search import SearchQuery
from idea.domain.stream.worker_wire import LARGEST_HISTORY_LINES

_MOST_LINES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FindInSessionRequest(Request[FoundView]):
    """What to look for; `limit` is how many of the newest lines are told."""

    session: str
    text: str
    case: bool = False
    word: bool = False
    expression: bool = False
    limit: int = 1_000


class FindInSession:
    """Find in the lines of a session, whether or not anyone looks at it."""

    def __init__(self, reading: ReadScreen, search: TextSearch) -> None:
        """`reading` tells the lines that are searched."""
        self._reading = reading
        self._search = search

    async def execute(self, request: FindInSessionRequest, caller: Caller, /) -> FoundView:
        """Read all lines and match each.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this, or no core survives this one.
            InvalidError: It is no expression, takes too long, or the limit is none.
            ProcessError: There is no screen worker, or it does not answer.
        """
        if not 1 <= request.limit <= _MOST_LINES:
            raise InvalidError(f"Between 1 and {_MOST_LINES:,} lines can be told.")
        matcher = self._search.matcher(
            SearchQuery(
                text=request.text,
                case=request.case,
                word=request.word,
                expression=request.expression,
            )
        )
        asked = ReadScreenRequest(session=request.session, history=LARGEST_HISTORY_LINES)
        shown = await self._reading.execute(asked, caller)
        spans_of_each = await matcher.spans_of_each(shown.lines)
        found = tuple(
            FoundLineView(number=number, text=line, spans=spans)
            for number, (line, spans) in enumerate(
                zip(shown.lines, spans_of_each, strict=True), start=1
            )
            if spans
        )
        hits = sum(len(line.spans) for line in found)
        return FoundView(id=shown.id, hits=hits, lines=found[-request.limit :])
