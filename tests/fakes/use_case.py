"""Use cases that answer what a test told them to."""

from collections.abc import Callable
from typing import Any, cast, override

from idea.application.use_case import Request, UseCases
from idea.domain.errors import InvalidError


class FakeUseCases(UseCases):
    """Keeps every request in `asked`; answers by the request's type."""

    def __init__(self) -> None:
        self.asked: list[Request[Any]] = []
        self._answers: dict[type, Callable[[Any], object]] = {}

    def answer[R](self, request: type[Request[R]], with_value: Callable[[Any], object]) -> None:
        """Answer requests of a type with a function of the request, which may raise."""
        self._answers[request] = with_value

    @override
    async def execute[R](self, request: Request[R], /) -> R:
        self.asked.append(request)
        answer = self._answers.get(type(request))
        if answer is None:
            raise InvalidError(f"The fake has no answer to {type(request).__name__}.")
        return cast("R", answer(request))
