"""Call a session by the title its program gave itself."""

from dataclasses import dataclass
from typing import Final

from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.errors import InvalidError
from idea.domain.visible import visible

LONGEST_TITLE: Final = 256
"""Characters of a title that are kept."""


def harmless_title(title: str) -> str:
    """Return a title as it is kept: short, on one line, control characters made visible."""
    return " ".join(visible(title).split())[:LONGEST_TITLE]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTitleRequest(Request[SessionView]):
    """Sent by whoever holds the session and parses its output; the engine parses none."""

    session: str
    title: str
    """Empty for the program's own name."""


class SetTitle:
    """Name a session as its program named its window, until the program says otherwise."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: SetTitleRequest, caller: Caller, /) -> SessionView:
        """Keep the title, control characters made visible, and announce it if it is another.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
            InvalidError: The title is not even a title.
        """
        del caller
        if len(request.title) > 16 * LONGEST_TITLE:
            raise InvalidError(f"A title of {len(request.title)} characters is no title.")
        session = self._sessions.find(request.session)
        self._sessions.set_title(session, harmless_title(request.title))
        return self._sessions.view(session)
