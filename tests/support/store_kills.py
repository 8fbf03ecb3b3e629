"""Kills processes in the middle of writing, as often as wanted, and says what was found afterwards.

Run as a program of its own, so that writers are forked in milliseconds from a process without
threads: `python -m support.store_kills FOLDER KILLS SEED STORE…` prints a `Tally` as JSON for each.
"""

import asyncio
import contextlib
import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NoReturn

from idea.infrastructure.event_bus import InMemoryEventBus
from support.kept_stores import MIXED, STORES, KeptStore

_LONGEST_WRITE_S = 0.012
"""Kills come up to so long after a write was acknowledged, which is in the middle of later ones."""
_ANSWERS_WITHIN_S = 60.0


@dataclass(kw_only=True)
class Tally:
    """What became of a store whose writers were killed."""

    store: str
    kills: int = 0
    acknowledged: int = 0
    unreadable: int = 0
    lost: int = 0
    """How often less was found than had been acknowledged."""
    invented: int = 0
    """How often something was found that was never written."""
    litter: int = 0
    """Temporary files that kills left behind."""
    litter_after_start: int = 0
    """Of these, how many the next start left lying."""
    notices: list[str] = field(default_factory=list)


def tally(store: str, folder: Path, kills: int, seed: int) -> Tally:
    """Kill writers of a store one after another; each start looks what the one before left."""
    chance = random.Random(seed)
    found = Tally(store=store)
    said = 0
    make = STORES[store]
    for kill in range(kills + 1):
        is_last = kill == kills
        found.litter += len(_opened(make, folder).temporary_files())
        pid, pipe = _fork(lambda say: _live(_opened(make, folder), say))
        start, *numbers = _talk(pid, pipe, 1 if is_last else chance.randint(1, 4), chance)
        _judge(found, start, said)
        said = max([said, *numbers])
        found.acknowledged += len(numbers)
        found.kills += not is_last
    return found


def _judge(found: Tally, start: object, said: int) -> None:
    assert isinstance(start, dict), f"a writer said {start!r} instead of what it found"
    number = start["number"]
    found.notices += start["notices"]
    found.litter_after_start += start["litter"]
    found.unreadable += number == MIXED or bool(start["notices"])
    found.lost += 0 <= number < said
    found.invented += number > said + 1


def _opened(make: type[KeptStore], folder: Path) -> KeptStore:
    return make(folder, InMemoryEventBus())


async def _live(store: KeptStore, say: Callable[[object], None]) -> None:
    """Say what was found, then write one number after another and say when each is kept."""
    number, notices = await store.load()
    # What a store writes by itself when it is opened is no litter.
    mine = f".{os.getpid()}."
    litter = sum(mine not in path.name for path in store.temporary_files())
    say({"number": number, "notices": list(notices), "litter": litter})
    while True:
        number += 1
        await store.save(number)
        say(number)


def _fork(live: Callable[[Callable[[object], None]], object]) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _be_child(live, writing)
    os.close(writing)
    return pid, reading


def _be_child(live: Callable[[Callable[[object], None]], object], pipe: int) -> NoReturn:
    def say(what: object) -> None:
        os.write(pipe, json.dumps(what).encode() + b"\n")

    try:
        asyncio.run(live(say))  # type: ignore[arg-type]
    except BaseException as error:  # noqa: BLE001 # Whoever reads the pipe hears of it.
        say(repr(error))
    finally:
        os._exit(1)


def _talk(pid: int, pipe: int, most: int, chance: random.Random) -> list[object]:
    """Listen until so many numbers were said, wait a moment, kill, and return all that was said."""
    heard = b""
    while heard.count(b"\n") <= most:
        ready, _, _ = select.select([pipe], [], [], _ANSWERS_WITHIN_S)
        piece = os.read(pipe, 65536) if ready else b""
        if not piece:
            break
        heard += piece
    select.select([], [], [], chance.uniform(0.0, _LONGEST_WRITE_S))
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while piece := os.read(pipe, 65536):
        heard += piece
    os.close(pipe)
    return [json.loads(line) for line in heard.split(b"\n")[:-1]]


def main(arguments: list[str]) -> int:
    """Print the tallies."""
    folder, kills, seed, *stores = arguments
    for store in stores:
        found = tally(store, Path(folder) / store.replace(" ", "-"), int(kills), int(seed))
        sys.stdout.write(json.dumps(asdict(found)) + "\n")
        sys.stdout.flush()
    return 0


def tallies(folder: Path, kills: int, seed: int, stores: Sequence[str]) -> Iterator[Tally]:
    """Yield the tallies of stores, each found in a process made for it."""
    command = [sys.executable, "-m", "support.store_kills", str(folder), str(kills), str(seed)]
    with forking(command, *stores) as lines:
        for line in lines:
            yield Tally(**json.loads(line))


@contextlib.contextmanager
def forking(command: Sequence[str], *arguments: str) -> Iterator[Iterable[str]]:
    """Run a program that forks, and yield the lines it prints.

    Raises:
        RuntimeError: It fails.
    """
    tests = Path(__file__).parents[1]
    paths = os.pathsep.join((str(tests.parent / "src"), str(tests)))
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert process.stdout is not None
    with process.stdout as lines:
        yield lines
    if process.wait():
        raise RuntimeError(f"{arguments} ended with {process.returncode}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
