"""A guarded process that does in each of its lives what its arguments say: `guarded.py LIFE…`.

`abort` and `kill` die as a window would, `early` before there is a window, `wait` waits for a
signal, and a number is an exit code. Each life first prints a line about what it was given.
"""

import os
import signal
import sys
import time

from idea.bootstrap.window_parent import WindowLife, guard


def run(life: WindowLife) -> int:
    """Live once."""
    assert life.page is not None
    # The parent alone remembers how many there were, and it knows only what it passes on.
    number = life.traces[1] + 1 if life.traces else 0
    how = sys.argv[1:][number]
    life.page[1] = number
    _say(number, life.died_of, life.is_given_up, how, *(["back"] if life.is_back else []))
    life.page[0] = how != "early"
    match how:
        case "abort" | "early":
            os.abort()
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "wait":
            time.sleep(60)
        case "modules":
            _say(*sorted(sys.modules))
            return 0
    return int(how)


def _say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for one in (signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)  # Whoever runs tests in the background ignores them.
    sys.exit(guard(run))
