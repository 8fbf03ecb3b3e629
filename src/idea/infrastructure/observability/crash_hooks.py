"""Nothing dies unheard: every uncaught exception and fatal signal reaches the log folder.

What nobody handles on an event loop reaches it too: asyncio logs that by itself.
"""

import faulthandler
import logging
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from idea.infrastructure.observability.output_files import LARGEST_OUTPUT_BYTES

_LOG = logging.getLogger("idea.crash")


def _on_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    _LOG.critical("Uncaught in the main thread.", exc_info=(kind, error, trace))


def _on_thread_died(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is None:
        return
    name = arguments.thread.name if arguments.thread else "?"
    _LOG.critical(
        "Uncaught in thread %s.",
        name,
        exc_info=(arguments.exc_type, arguments.exc_value, arguments.exc_traceback),
    )


def _on_unraisable(arguments: Any) -> None:
    _LOG.error(
        "Could not be raised: %s in %r.",
        arguments.err_msg or "an exception",
        arguments.object,
        exc_info=(arguments.exc_type, arguments.exc_value, arguments.exc_traceback),
    )


def report_path(process: str, folder: Path) -> Path:
    """Return the file that fatal signals of a process are reported in."""
    return folder / f"{process}.fault"


def hook_crashes(process: str, folder: Path) -> TextIO | None:
    """Send uncaught exceptions to the log and fatal signals to `<folder>/<process>.fault`.

    The returned file must be kept open as long as the process lives; None when it cannot be made.
    It begins anew when former processes reported much.
    """
    sys.excepthook = _on_uncaught
    threading.excepthook = _on_thread_died
    sys.unraisablehook = _on_unraisable
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = report_path(process, folder).open("a", encoding="utf-8")
        if file.tell() > LARGEST_OUTPUT_BYTES:
            file.truncate(file.seek(0))
    except OSError:
        return None
    faulthandler.enable(file, all_threads=True)
    return file
