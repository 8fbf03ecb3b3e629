"""Runs use cases on the loop thread and brings their outcome back to the main thread."""

from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Protocol

from idea.application.use_case import Request, UseCases
from idea.presentation.desktop.bridge.main_thread import Poster


@dataclass(frozen=True, slots=True)
class Done[R]:
    """The work ended with an answer."""

    value: R


@dataclass(frozen=True, slots=True)
class Failed:
    """The work ended with an error: an `IdeaError` has a sentence, anything else is a defect."""

    error: BaseException


type Outcome[R] = Done[R] | Failed


class LoopThread(Protocol):
    """The thread with the asyncio loop; infrastructure owns it."""

    def submit[R](self, work: Coroutine[object, object, R], /) -> Future[R]:
        """Start a coroutine on the loop; from any thread. Cancelling the future cancels it."""
        ...


class Ticket:
    """One piece of work under way; main thread only."""

    def __init__(self) -> None:
        self._stop: Callable[[], object] | None = None
        self._over = False

    @property
    def is_over(self) -> bool:
        """Whether the work ended or was cancelled."""
        return self._over

    def cancel(self) -> None:
        """Stop waiting; `then` is not called any more, even if the outcome is on its way."""
        self._over = True
        if self._stop is not None:
            self._stop()


class Dispatcher:
    """Gives work to the loop thread; main thread only."""

    def __init__(self, use_cases: UseCases, loop: LoopThread, main: Poster) -> None:
        self._use_cases = use_cases
        self._loop = loop
        self._main = main
        self._open: set[Ticket] = set()
        self._is_closed = False

    def run[R](
        self, request: Request[R], then: Callable[[Outcome[R]], None] | None = None
    ) -> Ticket:
        """Execute a use case; `then` hears the outcome on the main thread, once."""
        return self.run_coroutine(self._use_cases.execute(request), then)

    def run_coroutine[R](
        self,
        work: Coroutine[object, object, R],
        then: Callable[[Outcome[R]], None] | None = None,
    ) -> Ticket:
        """Run a coroutine on the loop thread; `then` hears the outcome on the main thread."""
        ticket = Ticket()
        if self._is_closed:
            work.close()
            ticket.cancel()
            return ticket
        self._open.add(ticket)
        future = self._loop.submit(work)
        ticket._stop = future.cancel  # noqa: SLF001 - the two are one.

        def ended(over: Future[R]) -> None:
            self._main.post(lambda: self._settle(ticket, over, then))

        future.add_done_callback(ended)
        return ticket

    def cancel_all(self) -> None:
        """Cancel everything under way, for the end of the window; nothing begins afterwards."""
        self._is_closed = True
        for ticket in self._open:
            ticket.cancel()
        self._open.clear()

    def _settle[R](
        self, ticket: Ticket, over: Future[R], then: Callable[[Outcome[R]], None] | None
    ) -> None:
        self._open.discard(ticket)
        if ticket.is_over:
            return
        ticket._over = True  # noqa: SLF001 - the two are one.
        if then is not None:
            then(_outcome(over))


def _outcome[R](over: Future[R]) -> Outcome[R]:
    try:
        error = over.exception(timeout=0)
    except CancelledError as cancelled:
        return Failed(cancelled)
    return Done(over.result(timeout=0)) if error is None else Failed(error)
