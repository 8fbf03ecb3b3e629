"""Blame a session for the crash of a window."""

from dataclasses import dataclass
from typing import Protocol

from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import BlameView
from idea.domain.errors import InvalidError
from idea.domain.ids import SessionId
from idea.domain.stream.messages import Seq
from idea.domain.visible import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class BlameCoreRequest(Request[BlameView]):
    """Sent by the window that follows the crashed one, before it shows any session."""

    session: str
    seq: int
    """Where the core stood that was being called; the fatal bytes stand behind."""


class Judge(Protocol):
    """Whoever counts what sessions killed; the window that asks must not import it."""

    def blame(self, session: SessionId, seq: Seq, pump: SessionPump, *, is_live: bool) -> bool:
        """Count a window's death; return whether the session is set apart."""
        ...


class BlameCore:
    """Count a crash of the window against the session whose terminal core it died in."""

    def __init__(self, sessions: Sessions, screens: Judge | None) -> None:
        """`screens` is None on systems without a screen worker."""
        self._sessions = sessions
        self._screens = screens

    async def execute(self, request: BlameCoreRequest, caller: Caller, /) -> BlameView:
        """Set the session apart when it ended two processes, so that no window gets those bytes.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
            InvalidError: No stream has such a place.
        """
        del caller
        if request.seq < 0:
            raise InvalidError("A stream begins at 0.")
        session = self._sessions.find(request.session)
        view = self._sessions.view(session)
        is_live = view.status in {"starting", "running"}
        is_apart = self._screens is not None and self._screens.blame(
            session, request.seq, self._sessions.pump(session), is_live=is_live
        )
        name = visible(view.name)
        if not is_apart:
            sentence = (
                f"What {name} printed crashed the window, which was started again; "
                "every session went on."
            )
        elif is_live:
            sentence = f"What {name} printed ended IdeA's terminal twice, so it was left out."
        else:
            sentence = f"What {name} printed last ended IdeA's terminal twice, so it is not shown."
        return BlameView(session=session.value, sentence=sentence, is_apart=is_apart)
