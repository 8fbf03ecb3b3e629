from typing import override

import pytest

from contracts.session_log import SessionLogContract
from fakes.session_log import FakeSessionLogs
from idea.domain.ports.session_log import SessionLogs


class TestFakeSessionLog(SessionLogContract):
    @pytest.fixture(autouse=True)
    def kept(self) -> None:
        self._kept = FakeSessionLogs()

    @override
    def logs(self) -> SessionLogs:
        return self._kept

    @override
    async def close(self, logs: SessionLogs) -> None:
        return
