"""Real programs, measured with their children."""

import subprocess
from collections.abc import Iterator
from typing import override

import pytest

from contracts.process_trees import ProcessTreesContract
from idea.infrastructure.pty.process_trees import LocalProcessTrees

pytestmark = pytest.mark.posix


class TestLocalProcessTrees(ProcessTreesContract):
    @pytest.fixture
    @override
    def trees(self) -> Iterator[LocalProcessTrees]:
        self._started: dict[int, subprocess.Popen[str]] = {}
        yield LocalProcessTrees()
        for pid in tuple(self._started):
            self.end(pid)

    @override
    def start(self) -> int:
        program = subprocess.Popen(
            ["sh", "-c", "sleep 1000 & echo started; wait"], stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        assert program.stdout.readline() == "started\n"
        self._started[program.pid] = program
        return program.pid

    @override
    def end(self, pid: int) -> None:
        program = self._started.pop(pid)
        subprocess.run(["pkill", "-P", str(pid)], check=False)
        program.kill()
        program.communicate()
