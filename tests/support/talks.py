"""What talking programs (`talker`) say they heard, and what they should have heard."""

import re
import zlib

from support import talker
from support.recorder import Recorder


def heard(recorder: Recorder, word: str = "heard") -> bytes:
    """Return everything a program says it was sent."""
    pattern = re.compile(rb"%s: (\w*);" % word.encode())
    recorder.wait("what it heard", lambda: pattern.search(recorder.tail))
    found = pattern.search(recorder.tail)
    assert found is not None
    return zlib.decompress(bytes.fromhex(found[1].decode()))


def answers(times: int) -> bytes:
    """Return what a program is answered that asks for the cursor's place."""
    return b"".join(b"\x1b[%d;%dR" % talker.place(turn) for turn in range(times))
