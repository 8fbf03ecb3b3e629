"""Damages the file of a store in every way a disk or a hand does; looks what the next start finds.

Run as a program, it does so in a process of its own:
`python -m support.store_damage FOLDER FLIPS SEED STORE…` prints a `Damage` as JSON for each store.
"""

import asyncio
import json
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from idea.infrastructure.event_bus import InMemoryEventBus
from idea.infrastructure.stores.atomic import backup_of
from support.kept_stores import STORES, KeptStore

OLD, NEW, AFTER = 1, 2, 3
OF_THE_PERSON = ("projects", "workspace", "settings")
"""What people keep elsewhere and link to; such a link is followed."""
SALVAGED = "without what could not be read"
DAMAGED = tuple(name for name in STORES if name != "engine address")
"""The stores that remember something; an engine writes its address anew at each start."""


@dataclass(kw_only=True)
class Damage:
    """What the starts after each damage found."""

    store: str
    done: int = 0
    unseen: int = 0
    """The damage left a document that says something: JSON has no checksum."""
    from_backup: int = 0
    salvaged: int = 0
    """Something was left of the file itself."""
    empty: int = 0
    faults: list[str] = field(default_factory=list)
    """What should not have happened."""


def ways(
    content: bytes, flips: int, chance: random.Random, *, every: int, follows_links: bool
) -> Iterator[tuple[str, bytes | None]]:
    """Yield what a damaged file holds; None stands for what is no file any more."""
    for sixteenth in range(0, 16, every):
        yield f"cut at {sixteenth}/16", content[: len(content) * sixteenth // 16]
    for _ in range(flips):
        place, flip = chance.randrange(len(content)), chance.randrange(1, 256)
        damaged = bytearray(content)
        damaged[place] ^= flip
        yield f"byte {place} flipped by {flip}", bytes(damaged)
    yield "a folder", None
    if not follows_links:
        yield "a link", None


async def damaged(store: str, folder: Path, flips: int, seed: int) -> Damage:
    """Damage the file of a store, with its backup and without, and start it again."""
    found = Damage(store=store)
    make = STORES[store]
    whole = make(folder / "whole", InMemoryEventBus())
    await whole.load()
    await whole.save(OLD)
    await whole.save(NEW)
    await whole.close()
    content = whole.path.read_bytes()
    place = whole.path.relative_to(whole.folder)
    for has_backup, every in ((True, 1), (False, 4)):
        for how, damage in ways(
            content, flips, random.Random(seed), every=every, follows_links=store in OF_THE_PERSON
        ):
            shutil.copytree(whole.folder, folder / "one")
            path = folder / "one" / place
            if not has_backup:
                backup_of(path).unlink(missing_ok=True)
            _put(path, how, damage)
            fault = await _start(make, folder / "one", path, damage, found)
            if fault:
                found.faults.append(f"{how}, {'with' if has_backup else 'without'} backup: {fault}")
            found.done += 1
            shutil.rmtree(folder / "one")
    return found


def _put(path: Path, how: str, damage: bytes | None) -> None:
    if damage is not None:
        path.write_bytes(damage)
        return
    path.unlink()
    if how == "a folder":
        path.mkdir()
        (path / "inside").write_bytes(b"kept")
    else:
        elsewhere = path.with_name("elsewhere")
        elsewhere.write_bytes(b'{"version": 1}')
        path.symlink_to(elsewhere)


async def _start(
    make: type[KeptStore], folder: Path, path: Path, damage: bytes | None, found: Damage
) -> str:
    """Load, save and load again; return what went wrong."""
    had_backup = backup_of(path).exists()
    store = make(folder, InMemoryEventBus())
    number, notices = await store.load()
    if not notices:
        found.unseen += 1
        await store.close()
        return "" if damage else "nobody was told"
    found.from_backup += number == OLD
    is_salvaged = SALVAGED in notices[0]
    found.salvaged += is_salvaged
    found.empty += number == 0 and not is_salvaged
    await store.save(AFTER)
    await store.close()
    reader = make(folder, InMemoryEventBus())
    after, more = await reader.load()
    await reader.close()
    kept = list(path.parent.glob(f"{path.name}.corrupt-*"))
    checks = {
        "one sentence": len(notices) == 1 and str(path) in notices[0],
        "the backup, or nothing, or what is left": number == (OLD if had_backup else 0)
        or (is_salvaged and not had_backup),
        "what was damaged is kept as it was": len(kept) == 1 and _is_kept(kept[0], damage),
        "it goes on": (after, [*more]) == (AFTER, []),
    }
    wrong = [what for what, holds in checks.items() if not holds]
    return f"not {wrong}: {number}, {notices}, {kept}, {after}, {more}" if wrong else ""


def _is_kept(kept: Path, damage: bytes | None) -> bool:
    """Whether the damaged file is there; a folder with what is in it, a link unfollowed."""
    if damage is not None:
        return kept.read_bytes() == damage
    return kept.is_symlink() or [one.name for one in kept.iterdir()] == ["inside"]


def main(arguments: list[str]) -> int:
    """Print what was found."""
    folder, flips, seed, *stores = arguments
    for store in stores:
        place = Path(folder) / store.replace(" ", "-")
        found = asyncio.run(damaged(store, place, int(flips), int(seed)))
        sys.stdout.write(json.dumps(asdict(found)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
