"""The engine as an ASGI application: which path leads where."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from idea.application.engine.protocol import ATTACH_PATH, RPC_PATH
from idea.application.use_case import Caller
from idea.domain.errors import InvalidError
from idea.presentation.engine.attach import AttachDoor
from idea.presentation.engine.door import Door
from idea.presentation.engine.rpc_http import RpcPost
from idea.presentation.engine.rpc_socket import RpcDoor


def engine_app(door: Door, rpc: RpcDoor, post: RpcPost, attach: AttachDoor) -> Starlette:
    """Return the application behind the engine's socket."""

    async def on_rpc_socket(socket: WebSocket) -> None:
        caller = await _admitted(door, socket)
        if caller is not None:
            await rpc.serve(socket, caller)

    async def on_attach(socket: WebSocket) -> None:
        caller = await _admitted(door, socket)
        if caller is not None:
            await attach.serve(socket, socket.path_params["session"], caller)

    async def on_post(request: Request) -> Response:
        try:
            caller = door.caller(request.headers)
        except InvalidError as error:
            return PlainTextResponse(error.sentence, status_code=403)
        return await post.serve(request, caller)

    return Starlette(
        routes=[
            Route(RPC_PATH, on_post, methods=["POST"]),
            WebSocketRoute(RPC_PATH, on_rpc_socket),
            WebSocketRoute(ATTACH_PATH + "{session}", on_attach),
        ]
    )


async def _admitted(door: Door, socket: WebSocket) -> Caller | None:
    """Return the caller, or refuse the connection with the sentence as its response."""
    try:
        return door.caller(socket.headers)
    except InvalidError as error:
        await socket.send_denial_response(PlainTextResponse(error.sentence, status_code=403))
        return None
