"""A core that shows all that a session's log tells, for questions about its commands."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Capability, Screen, ScreenFactory
from idea.presentation.cli.history import history_of
from idea.presentation.cli.parameters import doors
from idea.presentation.cli.replaying import screen_at


@contextmanager
def told_screen(session: str) -> Iterator[Screen]:
    """Give a core that knows the commands of a session.

    Raises:
        InvalidError: The core of this machine knows no commands.
    """
    kept = history_of(session, int(time.time() * 1000))
    factory = cast(ScreenFactory, doors().screens(None))
    with screen_at(kept, factory, None, lambda _gap, _at_ms: None) as screen:
        if Capability.COMMANDS not in screen.capabilities:
            raise InvalidError(f"The terminal core {factory.name} knows no commands.")
        yield screen
