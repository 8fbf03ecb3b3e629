"""Who may come in, and as whom; one rule for every path of the engine."""

import hmac
import json
from collections.abc import Mapping
from typing import Final, Protocol, override

from starlette.datastructures import Headers

from idea.application.engine.protocol import SECRET_HEADER, SESSION_HEADER, TOKEN_HEADER
from idea.application.use_case import Caller, Person, SessionCaller
from idea.domain.errors import IdeaError, InvalidError
from idea.domain.ids import SessionId

HELLO_WITHIN_S: Final = 5.0
"""How long a connection may take to say who it is."""


class SessionSecrets(Protocol):
    """Knows the secret each session was given at its start."""

    def is_secret_of(self, session: SessionId, secret: str) -> bool:
        """Whether this is the session's secret; compares in constant time."""
        ...


class NoSecrets(SessionSecrets):
    """No session has a secret."""

    @override
    def is_secret_of(self, session: SessionId, secret: str) -> bool:
        del session, secret
        return False


class Door:
    """Decides about every connection.

    On a Unix socket the peer's user was checked when it connected; on a loopback port `token`
    stands in for that. Pages in a browser send an Origin and are refused everywhere.
    """

    def __init__(self, *, token: str = "", secrets: SessionSecrets | None = None) -> None:
        self._token = token
        self._secrets = secrets or NoSecrets()

    def caller(self, headers: Headers) -> Caller:
        """Return who is calling.

        Raises:
            InvalidError: The caller is a web page, lacks the token, or claims a session falsely.
        """
        if "origin" in headers:
            raise InvalidError("The engine does not serve web pages.")
        given = headers.get(TOKEN_HEADER, "")
        if self._token and not hmac.compare_digest(self._token.encode(), given.encode()):
            raise InvalidError("The engine's token is missing or wrong; read it from engine.json.")
        session = headers.get(SESSION_HEADER, "")
        if not session:
            return Person()
        return self._session(session, headers.get(SECRET_HEADER, ""))

    def _session(self, session: str, secret: str) -> Caller:
        try:
            session_id = SessionId(session)
        except IdeaError:
            raise InvalidError("The session named by the caller does not exist.") from None
        if not self._secrets.is_secret_of(session_id, secret):
            raise InvalidError("The caller does not have the secret of the session it names.")
        return SessionCaller(session_id)


def hello_answer(protocol: int, version: str, pid: int) -> Mapping[str, object]:
    """Return what the engine says about itself to a client that said hello."""
    return {"protocol": protocol, "version": version, "pid": pid}


def dumps(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
