"""What is asked of the window from outside, and how the answer comes back."""

import asyncio
from collections.abc import Callable

import pytest

from fakes.event_bus import FakeEventBus
from fakes.id_factory import FakeIdFactory
from idea.application.use_case import Person
from idea.application.workspace.action_calls import ActionCalls
from idea.application.workspace.run_action import RunAction, RunActionRequest
from idea.application.workspace.tell_outcome import TellOutcome, TellOutcomeRequest
from idea.domain.errors import ConflictError, IdeaError, InvalidError, NotFoundError
from idea.domain.events import ActionCalled, Event

ME = Person()


class Windows:
    """The engine's side, with a window that answers what it is told to."""

    def __init__(self, count: int = 1, refusal: str | None = "") -> None:
        self.bus = FakeEventBus()
        self.refusal = refusal
        self.asked: list[tuple[str, str]] = []
        self.calls = ActionCalls(self.bus, FakeIdFactory(), lambda: count, answer_within_s=0.01)
        self.bus.subscribe(self._hear)

    def _hear(self, event: Event) -> None:
        if isinstance(event, ActionCalled) and self.refusal is not None:
            self.asked.append((event.action, event.argument))
            request = TellOutcomeRequest(call=event.call, refusal=self.refusal)
            asyncio.get_running_loop().create_task(TellOutcome(self.calls).execute(request, ME))

    def run(self, action: str, argument: str = "") -> str:
        request = RunActionRequest(action=action, argument=argument)
        return asyncio.run(RunAction(self.calls).execute(request, ME))


def test_the_window_is_asked_and_its_title_answered() -> None:
    windows = Windows()

    assert windows.run("cell.split_right") == "Split right"
    assert windows.run("cell.go_to", "B2") == "Go to cell…"
    assert windows.asked == [("cell.split_right", ""), ("cell.go_to", "B2")]


@pytest.mark.parametrize(
    ("make", "action", "argument", "error", "sentence"),
    [
        (lambda: Windows(0), "cell.close", "", NotFoundError, "No window is open"),
        (lambda: Windows(refusal=None), "cell.close", "", ConflictError, "does not answer"),
        (lambda: Windows(refusal="Not now."), "cell.close", "", ConflictError, "Not now"),
        (Windows, "cell.cloze", "", NotFoundError, "did you mean cell.close"),
        (Windows, "x", "", NotFoundError, "There is no action 'x'\\."),
        (Windows, "cell.close", "B2", InvalidError, "told nothing besides"),
        (Windows, "cell.go_to", "", InvalidError, "needs a cell: Which cell"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    make: Callable[[], Windows],
    action: str,
    argument: str,
    error: type[IdeaError],
    sentence: str,
) -> None:
    with pytest.raises(error, match=sentence):
        make().run(action, argument)


def test_an_answer_that_nobody_waits_for_is_passed_over() -> None:
    Windows().calls.tell("late", "")
