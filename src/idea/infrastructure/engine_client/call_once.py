"""One call to the engine, synchronously and with the standard library alone.

For the command line, which must answer within a quarter of a second: importing `http.client` (with
`ssl` behind it), asyncio or pydantic would take a good part of that. What the call needs of HTTP is
a POST whose answer ends with the connection.
"""

import json
import os
import socket
from collections.abc import Mapping

from idea import __version__
from idea.application.engine.protocol import (
    LARGEST_ANSWER_BYTES,
    PROTOCOL_HEADER,
    PROTOCOLS,
    RPC_PATH,
    SECRET_HEADER,
    SESSION_HEADER,
    TOKEN_HEADER,
    error_of,
)
from idea.domain.errors import InvalidError, ProcessError
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.session_variables import SECRET_VARIABLE, SESSION_VARIABLE

_READ_BYTES = 64 * 1024
_NO_TEXT = "What was given holds bytes that are no UTF-8 text; IdeA takes no such names and texts."


class EngineAbsentError(ProcessError):
    """Nobody listens at the engine's address; nothing was executed."""


def call_once(
    address: EngineAddress,
    name: str,
    params: Mapping[str, object],
    *,
    timeout_s: float = 60.0,
) -> object:
    """Execute one use case and return its answer as plain JSON values.

    Raises:
        EngineAbsentError: The engine is not there.
        InvalidError: A text is none, such as the name of a file in another encoding.
        ProcessError: The engine ended before it answered.
        IdeaError: The use case failed.
    """
    request = _request(address, name, params)
    try:
        connection = address.connect(timeout_s)
    except OSError as error:
        raise EngineAbsentError("The engine does not run.") from error
    with connection:
        try:
            connection.sendall(request)
            response = _read_all(connection)
        except TimeoutError as error:
            raise ProcessError(
                f"The engine did not answer {name} within {timeout_s:.0f} s; it may still do it."
            ) from error
        except OSError as error:
            raise ProcessError(_unanswered(name)) from error
    return _result(name, response)


def session_headers(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the headers that name the session this process runs in; none outside a session."""
    variables = os.environ if environment is None else environment
    session, secret = variables.get(SESSION_VARIABLE, ""), variables.get(SECRET_VARIABLE, "")
    return {SESSION_HEADER: session, SECRET_HEADER: secret} if session and secret else {}


def _request(address: EngineAddress, name: str, params: Mapping[str, object]) -> bytes:
    """Return what is sent.

    Raises:
        InvalidError: A text in it is none.
    """
    call = {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}
    try:
        body = json.dumps(call, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InvalidError(_NO_TEXT) from error
    headers = {
        "Host": "idea",
        "User-Agent": f"idea/{__version__}",
        "Connection": "close",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        PROTOCOL_HEADER: f"{PROTOCOLS.oldest}-{PROTOCOLS.newest}",
        **({TOKEN_HEADER: address.token} if address.token else {}),
        **session_headers(),
    }
    lines = [f"POST {RPC_PATH} HTTP/1.1", *(f"{key}: {value}" for key, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body


def _read_all(connection: socket.socket) -> bytes:
    """Return everything until the engine closes.

    Raises:
        OSError: The connection broke, or the answer is endless.
    """
    answer = bytearray()
    while piece := connection.recv(_READ_BYTES):
        answer += piece
        if len(answer) > LARGEST_ANSWER_BYTES:
            raise OSError("endless answer")
    return bytes(answer)


def _unanswered(name: str) -> str:
    return f"The engine ended before it answered {name}; look whether it was done."


def _result(name: str, response: bytes) -> object:
    head, _, body = response.partition(b"\r\n\r\n")
    status = head.split(b" ", 2)[1:2]
    if status == [b"403"]:
        raise ProcessError(body.decode("utf-8", "replace"))
    try:
        answer = json.loads(body) if status == [b"200"] else {}
        if "result" in answer:
            return answer["result"]
        code, sentence = int(answer["error"]["code"]), str(answer["error"]["message"])
    except (ValueError, KeyError, TypeError) as error:
        raise ProcessError(_unanswered(name)) from error
    raise error_of(code, sentence)
