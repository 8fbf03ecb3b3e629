from collections.abc import Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from typing import override

from pytestqt.qtbot import QtBot

from fakes.use_case import FakeUseCases
from idea.application.use_case import Request
from idea.domain.errors import ConflictError
from idea.presentation.desktop.bridge.dispatcher import (
    Dispatcher,
    Done,
    Failed,
    LoopThread,
    Outcome,
)
from idea.presentation.desktop.bridge.main_thread import MainThread
from support.desktop import ImmediateLoop


@dataclass(frozen=True, slots=True)
class AddRequest(Request[int]):
    one: int
    other: int


class PendingLoop(LoopThread):
    """Starts nothing until `finish`."""

    def __init__(self) -> None:
        self.pending: list[tuple[Coroutine[object, object, object], Future[object]]] = []

    @override
    def submit[R](self, work: Coroutine[object, object, R], /) -> Future[R]:
        future: Future[R] = Future()
        self.pending.append((work, future))  # type: ignore[arg-type] # A future is used as written.
        return future

    def finish(self) -> None:
        for work, future in self.pending:
            if future.cancelled():
                work.close()
                continue
            done = ImmediateLoop().submit(work)
            future.set_result(done.result())


def adding() -> FakeUseCases:
    use_cases = FakeUseCases()
    use_cases.answer(AddRequest, lambda request: request.one + request.other)
    return use_cases


def test_an_answer_comes_back_on_the_main_thread_later(qtbot: QtBot) -> None:
    dispatcher = Dispatcher(adding(), ImmediateLoop(), MainThread())
    heard: list[Outcome[int]] = []

    ticket = dispatcher.run(AddRequest(1, 2), heard.append)
    assert heard == []
    qtbot.waitUntil(lambda: ticket.is_over)

    assert heard == [Done(3)]


def test_an_error_comes_back_as_failed(qtbot: QtBot) -> None:
    use_cases = FakeUseCases()
    error = ConflictError("Somebody else changed it.")

    def fail(_: AddRequest) -> int:
        raise error

    use_cases.answer(AddRequest, fail)
    heard: list[Outcome[int]] = []
    Dispatcher(use_cases, ImmediateLoop(), MainThread()).run(AddRequest(1, 2), heard.append)
    qtbot.waitUntil(lambda: bool(heard))

    assert heard == [Failed(error)]


def test_a_cancelled_ticket_never_calls_back(qtbot: QtBot) -> None:
    main, loop = MainThread(), PendingLoop()
    dispatcher = Dispatcher(adding(), loop, main)
    heard: list[object] = []
    waiting = dispatcher.run(AddRequest(1, 2), heard.append)
    arriving = Dispatcher(adding(), ImmediateLoop(), main).run(AddRequest(3, 4), heard.append)

    waiting.cancel()
    arriving.cancel()
    loop.finish()
    done: list[int] = []
    main.post(lambda: done.append(1))
    qtbot.waitUntil(lambda: done == [1])

    assert heard == []
    assert loop.pending[0][1].cancelled()


def test_the_end_of_the_window_cancels_everything(qtbot: QtBot) -> None:
    main, loop = MainThread(), PendingLoop()
    dispatcher = Dispatcher(adding(), loop, main)
    tickets = [dispatcher.run(AddRequest(1, number)) for number in range(3)]

    dispatcher.cancel_all()
    loop.finish()
    qtbot.wait(1)

    assert all(ticket.is_over for ticket in tickets)
    # A timer that fires late asks in vain.
    begun = len(loop.pending)
    assert dispatcher.run(AddRequest(1, 9)).is_over
    assert len(loop.pending) == begun
