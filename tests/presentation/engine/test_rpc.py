"""JSON-RPC over the engine's real socket."""

import asyncio
import json
import os
import re
import socket
import stat
import struct
import sys
import tempfile
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from idea import __version__
from idea.application.engine.protocol import CLOSE_REFUSED, CLOSE_TOO_SLOW
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.websocket import open_websocket
from support.served_engine import RawClient, raw_client, served_engine


def test_hello_tells_protocol_version_and_process() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine, greet=False) as client:
            answer = await client.hello(1, 7)
            assert answer["result"] == {
                "protocol": 1,
                "version": __version__,
                "pid": os.getpid(),
            }

    asyncio.run(body())


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("nonsense", "The message is not JSON."),
        ("[]", "A request is one JSON object, no batch."),
        ('{"jsonrpc":"2.0","id":1,"method":"subscribe"}', "The first message must be a hello."),
        (
            '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":[7,9]}}',
            (
                "This engine speaks protocols 1 to 1, the program that called speaks 7 to 9; "
                "the engine is too old."
            ),
        ),
        (
            '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":"1"}}',
            "A hello gives its protocols as [oldest, newest].",
        ),
        ("[" * 100_000, "The message is not JSON."),
    ],
)
def test_a_wrong_hello_is_answered_with_a_sentence_and_the_end(first: str, sentence: str) -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine, greet=False) as client:
            await client.socket.send(first)
            assert (await client.hear())["error"]["message"] == sentence
            with pytest.raises(ConnectionClosed):
                await client.hear()
            assert client.socket.close_code == CLOSE_REFUSED

    asyncio.run(body())


def test_a_use_case_is_called_by_name() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            answer = await client.ask("sample.echo_text", {"text": "hé", "words": ["a", "b"]})
            assert answer["result"] == {"text": "hé", "words": ["a", "b"], "by_person": True}

    asyncio.run(body())


@pytest.mark.parametrize(
    ("method", "params", "code", "sentence"),
    [
        (
            "sample.echo_text",
            {"text": "x", "colour": 1, "zoom": 2},
            -32602,
            (
                "sample.echo_text does not know 'colour', 'zoom'; "
                "it takes text, words, environment, columns."
            ),
        ),
        (
            "sample.echo_text",
            {},
            -32602,
            "sample.echo_text needs 'text'; it takes text, words, environment, columns.",
        ),
        (
            "sample.echo_text",
            {"text": "x", "columns": "80"},
            -32602,
            (
                "sample.echo_text cannot use 'columns': input should be a valid integer; "
                "it takes text, words, environment, columns."
            ),
        ),
        (
            "sample.echo_text",
            ["x"],
            -32602,
            "sample.echo_text takes its parameters by name, as one object.",
        ),
        ("sample.nothing", {}, -32601, "This engine knows no use case named 'sample.nothing'."),
        ("sample.raise_error", {"how": "conflict"}, -32002, "Somebody else was faster."),
    ],
)
def test_errors_carry_a_code_and_a_sentence(
    method: str, params: object, code: int, sentence: str
) -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            answer = await client.ask(method, params)
            assert answer["error"] == {"code": code, "message": sentence}

    asyncio.run(body())


def test_an_internal_error_travels_as_an_id_only(caplog: pytest.LogCaptureFixture) -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            answer = await client.ask("sample.raise_error", {"how": "inside"})
            assert answer["error"]["code"] == -32603
            found = re.fullmatch(
                r"The engine failed inside; its log tells the cause under ([0-9a-f]{8})\.",
                answer["error"]["message"],
            )
            assert found is not None
            assert found[1] in caplog.text
            assert "the secret cause" in caplog.text

    asyncio.run(body())


def test_garbage_between_calls_is_answered_and_survived() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            for garbage in ("{", '{"id":[]}', '{"jsonrpc":"1.0","id":3,"method":"x"}', b"\xff\x00"):
                await client.socket.send(garbage)
                assert (await client.hear())["error"]["code"] in {-32700, -32600}
            assert "result" in await client.ask("sample.echo_text", {"text": "alive"})

    asyncio.run(body())


def test_a_message_of_ten_megabytes_ends_that_client_only() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as other:
            async with raw_client(engine) as client:
                with pytest.raises(ConnectionClosed):
                    await client.ask("sample.echo_text", {"text": "x" * 10_000_000})
            assert "result" in await other.ask("sample.echo_text", {"text": "alive"})

    asyncio.run(body())


def test_calls_of_one_client_run_at_the_same_time() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            slow = await client.say("sample.await_signal")
            assert "result" in await client.ask("sample.echo_text", {"text": "quick"})
            engine.waiting.signal.set()
            assert await client.hear() == {"jsonrpc": "2.0", "id": slow, "result": "done"}

    asyncio.run(body())


def test_a_call_is_finished_although_its_client_went() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            async with raw_client(engine) as client:
                await client.say("sample.await_signal")
                await engine.waiting.begun.wait()
            engine.waiting.signal.set()
            async with raw_client(engine) as client:
                await client.ask("sample.echo_text", {"text": "x"})
            assert engine.waiting.finished == 1

    asyncio.run(body())


def test_the_state_comes_first_then_each_change_before_the_answer_that_caused_it() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            state = (await client.ask("subscribe"))["result"]
            assert (state["revision"], state["projects"][0]["name"]) == (0, "Sample")
            asked = await client.say("sample.announce_text", {"text": "n", "times": 3})
            heard = [await client.hear() for _ in range(4)]
            assert heard == [
                *(
                    {
                        "jsonrpc": "2.0",
                        "method": "change",
                        "params": {
                            "revision": number + 1,
                            "type": "notice_shown",
                            "change": {"sentence": f"n {number}"},
                        },
                    }
                    for number in range(3)
                ),
                {"jsonrpc": "2.0", "id": asked, "result": 3},
            ]
            assert (await client.ask("subscribe"))["result"]["revision"] == 3

    asyncio.run(body())


def test_who_did_not_subscribe_hears_no_changes() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            number = await client.say("sample.announce_text")
            assert (await client.hear())["id"] == number

    asyncio.run(body())


def test_a_subscriber_that_does_not_read_is_cut_off_and_the_others_hear_on() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as other:
            await other.ask("subscribe")
            async with raw_client(engine) as lazy:
                await lazy.ask("subscribe")
                lazy.socket.transport.pause_reading()
                flood = {"text": "x" * 2000, "times": 200}
                for _ in range(15):
                    assert "result" in await other.ask("sample.announce_text", flood)
                lazy.socket.transport.resume_reading()
                with pytest.raises(ConnectionClosed):
                    await _hear_all(lazy)
                assert lazy.socket.close_code == CLOSE_TOO_SLOW
            assert "result" in await other.ask("sample.echo_text", {"text": "alive"})

    asyncio.run(body())


def test_what_the_engine_found_at_its_start_is_told_to_the_first_client_only() -> None:
    async def body() -> None:
        async with served_engine(found_at_start=("settings.json is damaged.",)) as engine:
            for expected in (["settings.json is damaged.", "n 0"], ["n 0"]):
                async with raw_client(engine) as client:
                    await client.ask("subscribe")
                    await client.say("sample.announce_text", {"text": "n"})
                    heard = [await client.hear() for _ in expected]
                    told = [one["params"]["change"]["sentence"] for one in heard]
                    assert told == expected

    asyncio.run(body())


async def _hear_all(client: RawClient) -> None:
    while True:
        await client.hear()


def test_one_shot_calls_answer_as_the_socket_does() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            answer = await asyncio.to_thread(
                call_once, engine.address, "sample.echo_text", {"text": "hi", "words": ["w"]}
            )
            assert answer == {"text": "hi", "words": ["w"], "by_person": True}

    asyncio.run(body())


def test_every_use_case_is_described() -> None:
    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            described = (await client.ask("rpc.describe"))["result"]
            names = [one["name"] for one in described]
            assert names == sorted(names)
            echo = next(one for one in described if one["name"] == "sample.echo_text")
            assert (echo["summary"], echo["access"]) == ("Say what was said.", "sessions")
            assert echo["params"]["required"] == ["text"]
            assert echo["result"]["properties"]["by_person"] == {
                "title": "By Person",
                "type": "boolean",
            }

    asyncio.run(body())


def test_web_pages_are_refused() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            raw = await asyncio.to_thread(
                _post, engine.address.socket, b"Origin: http://localhost\r\n"
            )
            assert raw.startswith(b"HTTP/1.1 403")
            assert raw.endswith(b"The engine does not serve web pages.")

    asyncio.run(body())


def _post(path: str, header: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(10)
        connection.connect(path)
        connection.sendall(
            b"POST /rpc HTTP/1.1\r\nHost: idea\r\nConnection: close\r\n"
            + header
            + b"Content-Length: 2\r\n\r\n{}"
        )
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    return answer


def test_a_call_without_a_protocol_range_is_refused_with_a_sentence() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            raw = await asyncio.to_thread(_post, engine.address.socket, b"")
            answer = json.loads(raw.partition(b"\r\n\r\n")[2])
            assert answer["error"]["message"] == (
                "A call needs the header Idea-Protocol: OLDEST-NEWEST."
            )

    asyncio.run(body())


def test_raw_garbage_on_the_socket_is_survived() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            path = engine.address.socket

            def shout(garbage: bytes) -> None:
                with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                    connection.connect(path)
                    try:
                        connection.sendall(garbage)
                        connection.setsockopt(
                            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                        )
                    except OSError:
                        return  # Cut off while shouting.

            for garbage in (b"\0" * 100_000, b"GET " * 100_000, os.urandom(10_000_000), b""):
                await asyncio.to_thread(shout, garbage)
            async with raw_client(engine) as client:
                assert "result" in await client.ask("sample.echo_text", {"text": "alive"})

    asyncio.run(body())


def test_the_socket_is_for_this_user_alone() -> None:
    async def body() -> None:
        async with served_engine() as engine:
            mode = engine.places.engine_socket.stat().st_mode
            assert stat.S_IMODE(mode) == 0o700 & ~0o077
            assert stat.S_IMODE(engine.places.engine_address.stat().st_mode) == 0o600

    asyncio.run(body())


def test_on_a_loopback_port_only_who_knows_the_token_comes_in() -> None:
    async def body() -> None:
        async with served_engine(loopback=True) as engine:
            address = engine.address
            assert (address.socket, len(address.token)) == ("", 43)
            async with raw_client(engine) as client:
                assert "result" in await client.ask("sample.echo_text", {"text": "x"})
            stranger = type(address)(pid=address.pid, port=address.port, token="wrong")
            with pytest.raises(InvalidStatus) as refused:
                await open_websocket(stranger, "/rpc")
            assert refused.value.response.status_code == 403

    asyncio.run(body())


def test_a_client_that_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("idea.presentation.engine.rpc_socket.HELLO_WITHIN_S", 0.05)

    async def body() -> None:
        async with served_engine() as engine, raw_client(engine, greet=False) as client:
            with pytest.raises(ConnectionClosed):
                await client.hear()
            assert client.socket.close_code == CLOSE_REFUSED

    asyncio.run(body())


def test_hundreds_of_silent_connections_are_let_go_and_hinder_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("idea.presentation.engine.peer.FIRST_REQUEST_WITHIN_S", 0.2)

    async def body() -> None:
        async with served_engine() as engine, raw_client(engine) as client:
            silent = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(300)]
            try:
                for one in silent:
                    one.setblocking(False)
                    await asyncio.get_running_loop().sock_connect(one, engine.address.socket)
                    await asyncio.get_running_loop().sock_sendall(one, b"POST /rpc HTTP/1.1\r\n")
                assert "result" in await client.ask("sample.echo_text", {"text": "alive"})
                for one in silent:
                    async with asyncio.timeout(20):
                        assert await asyncio.get_running_loop().sock_recv(one, 100) == b""
            finally:
                for one in silent:
                    one.close()

    asyncio.run(body())


# Becomes another user only once it runs: nobody may be allowed to read the interpreter.
KNOCK = """
import os, socket, sys
os.setgroups([]); os.setgid(65534); os.setuid(65534)
knocking = socket.socket(socket.AF_UNIX)
knocking.connect(sys.argv[1])
answer = b""
try:
    knocking.sendall(b"POST /rpc HTTP/1.1\\r\\nHost: idea\\r\\n\\r\\n")
    answer = knocking.recv(100)
except (BrokenPipeError, ConnectionResetError):
    pass
print("got", len(answer), "bytes")
"""


@pytest.mark.posix
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_is_cut_off_even_with_the_socket_wide_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as home:
        monkeypatch.setenv("IDEA_HOME", home)

        async def body() -> None:
            async with served_engine() as engine:
                for path in (Path(home), engine.places.runtime, engine.places.engine_socket):
                    path.chmod(0o777)
                knocking = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-c",
                    KNOCK,
                    engine.address.socket,
                    stdout=asyncio.subprocess.PIPE,
                    cwd="/",
                )
                out, _ = await knocking.communicate()
                assert out == b"got 0 bytes\n"
                assert "Refused a connection of another user" in caplog.text

        asyncio.run(body())
