"""Runs coroutine tests, and waits for what is to become true."""

import asyncio
import functools
import time
from collections.abc import Callable, Coroutine
from typing import Any

_LONGEST_TEST_S = 100.0
_LONGEST_WAIT_S = 60.0


def on_a_loop[**P](test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a coroutine test on an event loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(_LONGEST_TEST_S):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


async def becomes(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds, failing with `what` when it never does."""
    deadline = time.monotonic() + _LONGEST_WAIT_S
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"never happened: {what}")
        await asyncio.sleep(0.005)
