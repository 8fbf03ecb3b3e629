"""What every keeper of crash reports must do."""

import asyncio
from abc import ABC, abstractmethod
from pathlib import Path

import pytest

from idea.domain.crash_report import CrashReport
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ports.crash_reports import CrashReports


class CrashReportsContract(ABC):
    """Subclasses give `reports` and let things crash."""

    reports: CrashReports

    @abstractmethod
    def crash(self, process: str, word: str, *, is_fatal: bool = True) -> None:
        """Let a process crash, with a word of ours in its report; or make a mistake."""

    def known(self) -> tuple[CrashReport, ...]:
        return asyncio.run(self.reports.known())

    def test_nothing_is_known_before_the_first_crash(self) -> None:
        assert self.known() == ()
        assert asyncio.run(self.reports.untold()) is None

    def test_the_newest_comes_first_and_is_read_by_its_name(self) -> None:
        self.crash("engine", "Aborted")
        self.crash("window", "Segmentation fault")
        newest, oldest = self.known()
        assert (newest.process, oldest.process) == ("window", "engine")
        assert newest.name > oldest.name
        assert newest.at > oldest.at
        assert "Segmentation fault" in asyncio.run(self.reports.read(newest.name))
        assert "Aborted" in asyncio.run(self.reports.read(oldest.name))

    def test_the_person_is_told_once_and_of_a_crash_before_a_mistake(self) -> None:
        self.crash("worker", "Aborted")
        self.crash("window", "KeyError", is_fatal=False)
        told = asyncio.run(self.reports.untold())
        assert told is not None
        assert (told.process, told.is_fatal) == ("worker", True)
        assert asyncio.run(self.reports.untold()) is None
        self.crash("window", "IndexError", is_fatal=False)
        told = asyncio.run(self.reports.untold())
        assert told is not None
        assert (told.process, told.is_fatal) == ("window", False)

    def test_what_was_deleted_is_gone(self) -> None:
        self.crash("engine", "Aborted")
        [report] = self.known()
        asyncio.run(self.reports.delete(report.name))
        asyncio.run(self.reports.delete(report.name))
        assert self.known() == ()
        with pytest.raises(NotFoundError):
            asyncio.run(self.reports.read(report.name))

    def test_a_report_is_saved_once_under_a_name(self, tmp_path: Path) -> None:
        self.crash("engine", "Aborted")
        [report] = self.known()
        place = tmp_path / "report.txt"
        asyncio.run(self.reports.save(report.name, place))
        with pytest.raises(ConflictError):
            asyncio.run(self.reports.save(report.name, place))
        assert self.saved(place) == asyncio.run(self.reports.read(report.name))

    @abstractmethod
    def saved(self, place: Path) -> str:
        """Return what was saved at a place."""
