"""Every store that exists, its writers killed and racing.

`script/bench store_kills` does the same for much longer.
"""

import json
import sys
from pathlib import Path

import pytest

from support.kept_stores import STORES
from support.store_kills import forking, tallies

pytestmark = [pytest.mark.slow, pytest.mark.posix]

KILLS = 10
ROUNDS = 5
TAKES_OVER_WITHIN_S = 30.0
"""A locked-up machine; the benchmark holds it to two seconds."""


def race(name: str, folder: Path, amount: float) -> dict[str, float]:
    command = [sys.executable, "-m", "support.store_races", name, str(folder)]
    with forking(command, str(amount)) as lines:
        return json.loads("".join(lines))


def test_a_killed_writer_loses_nothing_it_acknowledged_in_any_store(tmp_path: Path) -> None:
    found = list(tallies(tmp_path, KILLS, 7, list(STORES)))

    assert [one.store for one in found] == list(STORES)
    for one in found:
        wrong = (one.unreadable, one.lost, one.invented, one.litter_after_start, one.notices)
        assert (one.store, one.kills, *wrong) == (one.store, KILLS, 0, 0, 0, 0, [])
    # Otherwise no kill came into the middle of a write.
    assert sum(one.litter for one in found) > 0


def test_no_reader_sees_a_torn_file(tmp_path: Path) -> None:
    found = race("torn", tmp_path, 1.0)

    assert found["torn"] == 0
    assert found["reads"] > found["writes"] > 0


def test_two_processes_that_start_at_once_have_one_owner(tmp_path: Path) -> None:
    found = race("owners", tmp_path, ROUNDS)

    assert found == {"rounds": ROUNDS, "engine": ROUNDS, "project": ROUNDS, "not exactly one": 0}


def test_who_waits_takes_over_from_a_killed_owner(tmp_path: Path) -> None:
    found = race("heirs", tmp_path, ROUNDS)

    assert found["inherited"] == ROUNDS
    assert found["longest_s"] < TAKES_OVER_WITHIN_S
