"""Runs fuzz cases in children that may die, and says of each failure how it fails.

Children are forked from a process that has loaded the cores and calls none of them, so that one
case costs milliseconds. A case that computes too long is ended by its own alarm.
"""

import contextlib
import faulthandler
import math
import os
import re
import resource
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from support.fuzz_cases import Case
from support.fuzz_twins import FaultError, run

LONGEST_CASE_S = 60
MOST_MEMORY_BYTES = 6 << 30
_PANIC = re.compile(rb"panic[^\n]*|Segmentation fault[^\n]*|Fatal Python error[^\n]*")


class Failure(NamedTuple):
    """How a case fails: what failures of one cause have in common, and what is told about it."""

    kind: str
    detail: str


def judged(case: Case) -> Failure | None:
    """Run one case in a child; None when all is well."""
    for number, failure in _children(lambda _: case, count=1):
        del number
        return failure
    return None


def hunt(
    cases: Callable[[int], Case], first: int, seconds: float
) -> Iterator[tuple[int, Failure | None]]:
    """Run cases for so many processor seconds; give each that fails, at last the next number."""
    while (left := seconds - processor_seconds()) > 0:
        for number, failure in _children(cases, first=first, seconds=left):
            if failure is not None:
                yield number, failure
            first = number + 1
    yield first, None


def processor_seconds() -> float:
    """Return how long all children together have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _children(
    cases: Callable[[int], Case],
    *,
    first: int = 0,
    count: int | None = None,
    seconds: float = math.inf,
) -> Iterator[tuple[int, Failure | None]]:
    """Fork one child that runs cases in order; give each case's number and how it failed."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            _live(_Told(writing, said), cases, first, count, seconds)
        os.close(writing)
        number = first
        with os.fdopen(reading, "rb") as lines:
            for line in lines:
                word, _, rest = line.decode().rstrip("\n").partition(" ")
                if word == "fault":
                    kind, _, detail = rest.partition("\t")
                    yield number, Failure(kind, detail)
                elif word == "start":
                    number = int(rest)
                else:
                    yield number, None
        _, status = os.waitpid(child, 0)
        said.seek(0)
        if status:
            yield number, _death(status, said.read())


class _Told(NamedTuple):
    """Where a child tells what it does, and where it says what kills it."""

    writing: int
    said: IO[bytes]


def _live(
    told: _Told, cases: Callable[[int], Case], first: int, count: int | None, seconds: float
) -> None:
    """Be the child: run cases, and leave without cleaning up."""
    try:
        os.dup2(told.said.fileno(), 2)
        faulthandler.disable()
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        number, began = first, time.process_time()
        while (count is None or number < first + count) and time.process_time() - began < seconds:
            os.write(told.writing, b"start %d\n" % number)
            signal.setitimer(signal.ITIMER_PROF, LONGEST_CASE_S)
            os.write(told.writing, _told(cases(number)))
            signal.setitimer(signal.ITIMER_PROF, 0)
            number += 1
        os._exit(0)
    except BaseException:  # noqa: BLE001 # Nothing of a child may go on in its parent's place.
        traceback.print_exc()
        os._exit(70)


def _told(case: Case) -> bytes:
    try:
        run(case)
    except FaultError as fault:
        return _line(fault.kind, str(fault))
    except Exception as error:  # noqa: BLE001 # Whatever our own code raises is what is looked for.
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{Path(frames[-1].filename).name}:{frames[-1].name}"
        return _line(f"{type(error).__name__} in {place}", traceback.format_exc())
    return b"well\n"


def _line(kind: str, detail: str) -> bytes:
    flat = f"fault {kind}\t{detail}".replace("\n", " ¶ ").replace("\r", " ")
    return flat[:3000].encode("utf-8", "replace") + b"\n"


def _death(status: int, said: bytes) -> Failure:
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        kind = "takes too long" if name == "SIGPROF" else name
    else:
        kind = f"exit {os.waitstatus_to_exitcode(status)}"
    found = _PANIC.search(said)
    what = found[0].decode("utf-8", "replace") if found else ""
    return Failure(f"{kind} {what}".strip(), said[-2000:].decode("utf-8", "replace"))
