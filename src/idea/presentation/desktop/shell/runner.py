"""Runs requests and flows for the shell and brings every failure to one place."""

import logging
from collections.abc import Callable, Coroutine

from idea.application.use_case import Request, UseCases
from idea.application.views import LayoutView
from idea.domain.errors import IdeaError
from idea.presentation.desktop.bridge.dispatcher import Dispatcher, Done, Failed, Outcome, Ticket

_LOG = logging.getLogger(__name__)


class Runner:
    """Gives work to the dispatcher; main thread only.

    `report` hears of every error, `tell` what the person should know about an answer, both with
    the tab that was in front (`tab`) when something was asked.
    """

    def __init__(
        self,
        dispatcher: Dispatcher,
        use_cases: UseCases,
        report: Callable[[BaseException, str], None],
        tell: Callable[[str, str], None],
        tab: Callable[[], str],
    ) -> None:
        self._dispatcher = dispatcher
        self._use_cases = use_cases
        self._report = report
        self._tell = tell
        self._tab = tab

    def ask[R](
        self,
        request: Request[R],
        then: Callable[[R], object] | None = None,
        otherwise: Callable[[], object] | None = None,
    ) -> Ticket:
        """Execute a use case; `then` hears its answer, `otherwise` that it failed."""
        return self._dispatcher.run(request, self._settled(then, otherwise))

    def ask_quietly[R](
        self,
        request: Request[R],
        then: Callable[[R], object] | None = None,
        otherwise: Callable[[], object] | None = None,
    ) -> Ticket:
        """Execute a use case that the person did not ask for; a failure is only logged."""

        def settle(outcome: Outcome[R]) -> None:
            match outcome:
                case Done(value) if then is not None:
                    then(value)
                case Failed(error):
                    _LOG.info("Something done on the side failed: %s", error)
                    if otherwise is not None:
                        otherwise()
                case _:
                    pass

        return self._dispatcher.run(request, settle)

    def ask_in_place[R](
        self,
        request: Request[R],
        then: Callable[[R], object],
        otherwise: Callable[[BaseException], object] | None = None,
    ) -> Ticket:
        """Execute a use case whose failure is told where it was asked for; else it is logged."""

        def settle(outcome: Outcome[R]) -> None:
            match outcome:
                case Done(value):
                    then(value)
                case Failed(error) if otherwise is not None and isinstance(error, IdeaError):
                    otherwise(error)
                case Failed(error):
                    _LOG.info("Something asked for in place failed: %s", error)

        return self._dispatcher.run(request, settle)

    def flow[R](
        self,
        work: Callable[[UseCases], Coroutine[object, object, R]],
        then: Callable[[R], object] | None = None,
        otherwise: Callable[[], object] | None = None,
    ) -> Ticket:
        """Run several use cases as one piece of work."""
        coroutine = work(self._use_cases)
        return self._dispatcher.run_coroutine(coroutine, self._settled(then, otherwise))

    def _settled[R](
        self, then: Callable[[R], object] | None, otherwise: Callable[[], object] | None
    ) -> Callable[[Outcome[R]], None]:
        tab = self._tab()

        def settle(outcome: Outcome[R]) -> None:
            match outcome:
                case Done(value):
                    if isinstance(value, LayoutView) and value.notice:
                        self._tell(value.notice, value.project)
                    if then is not None:
                        then(value)
                case Failed(error):
                    self._report(error, tab)
                    if otherwise is not None:
                        otherwise()

        return settle
