"""The life of a serving engine: reachable, alone, leaving in order."""

import asyncio
import shutil

import pytest
from websockets.exceptions import ConnectionClosed

from idea.application.engine.protocol import CLOSE_STOPPED
from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.engine_client.call_once import EngineAbsentError, call_once
from support.served_engine import RawClient, ServedEngine, raw_client, served_engine, until


async def _reachable_again(engine: ServedEngine) -> None:
    def reachable() -> bool:
        found = read_address(engine.places.engine_address)
        return found is not None and found.answers()

    await until(reachable)


def test_a_vanished_socket_is_opened_again_and_old_connections_go_on() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as old:
            engine.places.engine_socket.unlink()
            await _reachable_again(engine)
            async with raw_client(engine) as new:
                for client in (old, new):
                    assert "result" in await client.ask("sample.echo_text", {"text": "x"})

    asyncio.run(body())


def test_a_vanished_runtime_folder_and_address_file_come_back() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            shutil.rmtree(engine.places.runtime)
            engine.places.engine_address.unlink()
            await _reachable_again(engine)

    asyncio.run(body())


def test_an_engine_without_session_and_client_leaves_after_its_time() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            assert engine.task is not None
            engine.live = 1
            engine.clock.advance(601)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(asyncio.shield(engine.task), 0.2)
            engine.live = 0
            engine.clock.advance(601)
            async with asyncio.timeout(10):
                await engine.task
            assert engine.closed == 1
            assert read_address(engine.places.engine_address) is None
            assert not engine.places.engine_socket.exists()

    asyncio.run(body())


def test_status_tells_process_sessions_clients_and_lag() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            engine.live = 3
            status = (await client.ask("engine.engine_status"))["result"]
            assert (status["sessions"], status["clients"], status["protocol"]) == (3, 1, 1)
            assert status["address"] == engine.address.socket
            assert status["loop_lag_p99_ms"] >= 0

    asyncio.run(body())


def test_stopping_is_refused_while_sessions_live() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            engine.live = 2
            answer = await client.ask("engine.stop_engine")
            assert answer["error"]["message"] == (
                "2 sessions are running; stop them as well, or leave the engine alone."
            )

    asyncio.run(body())


async def _closed(client: RawClient) -> int | None:
    with pytest.raises(ConnectionClosed):
        await client.hear()
    return client.socket.close_code


def test_stopping_answers_first_then_ends_calls_and_clients_in_order() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            assert engine.task is not None
            engine.live = 1
            waiting = await client.say("sample.await_signal")
            await engine.waiting.begun.wait()
            stopping = await client.say("engine.stop_engine", {"sessions": True})
            stopped = await client.hear()
            assert (stopped["id"], stopped["result"]["sessions"]) == (stopping, 0)
            engine.waiting.signal.set()
            assert (await client.hear())["id"] == waiting
            assert await _closed(client) == CLOSE_STOPPED
            async with asyncio.timeout(10):
                await engine.task
            assert engine.closed == 1

    asyncio.run(body())


def test_a_one_shot_stop_is_answered_before_the_engine_goes() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            assert engine.task is not None
            address = engine.address
            answer = await asyncio.to_thread(call_once, address, "engine.stop_engine", {})
            assert isinstance(answer, dict)
            async with asyncio.timeout(10):
                await engine.task
            with pytest.raises(EngineAbsentError):
                await asyncio.to_thread(call_once, address, "engine.engine_status", {})

    asyncio.run(body())
