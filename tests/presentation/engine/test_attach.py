"""Attached terminals over the engine's real socket."""

import asyncio
import json

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from idea.application.engine.protocol import CLOSE_LEAVING, CLOSE_REFUSED
from idea.domain.ids import ClientId
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Attached,
    Input,
    InputKind,
    Records,
)
from idea.domain.stream.wire import decode_engine, encode
from idea.domain.terminal import UNSEEN_SIZE, Size
from idea.infrastructure.engine_client.websocket import open_websocket
from support.served_engine import ServedEngine, served_engine, until

ASKED = AttachAsked(have=None, size=Size(80, 24), shown=True, core="")


async def opened(engine: ServedEngine, session: str = "s1") -> ClientConnection:
    socket = await open_websocket(engine.address, f"/attach/{session}")
    await socket.send(json.dumps({"protocol": [1, 1], "client": "test", "version": "0"}))
    assert json.loads(await socket.recv())["protocol"] == 1
    return socket


async def refusal(socket: ClientConnection) -> str:
    """Return the sentence of the refusal that ends a channel."""
    async with asyncio.timeout(10):
        said = json.loads(await socket.recv())
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert socket.close_code == CLOSE_REFUSED
    sentence: str = said["error"]["message"]
    assert (socket.close_reason or "") == sentence[:120]
    return sentence


def test_a_channel_carries_messages_both_ways() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            async with await opened(engine) as socket:
                await socket.send(encode(ASKED))
                assert decode_engine(await socket.recv(decode=False)) == Attached(
                    ClientId("c1"), 0, 0, UNSEEN_SIZE, checkpoint=False
                )
                await socket.send(encode(Input(InputKind.KEY, b"ls\r")))
                assert decode_engine(await socket.recv(decode=False)) == Records(0, b"ls\r")
                await socket.send(encode(Acknowledged(3)))
                await socket.send(encode(Input(InputKind.KEY, b"x")))
                assert decode_engine(await socket.recv(decode=False)) == Records(3, b"x")
            assert engine.attachments.received[1] == Acknowledged(3)
            assert engine.attachments.asked == [ASKED]

    asyncio.run(body())


def test_a_client_that_goes_is_detached_once() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            async with await opened(engine) as socket:
                await socket.send(encode(ASKED))
                await socket.recv()
            await until(lambda: engine.attachments.detached > 0)
            assert engine.attachments.detached == 1

    asyncio.run(body())


def test_an_unknown_session_is_said_in_a_sentence() -> None:
    async def body() -> None:
        async with served_engine() as engine, await opened(engine, "s2") as socket:
            await socket.send(encode(ASKED))
            assert await refusal(socket) == "There is no session 's2'."

    asyncio.run(body())


@pytest.mark.parametrize("first", ["nonsense", "[1]", b"\x00\x01", '{"protocol":[5,6]}'])
def test_a_wrong_hello_is_refused(first: str | bytes) -> None:
    async def body() -> None:
        async with served_engine() as engine:
            async with await open_websocket(engine.address, "/attach/s1") as socket:
                await socket.send(first)
                assert (await refusal(socket)).endswith(".")
            assert engine.attachments.channels == []

    asyncio.run(body())


@pytest.mark.parametrize(
    "message", [b"", b"?", b"a\x01", b"i\xff\xff", b"\xff" * 1000, encode(Acknowledged(1)), "text"]
)
def test_a_channel_that_does_not_begin_with_an_attach_is_refused(message: str | bytes) -> None:
    async def body() -> None:
        async with served_engine() as engine, await opened(engine) as socket:
            await socket.send(message)
            assert (await refusal(socket)).endswith(".")

    asyncio.run(body())


def test_a_damaged_message_ends_the_channel_and_detaches() -> None:
    async def body() -> None:
        async with served_engine() as engine, await opened(engine) as socket:
            await socket.send(encode(ASKED))
            await socket.recv()
            await socket.send(b"i\x00")
            await refusal(socket)
            assert engine.attachments.detached == 1

    asyncio.run(body())


def test_what_waits_is_sent_before_the_session_closes_the_channel() -> None:
    async def body() -> None:
        async with served_engine() as engine, await opened(engine) as socket:
            await socket.send(encode(ASKED))
            await socket.recv()
            channel = engine.attachments.channels[0]
            for number in range(100):
                channel.send(Records(number * 10_000, b"x" * 10_000))
            channel.close("The session was forgotten.")
            for number in range(100):
                assert decode_engine(await socket.recv(decode=False)) == Records(
                    number * 10_000, b"x" * 10_000
                )
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_reason == "The session was forgotten."

    asyncio.run(body())


def test_channels_are_told_that_the_engine_leaves() -> None:
    async def body() -> None:
        async with served_engine() as engine, await opened(engine) as socket:
            await socket.send(encode(ASKED))
            await socket.recv()
            leaving = asyncio.create_task(engine.stop())
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == CLOSE_LEAVING
            await leaving

    asyncio.run(body())


def test_the_clients_socket_is_read_while_it_does_not_read() -> None:
    async def body() -> None:
        async with served_engine() as engine, await opened(engine) as socket:
            await socket.send(encode(ASKED))
            await socket.recv()
            socket.transport.pause_reading()
            channel = engine.attachments.channels[0]
            for number in range(64):
                channel.send(Records(number, b"x" * 200_000))
            await asyncio.sleep(0)
            for number in range(200):
                await socket.send(encode(Acknowledged(number)))
            await until(lambda: len(engine.attachments.received) >= 200)
            socket.transport.resume_reading()

    asyncio.run(body())
