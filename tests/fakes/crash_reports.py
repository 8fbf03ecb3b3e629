"""Crash reports in a dictionary."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import override

from idea.domain.crash_report import CrashReport, newest_untold
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ports.crash_reports import CrashReports

FIRST = datetime(2026, 9, 1, tzinfo=UTC)


class FakeCrashReports(CrashReports):
    """`add` is what a crash does."""

    def __init__(self) -> None:
        self.texts: dict[CrashReport, str] = {}
        self.saved: dict[Path, str] = {}
        self.told = ""

    def add(self, process: str, text: str, *, is_fatal: bool = True) -> CrashReport:
        """Keep another report; the oldest go beyond twenty."""
        number = len(self.texts)
        report = CrashReport(
            name=f"{number:03}-{process}",
            process=process,
            at=FIRST + timedelta(hours=number),
            is_fatal=is_fatal,
        )
        self.texts[report] = text
        return report

    @property
    @override
    def folder(self) -> Path:
        return Path("/home/me/state/reports")

    @override
    async def known(self) -> tuple[CrashReport, ...]:
        return tuple(sorted(self.texts, key=lambda one: one.name, reverse=True))

    @override
    async def untold(self) -> CrashReport | None:
        known = await self.known()
        found = newest_untold(known, self.told)
        if known:
            self.told = max(self.told, known[0].name)
        return found

    @override
    async def read(self, name: str) -> str:
        for report, text in self.texts.items():
            if report.name == name:
                return text
        raise NotFoundError("That crash report is gone.")

    @override
    async def delete(self, name: str) -> None:
        self.texts = {one: text for one, text in self.texts.items() if one.name != name}

    @override
    async def save(self, name: str, path: Path) -> None:
        text = await self.read(name)
        if path in self.saved:
            raise ConflictError(f"There is {path} already.")
        self.saved[path] = text
