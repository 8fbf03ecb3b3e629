"""The sessions a keeper holds: started here, reaped here, their terminals' masters kept open.

Single-threaded by need: a forked Python may only exec when nothing else ran in its parent.
ptyprocess is used with its traps avoided: program and folder are checked before the fork, signals
are restored and the folder entered where a failure is reported, and a child that could not exec
never runs on as a copy of the keeper. Its `close`, which sleeps and kills, is replaced.
"""

import os
import signal
import stat

from ptyprocess import PtyProcess


class RefusedError(Exception):
    """Something was asked that cannot be done; the text is one sentence."""


class _Terminal(PtyProcess):  # type: ignore[misc] # ptyprocess is untyped.
    """A ptyprocess that closes without sleeping and without signals."""

    last_pid = 0
    closed: bool

    def __init__(self, pid: int, fd: int) -> None:
        _Terminal.last_pid = pid
        super().__init__(pid, fd)

    def close(self, force: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002 # Theirs.
        """Close the master; the kernel hangs up the foreground group if it was the last one."""
        if not self.closed:
            self.closed = True
            self.fileobj.close()


class Child:
    """One session's program and its terminal."""

    __slots__ = ("code", "forgotten", "pid", "pidfd", "session", "terminal")

    def __init__(self, session: str, terminal: _Terminal) -> None:
        self.session = session
        self.terminal = terminal
        self.pid: int = terminal.pid
        self.pidfd = -1
        self.code: int | None = None
        self.forgotten = False

    @property
    def master(self) -> int:
        """The descriptor of the master side, -1 once closed."""
        return -1 if self.terminal.closed else int(self.terminal.fd)


class Children:
    """Starts programs, learns how they end, and signals only what it started."""

    def __init__(self, *, pidfds: bool = hasattr(os, "pidfd_open")) -> None:
        self._children: dict[str, Child] = {}
        self._pidfds = pidfds

    @property
    def uses_pidfds(self) -> bool:
        """Whether each child has a descriptor that says when it ends."""
        return self._pidfds

    def __len__(self) -> int:
        return len(self._children)

    def all(self) -> list[Child]:
        """Return the sessions in the order they were started."""
        return list(self._children.values())

    def living(self) -> list[Child]:
        """Return the sessions whose program runs."""
        return [child for child in self._children.values() if child.code is None]

    def spawn(
        self, session: str, argv: list[str], cwd: str, env: dict[str, str], size: tuple[int, int]
    ) -> Child:
        """Start a program in a new terminal of `size` (rows, columns).

        Raises:
            RefusedError: It cannot be started.
        """
        if session in self._children:
            raise RefusedError(f"The session {session} exists already.")
        try:
            folder = os.fsencode(cwd)
            arguments = [os.fsencode(word) for word in argv]
            variables = {os.fsencode(key): os.fsencode(value) for key, value in env.items()}
        except UnicodeError:
            raise RefusedError("The command or its environment is no text.") from None
        _check_text(folder, arguments, variables)
        _check_folder(folder)
        arguments[0] = _find_program(
            arguments[0], folder, variables.get(b"PATH", os.defpath.encode())
        )
        child = Child(session, _start(arguments, folder, variables, size))
        if self._pidfds:
            child.pidfd = os.pidfd_open(child.pid)
        self._children[session] = child
        return child

    def reap(self, child: Child) -> bool:
        """Return whether the program has ended, keeping its exit code the first time."""
        if child.code is not None:
            return True
        try:
            pid, status = os.waitpid(child.pid, os.WNOHANG)
        except ChildProcessError:
            pid, status = child.pid, 0xFF00  # Someone else reaped it: exit code 255.
        if pid == 0:
            return False
        child.code = os.waitstatus_to_exitcode(status)
        if child.pidfd >= 0:
            os.close(child.pidfd)
            child.pidfd = -1
        if child.forgotten:
            del self._children[child.session]
        return True

    def signal(self, session: str, number: int) -> None:
        """Signal the leader's group and the terminal's foreground group.

        Raises:
            RefusedError: There is no such session or signal.
        """
        child = self._get(session)
        if number not in signal.valid_signals():
            raise RefusedError(f"There is no signal {number}.")
        if child.code is None:
            for group in _groups(child):
                try:
                    os.killpg(group, number)
                except (ProcessLookupError, PermissionError):
                    continue

    def forget(self, session: str) -> None:
        """Close the keeper's descriptor; a living program is still reaped and reported.

        Raises:
            RefusedError: There is no such session.
        """
        child = self._get(session)
        child.terminal.close()
        child.forgotten = True
        if child.code is not None:
            del self._children[session]

    def _get(self, session: str) -> Child:
        child = self._children.get(session)
        if child is None:
            raise RefusedError(f"There is no session {session}.")
        return child


def _groups(child: Child) -> set[int]:
    """Return the process groups of a living session that are surely its own."""
    groups = {child.pid}
    try:
        foreground = os.tcgetpgrp(child.master)
        if foreground > 0 and os.getsid(foreground) == child.pid:
            groups.add(foreground)
    except OSError:
        pass  # Closed, or the foreground group's leader is gone: its number may be reused.
    return groups


def _check_text(folder: bytes, arguments: list[bytes], variables: dict[bytes, bytes]) -> None:
    """Refuse what exec would refuse in the child.

    Raises:
        RefusedError: A zero byte, an empty command or an impossible variable name.
    """
    if not arguments or not arguments[0]:
        raise RefusedError("There is no command to run.")
    if any(b"\0" in text for text in (folder, *arguments, *variables, *variables.values())):
        raise RefusedError("The command, its folder or its environment contains a zero byte.")
    if any(not name or b"=" in name for name in variables):
        raise RefusedError("A variable of the environment has no possible name.")


def _check_folder(folder: bytes) -> None:
    """Refuse a folder that cannot be entered.

    Raises:
        RefusedError: It is relative, missing, no folder or closed to the person.
    """
    name = os.fsdecode(folder)
    if not folder.startswith(b"/"):
        raise RefusedError(f"The folder {name} is not an absolute path.")
    try:
        found = os.stat(folder)
    except FileNotFoundError:
        raise RefusedError(f"The folder {name} does not exist.") from None
    except OSError as error:
        raise RefusedError(f"The folder {name} cannot be reached: {error.strerror}.") from None
    if not stat.S_ISDIR(found.st_mode):
        raise RefusedError(f"{name} is not a folder.")
    if not os.access(folder, os.X_OK):
        raise RefusedError(f"You may not enter the folder {name}.")


def _find_program(program: bytes, folder: bytes, path: bytes) -> bytes:
    """Return the absolute path of a program, looked up as a shell in `folder` would.

    Raises:
        RefusedError: It does not exist or may not be run.
    """
    name = os.fsdecode(program)
    if b"/" in program:
        candidates = [os.path.join(folder, program)]
    else:
        candidates = [os.path.join(folder, entry, program) for entry in path.split(b":")]
    existing = [candidate for candidate in candidates if os.path.isfile(candidate)]
    for candidate in existing:
        if os.access(candidate, os.X_OK):
            return candidate
    if existing:
        raise RefusedError(f"You may not run {os.fsdecode(existing[0])}.")
    if b"/" not in program:
        raise RefusedError(f"The program {name} was not found in PATH.")
    if os.path.isdir(candidates[0]):
        raise RefusedError(f"{name} is a folder, not a program.")
    raise RefusedError(f"The program {name} does not exist.")


def _start(
    arguments: list[bytes], folder: bytes, variables: dict[bytes, bytes], size: tuple[int, int]
) -> _Terminal:
    """Fork and exec.

    Raises:
        RefusedError: The system does not allow it.
    """
    keeper = os.getpid()

    def prepare() -> None:
        os.chdir(folder)
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGHUP):  # Ignored in the keeper.
            signal.signal(number, signal.SIG_DFL)

    _Terminal.last_pid = 0
    try:
        started: _Terminal = _Terminal.spawn(
            arguments, env=variables, preexec_fn=prepare, dimensions=size
        )
    except Exception as error:  # noqa: BLE001 # ptyprocess re-raises whatever the child sent.
        reason = _reason(error)
    else:
        return started
    finally:
        if os.getpid() != keeper:
            os._exit(127)  # A copy of the keeper must never run on.
    if _Terminal.last_pid:
        os.waitpid(_Terminal.last_pid, 0)  # It told its error and left.
    raise RefusedError(f"{os.fsdecode(arguments[0])} could not be started: {reason}.")


def _reason(error: Exception) -> str:
    number = getattr(error, "errno", None)
    return os.strerror(number) if isinstance(number, int) else str(error) or type(error).__name__
