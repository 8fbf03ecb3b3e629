"""Reports of crashes as files: few, small, private, and free of everything from outside IdeA.

What a process writes when it dies of a signal is in its `.fault` file; a report is made of it by
whoever looks next. Mistakes that a process survives are written down by itself, see `mistakes`.
"""

import asyncio
import contextlib
import json
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, override

import idea
from idea.domain.crash_report import CrashReport, newest_untold
from idea.domain.errors import IdeaError, NotFoundError, StoreError
from idea.domain.ports.crash_reports import CrashReports
from idea.infrastructure.files.new_file import write_new_file
from idea.infrastructure.stores.atomic import atomic_write, reason_of

MOST_REPORTS: Final = 20
LARGEST_REPORT_BYTES: Final = 64 * 1024
PROCESSES: Final = ("window", "engine", "worker")
_LOG_LINES: Final = 40
_LONGEST_FAULT_BYTES: Final = 1024 * 1024
_NAME = re.compile(r"(\d{8}T\d{12})-(window|engine|worker)-(crash|mistake)\.txt")
_FATAL = re.compile(r"^(?=Fatal Python error|Timeout \()", re.MULTILINE)
_SEEN: Final = "seen.json"
_HEAD: Final = """\
IdeA {version}, {title}, {at:%Y-%m-%d %H:%M:%S} UTC
Python {python}, {system}

IdeA has sent this to nobody. No names of files, no text of a screen, nothing that was
typed and no secret is in it: only words that stand in IdeA's source, the rest became …

"""


class FileCrashReports(CrashReports):
    """Keeps reports in a folder; `logs` is where processes write while they live and die."""

    def __init__(self, folder: Path, logs: Path) -> None:
        self._folder = folder
        self._logs = logs

    @property
    @override
    def folder(self) -> Path:
        return self._folder

    @override
    async def known(self) -> tuple[CrashReport, ...]:
        return await asyncio.to_thread(self.look)

    @override
    async def untold(self) -> CrashReport | None:
        return await asyncio.to_thread(self._untold)

    @override
    async def read(self, name: str) -> str:
        return await asyncio.to_thread(self._read, name)

    @override
    async def delete(self, name: str) -> None:
        await asyncio.to_thread(self._delete, name)

    @override
    async def save(self, name: str, path: Path) -> None:
        text = await self.read(name)
        await asyncio.to_thread(write_new_file, path, (text.encode(),))

    # What follows blocks.

    def look(self) -> tuple[CrashReport, ...]:
        """Write down what died since the last look, and return all reports, the newest first."""
        unread, ends = self._unread()
        if not (self._folder / _SEEN).is_file() or ends != self._read_to():
            self._keep_seen({**self._seen(), **ends})
        for process, dump in unread:
            self.write(process, dump.splitlines(), is_fatal=True)
        return self.kept()

    def kept(self) -> tuple[CrashReport, ...]:
        """Return the reports that are written down, the newest first; changes nothing."""
        try:
            names = sorted((path.name for path in self._folder.iterdir()), reverse=True)
        except OSError:
            return ()
        return tuple(filter(None, map(_report_named, names)))

    def count(self) -> int:
        """Return how many crashes are known, also those no report was made of yet."""
        return len(self.kept()) + len(self._unread()[0])

    def text_files(self) -> tuple[Path, ...]:
        """Return the files of all reports, the newest first."""
        return tuple(self._folder / one.name for one in self.look())

    def write(self, process: str, trace: Sequence[str], *, is_fatal: bool) -> CrashReport | None:
        """Keep another report, and let the oldest go; None where the disk takes none.

        `trace` is as tracebacks and `faulthandler` write it; of it, too, only our words are kept.
        """
        at = datetime.now(UTC)
        word = "crash" if is_fatal else "mistake"
        report = CrashReport(
            name=f"{at:%Y%m%dT%H%M%S%f}-{process}-{word}.txt",
            process=process,
            at=at,
            is_fatal=is_fatal,
        )
        log = _last_lines(self._logs / f"{process}.log")
        text = _HEAD.format(
            version=idea.__version__,
            title=report.title,
            at=at,
            python=platform.python_version(),
            system=f"{platform.system()} {platform.machine()}",
        )
        text += "".join(_cleaned([*trace, "", *log]))
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            content = text.encode()[:LARGEST_REPORT_BYTES]
            write_new_file(self._folder / report.name, (content,))
        except (OSError, IdeaError):
            return None
        self._sweep()
        return report

    def _untold(self) -> CrashReport | None:
        known = self.look()
        seen = self._seen()
        found = newest_untold(known, str(seen.get("told", "")))
        if known and known[0].name > str(seen.get("told", "")):
            self._keep_seen({**seen, "told": known[0].name})
        return found

    def _read(self, name: str) -> str:
        try:
            with self._path(name).open("rb") as file:
                return file.read(LARGEST_REPORT_BYTES).decode(errors="replace")
        except FileNotFoundError:
            raise NotFoundError("That crash report is gone.") from None
        except OSError as error:
            raise StoreError(f"The report could not be read: {reason_of(error)}.") from error

    def _delete(self, name: str) -> None:
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"The report could not be deleted: {reason_of(error)}.") from error

    def _path(self, name: str) -> Path:
        if _NAME.fullmatch(name) is None:
            raise NotFoundError("There is no crash report of that name.")
        return self._folder / name

    def _sweep(self) -> None:
        for report in self.kept()[MOST_REPORTS:]:
            with contextlib.suppress(OSError):
                (self._folder / report.name).unlink()

    def _read_to(self) -> Mapping[str, object]:
        seen = self._seen()
        return {process: seen.get(process, 0) for process in PROCESSES}

    def _unread(self) -> tuple[list[tuple[str, str]], Mapping[str, int]]:
        """Return what processes wrote when they died, and how far their files go by now."""
        seen = self._seen()
        dumps: list[tuple[str, str]] = []
        ends: dict[str, int] = {}
        for process in PROCESSES:
            path = self._logs / f"{process}.fault"
            known, ends[process] = int(str(seen.get(process, 0))), _size(path)
            if ends[process] != known:
                start = known if ends[process] > known else 0
                dumps += [(process, dump) for dump in _fatal_parts(path, start)]
        return dumps, ends

    def _seen(self) -> dict[str, object]:
        """Return how far the files of the dead were read, and the last report that was told of."""
        try:
            seen = json.loads((self._folder / _SEEN).read_bytes())
        except (OSError, ValueError):
            return {}
        wanted = dict.fromkeys(PROCESSES, int) | {"told": str}
        if not isinstance(seen, dict):
            return {}
        return {name: seen[name] for name, kind in wanted.items() if type(seen.get(name)) is kind}

    def _keep_seen(self, seen: Mapping[str, object]) -> None:
        with contextlib.suppress(OSError, IdeaError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            atomic_write(self._folder / _SEEN, json.dumps(seen).encode())


def _report_named(name: str) -> CrashReport | None:
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        at = datetime.strptime(found[1], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)
    except ValueError:
        return None
    return CrashReport(name=name, process=found[2], at=at, is_fatal=found[3] == "crash")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _fatal_parts(path: Path, start: int) -> Iterator[str]:
    """Yield what processes wrote when they died of a signal, without what stalls wrote."""
    try:
        with path.open("rb") as file:
            file.seek(max(start, _size(path) - _LONGEST_FAULT_BYTES))
            text = file.read(_LONGEST_FAULT_BYTES).decode(errors="replace")
    except OSError:
        return
    yield from (part for part in _FATAL.split(text) if part.startswith("Fatal Python error"))


def _last_lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, _size(path) - LARGEST_REPORT_BYTES))
            return file.read().decode(errors="replace").splitlines()[-_LOG_LINES:]
    except OSError:
        return []


def _cleaned(lines: Sequence[str]) -> Iterator[str]:
    """Yield of these lines what is ours; what to compare them with is read only where needed."""
    from idea.infrastructure.doctor.clean_logs import clean_log, words_about  # noqa: PLC0415

    return clean_log(lines, words_about(lines))
