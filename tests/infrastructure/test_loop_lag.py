"""The loop's lag is measured and told."""

import asyncio
import time

import pytest

from idea.infrastructure.loop_lag import LoopLag


@pytest.mark.slow
def test_a_blocked_loop_shows_in_the_lag_and_a_free_one_does_not() -> None:
    async def body() -> tuple[float, float, int]:
        beats: list[None] = []
        lag = LoopLag(lambda: beats.append(None))
        watching = asyncio.create_task(lag.watch())
        before = lag.p99_ms
        async with asyncio.timeout(20):
            while not beats:  # noqa: ASYNC110 # The first beat has no event.
                await asyncio.sleep(0.01)
            time.sleep(0.3)  # noqa: ASYNC251 # Blocking the loop is the point.
            while lag.p99_ms < 150:  # noqa: ASYNC110 # Nor has the measurement.
                await asyncio.sleep(0.01)
        watching.cancel()
        return before, lag.p99_ms, len(beats)

    before, after, beats = asyncio.run(body())
    assert before == 0.0
    assert 150 < after < 10_000
    assert beats >= 1
