"""Kills the writers of every store 200 times each, and lets processes race for stores and locks.

The measurements are the tests' own, `tests/infrastructure/stores/test_store_kills.py` and
`test_store_damage.py`, run longer: 60 s of torn reads, 100 rounds of two processes at one lock.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.kept_stores import STORES  # The path comes first.
from support.store_damage import DAMAGED
from support.store_kills import forking, tallies
from table import print_table

KILLS = 200
SEED = 11
TORN_S = 60.0
ROUNDS = 100
FLIPS = 100
TAKES_OVER_WITHIN_S = 2.0


def main() -> int:
    """Kill, race, count; the exit code says whether everything held."""
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as folder:
        base = Path(folder)
        found = list(tallies(base, KILLS, SEED, list(STORES)))
        torn = _race("torn", base / "torn", TORN_S)
        owners = _race("owners", base / "owners", ROUNDS)
        heirs = _race("heirs", base / "heirs", ROUNDS)
        damage = _damage(base / "damage")
    print_table(
        ("store", "kills", "acknowledged", "unreadable", "lost", "temps", "after next start"),
        [
            (
                one.store,
                one.kills,
                one.acknowledged,
                one.unreadable + one.invented,
                one.lost,
                one.litter,
                one.litter_after_start,
            )
            for one in found
        ],
    )
    print_table(
        ("race", "what", "found"),
        [
            ("torn reads", "writes", torn["writes"]),
            ("", "reads by four processes", torn["reads"]),
            ("", "torn", torn["torn"]),
            ("two start at once", "rounds", owners["rounds"]),
            ("", "not exactly one owner", owners["not exactly one"]),
            ("owner killed", "rounds", heirs["rounds"]),
            ("", "taken over", heirs["inherited"]),
            ("", "after at most, s", f"{heirs['longest_s']:.3f}"),
        ],
    )
    print_table(
        ("store", "damaged", "from its backup", "begun anew", "not seen", "wrong"),
        [
            (
                one["store"],
                one["done"],
                one["from_backup"],
                one["empty"],
                one["unseen"],
                len(one["faults"]),
            )
            for one in damage
        ],
    )
    wrong = sum(one.unreadable + one.invented + one.lost + one.litter_after_start for one in found)
    wrong += torn["torn"] + owners["not exactly one"] + ROUNDS - heirs["inherited"]
    wrong += sum(len(one["faults"]) for one in damage)
    return int(bool(wrong) or heirs["longest_s"] > TAKES_OVER_WITHIN_S)


def _race(name: str, folder: Path, amount: float) -> dict[str, float]:
    command = [sys.executable, "-m", "support.store_races", name, str(folder)]
    with forking(command, str(amount)) as lines:
        return json.loads("".join(lines))


def _damage(folder: Path) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "support.store_damage", str(folder), str(FLIPS), str(SEED)]
    with forking(command, *DAMAGED) as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    sys.exit(main())
