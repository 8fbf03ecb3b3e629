"""The engine process: `idea engine-process [--detach]`, started on demand by clients.

With `--detach` the process that was started is a launcher: it leaves the engine behind as a child
of nobody and ends once the engine serves (0), finds that another one does (0), or dies (1).
"""

import argparse
import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable, Sequence

from idea.domain.errors import IdeaError, ProcessError
from idea.infrastructure.collector import rest_collector, wake_collector
from idea.infrastructure.places import Places, find_places

_log = logging.getLogger(__name__)

_STALLED_AFTER_S = 10.0
_SERVES = b"1"
"""What the launcher hears once the engine serves, or finds that another one does."""


def main(arguments: Sequence[str]) -> int:
    """Run the engine until nobody needs it; return an exit code."""
    options = _parser().parse_args(arguments)
    tell: Callable[[bytes], None] = _tell_nobody
    if options.detach and sys.platform != "win32":
        launched = _detach()
        if isinstance(launched, int):
            return launched
        tell = launched
    places = find_places()
    try:
        places.prepare()
        return _run(places, options, lambda: tell(_SERVES))
    except IdeaError as error:
        tell(error.sentence.encode())
        with contextlib.suppress(OSError):  # On a full disk the launcher alone hears why.
            os.write(2, f"{error.sentence}\n".encode())
        _log.error("The engine could not run: %s", error.sentence)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="idea engine-process")
    parser.add_argument("--detach", action="store_true")
    parser.add_argument("--idle-seconds", type=float, default=None)
    parser.add_argument("--loopback", action="store_true", default=sys.platform == "win32")
    return parser


def _tell_nobody(news: bytes) -> None:
    """Say to nobody how the start went."""
    del news


def _detach() -> int | Callable[[bytes], None]:
    """Fork: the launcher gets its exit code, the engine what it calls once the start is over.

    The launcher prints why the engine does not serve. Called before anything that a fork would
    split: threads, loops, loaded libraries.
    """
    reading, writing = os.pipe()
    engine = os.fork()
    if engine:
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            news = pipe.read()
        if news == _SERVES:
            return 0
        with contextlib.suppress(OSError):  # Whoever started us may have gone.
            os.write(1, news)
        return os.waitstatus_to_exitcode(os.waitpid(engine, 0)[1])
    os.close(reading)
    os.dup2(2, 1)  # The starter reads the launcher's output; the engine holds nothing of it.
    is_told = False

    def tell(news: bytes) -> None:
        nonlocal is_told
        if is_told:
            return
        is_told = True
        try:
            os.write(writing, news)
        except BrokenPipeError:
            if news == _SERVES:  # An engine that nobody waits for would be left behind.
                raise ProcessError("Whoever started the engine has gone.") from None
        finally:
            os.close(writing)

    return tell


def _run(places: Places, options: argparse.Namespace, ready: Callable[[], None]) -> int:
    """Become the only engine, or leave when there is one."""
    rest_collector()
    # Heavy imports wait until it is clear that this process is needed.
    from idea.bootstrap.engine_services import build_services  # noqa: PLC0415
    from idea.bootstrap.engine_serving import ServeOptions, serve_engine  # noqa: PLC0415
    from idea.infrastructure.clock import SystemClock  # noqa: PLC0415
    from idea.infrastructure.engine_client.starter import EngineStarter  # noqa: PLC0415
    from idea.infrastructure.loop_lag import no_beat  # noqa: PLC0415
    from idea.infrastructure.observability.crash_hooks import hook_crashes  # noqa: PLC0415
    from idea.infrastructure.observability.log_files import close_log, open_log  # noqa: PLC0415
    from idea.infrastructure.observability.mistakes import report_mistakes  # noqa: PLC0415
    from idea.infrastructure.observability.report_files import (  # noqa: PLC0415
        FileCrashReports,
    )
    from idea.infrastructure.observability.stall_watch import StallWatch  # noqa: PLC0415
    from idea.infrastructure.own_command import keep_own_command  # noqa: PLC0415
    from idea.infrastructure.process_lock import ProcessLock  # noqa: PLC0415
    from idea.infrastructure.stores.sweeper import sweep  # noqa: PLC0415

    lock = ProcessLock(places.engine_lock)
    if not lock.wait(lambda: EngineStarter(places).running() is not None):
        ready()
        return 0
    sweep(places.state)
    log = open_log("engine", places.logs)
    fault_file = hook_crashes("engine", places.logs)
    report_mistakes("engine", FileCrashReports(places.reports, places.logs), ends=True)
    keep_own_command(places.commands)
    stalls = None if fault_file is None else StallWatch(fault_file, _STALLED_AFTER_S)
    serve_options = ServeOptions(
        idle_s=options.idle_seconds,
        loopback=options.loopback,
        beat=no_beat if stalls is None else stalls.beat,
    )
    clock = SystemClock()

    def serves() -> None:
        wake_collector()
        ready()

    async def serve() -> None:
        asyncio.get_running_loop().set_exception_handler(_log_loop_failure)
        services = build_services(places, clock)
        await serve_engine(places, services, clock, serve_options, serves)

    try:
        asyncio.run(serve())
    finally:
        if stalls is not None:
            stalls.stop()
        close_log(log)
        lock.release()
    return 0


def _log_loop_failure(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Log what no task was there to hear."""
    del loop
    error = context.get("exception")
    _log.error(
        "On the loop: %s",
        context.get("message"),
        exc_info=error if isinstance(error, BaseException) else None,
    )
