"""Send text to a session's program."""

from dataclasses import dataclass

from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView


@dataclass(frozen=True, slots=True, kw_only=True)
class SendTextRequest(Request[SessionView]):
    """Text is encoded as the program's modes want it; `enter` presses Enter after it."""

    session: str
    text: str
    enter: bool = False


class SendText:
    """Type text into a session, as if it were pasted there."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: SendTextRequest, caller: Caller, /) -> SessionView:
        """Queue the text behind what is already on its way.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: It has ended, or several sessions begin like this.
            InvalidError: There is nothing to send.
        """
        del caller
        session = self._sessions.find(request.session)
        self._sessions.send_text(session, request.text, enter=request.enter)
        return self._sessions.view(session)
