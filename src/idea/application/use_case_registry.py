"""Every use case by name: what JSON-RPC, `idea call`, later MCP tools and the docs derive from."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, get_type_hints

from idea.application.use_case import Caller, Person, Request, UseCase
from idea.application.use_case_name import answer_type, use_case_name
from idea.domain.errors import ConflictError, InvalidError, NotFoundError


class Access(StrEnum):
    """Who may call a use case."""

    PERSON = "person"
    """The person only."""
    SESSIONS = "sessions"
    """Programs in sessions as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """One use case and what every door needs to know about it."""

    name: str
    request: type[Request[Any]]
    answer: Any
    """The answer's type."""
    summary: str
    """The use case's docstring, the sentence people see."""
    access: Access
    use_case: UseCase[Any, Any]


class UseCaseRegistry:
    """Use cases by name, executed for callers who may; filled once by a composition root."""

    def __init__(self) -> None:
        self._by_name: dict[str, Registration] = {}

    def register[Q: Request[Any], R](
        self, use_case: UseCase[Q, R], *, access: Access = Access.PERSON
    ) -> None:
        """Add a use case; its request and answer are read from `execute`'s annotations.

        Raises:
            ConflictError: Another use case has this name.
            InvalidError: Annotations, request and docstring do not fit together.
        """
        kind = type(use_case)
        hints = get_type_hints(kind.execute)
        request = hints.get("request")
        if not (isinstance(request, type) and issubclass(request, Request)):
            raise InvalidError(f"{kind.__qualname__}.execute takes no request.")
        answer = answer_type(request)
        if hints.get("return") != answer:
            raise InvalidError(f"{kind.__qualname__} answers something else than its request says.")
        name = use_case_name(request)
        if name in self._by_name:
            raise ConflictError(f"There are two use cases named {name}.")
        summary = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
        if not summary:
            raise InvalidError(f"{name} has no sentence that says what it does.")
        self._by_name[name] = Registration(
            name=name,
            request=request,
            answer=answer,
            summary=summary,
            access=access,
            use_case=use_case,
        )

    def __iter__(self) -> Iterator[Registration]:
        return iter(sorted(self._by_name.values(), key=lambda one: one.name))

    def find(self, name: str) -> Registration:
        """Return the use case of this name.

        Raises:
            NotFoundError: There is none.
        """
        try:
            return self._by_name[name]
        except KeyError:
            raise NotFoundError(f"This engine knows no use case named {name!r}.") from None

    async def execute[R](self, request: Request[R], caller: Caller) -> R:
        """Execute the use case a request belongs to, if the caller may.

        Raises:
            NotFoundError: No use case takes this request.
            InvalidError: Only the person may do this.
        """
        found = self.find(use_case_name(type(request)))
        if found.access is Access.PERSON and not isinstance(caller, Person):
            raise InvalidError(f"A program in a session may not use {found.name}.")
        answer: R = await found.use_case.execute(request, caller)
        return answer
