from typing import override

import pytest

from contracts.marked_processes import MarkedProcessesContract
from fakes.marked_processes import FakeMarkedProcesses, a_process
from idea.domain.ids import SessionId


class TestFakeMarkedProcesses(MarkedProcessesContract):
    @pytest.fixture
    @override
    def marked(self) -> FakeMarkedProcesses:
        self._fake = FakeMarkedProcesses()
        return self._fake

    @override
    def leave(self, session: SessionId, *, stubborn: bool = False) -> None:
        del stubborn  # A hang-up and a kill are the same here.
        pid = 100 + len(self._fake.running)
        self._fake.running += [
            a_process(pid, session=session.value),
            a_process(pid + 1, session=session.value, parent=pid),
        ]
