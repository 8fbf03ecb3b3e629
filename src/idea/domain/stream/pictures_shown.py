"""Where in a program's output one picture ends and the next begins, for full-screen programs."""

import re
from collections.abc import Iterator

_BEGINS = re.compile(rb"\x1b\[(?:(?:1;1)?H|[23]?J|\?(?:2026|1049|1047|47)[hl])")
_LEAST_BYTES = 32
"""Less than this between two beginnings draws nothing one could read."""


def between_pictures(data: bytes) -> Iterator[bytes]:
    """Cut output before each sequence that may begin a new picture; nothing is left out."""
    start = 0
    for found in _BEGINS.finditer(data):
        if found.start() - start >= _LEAST_BYTES:
            yield data[start : found.start()]
            start = found.start()
    if start < len(data):
        yield data[start:]
