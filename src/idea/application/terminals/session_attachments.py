"""Attaches clients to sessions by id: what the engine's door for terminals asks for."""

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.sessions import Sessions
from idea.domain.ids import ClientId
from idea.domain.stream.messages import AttachAsked, ClientMessage


class AttachedClient:
    """One client's place at a session; used on the event loop's thread, never waits."""

    def __init__(self, pump: SessionPump, client: ClientId) -> None:
        self._pump = pump
        self._client = client

    def receive(self, message: ClientMessage) -> None:
        """Take a message of the client."""
        self._pump.receive(self._client, message)

    def detach(self) -> None:
        """Forget the client, whose channel has ended."""
        self._pump.detach(self._client)


class SessionAttachments:
    """Finds the session and attaches the client."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def attach(self, session: str, asked: AttachAsked, channel: ClientChannel) -> AttachedClient:
        """Begin to serve a client; `session` is an id or the unique beginning of one.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several begin so.
        """
        pump = self._sessions.pump(self._sessions.find(session))
        return AttachedClient(pump, pump.attach(channel, asked))
