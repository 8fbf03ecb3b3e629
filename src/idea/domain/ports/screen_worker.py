"""The screen worker as the engine sees it: a process of its own that may die at any moment."""

from typing import NamedTuple, Protocol

from idea.domain.stream.messages import Seq
from idea.domain.stream.worker_wire import FromWorker, ToWorker


class Culprit(NamedTuple):
    """The session whose core killed a worker."""

    number: int
    seq: Seq
    """Where that core stood: what it died of stands behind."""


class WorkerListener(Protocol):
    """Whoever works with a screen worker; called on the event loop's thread."""

    def ready(self, core: str) -> None:
        """A worker takes sessions from now on; all that were sent before are unknown to it."""
        ...

    def heard(self, number: int, message: FromWorker) -> None:
        """Take what the worker says about the session with this number."""
        ...

    def died(self, culprit: Culprit | None) -> None:
        """Take note that the worker is gone, and with it all sessions; another one will start.

        `culprit` is None when no core killed it.
        """
        ...


class ScreenWorker(Protocol):
    """One worker that is started again whenever it dies; used on the event loop's thread."""

    def start(self, listener: WorkerListener) -> None:
        """Begin to run a worker; called once."""
        ...

    def send(self, number: int, message: ToWorker) -> None:
        """Send without waiting; what is sent while no worker is ready is lost."""
        ...

    async def room(self) -> None:
        """Wait until little of what was sent waits for the worker to read it."""
        ...

    async def close(self) -> None:
        """End the worker and wait until it is gone."""
        ...
