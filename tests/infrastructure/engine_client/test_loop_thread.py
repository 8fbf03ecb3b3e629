"""The loop thread, and the client that lives on it."""

import asyncio
import contextlib
import queue
import threading
from concurrent.futures import CancelledError

import pytest

from idea.application.engine_feed import EngineLost
from idea.application.views import Change, EngineState
from idea.domain.errors import ProcessError
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.loop_thread import LoopThread
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from support.served_engine import EchoTextRequest, ServedEngine, served_engine


def test_coroutines_run_on_the_threads_own_loop() -> None:
    thread = LoopThread("test")
    thread.start()

    async def where() -> tuple[str, bool]:
        return threading.current_thread().name, asyncio.get_running_loop() is thread.loop

    assert thread.submit(where()).result(20) == ("test", True)
    assert thread.stop()


def test_stopping_cancels_what_runs_and_joins_the_thread() -> None:
    thread = LoopThread("test")
    thread.start()
    cleaned = threading.Event()

    async def wait_for_ever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.set()

    waiting = thread.submit(wait_for_ever())
    assert thread.stop()
    assert cleaned.is_set()
    with pytest.raises(CancelledError):
        waiting.result(1)
    assert "test" not in {one.name for one in threading.enumerate()}


def test_cancelling_the_future_cancels_the_coroutine() -> None:
    thread = LoopThread("test")
    thread.start()
    begun, cleaned = threading.Event(), threading.Event()

    async def wait_for_ever() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.set()

    waiting = thread.submit(wait_for_ever())
    assert begun.wait(60)
    waiting.cancel()
    assert cleaned.wait(60)
    assert thread.stop()


def test_a_thread_that_was_not_started_says_so() -> None:
    thread = LoopThread()
    assert thread.stop()
    with pytest.raises(RuntimeError):
        _ = thread.loop


class _NoStarter(EngineStarter):
    """Finds an engine that runs already; starts none."""

    def ensure_running(self) -> EngineAddress:
        found = self.running()
        if found is None:
            raise ProcessError("No engine here.")
        return found


def test_a_client_executes_hears_and_ends_without_leaving_anything() -> None:
    serving = LoopThread("engine")
    serving.start()
    context = served_engine()

    async def begin() -> ServedEngine:
        return await context.__aenter__()

    serving.submit(begin()).result(20)
    client = EngineClient(_NoStarter(find_places()), client="test")
    with pytest.raises(RuntimeError):
        _ = client.feed
    client.start()
    news: queue.Queue[EngineState | Change | EngineLost] = queue.Queue()
    client.feed.subscribe(news.put)
    assert isinstance(news.get(timeout=60), EngineState)
    answer = client.thread.submit(client.use_cases.execute(EchoTextRequest(text="hi"))).result(20)
    assert answer.text == "hi"
    assert client.stop()
    with contextlib.suppress(CancelledError):
        serving.submit(context.__aexit__(None, None, None)).result(20)
    assert serving.stop()


def test_without_an_engine_the_listener_hears_why() -> None:
    client = EngineClient(_NoStarter(find_places()), client="test")
    client.start()
    news: queue.Queue[EngineState | Change | EngineLost] = queue.Queue()
    client.feed.subscribe(news.put)
    assert news.get(timeout=60) == EngineLost("No engine here.")
    assert client.stop()
