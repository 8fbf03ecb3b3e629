"""One rotating log per process: UTC time, process id, and what happened, never screen or input.

Times are one wall-clock reading at start plus a monotonic distance, so that a clock that jumps
does not reorder a log. Text from outside is written with its control characters shown.
"""

import contextlib
import logging
import os
import sys
import time
from datetime import UTC, datetime, timedelta
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, cast, override

from idea.domain.visible import visible

_SIZE_BYTES = 1 << 20
_KEPT_FILES = 3


class _PlainLine(logging.Formatter):
    """Formats a record as one line: time, process id, level, logger, message."""

    def __init__(self) -> None:
        super().__init__()
        self._base = datetime.now(UTC)
        self._base_s = time.monotonic()

    @override
    def format(self, record: logging.LogRecord) -> str:
        moment = self._base + timedelta(seconds=time.monotonic() - self._base_s)
        message = record.getMessage()
        if record.exc_info:
            message = f"{message}\n{self.formatException(record.exc_info)}"
        shown = "\n  ".join(visible(line) for line in message.splitlines())
        stamp = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return f"{stamp} {os.getpid()} {record.levelname.lower()} {record.name} {shown}"


class _BoundedFile(RotatingFileHandler):
    """Writes to a file; on a disk that takes nothing the line is lost, and nobody is disturbed."""

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)

    @override
    def doRollover(self) -> None:
        try:
            super().doRollover()
        except OSError:
            self.stream = cast("Any", None)  # The next line opens the file anew.
            raise

    @override
    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


def open_log(process: str, folder: Path, *, level: int = logging.INFO) -> logging.Handler:
    """Log this process to `<folder>/<process>.log`, mode 0600, at most 4 MiB with its old files.

    A folder that cannot be written leaves the process without a log, never without life.
    """
    logger = logging.getLogger()
    logger.setLevel(level)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{process}.log"
        path.touch(mode=0o600)
        handler: logging.Handler = _BoundedFile(
            path, maxBytes=_SIZE_BYTES, backupCount=_KEPT_FILES, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(_PlainLine())
    logger.addHandler(handler)
    return handler


def close_log(handler: logging.Handler) -> None:
    """End what `open_log` began."""
    logging.getLogger().removeHandler(handler)
    handler.close()
