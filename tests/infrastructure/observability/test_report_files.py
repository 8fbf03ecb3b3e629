"""Crash reports as files: made of what the dead wrote, bounded, and without anything of others."""

import asyncio
import logging
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import override

import pytest

from contracts.crash_reports import CrashReportsContract
from idea.domain.errors import NotFoundError, StoreError
from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.mistakes import MOST_PER_PROCESS, report_mistakes
from idea.infrastructure.observability.report_files import (
    LARGEST_REPORT_BYTES,
    MOST_REPORTS,
    FileCrashReports,
)

STALL = 'Timeout (0:00:10)!\nThread 0x1 (most recent call first):\n  File "x", line 1 in f\n'


def reports_in(folder: Path) -> FileCrashReports:
    logs = folder / "logs"
    logs.mkdir(exist_ok=True)
    return FileCrashReports(folder / "reports", logs)


class TestFileCrashReports(CrashReportsContract):
    @pytest.fixture(autouse=True)
    def _make(self, tmp_path: Path) -> None:
        self.files = reports_in(tmp_path)
        self.reports = self.files
        self.logs = tmp_path / "logs"

    @override
    def crash(self, process: str, word: str, *, is_fatal: bool = True) -> None:
        if is_fatal:
            with (self.logs / f"{process}.fault").open("a") as file:
                file.write(f"Fatal Python error: {word}\n\nCurrent thread 0x1 [x] (most recent")
                file.write(" call first):\n  <no Python frame>\n")
            self.files.look()
        else:
            self.files.write(process, [f"{word}: something"], is_fatal=False)

    @override
    def saved(self, place: Path) -> str:
        assert place.stat().st_mode & 0o777 == 0o600
        return place.read_text()


def crash_for_good(folder: Path) -> None:
    code = (
        "import sys, pathlib, os, signal, logging\n"
        "from idea.infrastructure.observability.crash_hooks import hook_crashes\n"
        "from idea.infrastructure.observability.log_files import open_log\n"
        "logs = pathlib.Path(sys.argv[1])\n"
        "open_log('engine', logs)\n"
        "logging.getLogger('idea.bootstrap.engine_serving').info('The engine leaves')\n"
        "logging.getLogger('idea.bootstrap.engine_serving').info('/home/ann/secret plan')\n"
        "kept = hook_crashes('engine', logs)\n"
        "os.kill(os.getpid(), signal.SIGSEGV)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], check=False, timeout=60)
    assert done.returncode == -signal.SIGSEGV


def test_a_process_that_died_leaves_a_report_with_our_words_alone(tmp_path: Path) -> None:
    reports = reports_in(tmp_path)
    crash_for_good(tmp_path / "logs")

    [report] = reports.look()
    text = asyncio.run(reports.read(report.name))

    assert report.sentence == "The engine crashed and was started again; every session went on."
    assert "Fatal Python error: Segmentation fault" in text
    assert "idea.bootstrap.engine_serving The engine leaves" in text
    assert "idea.bootstrap.engine_serving …" in text
    assert "ann" not in text
    assert "secret plan" not in text
    assert (reports.folder / report.name).stat().st_mode & 0o777 == 0o600
    assert reports.look() == (report,)


def test_a_stall_is_no_crash_and_a_file_that_began_anew_is_read_from_its_start(
    tmp_path: Path,
) -> None:
    reports = reports_in(tmp_path)
    fault = tmp_path / "logs" / "window.fault"
    fault.write_text(STALL)
    assert reports.look() == ()
    fault.write_text(STALL + "Fatal Python error: Aborted\n" + STALL)
    [first] = reports.look()
    assert "Timeout" not in asyncio.run(reports.read(first.name))
    fault.write_text("Fatal Python error: Bus error\n")
    assert len(reports.look()) == 2


def test_reports_are_few_and_small(tmp_path: Path) -> None:
    reports = reports_in(tmp_path)
    long = ["Fatal Python error: Aborted", *(["  Thread 0x1 (most recent call first):"] * 5_000)]
    for _ in range(MOST_REPORTS + 3):
        assert reports.write("worker", long, is_fatal=True) is not None

    found = reports.text_files()

    assert len(found) == MOST_REPORTS
    assert all(path.stat().st_size <= LARGEST_REPORT_BYTES for path in found)


def test_foreign_files_and_names_are_left_alone(tmp_path: Path) -> None:
    reports = reports_in(tmp_path)
    reports.folder.mkdir()
    (reports.folder / "seen.json").write_text('{"told": 7, "window": "x"}')
    (reports.folder / "mine.txt").write_text("mine")
    (reports.folder / "99999999T999999999999-window-crash.txt").write_text("no such time")
    assert reports.look() == ()
    with pytest.raises(NotFoundError):
        asyncio.run(reports.read("../logs/window.log"))
    (reports.folder / "seen.json").write_text("[]")
    assert asyncio.run(reports.untold()) is None


def test_a_disk_that_takes_none_costs_the_report_alone(tmp_path: Path) -> None:
    reports = FileCrashReports(tmp_path / "file" / "reports", tmp_path)
    (tmp_path / "file").write_text("in the way")
    assert reports.write("window", ["KeyError"], is_fatal=False) is None
    assert reports.look() == ()


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    reports = reports_in(tmp_path)
    report = reports.write("window", ["KeyError"], is_fatal=False)
    assert report is not None
    path = reports.folder / report.name
    path.unlink()
    path.mkdir()
    with pytest.raises(StoreError, match="could not be read"):
        asyncio.run(reports.read(report.name))
    with pytest.raises(StoreError, match="could not be deleted"):
        asyncio.run(reports.delete(report.name))


def raise_in_a_thread(error: Exception) -> None:
    def fail() -> None:
        raise error

    thread = threading.Thread(target=fail, name="feed")
    thread.start()
    thread.join()


def wait_for_reports() -> None:
    for thread in threading.enumerate():
        if thread.name == "crash report":
            thread.join()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_mistake_is_reported_once_a_place_and_what_the_world_does_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from idea.infrastructure.observability import crash_hooks  # noqa: PLC0415 - Its hook alone.

    monkeypatch.setattr(threading, "excepthook", crash_hooks._on_thread_died)
    reports = reports_in(tmp_path)
    log = open_log("window", tmp_path / "logs")
    handler = report_mistakes("window", reports)
    try:
        for _ in range(3):
            raise_in_a_thread(KeyError("the secret name"))
        raise_in_a_thread(PermissionError("/home/ann"))
        wait_for_reports()
        [report] = reports.look()
        text = asyncio.run(reports.read(report.name))
        assert not report.is_fatal
        assert report.sentence.startswith("Something in IdeA failed")
        assert "KeyError: …" in text
        assert "secret name" not in text
        for number in range(2 * MOST_PER_PROCESS):
            kind = type(f"Kind{number}Error", (Exception,), {})
            raise_in_a_thread(kind())
        logging.getLogger("idea.test").error("nothing was raised")
        wait_for_reports()
        assert len(reports.look()) == MOST_PER_PROCESS
    finally:
        close_log(handler)
        close_log(log)


def test_an_engine_that_dies_of_an_exception_is_reported_as_crashed(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from idea.infrastructure.observability.crash_hooks import hook_crashes\n"
        "from idea.infrastructure.observability.mistakes import report_mistakes\n"
        "from idea.infrastructure.observability.report_files import FileCrashReports\n"
        "base = pathlib.Path(sys.argv[1])\n"
        "hook_crashes('engine', base / 'logs')\n"
        "report_mistakes('engine', FileCrashReports(base / 'reports', base / 'logs'), ends=True)\n"
        "1/0"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=False, timeout=60, capture_output=True
    )
    assert done.returncode == 1

    [report] = reports_in(tmp_path).look()

    assert report.is_fatal
    assert report.title == "engine crashed"
