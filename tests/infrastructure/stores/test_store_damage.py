"""Every store that remembers something, its file cut, flipped and replaced.

`script/bench store_kills` flips more bytes.
"""

import json
import sys
from pathlib import Path

import pytest

from support.store_damage import DAMAGED
from support.store_kills import forking

FLIPS = 4


@pytest.mark.slow
def test_a_damaged_store_comes_from_its_backup_or_begins_anew_and_keeps_what_was_damaged(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "support.store_damage", str(tmp_path), str(FLIPS), "5"]
    with forking(command, *DAMAGED) as lines:
        found = [json.loads(line) for line in lines]

    assert [one["store"] for one in found] == [*DAMAGED]
    for one in found:
        assert (one["store"], one["faults"]) == (one["store"], [])
        assert one["from_backup"] >= 16
        assert one["empty"] >= 4
