"""Signals that end a process are heard beside a main thread that runs no Python."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator

import pytest

from idea.infrastructure.end_signals import EndSignals
from idea.infrastructure.engine_client.loop_thread import LoopThread

pytestmark = pytest.mark.posix


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    thread = LoopThread()
    thread.start()
    yield thread.loop
    assert thread.stop()


@pytest.fixture
def default_handlers() -> Iterator[None]:
    """Undo what the shell ignores for a run in the background."""
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    before = {number: signal.signal(number, signal.SIG_DFL) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("default_handlers")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_the_first_signal_is_heard_and_the_default_is_back_afterwards(
    loop: asyncio.AbstractEventLoop, number: int
) -> None:
    before = signal.getsignal(number)
    heard: list[int] = []
    came = threading.Event()

    def hear(told: int) -> None:
        heard.append(told)
        came.set()

    signals = EndSignals(loop, hear, end_within_s=60, leave=lambda _: None)
    os.kill(os.getpid(), number)
    assert came.wait(20)
    os.kill(os.getpid(), number)
    signals.close()
    assert heard == [number]
    assert signal.getsignal(number) is before
    assert signal.set_wakeup_fd(-1) == -1


@pytest.mark.usefixtures("default_handlers")
def test_a_process_that_hangs_is_ended_all_the_same(loop: asyncio.AbstractEventLoop) -> None:
    left: list[int] = []
    gone = threading.Event()

    def leave(code: int) -> None:
        left.append(code)
        gone.set()

    signals = EndSignals(loop, lambda _: None, end_within_s=0.01, leave=leave)
    os.kill(os.getpid(), signal.SIGTERM)
    assert gone.wait(20)
    signals.close()
    assert left == [128 + signal.SIGTERM]


def test_a_signal_that_is_ignored_stays_ignored(loop: asyncio.AbstractEventLoop) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        signals = EndSignals(loop, lambda _: None)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        signals.close()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
