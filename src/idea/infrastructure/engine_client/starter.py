"""Finds the running engine, or starts one; however many do so at once, one engine runs.

Two locks of the file system make that so, and the kernel frees both when their holder dies. The
*engine lock* belongs to the running engine; an engine that finds it taken waits or leaves. The
*start lock* is held while somebody starts an engine, so that others wait for that one instead of
starting more. Blocking; standard library alone until an engine has to be started.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from idea.domain.errors import IdeaError, ProcessError
from idea.infrastructure.engine_client.address import EngineAddress, read_address
from idea.infrastructure.observability.output_files import open_output
from idea.infrastructure.places import Places
from idea.infrastructure.session_variables import SECRET_VARIABLE, SESSION_VARIABLE
from idea.infrastructure.stores.atomic import reason_of

START_WITHIN_S: Final = 30.0
_LOOK_EVERY_S: Final = 0.005
ENGINE_COMMAND: Final = (sys.executable, "-m", "idea", "engine-process")


class EngineStarter:
    """Finds or starts the engine of one instance of IdeA; may be used from any thread."""

    def __init__(
        self,
        places: Places,
        *,
        command: Sequence[str] = ENGINE_COMMAND,
        start_within_s: float = START_WITHIN_S,
    ) -> None:
        self._places = places
        self._command = tuple(command)
        self._start_within_s = start_within_s
        self._given_up = threading.Event()

    def running(self) -> EngineAddress | None:
        """Return where the engine listens; None when none answers."""
        address = read_address(self._places.engine_address)
        return address if address is not None and address.answers() else None

    def ensure_running(self) -> EngineAddress:
        """Return where the engine listens, starting it first if need be.

        Raises:
            ProcessError: It does not start; the sentence names its log.
            StoreError: A folder of IdeA's may not be written.
        """
        found = self.running()
        if found is not None:
            return found
        deadline = time.monotonic() + self._start_within_s
        self._places.prepare()
        with self._only_starter(deadline) as alone:
            found = self.running()
            if found is not None:
                return found
            if alone:
                self._start(deadline)
            return self._wait(self.running, deadline)

    def begin(self) -> None:
        """Start the engine meanwhile if there is none; whoever needs it waits or hears why not."""

        def start() -> None:
            with contextlib.suppress(IdeaError):  # `ensure_running` will meet it, too, and tell.
                self.ensure_running()

        threading.Thread(target=start, name="engine start", daemon=True).start()

    def give_up(self) -> None:
        """Let every waiting call fail at once; for the end of the program."""
        self._given_up.set()

    @contextlib.contextmanager
    def _only_starter(self, deadline: float) -> Iterator[bool]:
        """Hold the start lock; False when an engine appeared while waiting for it.

        Raises:
            StoreError: The folder of the lock may not be written.
        """
        # 80 ms that only a start needs.
        from idea.infrastructure.process_lock import ProcessLock  # noqa: PLC0415

        lock = ProcessLock(self._places.state / "engine-start.lock")

        def take() -> bool | None:
            if lock.take():
                return True
            return False if self.running() is not None else None

        alone = self._wait(take, deadline)
        try:
            yield alone
        finally:
            if alone:
                lock.release()

    def _wait[T](self, look: Callable[[], T | None], deadline: float) -> T:
        """Return what `look` finds.

        Raises:
            ProcessError: It found nothing in time.
        """
        while (found := look()) is None:
            if time.monotonic() > deadline or self._given_up.wait(_LOOK_EVERY_S):
                raise ProcessError(
                    f"The engine did not start within {self._start_within_s:.0f} s; "
                    f"{self._log} says why."
                )
        return found

    @property
    def _log(self) -> Path:
        return self._places.logs / "engine-output.log"

    def _start(self, deadline: float) -> None:
        """Start an engine that outlives this process and holds nothing of it.

        Raises:
            ProcessError: The program cannot be started.
        """
        output = open_output(self._log)
        try:
            launcher = _launch(self._command, output)
        except OSError as error:
            reason = f"{error.filename}: {reason_of(error)}"
            raise ProcessError(f"The engine cannot be started: {reason}.") from error
        finally:
            os.close(output)
        if sys.platform == "win32":
            return
        try:
            code = self._wait(launcher.poll, deadline)
        finally:
            launcher.kill()
            said, _ = launcher.communicate()
        sentence = said.decode(errors="replace").strip()
        if code and sentence:
            raise ProcessError(f"The engine did not start: {sentence}")
        if code:
            raise ProcessError(f"The engine ended at once with code {code}; {self._log} says why.")


def _launch(command: Sequence[str], output: int) -> "subprocess.Popen[bytes]":
    """Start the engine.

    On POSIX this is a launcher that leaves the engine behind, a child of nobody, and ends with 0
    once it serves (or finds that another one does), with its code when it dies. Why it died is what
    the launcher prints.
    """
    # An engine started in a session does not belong to it: it must not look like a survivor.
    own = {SESSION_VARIABLE, SECRET_VARIABLE}
    environment = {name: value for name, value in os.environ.items() if name not in own}
    if sys.platform == "win32":
        flags = (
            subprocess.DETACHED_PROCESS
            | subprocess.CREATE_NEW_PROCESS_GROUP
            | subprocess.CREATE_BREAKAWAY_FROM_JOB
        )
        return subprocess.Popen(
            [*command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            close_fds=True,
            env=environment,
            creationflags=flags,
        )
    return subprocess.Popen(
        [*command, "--detach"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=output,
        close_fds=True,
        start_new_session=True,
        env=environment,
        cwd="/",
    )
