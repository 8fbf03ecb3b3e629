"""The screen worker as the engine sees it: a process of its own that may die at any moment."""

from typing import Protocol

from idea.domain.stream.worker_wire import FromWorker, ToWorker


class WorkerListener(Protocol):
    """Whoever works with a screen worker; called on the event loop's thread."""

    def ready(self, core: str) -> None:
        """A worker takes sessions from now on; all that were sent before are unknown to it."""
        ...

    def heard(self, number: int, message: FromWorker) -> None:
        """Take what the worker says about the session with this number."""
        ...

    def died(self, culprit: int | None) -> None:
        """Take note that the worker is gone, and with it all sessions; another one will start.

        `culprit` is the number of the session whose core killed it, None when no core did.
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
