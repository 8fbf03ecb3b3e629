"""The environment and the shell of a session."""

from collections.abc import Mapping
from typing import Protocol

from idea.domain.ids import SessionId


class SessionEnvironment(Protocol):
    """Knows what a program finds when the person starts it from a fresh login."""

    def login_shell(self) -> tuple[str, ...]:
        """Return the command that starts the person's shell as a login shell."""
        ...

    async def login_variables(self) -> Mapping[str, str]:
        """Return what a program finds that the person starts from a fresh login.

        The first call may take seconds; cancelling is safe.
        """
        ...

    async def variables(
        self, session: SessionId, *, client: Mapping[str, str], logging_in: bool
    ) -> Mapping[str, str]:
        """Return the complete environment of a session's program.

        `client` holds variables of the client that opens the session, of which only those that
        name its display, bus and keys are used. `logging_in` says that the program is a login
        shell and reads its start files itself; others get what those files set. The first call
        may take seconds; cancelling is safe.
        """
        ...

    def telling_marks(
        self, command: tuple[str, ...], variables: Mapping[str, str]
    ) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """Return command and variables that start a known shell so that it tells its marks.

        What is no such shell, or runs something other than its prompt, is returned as it is.
        """
        ...
