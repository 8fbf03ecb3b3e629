"""One-shot calls: light, and honest when the engine is not what it should be."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from idea.domain.errors import InvalidError, ProcessError
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.call_once import (
    EngineAbsentError,
    call_once,
    session_headers,
)

HEAVY = ("asyncio", "pydantic", "websockets", "starlette", "http.client", "ssl", "filelock")


def test_calling_and_starting_import_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "import idea.infrastructure.engine_client.call_once\n"
        "import idea.infrastructure.engine_client.starter\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_what_is_no_text_is_refused_before_anybody_is_called() -> None:
    nobody = EngineAddress(pid=1, socket="nobody")
    with pytest.raises(InvalidError, match="no UTF-8 text"):
        call_once(nobody, "projects.open_project", {"path": "/tmp/caf\udce9"})


@contextmanager
def impostor(tmp_path: Path, answer: bytes) -> Iterator[EngineAddress]:
    """Something that answers every connection with these bytes and hangs up."""
    path = str(tmp_path / "e.sock")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen()

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield EngineAddress(pid=1, socket=path)
    finally:
        thread.join(20)
        listener.close()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n[1]",
        b"HTTP/1.1 500 Oh\r\n\r\n{}",
        b"garbage",
        b'HTTP/1.1 200 OK\r\n\r\n{"error":{}}',
    ],
)
def test_an_answer_that_is_none_is_said_to_be_none(tmp_path: Path, answer: bytes) -> None:
    with (
        impostor(tmp_path, answer) as address,
        pytest.raises(ProcessError, match=r"The engine ended before it answered x\.y_z"),
    ):
        call_once(address, "x.y_z", {})


def test_a_refusal_is_passed_on(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 403 Forbidden\r\n\r\nThe engine does not serve web pages."
    with (
        impostor(tmp_path, answer) as address,
        pytest.raises(ProcessError, match="does not serve web pages"),
    ):
        call_once(address, "x.y_z", {})


def test_nobody_there_is_told_apart_from_failing(tmp_path: Path) -> None:
    with pytest.raises(EngineAbsentError):
        call_once(EngineAddress(pid=1, socket=str(tmp_path / "none")), "x.y_z", {})


def test_a_program_in_a_session_names_it() -> None:
    assert session_headers({}) == {}
    assert session_headers({"IDEA_SESSION": "s1"}) == {}
    assert session_headers({"IDEA_SESSION": "s1", "IDEA_SESSION_SECRET": "x"}) == {
        "Idea-Session": "s1",
        "Idea-Session-Secret": "x",
    }
