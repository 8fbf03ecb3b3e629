"""Doors to an engine that holds one session with a past."""

import base64
from collections.abc import Mapping
from typing import Any, override

from fakes.doors import FakeDoors
from fakes.session_log import FakeSessionLog
from fakes.terminal_core import FakeScreenFactory
from idea.domain.errors import NotFoundError
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.stream.records import Record, encode_frame
from idea.domain.terminal import Size

SIZE = Size(20, 4)
START = 1_700_000_000_000
PAGE_BYTES = 60
PART_BYTES = 3


class HistoryDoors(FakeDoors):
    """Doors to an engine that holds one session with a past."""

    def __init__(self, *, live: bool = False) -> None:
        super().__init__()
        self.log = FakeSessionLog()
        self.end = 0
        self.session = {"id": "22222222-bbbb", "name": "bash", "columns": 20, "rows": 4}
        self.session["status"] = "running" if live else "exited"
        self.factory: ScreenFactory = FakeScreenFactory()
        self.seqs: list[int] = []
        """Where each record that was told begins."""
        self.damaged: set[int] = set()
        """Where the log is damaged."""
        self.dropped = False
        """Whether the log lost all after it said what it holds."""

    def tell(self, *records: Record, after_s: float = 0, leave_out: int = 0) -> "HistoryDoors":
        """Let records be made so long after the start."""
        self.end += leave_out
        for record in records:
            frame = encode_frame(record, START + int(after_s * 1000))
            self.log.append(self.end, frame)
            self.seqs.append(self.end)
            self.end += len(frame)
        return self

    @override
    def call(self, name: str, request: Mapping[str, object]) -> object:
        self.asked.append((name, dict(request)))
        match name:
            case "terminals.show_session":
                return self.session
            case "terminals.show_history":
                pieces = [
                    {
                        "start": seq,
                        "end": seq + len(frames),
                        "at_ms": int.from_bytes(frames[1:9], "big"),
                    }
                    for seq, frames in self.log.stretches
                ]
                return {"id": self.session["id"], "pieces": pieces}
            case "terminals.read_history":
                start: Any = request["start"]
                if self.dropped or start in self.damaged:
                    raise NotFoundError(f"The log does not hold {start} any more.")
                frames = self.log.read_now(start, PAGE_BYTES)
                return {"frames": base64.b64encode(frames).decode()}
            case "terminals.read_checkpoint":
                return self._checkpoint(request)
            case _:
                raise AssertionError(name)

    def _checkpoint(self, request: Mapping[str, Any]) -> object:
        found = self.log.checkpoint_now(request["core"], request["up_to"])
        if found is None:
            raise NotFoundError("No checkpoint.")
        return {
            "seq": found.seq,
            "kind": found.kind.value,
            "core": found.core,
            "columns": found.size.columns,
            "rows": found.size.rows,
            "size_bytes": len(found.data),
            "data": base64.b64encode(found.data[request["offset"] :][:PART_BYTES]).decode(),
        }
