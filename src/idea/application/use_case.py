"""What a use case is: a request with a typed answer, executed for a caller.

A request is a frozen dataclass of plain data (strings, numbers, booleans, lists, nested frozen
dataclasses), so that JSON-RPC, `idea call`, later MCP tools and the docs derive from it. A use
case is a class with one public method `execute`; its docstring is the sentence people see.
"""

from dataclasses import dataclass
from typing import Protocol

from idea.domain.ids import SessionId


class Request[R]:
    """A question to a use case whose answer has type R; subclasses are frozen dataclasses."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Person:
    """The person, through a door only they can open."""


@dataclass(frozen=True, slots=True)
class SessionCaller:
    """A program in a session, known by that session's secret."""

    session: SessionId


type Caller = Person | SessionCaller


class UseCase[Q, R](Protocol):
    """One thing that can be done."""

    async def execute(self, request: Q, caller: Caller, /) -> R:
        """Do it, save it, then publish what changed."""
        ...


class UseCases(Protocol):
    """Every use case behind one method, in this process or over the engine's socket."""

    async def execute[R](self, request: Request[R], /) -> R:
        """Execute the use case this request belongs to.

        Cancelling stops the wait, not the work.

        Raises:
            IdeaError: The use case failed; the sentence is for the person.
        """
        ...
