"""Threads that work for all session logs: one touches their files, another packs screens."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

_log = logging.getLogger(__name__)


class LogThread:
    """Runs jobs one after another, in the order they came; begins with the first job."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def run(self, job: Callable[[], None]) -> None:
        """Queue a job whose failure would be a mistake of ours."""
        self._executor.submit(job).add_done_callback(_log_failure)

    async def ask[Answer](self, job: Callable[[], Answer]) -> Answer:
        """Queue a job and return what it returns or raises; cancelling is safe."""
        return await asyncio.wrap_future(self._executor.submit(job))

    async def end(self) -> None:
        """Wait for the jobs it has, and end."""
        await asyncio.to_thread(self._executor.shutdown)


class LogThreads:
    """The two threads all session logs share."""

    def __init__(self) -> None:
        self.files = LogThread("session logs")
        """The only one that touches files."""
        self.packer = LogThread("session screens")
        """Makes checkpoints small, and hands them on."""

    async def end(self) -> None:
        """Wait for the jobs both have, and end."""
        await self.packer.end()
        await self.files.end()


def _log_failure(future: Future[None]) -> None:
    error = future.exception()
    if error is not None:
        _log.error("A job of a session log failed", exc_info=error)
