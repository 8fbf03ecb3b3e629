"""Opens the doors through which a command follows a session, and closes them behind it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.ports.terminal_link import TerminalLinks
from idea.domain.terminal import Size
from idea.presentation.cli.follower import Follower
from idea.presentation.cli.parameters import doors


@contextmanager
def following(
    session: str, size: Size | None, arrived: Callable[[], None] = lambda: None
) -> Iterator[Follower]:
    """Follow a session as an observer, or with a size as a view; `arrived` is told of news."""
    links, end = doors().terminals()
    try:
        screens = cast(ScreenFactory, doors().screens(None))
        follower = Follower(cast(TerminalLinks, links), screens, SessionId(session), size, arrived)
        try:
            yield follower
        finally:
            follower.close()
    finally:
        end()
