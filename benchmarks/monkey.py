"""Ten thousand random actions, by their ids, at a window over a real engine.

It is the test of the suite, `tests/e2e/test_monkey.py`, only longer: no error, no leak, grids stay
grids, and undo leads back. Usage: monkey.py [ACTIONS [SEED]].
"""

import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ACTIONS = 10_000


def main(actions: str = str(ACTIONS), seed: str = "") -> int:
    """Play; the exit code says whether anything went wrong."""
    drawn = seed or str(random.SystemRandom().randrange(1_000_000))
    print(f"{actions} actions, seed {drawn}", flush=True)
    given = {"IDEA_MONKEY_ACTIONS": actions, "IDEA_MONKEY_SEED": drawn}
    command = [sys.executable, "-m", "pytest", "-q", "-rw", "--log-level=WARNING"]
    # One test of many minutes: nobody hangs, and a dump of running threads can end the process.
    command += ["-o", "faulthandler_timeout=7200"]
    done = subprocess.run(
        [*command, "tests/e2e/test_monkey.py"],
        cwd=ROOT,
        env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **given},
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
