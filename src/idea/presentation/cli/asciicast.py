"""asciicast v2: a recording as lines of JSON, which many players and converters read.

The first line is the header; each other line is [seconds, code, data], where the code is `o` for
output, `r` for a size and `m` for a mark. Text there is UTF-8, so bytes that are none are replaced.
"""

import codecs
import json
from collections.abc import Iterator

from idea.domain.stream.client import Feed, Mark, Reset, Restore, Step, TakeSize
from idea.domain.terminal import Size

_START_ANEW = "\x1bc"


class Asciicast:
    """Writes the lines of one recording; where a clock was set back, time stands still."""

    def __init__(self, size: Size, start_ms: int, title: str) -> None:
        self._size = size
        self._start_ms = start_ms
        self._title = title
        self._at_ms = start_ms
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_begun = False

    def header(self) -> str:
        """Return the first line."""
        return _line(
            {
                "version": 2,
                "width": self._size.columns,
                "height": self._size.rows,
                "timestamp": self._start_ms // 1000,
                "title": self._title,
            }
        )

    def lines(self, step: Step, at_ms: int) -> Iterator[str]:
        """Yield the lines of one step."""
        self._at_ms = max(self._at_ms, at_ms)
        match step:
            case Feed(data, _):
                text = self._decoder.decode(data)
                if text:
                    yield self._event("o", text)
            case TakeSize(size, _):
                yield self._event("r", f"{size.columns}x{size.rows}")
            case Mark(gap):
                yield from self.end()
                yield self._event("m", gap.reason)
            case Reset():
                if self._is_begun:
                    yield self._event("o", _START_ANEW)
            case Restore(checkpoint):
                # A portable one, whose data any terminal understands.
                yield self._event("o", checkpoint.data.decode("utf-8", "replace"))
            case _:
                pass
        self._is_begun = True

    def end(self) -> Iterator[str]:
        """Yield what a cut character left, when nothing will complete it."""
        text = self._decoder.decode(b"", final=True)
        self._decoder.reset()
        if text:
            yield self._event("o", text)

    def _event(self, code: str, data: str) -> str:
        return _line([round((self._at_ms - self._start_ms) / 1000, 3), code, data])


def _line(value: object) -> str:
    # ASCII alone: a terminal that shows the file must obey nothing in it.
    return json.dumps(value) + "\n"
