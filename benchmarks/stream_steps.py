"""Runs the hypothesis machine of a session's stream for 10,000 steps with each of five seeds.

The machine is the suite's own, `tests/domain/stream/test_world_machine.py`: engine, clients,
worker, log and crashes in any order. Usage: stream_steps.py [SEED…].
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from domain.stream.test_world_machine import SessionRules  # The path comes first.
from table import print_table

STEPS = 10_000
SEEDS = 5
_LONGEST = 200


def main() -> int:
    """Step until every seed had its steps; a failure is printed as hypothesis shrank it."""
    given = [int(one) for one in sys.argv[1:] if one.isdigit()]
    rows = [_stepped(one) for one in given or random.sample(range(1_000_000), SEEDS)]
    print_table(("seed", "steps", "sessions", "seconds"), rows)
    return 0


def _stepped(number: int) -> tuple[str, str, str, str]:
    """Run whole sessions until there were enough steps.

    Raises:
        AssertionError: A step lost, doubled or blocked something.
    """
    steps = sessions = 0
    begun = time.monotonic()

    class Counted(SessionRules):
        """The suite's machine, counting."""

        def __init__(self) -> None:
            nonlocal sessions
            super().__init__()
            sessions += 1

        @invariant()
        def one_more(self) -> None:
            """Count a step."""
            nonlocal steps
            steps += 1

    chance = random.Random(number)
    while steps < STEPS:
        drawn = chance.randrange(1 << 64)
        run_state_machine_as_test(
            seed(drawn)(Counted),
            settings=settings(
                max_examples=50,
                stateful_step_count=_LONGEST,
                deadline=None,
                database=None,
                print_blob=True,
                suppress_health_check=list(HealthCheck),
            ),
        )
    return str(number), f"{steps:,}", str(sessions), f"{time.monotonic() - begun:.0f}"


if __name__ == "__main__":
    sys.exit(main())
