"""The window's parent starts another window when one crashes, and otherwise ends as it does."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from idea.bootstrap.window_parent import START_AGAIN
from support import guarded

pytestmark = pytest.mark.posix

ABORTED, KILLED = int(signal.SIGABRT), int(signal.SIGKILL)
ROOT = Path(guarded.__file__).parents[2]


def start(*lives: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, guarded.__file__, *map(str, lives)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lived(*lives: object) -> tuple[int, list[tuple[int, bool]], str]:
    """Return the exit code, what each life was told, and what the person was told."""
    process = start(*lives)
    told, errors = process.communicate(timeout=60)
    words = [line.split() for line in told.splitlines()]
    assert [int(one[0]) for one in words] == [*range(len(words))]
    return process.returncode, [(int(one[1]), one[2] == "True") for one in words], errors


def test_a_window_that_ends_by_itself_is_not_followed_by_another():
    assert lived(3, 0) == (3, [(0, False)], "")


def test_a_window_that_crashes_is_followed_by_one_that_knows():
    assert lived("abort", 0) == (0, [(0, False), (ABORTED, False)], "")


def test_a_window_killed_from_outside_is_followed_by_another():
    assert lived("kill", 4) == (4, [(0, False), (KILLED, False)], "")


def test_what_crashes_before_there_is_a_window_would_crash_again():
    assert lived("early", 0) == (128 + ABORTED, [(0, False)], "")


def test_three_crashes_within_a_minute_are_the_end_and_the_person_is_told():
    code, told, errors = lived("abort", "kill", "abort", 1)
    assert (code, told[-1]) == (1, (ABORTED, True))
    assert "three times within a minute" in errors


def test_a_person_who_is_told_may_have_another_window():
    code, told, errors = lived("abort", "abort", "abort", START_AGAIN, "abort", 0)
    assert (code, told[3:]) == (0, [(ABORTED, True), (0, False), (ABORTED, False)])
    assert errors == ""


def test_a_window_that_wants_another_one_gets_it_and_that_knows_it_is_back():
    process = start(START_AGAIN, "abort", START_AGAIN, 0)
    told, _ = process.communicate(timeout=60)
    back = [line.split()[4:] for line in told.splitlines()]
    assert (process.returncode, back) == (0, [[], ["back"], [], ["back"]])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_for_the_parent_ends_the_window_and_no_other_follows(number):
    process = start("wait", 0)
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(number)
    told, _ = process.communicate(timeout=60)
    assert (process.returncode, told) == (-number, "")


def test_a_second_window_still_hears_the_signals():
    process = start("abort", "wait", 0)
    assert process.stdout is not None
    assert process.stdout.readline()
    assert process.stdout.readline()
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGTERM


def test_a_signal_between_two_windows_ends_the_one_that_follows():
    code = (
        "import time\n"
        "from idea.bootstrap.window_parent import _Children\n"
        "children = _Children()\n"
        "children._pass_on(15, None)\n"
        "if children.fork():\n"
        "    raise SystemExit(-children.wait())\n"
        "time.sleep(20)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], timeout=60, check=False)
    assert done.returncode == signal.SIGTERM


def test_the_parent_has_imported_next_to_nothing():
    process = start("modules")
    told, _ = process.communicate(timeout=60)
    ours = {name for name in told.splitlines()[1].split() if name.split(".")[0] == "idea"}
    assert ours == {"idea", "idea.bootstrap", "idea.bootstrap.window_parent"}
    assert "PySide6" not in told
    assert "asyncio" not in told
