"""JSON-RPC 2.0 over the use-case registry: one message in, one message out.

A use case's name is its method, its request's fields are the parameters, by name. `rpc.describe`
lists every method with its schemas. Errors carry the sentence for the person and the kind's code;
what went wrong inside is logged under an id, and only the id travels.
"""

import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from pydantic_core import from_json

from idea.application.engine.protocol import (
    CODES,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    UNKNOWN_METHOD,
)
from idea.application.use_case import Caller
from idea.application.use_case_registry import UseCaseRegistry
from idea.domain.errors import IdeaError, NotFoundError
from idea.presentation.engine.request_codec import RequestCodec

_log = logging.getLogger(__name__)

DESCRIBE = "rpc.describe"

type MessageId = str | int | float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One well-formed JSON-RPC request."""

    id: MessageId
    method: str
    params: object
    wants_answer: bool
    """False for a notification, which is executed but not answered."""


class BadMessageError(Exception):
    """A message that is no JSON-RPC request; holds the answer to send."""

    def __init__(self, answer: str) -> None:
        super().__init__(answer)
        self.answer = answer


def parse_call(text: str | bytes) -> Call:
    """Return the request in a message.

    Raises:
        BadMessageError: The message is not JSON, or not one request.
    """
    try:
        message = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise BadMessageError(
            error_answer(None, PARSE_ERROR, "The message is not JSON.")
        ) from error
    if not isinstance(message, dict):
        raise BadMessageError(
            error_answer(None, INVALID_REQUEST, "A request is one JSON object, no batch.")
        )
    message_id = message.get("id")
    if isinstance(message_id, bool) or not isinstance(message_id, str | int | float | None):
        raise BadMessageError(
            error_answer(None, INVALID_REQUEST, "A request's id is a string or a number.")
        )
    method = message.get("method")
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise BadMessageError(
            error_answer(message_id, INVALID_REQUEST, "The message is no JSON-RPC 2.0 request.")
        )
    return Call(
        id=message_id,
        method=method,
        params=message.get("params"),
        wants_answer="id" in message,
    )


def result_answer(message_id: MessageId, result_json: str) -> str:
    """Return a successful answer around already encoded JSON."""
    return f'{{"jsonrpc":"2.0","id":{json.dumps(message_id)},"result":{result_json}}}'


def error_answer(message_id: MessageId, code: int, sentence: str) -> str:
    """Return a failed answer."""
    return json.dumps(
        {"jsonrpc": "2.0", "id": message_id, "error": {"code": code, "message": sentence}},
        ensure_ascii=False,
        separators=(",", ":"),
    )


def idea_error_answer(message_id: MessageId, error: IdeaError) -> str:
    """Return the answer for an error of the domain."""
    return error_answer(message_id, CODES[error.kind], error.sentence)


class RpcDispatcher:
    """Answers calls from the registry; runs on the event loop's thread."""

    def __init__(
        self,
        registry: UseCaseRegistry,
        fresh_error_id: Callable[[], str] = lambda: secrets.token_hex(4),
    ) -> None:
        self._registry = registry
        self._fresh_error_id = fresh_error_id
        self._codecs: dict[str, RequestCodec] = {}

    async def answer(self, call: Call, caller: Caller) -> str:
        """Execute a call and return its answer; only cancellation is ever raised."""
        try:
            return result_answer(call.id, await self._result(call, caller))
        except _UnknownMethodError as error:
            return error_answer(call.id, UNKNOWN_METHOD, error.sentence)
        except IdeaError as error:
            return idea_error_answer(call.id, error)
        except Exception:  # noqa: BLE001 # The client gets an id, the log gets the cause.
            error_id = self._fresh_error_id()
            _log.exception("Internal error %s in %r", error_id, call.method)
            return error_answer(
                call.id,
                INTERNAL_ERROR,
                f"The engine failed inside; its log tells the cause under {error_id}.",
            )

    async def _result(self, call: Call, caller: Caller) -> str:
        if call.method == DESCRIBE:
            return json.dumps(self.describe(), ensure_ascii=False)
        codec = self._codec(call.method)
        request = codec.decode(call.params)
        return codec.encode(await self._registry.execute(request, caller))

    def describe(self) -> list[dict[str, object]]:
        """Return name, sentence, access and schemas of every use case."""
        return [self._codec(registration.name).describe() for registration in self._registry]

    def _codec(self, name: str) -> RequestCodec:
        codec = self._codecs.get(name)
        if codec is None:
            try:
                registration = self._registry.find(name)
            except NotFoundError as error:
                raise _UnknownMethodError(error.sentence) from error
            codec = self._codecs[name] = RequestCodec(registration)
        return codec


class _UnknownMethodError(NotFoundError):
    """A method nobody registered."""
