"""Who may come in, and as whom."""

import socket
from typing import override

import pytest
from starlette.datastructures import Headers

from idea.application.use_case import Person, SessionCaller
from idea.domain.errors import InvalidError
from idea.domain.ids import SessionId
from idea.presentation.engine.door import Door, SessionSecrets
from idea.presentation.engine.outgoing import OutgoingQueue
from idea.presentation.engine.peer import is_own_user


class OneSecret(SessionSecrets):
    @override
    def is_secret_of(self, session: SessionId, secret: str) -> bool:
        return (session.value, secret) == ("s1", "open")


def test_on_a_unix_socket_the_caller_is_the_person() -> None:
    assert Door().caller(Headers({})) == Person()


def test_a_session_is_known_by_its_secret() -> None:
    door = Door(secrets=OneSecret())
    named = Headers({"idea-session": "s1", "idea-session-secret": "open"})
    assert door.caller(named) == SessionCaller(SessionId("s1"))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "null"},
        {"origin": "http://localhost", "idea-token": "token"},
        {"idea-session": "s1", "idea-token": "token"},
        {"idea-session": "s1", "idea-session-secret": "shut", "idea-token": "token"},
        {"idea-session": "../..", "idea-session-secret": "open", "idea-token": "token"},
        {},
        {"idea-token": ""},
        {"idea-token": "tokeN"},
        {"idea-token": "tökén"},
    ],
)
def test_whoever_lies_or_lacks_the_token_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(InvalidError):
        Door(token="token", secrets=OneSecret()).caller(Headers(headers))


def test_without_secrets_no_session_is_believed() -> None:
    with pytest.raises(InvalidError):
        Door().caller(Headers({"idea-session": "s1", "idea-session-secret": ""}))


@pytest.mark.posix
def test_the_kernel_says_that_a_peer_is_this_user() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        assert is_own_user(ours)


def test_an_unconnected_or_inet_socket_is_nobodys() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one:
        assert not is_own_user(one)


def test_a_single_message_always_fits_but_a_second_must_not_pass_the_bound() -> None:
    queue: OutgoingQueue[str] = OutgoingQueue(most_items=3, most_bytes=10)
    queue.put("x" * 100)
    assert (queue.overflowed, queue.waiting_bytes) == (False, 100)
    queue.put("y")
    assert (queue.overflowed, queue.waiting_bytes) == (True, 0)


def test_too_many_messages_overflow_as_well() -> None:
    queue: OutgoingQueue[str] = OutgoingQueue(most_items=3, most_bytes=10)
    for _ in range(3):
        queue.put("a")
    assert not queue.overflowed
    queue.put("a")
    assert queue.overflowed
