"""The registry: names, types and who may call."""

import asyncio
from dataclasses import dataclass
from typing import ClassVar

import pytest

from idea.application.projects.open_project import OpenProjectRequest
from idea.application.use_case import Caller, Person, Request, SessionCaller
from idea.application.use_case_name import answer_type, use_case_name
from idea.application.use_case_registry import Access, UseCaseRegistry
from idea.application.views import ProjectView
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ids import SessionId


@dataclass(frozen=True, slots=True, kw_only=True)
class CountWordsRequest(Request[int]):
    family: ClassVar[str] = "sample"
    text: str


class CountWords:
    """Count the words
    of a text.

    More that nobody sees.
    """

    def __init__(self) -> None:
        self.callers: list[Caller] = []

    async def execute(self, request: CountWordsRequest, caller: Caller, /) -> int:
        self.callers.append(caller)
        return len(request.text.split())


class AnswerTooMuch:
    """Answer something else than the request says."""

    async def execute(self, request: CountWordsRequest, caller: Caller, /) -> str:
        del request, caller
        return ""


class SaySilently:
    async def execute(self, request: CountWordsRequest, caller: Caller, /) -> int:
        del request, caller
        return 0


class TakeAnything:
    """Take no request at all."""

    async def execute(self, request: int, caller: Caller, /) -> int:
        del caller
        return request


def test_names_and_answers_follow_from_the_request_class() -> None:
    assert use_case_name(OpenProjectRequest) == "projects.open_project"
    assert answer_type(OpenProjectRequest) is ProjectView
    assert use_case_name(CountWordsRequest) == "sample.count_words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misnamed(Request[int]):
    family: ClassVar[str] = "sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class HomelessRequest(Request[int]):
    """A request outside the application without a family."""


@pytest.mark.parametrize("request_type", [Misnamed, HomelessRequest])
def test_a_class_that_breaks_the_naming_rule_is_refused(request_type: type[Request[int]]) -> None:
    with pytest.raises(InvalidError, match="does not name a use case"):
        use_case_name(request_type)


def test_a_registration_knows_all_a_door_needs() -> None:
    registry = UseCaseRegistry()
    registry.register(CountWords(), access=Access.SESSIONS)
    (found,) = registry
    assert (found.name, found.summary) == ("sample.count_words", "Count the words of a text.")
    assert (found.request, found.answer, found.access) == (CountWordsRequest, int, Access.SESSIONS)
    assert registry.find("sample.count_words") is found


def test_two_use_cases_of_one_name_are_refused() -> None:
    registry = UseCaseRegistry()
    registry.register(CountWords())
    with pytest.raises(ConflictError, match=r"sample\.count_words"):
        registry.register(CountWords())


@pytest.mark.parametrize("use_case", [AnswerTooMuch(), SaySilently(), TakeAnything()])
def test_a_use_case_that_contradicts_itself_is_refused(use_case: CountWords) -> None:
    with pytest.raises(InvalidError):
        UseCaseRegistry().register(use_case)


def test_requests_are_executed_for_whoever_may() -> None:
    registry, use_case = UseCaseRegistry(), CountWords()
    registry.register(use_case)
    request = CountWordsRequest(text="a b c")
    assert asyncio.run(registry.execute(request, Person())) == 3
    stranger = SessionCaller(SessionId("s1"))
    with pytest.raises(InvalidError, match="A program in a session may not use"):
        asyncio.run(registry.execute(request, stranger))
    assert use_case.callers == [Person()]


def test_an_unknown_request_is_not_found() -> None:
    with pytest.raises(NotFoundError, match=r"sample\.count_words"):
        asyncio.run(UseCaseRegistry().execute(CountWordsRequest(text=""), Person()))
