"""What the person's own shell would give a program, asked once from that shell."""

import asyncio
import contextlib
import logging
import os
import pwd
import secrets
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.session_environment import SessionEnvironment
from idea.infrastructure.pty.environment import (
    base_environment,
    login_command,
    session_variables,
    system_variables,
    without_own_additions,
)
from idea.infrastructure.shells.integration import integrated

_log = logging.getLogger(__name__)

_PROBE_LIMIT_S = 10.0
_LONGEST_ANSWER = 4 * 1024 * 1024
_SYSTEM_FILES = (
    Path("/etc/environment"),
    Path("/etc/locale.conf"),
    Path("/etc/default/locale"),
)
"""What a login gets at a console, the later ones before the earlier; Debian has the last."""
_PRINTER = (
    "import os; v = bytes(1).join(bytes([61]).join(pair) for pair in os.environb.items()); "
    'os.write(1, b"{mark}" + v + b"{mark}")'
)
"""Written without single quotes and backslashes, which shells understand differently."""


class LoginEnvironment(SessionEnvironment):
    """The login environment of the person who runs this process (POSIX).

    A login shell gets the base and reads its start files itself, so that it differs in nothing
    from a shell at a console. Any other program gets what those start files set: the shell is
    asked for it once, without a terminal and with a time limit; when it does not answer, this
    process's own environment, cleaned, has to do.
    """

    def __init__(
        self,
        own: Mapping[str, str] | None = None,
        *,
        shell: str = "",
        limit_s: float = _PROBE_LIMIT_S,
        system_files: Sequence[Path] = _SYSTEM_FILES,
        commands: str = "",
    ) -> None:
        """`commands` is the folder of `idea`, for the end of every session's PATH."""
        self._own = dict(os.environ if own is None else own)
        self._given_shell = shell
        self._limit_s = limit_s
        self._system_files = system_files
        self._commands = commands
        self._probe: asyncio.Task[Mapping[str, str]] | None = None
        self.finding = "The login environment was not asked for yet."
        """What is known about it, in one sentence, for the doctor."""

    @override
    def login_shell(self) -> tuple[str, ...]:
        return login_command(self._shell())

    @override
    async def login_variables(self) -> Mapping[str, str]:
        return await self._asked()

    @override
    async def variables(
        self, session: SessionId, *, client: Mapping[str, str], logging_in: bool
    ) -> Mapping[str, str]:
        base = self._base() if logging_in else await self._asked()
        idea_home = self._own.get("IDEA_HOME", "")
        return session_variables(
            base, client, session.value, idea_home=idea_home, commands=self._commands
        )

    @override
    def telling_marks(
        self, command: tuple[str, ...], variables: Mapping[str, str]
    ) -> tuple[tuple[str, ...], Mapping[str, str]]:
        return integrated(command, variables)

    async def _asked(self) -> Mapping[str, str]:
        if self._probe is None:
            self._probe = asyncio.create_task(self._ask_or_fall_back(), name="login environment")
        return await asyncio.shield(self._probe)

    async def _ask_or_fall_back(self) -> Mapping[str, str]:
        shell = self._shell()
        try:
            async with asyncio.timeout(self._limit_s):
                found = await _ask(shell, self._base())
        except TimeoutError:
            reason = "it did not answer in time"
        except OSError as error:
            reason = f"it could not be started ({error.strerror})"
        else:
            reason = "it ended without an answer"
            if found:
                self.finding = f"Asked from {shell}."
                return found
        self.finding = f"{shell} was asked for its environment, but {reason}; using IdeA's own."
        _log.warning("%s", self.finding)
        return without_own_additions(
            self._own, (sys.prefix,) if sys.prefix != sys.base_prefix else ()
        )

    def _base(self) -> dict[str, str]:
        person = _person()
        home = self._own.get("HOME") or (person.pw_dir if person else "/")
        user = (person.pw_name if person else "") or self._own.get("USER", "")
        system: dict[str, str] = {}
        for file in self._system_files:
            with contextlib.suppress(OSError):
                system |= system_variables(file.read_text("utf-8", "surrogateescape"))
        return base_environment(self._own, system, home=home, user=user, shell=self._shell())

    def _shell(self) -> str:
        """Return the person's shell: as registered, else as said by $SHELL, else sh."""
        person = _person()
        registered = person.pw_shell if person else ""
        for shell in (self._given_shell, registered, self._own.get("SHELL", "")):
            if shell and os.access(shell, os.X_OK):
                return shell
        return "/bin/sh"


def _person() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwuid(os.getuid())
    except KeyError:
        return None


async def _ask(shell: str, base: Mapping[str, str]) -> dict[str, str]:
    """Return the variables an interactive login shell ends up with; empty when it says none.

    Raises:
        OSError: The shell does not start.
    """
    mark = secrets.token_hex(16)
    code = _PRINTER.format(mark=mark)
    asked = await asyncio.create_subprocess_exec(
        *(shell, "-i", "-l", "-c", f"{shlex.quote(sys.executable)} -I -S -c {shlex.quote(code)}"),
        env=dict(base) | {"TERM": "dumb"},
        cwd=base.get("HOME", "/"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    answer = b""
    try:
        answer = await _read_between(mark.encode("ascii"), asked.stdout)
    finally:
        with contextlib.suppress(ProcessLookupError):
            if answer:
                # Only the shell: what its start files left running, an agent say, goes on.
                asked.kill()
            elif asked.returncode is None:
                os.killpg(asked.pid, signal.SIGKILL)
        await asked.wait()
    return _pairs(answer)


async def _read_between(mark: bytes, stream: asyncio.StreamReader | None) -> bytes:
    """Return what stands between two marks; empty when the stream ends before."""
    said = b""
    while stream is not None and said.count(mark) < 2:
        chunk = await stream.read(65536)
        said += chunk
        if not chunk or len(said) > _LONGEST_ANSWER:
            return b""
    return said.split(mark)[1]


def _pairs(answer: bytes) -> dict[str, str]:
    pairs = (os.fsdecode(one).partition("=") for one in answer.split(b"\0"))
    return {name: value for name, separator, value in pairs if name and separator}
