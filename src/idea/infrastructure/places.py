"""Where IdeA keeps what: the person's data, state and runtime folders, and the names in them.

`IDEA_HOME` moves everything below one folder, so that tests and second instances are isolated.
Names in the runtime folder carry a short hash of the data folder for the same reason. Nothing is
created until `prepare` is called.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from idea.domain.errors import StoreError
from idea.infrastructure.stores.atomic import reason_of

_APPLICATION = "IdeA"
_LONGEST_SOCKET_PATH = 100
"""Bytes; Linux allows 107, macOS 103, both without the final zero."""
_LONGEST_NAME = len("/engine-01234567.sock")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The folders of one instance of IdeA and the files that processes meet at."""

    data: Path
    """Profiles, settings, templates: what the person made."""
    state: Path
    """Sessions, logs, locks: what IdeA remembers."""
    runtime: Path
    """Sockets; emptied by a reboot."""

    @property
    def instance(self) -> str:
        """Eight hexadecimal digits that differ between data folders."""
        return hashlib.sha256(os.fsencode(self.data)).hexdigest()[:8]

    @property
    def engine_socket(self) -> Path:
        """Where the engine listens (POSIX)."""
        return self.runtime / f"engine-{self.instance}.sock"

    @property
    def engine_lock(self) -> Path:
        """Locked by the engine for as long as it lives."""
        return self.state / "engine.lock"

    @property
    def engine_address(self) -> Path:
        """Says how to reach the running engine, whatever the reader's own runtime folder is."""
        return self.state / "engine.json"

    @property
    def window_lock(self) -> Path:
        """Locked by the window process for as long as it lives."""
        return self.state / "window.lock"

    @property
    def keeper_socket(self) -> Path:
        """Where a keeper started now would listen; a running one wrote its own into its lock."""
        return self.runtime / f"keeper-{self.instance}.sock"

    @property
    def keeper_lock(self) -> Path:
        """Locked by the keeper for as long as it lives; holds the path of its socket."""
        return self.state / "keeper.lock"

    @property
    def logs(self) -> Path:
        """Diagnostic logs, one per process."""
        return self.state / "logs"

    @property
    def reports(self) -> Path:
        """What is known of crashes."""
        return self.state / "reports"

    @property
    def unsaved(self) -> Path:
        """Texts that were typed and not saved when the person's session ended."""
        return self.state / "unsaved"

    @property
    def sessions(self) -> Path:
        """`<project>/<session>/` with `session.json` and the log of the session."""
        return self.state / "sessions"

    @property
    def memory(self) -> Path:
        """Where logs of floods are, on systems that keep a file system in memory there.

        Not in the runtime folder, which differs between log-ins and may lie on a disk.
        """
        return Path(f"/dev/shm/idea-{_uid()}-{self.instance}")  # noqa: S108 - Checked before use.

    @property
    def commands(self) -> Path:
        """The folder that holds `idea` alone, for the PATH of sessions."""
        return self.state / "bin"

    @property
    def projects_file(self) -> Path:
        """The registry of known projects."""
        return self.data / "projects.json"

    @property
    def settings_file(self) -> Path:
        """The person's settings."""
        return self.data / "settings.json"

    @property
    def color_schemes(self) -> Path:
        """Colour schemes of terminals, each a file as another terminal writes it."""
        return self.data / "schemes"

    @property
    def keymap_file(self) -> Path:
        """The person's keys."""
        return self.data / "keymap.json"

    @property
    def profiles_file(self) -> Path:
        """The person's engine profiles."""
        return self.data / "profiles.json"

    @property
    def agreements_file(self) -> Path:
        """Which commands that came with projects the person agreed to run."""
        return self.state / "agreements.json"

    @property
    def workspace_file(self) -> Path:
        """Windows, tabs and their geometry."""
        return self.data / "workspace.json"

    def prepare(self) -> None:
        """Create the folders that do not exist, each for the person alone (mode 0700).

        Raises:
            StoreError: A folder cannot be made, or the runtime folder belongs to someone else.
        """
        for folder in (self.data, self.state, self.logs, self.sessions):
            _make(folder)
        _make(self.runtime)
        _check_private(self.runtime)


def find_places(environment: Mapping[str, str] | None = None) -> Places:
    """Return the places of the person who runs this process; touches no file but to look."""
    env = os.environ if environment is None else environment
    home = env.get("IDEA_HOME", "")
    if home:
        base = Path(home).expanduser().absolute()
        return Places(data=base / "data", state=base / "state", runtime=_short(base / "run"))
    # With IDEA_HOME, and in every session's own commands, this is never needed; 12 ms.
    import platformdirs  # noqa: PLC0415

    data = Path(platformdirs.user_data_path(_APPLICATION, appauthor=False))
    state = Path(platformdirs.user_state_path(_APPLICATION, appauthor=False))
    return Places(data=data, state=state, runtime=_runtime(env, state))


def _runtime(environment: Mapping[str, str], state: Path) -> Path:
    """Return the folder for sockets; on Windows, which has none here, one below the state."""
    if sys.platform == "win32":
        return state / "run"
    given = environment.get("XDG_RUNTIME_DIR", "")
    if given and Path(given).is_absolute() and _is_ours(Path(given)):
        return _short(Path(given) / "idea")
    return _shared_runtime()


def _short(folder: Path) -> Path:
    """Return `folder`, or the shared one when a socket's path in it would be too long."""
    if sys.platform == "win32" or len(os.fsencode(folder)) + _LONGEST_NAME <= _LONGEST_SOCKET_PATH:
        return folder
    return _shared_runtime()


def _shared_runtime() -> Path:
    """Return the folder of last resort, short on every system."""
    return Path(f"/tmp/idea-{_uid()}")  # noqa: S108 - Its owner and mode are checked before use.


def _uid() -> int:
    return -1 if sys.platform == "win32" else os.getuid()


def _is_ours(folder: Path) -> bool:
    try:
        found = folder.stat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == _uid()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The folder {folder} could not be made: {reason_of(error)}.") from error


def _check_private(folder: Path) -> None:
    """Refuse a folder someone else could have prepared.

    Raises:
        StoreError: It is a link, belongs to someone else, or cannot be made private.
    """
    if sys.platform == "win32":
        return
    try:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != _uid():
            raise StoreError(f"{folder} belongs to someone else; remove it and start IdeA again.")
        if stat.S_IMODE(found.st_mode) & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise StoreError(f"{folder} cannot be used for sockets: {reason_of(error)}.") from error
