"""Finds the running keeper or starts one."""

import asyncio
import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

from idea.domain.errors import ProcessError
from idea.infrastructure.observability.output_files import open_output
from idea.infrastructure.places import Places
from idea.infrastructure.pty.keeper_protocol import ALREADY_RUNNING
from idea.infrastructure.stores.json_load import document_in

KEEPER_MODULE: Final = "idea.bootstrap.keeper"
_START_LIMIT_S = 10.0
_TRY_AGAIN_S = 0.05
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ")


async def connect_to_keeper(places: Places, *, grace_s: float | None = None) -> socket.socket:
    """Return a socket to the keeper of these places, started when there is none.

    `grace_s` is how long a keeper started now waits without an engine; cancelling may leave one,
    which leaves by itself.

    Raises:
        ProcessError: It does not start.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _START_LIMIT_S
    while True:
        connected = connect_to_running(places)
        if connected is not None:
            return connected
        if loop.time() > deadline:
            raise ProcessError("The keeper cannot be reached; 'idea doctor' may say why.")
        if not await _start(places, grace_s):
            await asyncio.sleep(_TRY_AGAIN_S)  # Another one is coming or going.


def connect_to_running(places: Places) -> socket.socket | None:
    """Return a socket to the keeper that says in its lock where it is; None when there is none."""
    path = document_in(places.keeper_lock).get("socket")
    if not isinstance(path, str):
        return None
    one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    one.setblocking(False)  # noqa: FBT003 # Its only argument.
    try:
        one.connect(path)  # A listening Unix socket answers at once or refuses.
    except OSError:
        one.close()
        return None
    return one


def keeper_runs(places: Places) -> bool:
    """Return whether a keeper runs, which without an engine means that programs live."""
    connected = connect_to_running(places)
    if connected is not None:
        connected.close()
    return connected is not None


async def _start(places: Places, grace_s: float | None) -> bool:
    """Start a keeper; returns False when there is one already.

    Raises:
        ProcessError: It does not start.
    """
    places.prepare()
    grace = [] if grace_s is None else [str(grace_s)]
    log = open_output(places.logs / "keeper.log")
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-S", "-s", "-P", "-X", "utf8", "-m", KEEPER_MODULE),
            *(str(places.keeper_socket), str(places.keeper_lock), *grace),
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd="/",
            start_new_session=True,
        )
    finally:
        os.close(log)
    try:
        async with asyncio.timeout(_START_LIMIT_S):
            said, _ = await process.communicate()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise ProcessError("The keeper did not start in time; try again.") from None
    if process.returncode not in (0, ALREADY_RUNNING):
        reason = said.decode(errors="replace").strip() or f"see {places.logs / 'keeper.log'}"
        raise ProcessError(f"The keeper did not start: {reason}")
    return process.returncode == 0


def _environment() -> dict[str, str]:
    """Return little: the keeper imports two packages and no session inherits from it."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    found = (importlib.util.find_spec(name) for name in ("idea", "ptyprocess"))
    folders = [Path(spec.origin).parent.parent for spec in found if spec and spec.origin]
    return kept | {"PYTHONPATH": os.pathsep.join(map(str, dict.fromkeys(folders)))}
