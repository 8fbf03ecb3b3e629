"""An environment without a person behind it."""

import asyncio
from collections.abc import Mapping
from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.session_environment import SessionEnvironment


class FakeSessionEnvironment(SessionEnvironment):
    """Gives what the client sends, and says which way it was asked.

    The login is known once `answers` is set, as it is until a test clears it.
    """

    def __init__(self) -> None:
        self.login: dict[str, str] = {"HOME": "/home/me", "PATH": "/usr/bin"}
        self.answers = asyncio.Event()
        self.answers.set()

    @override
    def login_shell(self) -> tuple[str, ...]:
        return ("/bin/shell", "-l")

    @override
    async def login_variables(self) -> Mapping[str, str]:
        await self.answers.wait()
        return self.login

    @override
    async def variables(
        self, session: SessionId, *, client: Mapping[str, str], logging_in: bool
    ) -> Mapping[str, str]:
        return {**client, "IDEA_SESSION": session.value, "LOGIN": str(logging_in)}

    @override
    def telling_marks(
        self, command: tuple[str, ...], variables: Mapping[str, str]
    ) -> tuple[tuple[str, ...], Mapping[str, str]]:
        return (command[0], "--marks", *command[1:]), {**variables, "MARKS": "yes"}
