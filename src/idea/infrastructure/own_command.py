"""The `idea` command for sessions, also where IdeA was started from a folder and never installed.

A file of its own, because the folder of the Python that runs IdeA has far more in it: on PATH, it
would change what `python` or `pip` mean in every cell.
"""

import logging
import shlex
import sys
from pathlib import Path
from typing import Final

from idea.domain.errors import NotSavedError
from idea.infrastructure.stores.atomic import atomic_write, reason_of

_log = logging.getLogger(__name__)

_NAME: Final = "idea"
_RUNNABLE: Final = 0o700


def keep_own_command(folder: Path, python: str = sys.executable) -> None:
    """Write `idea` into `folder`, if it is not there as it should be; without it, all else goes on.

    It takes no module from the folder it is run in.
    """
    if sys.platform == "win32":
        return
    file = folder / _NAME
    text = f'#!/bin/sh\nexec {shlex.quote(python)} -P -m idea "$@"\n'.encode()
    try:
        if not file.is_file() or file.read_bytes() != text:
            folder.mkdir(mode=_RUNNABLE, parents=True, exist_ok=True)
            atomic_write(file, text, default_mode=_RUNNABLE)
    except NotSavedError as error:
        _log.warning("%s", error)
    except OSError as error:
        _log.warning("%s could not be written: %s", file, reason_of(error))
