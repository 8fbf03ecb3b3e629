"""Removes temporary files that killed processes left behind."""

import contextlib
import re
import time
from collections.abc import Callable
from pathlib import Path

import psutil

_TEMPORARY = re.compile(r"\..+\.(?P<pid>\d{1,10})\.[0-9a-f]{8}\.tmp")
_OLD_S = 3_600.0


def sweep(folder: Path, *, is_alive: Callable[[int], bool] = psutil.pid_exists) -> tuple[Path, ...]:
    """Remove what no living process will finish: its writer is gone or it is an hour old.

    Answers what was removed; a folder that cannot be read or written is left alone.
    """
    removed = []
    try:
        entries = list(folder.iterdir())
    except OSError:
        return ()
    for entry in entries:
        named = _TEMPORARY.fullmatch(entry.name)
        if named is None:
            continue
        with contextlib.suppress(OSError):
            old = time.time() - entry.lstat().st_mtime > _OLD_S
            if old or not is_alive(int(named["pid"])):
                entry.unlink()
                removed.append(entry)
    return tuple(removed)
