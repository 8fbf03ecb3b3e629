"""Logs and crash reports of real processes."""

import errno
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.output_files import LARGEST_OUTPUT_BYTES, open_output
from idea.infrastructure.observability.stall_watch import StallWatch


def _run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_line_has_utc_time_pid_level_and_no_control_characters(tmp_path: Path) -> None:
    handler = open_log("engine", tmp_path / "logs")
    logging.getLogger("idea.test").warning("title %s", "a\x1b[2Jb\nforged")
    close_log(handler)

    text = (tmp_path / "logs" / "engine.log").read_text()

    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \d+ warning idea\.test "
        r"title a\\x1b\[2Jb\n  forged\n",
        text,
    )
    assert (tmp_path / "logs" / "engine.log").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_written_costs_the_log_not_the_process(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")

    handler = open_log("engine", tmp_path / "logs")
    logging.getLogger("idea.test").warning("heard by nobody")
    close_log(handler)

    assert isinstance(handler, logging.NullHandler)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("1/0", "Uncaught in the main thread."),
        (
            (
                "import threading\n"
                "t = threading.Thread(target=lambda: 1/0, name='feed'); t.start(); t.join()"
            ),
            "Uncaught in thread feed.",
        ),
        ("class A:\n  def __del__(self): 1/0\nA()", "Could not be raised"),
    ],
)
def test_what_nobody_catches_reaches_the_log(tmp_path: Path, body: str, sentence: str) -> None:
    _run(
        "import sys, pathlib\n"
        "from idea.infrastructure.observability.log_files import open_log\n"
        "from idea.infrastructure.observability.crash_hooks import hook_crashes\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "open_log('p', folder); hook_crashes('p', folder)\n" + body,
        tmp_path,
    )

    text = (tmp_path / "p.log").read_text()

    assert sentence in text
    assert "ZeroDivisionError" in text


def test_an_unhandled_loop_error_reaches_the_log(tmp_path: Path) -> None:
    _run(
        "import sys, pathlib, asyncio\n"
        "from idea.infrastructure.observability.log_files import open_log\n"
        "open_log('p', pathlib.Path(sys.argv[1]))\n"
        "async def main():\n"
        "    loop = asyncio.get_running_loop()\n"
        "    loop.call_soon(lambda: 1/0); await asyncio.sleep(0); await asyncio.sleep(0)\n"
        "asyncio.run(main())",
        tmp_path,
    )

    assert "ZeroDivisionError" in (tmp_path / "p.log").read_text()


def test_a_fatal_signal_leaves_every_stack(tmp_path: Path) -> None:
    done = _run(
        "import sys, pathlib, os, signal\n"
        "from idea.infrastructure.observability.crash_hooks import hook_crashes\n"
        "kept = hook_crashes('p', pathlib.Path(sys.argv[1]))\n"
        "os.kill(os.getpid(), signal.SIGSEGV)",
        tmp_path,
    )

    assert done.returncode != 0
    assert "Segmentation fault" in (tmp_path / "p.fault").read_text()


def test_a_long_file_of_reports_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "p.fault").write_bytes(b"x" * (LARGEST_OUTPUT_BYTES + 1))
    _run(
        "import sys, pathlib\n"
        "from idea.infrastructure.observability.crash_hooks import hook_crashes\n"
        "kept = hook_crashes('p', pathlib.Path(sys.argv[1]))\n"
        "kept.write(f'begins at {kept.tell()}'); kept.flush()",
        tmp_path,
    )

    assert (tmp_path / "p.fault").read_text() == "begins at 0"


def test_a_stalled_thread_is_written_down(tmp_path: Path) -> None:
    done = _run(
        "import sys, pathlib, threading\n"
        "from idea.infrastructure.observability.stall_watch import StallWatch\n"
        "file = (pathlib.Path(sys.argv[1]) / 'p.fault').open('w')\n"
        "StallWatch(file, 0.05).beat()\n"
        "def stuck_here(): threading.Event().wait(1)\n"
        "stuck_here()",
        tmp_path,
    )

    assert done.returncode == 0
    assert "stuck_here" in (tmp_path / "p.fault").read_text()


def test_a_beating_thread_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.fault"
    with path.open("w") as file:
        watch = StallWatch(file, 30)
        watch.beat()
        watch.stop()

    assert path.read_text() == ""


@pytest.mark.posix
def test_a_line_that_a_full_disk_does_not_take_disturbs_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "engine.log").symlink_to("/dev/full")
    handler = open_log("engine", tmp_path)
    for _ in range(500):  # More than waits in a buffer.
        logging.getLogger("idea.test").warning("heard by nobody %s", "x" * 100)
    close_log(handler)

    assert not isinstance(handler, logging.NullHandler)
    assert capsys.readouterr().err == ""


def test_a_log_whose_old_files_cannot_be_moved_disturbs_nobody_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    (tmp_path / "engine.log").write_text("x" * (1 << 20))
    handler = open_log("engine", tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", refuse)
        logging.getLogger("idea.test").warning("lost")
    logging.getLogger("idea.test").warning("kept")
    close_log(handler)

    assert "kept" in (tmp_path / "engine.log").read_text()
    assert capsys.readouterr().err == ""


def test_output_goes_to_a_private_file_that_does_not_grow_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "output.log"
    for said in (b"x" * LARGEST_OUTPUT_BYTES, b"y", b"z"):
        descriptor = open_output(path)
        os.write(descriptor, said)
        os.close(descriptor)

    assert path.read_bytes() == b"z"
    assert path.stat().st_mode & 0o777 == 0o600


def test_output_that_has_no_place_goes_nowhere(tmp_path: Path) -> None:
    descriptor = open_output(tmp_path / "gone" / "output.log")
    try:
        assert os.write(descriptor, b"heard by nobody") > 0
    finally:
        os.close(descriptor)
    assert not (tmp_path / "gone").exists()
