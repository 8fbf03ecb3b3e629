"""What a window left in its page tells who crashed it, also beside others that were busy."""

import mmap
import os
import subprocess
import sys
import threading

import pytest

from idea.domain.ids import SessionId
from idea.infrastructure.feed_page import (
    Suspect,
    WindowPage,
    pointed_at,
    report_start,
    suspects,
)

ONE, OTHER = SessionId("one"), SessionId("4f3c2b1a-0000-4000-8000-0123456789ab")
CRASHING = """
import faulthandler, mmap, os, sys, threading
from idea.domain.ids import SessionId
from idea.infrastructure.feed_page import WindowPage
with open(sys.argv[1], "r+b") as file, open(sys.argv[2], "a") as report:
    page = WindowPage(mmap.mmap(file.fileno(), 0))
    page.begin(report.tell())
    faulthandler.enable(report)
    busy, go = threading.Event(), threading.Event()
    def innocent():
        with page.marking(SessionId("innocent")) as mark:
            mark(1)
            busy.set()
            go.wait()
    def guilty():
        with page.marking(SessionId("guilty")) as mark:
            mark(1 << 40)
            os.abort()
    threading.Thread(target=innocent, daemon=True).start()
    busy.wait()
    threading.Thread(target=guilty).start() if sys.argv[3] == "thread" else os.abort()
    go.wait()
"""


@pytest.fixture
def memory():
    with mmap.mmap(-1, 8192) as one:
        yield one


def test_who_is_being_called_is_suspected_and_nobody_else(memory):
    page = WindowPage(memory)
    page.begin(7)
    with page.marking(ONE) as mark, page.marking(OTHER) as other:
        mark(3)
        other(1 << 50)
        assert suspects(memory[:], b"") == (Suspect("one", 3), Suspect(OTHER.value, 1 << 50))
        mark(None)
        assert suspects(memory[:], b"") == (Suspect(OTHER.value, 1 << 50),)
    assert suspects(memory[:], b"") == ()
    assert report_start(memory[:]) == 7
    assert memory[0] == 1


def test_a_core_that_stands_at_the_beginning_is_suspected_as_well(memory):
    with WindowPage(memory).marking(ONE) as mark:
        mark(0)
        assert suspects(memory[:], b"") == (Suspect("one", 0),)


def test_a_slot_is_used_again_and_too_many_threads_are_not_marked(memory):
    page = WindowPage(memory)
    for _ in range(300):
        with page.marking(ONE) as mark:
            mark(1)
    held = [page.marking(ONE) for _ in range(200)]
    for each in held:
        each.__enter__()(1)
    assert len(suspects(memory[:], b"")) == 126
    for each in held:
        each.__exit__(None, None, None)


def test_where_the_keyboard_is_stands_there_as_well(memory):
    page = WindowPage(memory)
    assert pointed_at(memory[:]) == ("", "")
    page.begin(9)
    page.point_at("a-long-project-id", "a long cell id")
    page.point_at("project", "cell")
    assert pointed_at(memory[:]) == ("project", "cell")
    assert report_start(memory[:]) == 9
    assert suspects(memory[:], b"") == ()


def test_without_a_parent_nothing_is_marked():
    page = WindowPage(None)
    page.begin(0)
    page.point_at("project", "cell")
    with page.marking(ONE) as mark:
        mark(1)


def test_a_report_about_another_thread_clears_everybody(memory):
    with WindowPage(memory).marking(ONE) as mark:
        mark(1)
        mine = b"Fatal Python error: Aborted\n\nCurrent thread 0x%016x" % threading.get_ident()
        assert suspects(memory[:], mine) == (Suspect("one", 1),)
        for other in (b"Current thread 0x0000000000000001", b"Thread 0x0000000000000001"):
            assert suspects(memory[:], b"Fatal Python error: Aborted\n\n" + other) == ()


@pytest.mark.posix
@pytest.mark.parametrize(
    ("where", "found"), [("thread", (Suspect("guilty", 1 << 40),)), ("main", ())]
)
def test_a_real_crash_is_the_fault_of_the_thread_it_happened_in(tmp_path, where, found):
    page, report = tmp_path / "page", tmp_path / "report"
    page.write_bytes(bytes(8192))
    report.write_text("Fatal Python error: an older one\n\nCurrent thread 0x0\n")
    source = os.pathsep.join(sys.path)
    code = subprocess.run(
        [sys.executable, "-c", CRASHING, page, report, where],
        env=os.environ | {"PYTHONPATH": source},
        timeout=60,
        check=False,
    ).returncode
    assert code == -6
    traces = page.read_bytes()
    told = report.read_bytes()[report_start(traces) :]
    assert suspects(traces, told) == found
