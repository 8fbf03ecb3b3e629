"""The window's connection against a real engine in the same loop."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.engine_feed import EngineLost
from idea.application.use_case import Request
from idea.application.views import Change, EngineState, NoticeShown
from idea.bootstrap.engine_serving import ServeOptions
from idea.domain.errors import ConflictError, NotFoundError, ProcessError
from idea.infrastructure.engine_client.address import EngineAddress, read_address
from idea.infrastructure.engine_client.connection import EngineConnection
from support.served_engine import (
    AnnounceTextRequest,
    AwaitSignalRequest,
    Echoed,
    EchoTextRequest,
    RaiseErrorRequest,
    ServedEngine,
    served_engine,
    until,
)


class Heard:
    """What a listener heard, in order."""

    def __init__(self) -> None:
        self.news: list[EngineState | Change | EngineLost] = []

    def __call__(self, news: EngineState | Change | EngineLost) -> None:
        self.news.append(news)

    def kinds(self) -> list[str]:
        return [type(one).__name__ for one in self.news]


@contextlib.asynccontextmanager
async def connection_to(engine: ServedEngine) -> AsyncIterator[EngineConnection]:
    def find() -> EngineAddress:
        found = read_address(engine.places.engine_address)
        if found is None or not found.answers():
            raise ProcessError("No engine here.")
        return found

    def running() -> EngineAddress | None:
        found = read_address(engine.places.engine_address)
        return found if found is not None and found.answers() else None

    connection = EngineConnection(
        find, client="test", loop=asyncio.get_running_loop(), running=running
    )
    running = asyncio.create_task(connection.run())
    try:
        yield connection
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_requests_are_executed_and_answers_typed() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            answer = await connection.execute(EchoTextRequest(text="hi", words=("a", "b")))
            assert answer == Echoed(text="hi", words=("a", "b"), by_person=True)
            status = await connection.execute(EngineStatusRequest())
            assert (status.clients, status.sessions) == (1, 0)

    asyncio.run(body())


def test_errors_come_back_as_they_were_raised() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            with pytest.raises(ConflictError, match="Somebody else was faster"):
                await connection.execute(RaiseErrorRequest(how="conflict"))
            with pytest.raises(ProcessError, match="The engine failed inside"):
                await connection.execute(RaiseErrorRequest(how="inside"))

    asyncio.run(body())


@dataclass(frozen=True, slots=True, kw_only=True)
class AskNobodyRequest(Request[int]):
    family = "sample"


def test_a_use_case_the_engine_does_not_know_is_not_found() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            with pytest.raises(NotFoundError, match=r"'sample\.ask_nobody'"):
                await connection.execute(AskNobodyRequest())

    asyncio.run(body())


def test_a_listener_hears_the_state_then_changes_before_answers() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            heard = Heard()
            connection.subscribe(heard)
            await until(lambda: bool(heard.news))
            assert await connection.execute(AnnounceTextRequest(text="n", times=2)) == 2
            assert heard.news[1:] == [NoticeShown("n 0"), NoticeShown("n 1")]
            assert isinstance(heard.news[0], EngineState)

    asyncio.run(body())


def test_a_later_listener_hears_the_state_of_its_own_moment() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            first, second = Heard(), Heard()
            end_first = connection.subscribe(first)
            await until(lambda: bool(first.news))
            await connection.execute(AnnounceTextRequest())
            connection.subscribe(second)
            await until(lambda: bool(second.news))
            await connection.execute(AnnounceTextRequest())
            assert isinstance(second.news[0], EngineState)
            assert second.news[0].revision == 1
            assert first.kinds() == ["EngineState", "NoticeShown", "NoticeShown"]
            end_first()
            await connection.execute(AnnounceTextRequest())
            assert (len(first.news), len(second.news)) == (3, 3)

    asyncio.run(body())


@pytest.mark.slow
def test_a_lost_engine_is_told_once_and_a_new_state_follows_its_return() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            heard = Heard()
            connection.subscribe(heard)
            await until(lambda: bool(heard.news))
            pending = asyncio.create_task(connection.execute(AwaitSignalRequest()))
            await engine.waiting.begun.wait()
            await engine.stop()
            with pytest.raises(ProcessError, match="ended before it answered"):
                await pending
            await until(lambda: len(heard.news) >= 3)
            assert heard.kinds()[1:] == ["EngineLost", "EngineLost"]
            engine.registry = type(engine.registry)()
            engine.registry.register(engine.waiting)
            await engine.serve(ServeOptions(handle_signals=False))
            await until(lambda: heard.kinds()[-1] == "EngineState")

    asyncio.run(body())


async def stopped(engine: ServedEngine, connection: EngineConnection) -> Heard:
    """Let the engine be stopped, and return a listener that heard of it."""
    heard = Heard()
    connection.subscribe(heard)
    await until(lambda: bool(heard.news))
    await connection.execute(StopEngineRequest())
    await until(lambda: isinstance(heard.news[-1], EngineLost))
    assert engine.task is not None
    await engine.task
    return heard


async def serve_again(engine: ServedEngine) -> None:
    engine.registry = type(engine.registry)()
    await engine.serve(ServeOptions(handle_signals=False))


def test_no_engine_is_looked_for_after_one_was_stopped_until_it_is_wanted() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            heard = await stopped(engine, connection)
            said = heard.news[-1]
            assert isinstance(said, EngineLost)
            assert said.is_stopped
            assert said.sentence.startswith("The engine was stopped")
            with pytest.raises(ProcessError, match="was stopped"):
                await connection.execute(EngineStatusRequest())
            late = Heard()
            connection.subscribe(late)
            await until(lambda: bool(late.news))
            assert late.news == [said]

            connection.start_engine()
            await until(lambda: EngineLost("The engine starts.") in heard.news)
            await serve_again(engine)
            await until(lambda: heard.kinds()[-1] == late.kinds()[-1] == "EngineState")

    asyncio.run(body())


def test_an_engine_that_somebody_else_started_after_a_stop_is_found() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            heard = await stopped(engine, connection)
            await serve_again(engine)
            await until(lambda: heard.kinds()[-1] == "EngineState")

    asyncio.run(body())


def test_a_call_waits_for_an_engine_that_is_not_there_yet() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            await engine.stop()
            async with connection_to(engine) as connection:
                pending = asyncio.create_task(connection.execute(AwaitSignalRequest()))
                await asyncio.sleep(0)
                engine.registry = type(engine.registry)()
                engine.registry.register(engine.waiting)
                engine.waiting.signal.set()
                await engine.serve(ServeOptions(handle_signals=False))
                assert await pending == "done"

    asyncio.run(body())


class _LeavingSocket:
    """Loses its engine while something is being sent."""

    def __init__(self, connection: EngineConnection) -> None:
        self._connection = connection

    async def send(self, text: str) -> None:
        del text
        self._connection._lose("It left.")
        raise OSError("gone")


def test_a_call_that_could_not_be_sent_leaves_no_second_failure_behind() -> None:
    problems: list[object] = []

    async def body() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: problems.append(context))
        async with served_engine() as engine, connection_to(engine) as connection:
            await connection.execute(EngineStatusRequest())
            socket = cast("ClientConnection", _LeavingSocket(connection))
            with pytest.raises(ProcessError, match="is gone"):
                await connection._ask(socket, "anything", None)
        gc.collect()

    asyncio.run(body())
    assert problems == []


def test_cancelling_a_call_stops_the_wait_not_the_work() -> None:
    async def body() -> None:
        async with served_engine() as engine, connection_to(engine) as connection:
            pending = asyncio.create_task(connection.execute(AwaitSignalRequest()))
            await engine.waiting.begun.wait()
            pending.cancel()
            await asyncio.gather(pending, return_exceptions=True)
            engine.waiting.signal.set()
            await connection.execute(EchoTextRequest(text="x"))
            assert engine.waiting.finished == 1

    asyncio.run(body())
