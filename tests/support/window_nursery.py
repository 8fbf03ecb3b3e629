"""Windows that start fast, because the process they are forked from has imported everything.

Runs as a script: each line on its input is a project to open a window on; it prints the window's
process id, and after the next line (an empty one) how that window ended.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class WindowNursery:
    """Starts real windows, to be killed without warning, on a screen nobody sees."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env={"QT_QPA_PLATFORM": "offscreen"} | os.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _ask(self, line: str) -> int:
        said, heard = self._process.stdin, self._process.stdout
        assert said is not None
        assert heard is not None
        said.write(line + "\n")
        said.flush()
        return int(heard.readline())

    @contextmanager
    def window(self, project: Path) -> Iterator[None]:
        """Show `idea PROJECT` until the block ends, then end it as a crash would."""
        pid = self._ask(str(project))
        try:
            yield
        finally:
            os.kill(pid, 9)
            code = self._ask("")
        assert code == -9, f"The window ended by itself, with {code}."

    def close(self) -> None:
        """Start no more."""
        self._process.communicate()


def main() -> None:
    """Fork a window for each line."""
    # The test's process needs neither.
    from idea.bootstrap import desktop, window  # noqa: PLC0415

    assert desktop, "It is imported only to be there when a window wants it."

    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(nothing, 1)
            os._exit(window.main([line.strip()]))
        print(pid, flush=True)  # noqa: T201 # The test reads it.
        sys.stdin.readline()
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
