from pathlib import Path
from typing import override

import pytest

from contracts.crash_reports import CrashReportsContract
from fakes.crash_reports import FakeCrashReports


class TestFakeCrashReports(CrashReportsContract):
    @pytest.fixture(autouse=True)
    def _make(self) -> None:
        self.reports = self.fake = FakeCrashReports()

    @override
    def crash(self, process: str, word: str, *, is_fatal: bool = True) -> None:
        self.fake.add(process, f"Fatal Python error: {word}", is_fatal=is_fatal)

    @override
    def saved(self, place: Path) -> str:
        return self.fake.saved[place]
