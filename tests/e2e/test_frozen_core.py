"""A client of protocol 1, byte for byte as it was recorded, against the engine of today.

What is written here is frozen: an engine of any later version must let this client hello,
subscribe, list, attach, acknowledge, type, resize and stop. Never edit a recorded message; record
another client beside it.
"""

import asyncio
import json
import struct
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, unix_connect

from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from support.engine_window import stop_engine

pytestmark = [pytest.mark.slow, pytest.mark.posix]

HELLO = (
    '{"jsonrpc": "2.0", "id": 0, "method": "hello", "params": '
    '{"protocol": [1, 1], "client": "window", "version": "0.1.0"}}'
)
SUBSCRIBE = '{"jsonrpc": "2.0", "id": 1, "method": "subscribe", "params": {}}'
LIST = '{"jsonrpc": "2.0", "id": 2, "method": "terminals.list_sessions", "params": {"project": ""}}'
STATUS = '{"jsonrpc": "2.0", "id": 3, "method": "engine.engine_status", "params": {}}'
STOP = (
    '{"jsonrpc": "2.0", "id": 4, "method": "terminals.stop_session", '
    '"params": {"session": "SESSION", "force": false}}'
)
CHANNEL_HELLO = '{"protocol": [1, 1], "client": "window", "version": "0.1.0"}'
ATTACH = bytes.fromhex("740201000000000000000000500018")
TYPE = bytes.fromhex("6900016563686f20762727313b20737474792073697a650d")
RESIZE = bytes.fromhex("7a0064001e")
ATTACHED_KIND, RECORDS_KIND, CREDIT_KIND = b"A", b"r", b"C"


async def answer(socket: ClientConnection, number: int) -> Any:
    """Return the result of a call, passing over changes."""
    async with asyncio.timeout(60):
        while True:
            message = json.loads(await socket.recv())
            if message.get("id") == number:
                return message["result"]


async def printed(socket: ClientConnection, wanted: bytes) -> None:
    """Acknowledge records until their bytes hold this."""
    seen = b""
    async with asyncio.timeout(60):
        while wanted not in seen:
            message = await socket.recv(decode=False)
            if message[:1] == RECORDS_KIND:
                (seq,) = struct.unpack_from(">Q", message, 1)
                frames = message[9:]
                seen += frames
                await socket.send(b"a" + struct.pack(">Q", seq + len(frames)))


async def credited(socket: ClientConnection) -> None:
    """Wait for the attach to be accepted and the first input credit."""
    kinds = b""
    async with asyncio.timeout(60):
        while CREDIT_KIND not in kinds:
            message = await socket.recv(decode=False)
            kinds += message[:1]
            if message[:1] == RECORDS_KIND:
                (seq,) = struct.unpack_from(">Q", message, 1)
                await socket.send(b"a" + struct.pack(">Q", seq + len(message) - 9))
    assert kinds[:1] == ATTACHED_KIND


async def live_as_version_one(path: str, session: str) -> None:
    async with unix_connect(path, "ws://idea/rpc", compression=None) as rpc:
        await rpc.send(HELLO)
        assert (await answer(rpc, 0))["protocol"] == 1
        await rpc.send(SUBSCRIBE)
        state = await answer(rpc, 1)
        assert {"revision", "projects", "layouts", "sessions", "settings"} <= state.keys()
        await rpc.send(LIST)
        (listed,) = await answer(rpc, 2)
        assert (listed["id"], listed["status"]) == (session, "running")
        await rpc.send(STATUS)
        assert {"pid", "version", "protocol", "sessions", "since"} <= (await answer(rpc, 3)).keys()
        async with unix_connect(path, f"ws://idea/attach/{session}", compression=None) as channel:
            await channel.send(CHANNEL_HELLO)
            assert json.loads(await channel.recv())["protocol"] == 1
            await channel.send(ATTACH)
            await credited(channel)
            await channel.send(TYPE)
            await printed(channel, b"24 80")
            await channel.send(RESIZE)
            await channel.send(TYPE)
            await printed(channel, b"30 100")
        await rpc.send(STOP.replace("SESSION", session))
        assert (await answer(rpc, 4))["status"] == "exited"


def test_a_recorded_client_of_protocol_one_still_works(tmp_path: Any) -> None:
    places = find_places()
    address = EngineStarter(places, start_within_s=60).ensure_running()
    try:
        call_once(address, "projects.open_project", {"path": str(tmp_path)})
        opened = call_once(
            address, "terminals.open_terminal", {"project": str(tmp_path), "command": ["sh"]}
        )
        assert isinstance(opened, dict)
        asyncio.run(live_as_version_one(address.socket, opened["id"]))
    finally:
        stop_engine(places)
