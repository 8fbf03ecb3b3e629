"""The worker's loop over its two pipes."""

import os

from idea.domain.stream.worker_wire import ToWorker
from idea.infrastructure.worker.loop import PipeLoop


class Resting:
    """Work that has something to do after a while though nothing arrives; then the engine goes."""

    busy = False

    def __init__(self, engine: int) -> None:
        self._engine = engine
        self.turns = 0

    def rest_s(self) -> float | None:
        return None if self.turns else 0.01

    def receive(self, number: int, message: ToWorker) -> None:
        raise AssertionError((number, message))

    def turn(self) -> None:
        self.turns += 1
        os.close(self._engine)


def test_work_that_is_due_is_done_though_nothing_arrives() -> None:
    incoming, engine = os.pipe()
    heard, outgoing = os.pipe()
    work = Resting(engine)
    PipeLoop(incoming, outgoing).run(work)
    assert work.turns == 1
    for descriptor in (incoming, heard, outgoing):
        os.close(descriptor)
