"""One-shot calls: a POST to `/rpc` holds one JSON-RPC request, the response its answer."""

import asyncio

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from idea.application.engine.protocol import (
    INVALID_REQUEST,
    LARGEST_MESSAGE_BYTES,
    PROTOCOL_HEADER,
    PROTOCOLS,
    ProtocolRange,
    negotiate,
)
from idea.application.use_case import Caller
from idea.domain.errors import IdeaError, InvalidError
from idea.presentation.engine.clients import Clients
from idea.presentation.engine.rpc import (
    BadMessageError,
    RpcDispatcher,
    error_answer,
    idea_error_answer,
    parse_call,
)

_BODY_WITHIN_S = 10.0


class RpcPost:
    """Serves POST requests to `/rpc`."""

    def __init__(
        self,
        dispatcher: RpcDispatcher,
        clients: Clients,
        protocols: ProtocolRange = PROTOCOLS,
    ) -> None:
        self._dispatcher = dispatcher
        self._clients = clients
        self._protocols = protocols

    async def serve(self, request: Request, caller: Caller) -> Response:
        """Answer one call."""
        self._clients.note_visit()
        text = await self._answer(request, caller)
        return Response(text, media_type="application/json")

    async def _answer(self, request: Request, caller: Caller) -> str:
        try:
            negotiate(_range(request.headers.get(PROTOCOL_HEADER, "")), self._protocols)
        except IdeaError as error:
            return idea_error_answer(None, error)
        body = await _body(request)
        if body is None:
            return error_answer(None, INVALID_REQUEST, "The request is too long or incomplete.")
        try:
            call = parse_call(body)
        except BadMessageError as error:
            return error.answer
        return await self._dispatcher.answer(call, caller)


async def _body(request: Request) -> bytes | None:
    """Return the whole body; None when it is too long, too slow or cut off."""
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_WITHIN_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST_MESSAGE_BYTES:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(body)


def _range(header: str) -> ProtocolRange:
    """Return the range of a header such as `1-3`.

    Raises:
        InvalidError: The header is missing or different.
    """
    oldest, _, newest = header.partition("-")
    if not (oldest.isascii() and oldest.isdecimal() and newest.isascii() and newest.isdecimal()):
        raise InvalidError(f"A call needs the header {PROTOCOL_HEADER}: OLDEST-NEWEST.")
    if len(header) > 9:
        raise InvalidError("The protocols of the call are out of range.")
    return ProtocolRange(oldest=int(oldest), newest=int(newest))
