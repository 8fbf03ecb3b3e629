"""Runs programs of this machine briefly."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from typing import Final, override

from idea.domain.errors import ProcessError
from idea.domain.ports.process_runner import Output, ProcessRunner

_LONGEST: Final = 4 * 1024 * 1024


class LocalProcessRunner(ProcessRunner):
    """Programs in a process group of their own, so that all of one can be ended."""

    @override
    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: str,
        environment: Mapping[str, str],
        limit_s: float,
    ) -> Output:
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                cwd=cwd,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ProcessError(f"{command[0]} could not be started: {error.strerror}.") from error
        try:
            async with asyncio.timeout(limit_s):
                said = await asyncio.gather(_all_of(process.stdout), _all_of(process.stderr))
                code = await process.wait()
        except TimeoutError as error:
            raise ProcessError(f"{command[0]} did not end within {limit_s:g} s.") from error
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        return Output(code, "".join(part.decode(errors="replace") for part in said))


async def _all_of(stream: asyncio.StreamReader | None) -> bytes:
    """Return what a stream brings, the beginning of it when it is very long."""
    said = b""
    while stream is not None and (chunk := await stream.read(65536)):
        if len(said) < _LONGEST:
            said += chunk
    return said
