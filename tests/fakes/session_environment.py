"""An environment without a person behind it."""

from collections.abc import Mapping
from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.session_environment import SessionEnvironment


class FakeSessionEnvironment(SessionEnvironment):
    """Gives what the client sends, and says which way it was asked."""

    @override
    def login_shell(self) -> tuple[str, ...]:
        return ("/bin/shell", "-l")

    @override
    async def variables(
        self, session: SessionId, *, client: Mapping[str, str], logging_in: bool
    ) -> Mapping[str, str]:
        return {**client, "IDEA_SESSION": session.value, "LOGIN": str(logging_in)}
