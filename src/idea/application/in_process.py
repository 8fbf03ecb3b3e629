"""Use cases of this very process, behind the interface clients have."""

import asyncio
from typing import override

from idea.application.use_case import Caller, Person, Request, UseCases
from idea.application.use_case_registry import UseCaseRegistry


class InProcessUseCases(UseCases):
    """Executes requests through a registry, without any transport; runs on the caller's loop."""

    def __init__(self, registry: UseCaseRegistry, caller: Caller | None = None) -> None:
        self._registry = registry
        self._caller = caller or Person()
        self._running: set[asyncio.Task[object]] = set()

    @override
    async def execute[R](self, request: Request[R], /) -> R:
        work = asyncio.ensure_future(self._registry.execute(request, self._caller))
        self._running.add(work)
        work.add_done_callback(self._running.discard)
        return await asyncio.shield(work)
