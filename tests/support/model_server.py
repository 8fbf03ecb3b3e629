"""A model on the loopback that speaks four vendors' protocols and answers by rote.

`PING-x` in the newest thing a person said is answered `PONG-x`; everything else is acknowledged.
Where a JSON schema is asked for, the smallest object that obeys it is the answer. What was asked
is kept, so that a test can tell which text reached the model.
"""

import json
import re
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, override

type Json = Mapping[str, Any]

_PING = re.compile(r"PING-(\w+)")
_USAGE = {"input_tokens": 10, "output_tokens": 5}


class ModelServer:
    """Serves on a free port of the loopback until the `with` ends."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Json]] = []
        """Path and body of every request that wanted an answer, in order."""
        self._server = _Server(self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="model server", daemon=True
        )

    @property
    def url(self) -> str:
        """Where it is, without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def heard(self, text: str) -> bool:
        """Return whether a request held the text, as JSON spells it."""
        spelled = json.dumps(text, ensure_ascii=False)[1:-1]
        return any(spelled in json.dumps(body, ensure_ascii=False) for _, body in tuple(self.asked))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ModelServer) -> None:
        self.model = model
        super().__init__(("127.0.0.1", 0), _Exchange)

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Let a client hang up in the middle of an answer; programs do when they are stopped."""


class _Exchange(BaseHTTPRequestHandler):
    """One request; chooses the protocol by its path."""

    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._send(b"", "application/json")

    def do_GET(self) -> None:
        models = [{"id": "rote", "object": "model", "name": "models/rote", "type": "model"}]
        self._send_json({"object": "list", "data": models, "models": models})

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        try:
            body: Json = json.loads(self.rfile.read(length) or b"{}")
        except ValueError:
            body = {}
        server = self.server
        assert isinstance(server, _Server)
        path = self.path.partition("?")[0]
        speak = next((speak for end, speak in _PROTOCOLS if path.endswith(end)), None)
        if speak is None:
            self._send_json({"totalTokens": 10, "input_tokens": 10})
            return
        server.model.asked.append((self.path, body))
        whole, parts = speak(body)
        if body.get("stream") or "stream" in path:
            self._send(b"".join(parts), "text/event-stream")
        else:
            self._send_json(whole)

    def _send_json(self, document: Json) -> None:
        self._send(json.dumps(document).encode(), "application/json")

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    @override
    def log_message(self, format: str, *args: object) -> None:  # The base's name.
        """Say nothing."""


def _event(document: Json, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(document)}\n\n".encode()


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value, in order."""
    match value:
        case str():
            yield value
        case Mapping():
            for one in value.values():
                yield from _texts(one)
        case list():
            for one in value:
                yield from _texts(one)
        case _:
            return


def _answer(said: object, schema: object) -> str:
    if isinstance(schema, Mapping):
        return json.dumps(_smallest(schema))
    pings = _PING.findall(" ".join(_texts(said)))
    return f"PONG-{pings[-1]}" if pings else "Understood."


def _newest(messages: object) -> object:
    """Return the newest thing that a person said."""
    entries = messages if isinstance(messages, list) else [{"role": "user", "content": messages}]
    said = [one for one in entries if isinstance(one, Mapping) and one.get("role") == "user"]
    return said[-1] if said else ""


_SMALLEST: Mapping[str, object] = {
    "array": [],
    "integer": 1,
    "number": 1,
    "boolean": False,
    "string": "rote",
}


def _smallest(schema: Json) -> object:
    """Return the smallest value that obeys a schema; some vendors write types in capitals."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = str(schema.get("type", "string")).lower()
    if kind != "object":
        return _SMALLEST.get(kind, "rote")
    properties = schema.get("properties", {})
    wanted = schema.get("required", list(properties))
    return {name: _smallest(properties.get(name, {})) for name in wanted}


type Spoken = tuple[Json, list[bytes]]


def _messages(body: Json) -> Spoken:
    output = body.get("output_config") or {}
    schema = (output.get("format") or body.get("output_format") or {}).get("schema")
    text = _answer(_newest(body.get("messages")), schema)
    message = {
        "id": "msg_rote",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "rote"),
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": _USAGE,
    }
    begun = {**message, "content": [], "stop_reason": None}
    block = {"type": "text", "text": ""}
    delta = {"type": "text_delta", "text": text}
    end = {"stop_reason": "end_turn", "stop_sequence": None}
    parts = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": end, "usage": _USAGE},
        {"type": "message_stop"},
    ]
    return message, [_event(part, str(part["type"])) for part in parts]


def _chat_completions(body: Json) -> Spoken:
    schema = ((body.get("response_format") or {}).get("json_schema") or {}).get("schema")
    text = _answer(_newest(body.get("messages")), schema)
    head = {"id": "chat_rote", "created": 1, "model": body.get("model", "rote")}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    message = {"role": "assistant", "content": text}
    whole = {
        **head,
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": usage,
    }
    piece = {**head, "object": "chat.completion.chunk"}
    parts = [
        {**piece, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
        {**piece, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {**piece, "choices": [], "usage": usage},
    ]
    return whole, [*map(_event, parts), b"data: [DONE]\n\n"]


def _responses(body: Json) -> Spoken:
    schema = ((body.get("text") or {}).get("format") or {}).get("schema")
    text = _answer(_newest(body.get("input")), schema)
    content = {"type": "output_text", "text": text, "annotations": []}
    item = {
        "id": "item_rote",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [content],
    }
    usage = {
        **_USAGE,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 15,
    }
    whole = {
        "id": "resp_rote",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": body.get("model", "rote"),
        "output": [item],
        "usage": usage,
    }
    begun = {**whole, "status": "in_progress", "output": []}
    place = {"item_id": "item_rote", "output_index": 0, "content_index": 0}
    parts = [
        {"type": "response.created", "response": begun},
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {**item, "status": "in_progress", "content": []},
        },
        {"type": "response.output_text.delta", **place, "delta": text},
        {"type": "response.output_text.done", **place, "text": text},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]
    return whole, [
        _event({**part, "sequence_number": number}, str(part["type"]))
        for number, part in enumerate(parts)
    ]


def _generate_content(body: Json) -> Spoken:
    config = body.get("generationConfig") or {}
    schema = config.get("responseJsonSchema") or config.get("responseSchema")
    text = _answer(_newest(body.get("contents")), schema)
    candidate = {
        "content": {"role": "model", "parts": [{"text": text}]},
        "finishReason": "STOP",
        "index": 0,
    }
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
    whole = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "rote"}
    return whole, [_event(whole)]


_PROTOCOLS = (
    ("/messages", _messages),
    ("/chat/completions", _chat_completions),
    ("/responses", _responses),
    (":streamGenerateContent", _generate_content),
    (":generateContent", _generate_content),
)
