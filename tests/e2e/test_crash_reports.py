"""A real window crashes: the next one has a report of it, without a name of a file in it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from idea.infrastructure.observability.report_files import FileCrashReports
from support.engine_window import WITHIN_S, Window

pytestmark = [pytest.mark.slow, pytest.mark.posix]


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


@pytest.mark.timeout(180)
def test_a_crashed_window_is_followed_by_one_that_has_its_report(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    logs, folder = window.places.logs, window.places.reports
    parent = subprocess.Popen([sys.executable, "-m", "idea", str(window.project)])
    children = psutil.Process(parent.pid).children
    try:
        # A window that has asked for crashes has a client; before, there is nothing to come back.
        until((folder / "seen.json").is_file, "the first look at what crashed")
        [first] = children()
        os.kill(first.pid, signal.SIGSEGV)
        until(lambda: [one.pid for one in children()] not in ([], [first.pid]), "another window")

        def told() -> object:
            return json.loads((folder / "seen.json").read_bytes()).get("told")

        until(told, "that the crash is told")
        [report] = FileCrashReports(folder, logs).kept()
    finally:
        parent.terminate()
        parent.wait(WITHIN_S)
    text = (folder / report.name).read_text()
    assert (report.process, report.is_fatal, report.name) == ("window", True, told())
    assert "Fatal Python error: Segmentation fault" in text
    assert 'File "idea/' in text
    assert str(tmp_path) not in text
