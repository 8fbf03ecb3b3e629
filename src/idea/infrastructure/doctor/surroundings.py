"""What is around: folders, space, limits, the login shell, whether sessions survive log-out."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from idea.domain.diagnosis import Finding, Health
from idea.domain.errors import IdeaError, StoreError
from idea.domain.settings import setting_faults
from idea.infrastructure.places import Places
from idea.infrastructure.stores.codecs import SETTINGS
from idea.infrastructure.stores.json_load import read_regular
from idea.infrastructure.stores.json_text import DamagedError

_LITTLE_SPACE_BYTES = 200 << 20
_FEW_FILES = 1024


def check_folders(places: Places) -> Iterator[Finding]:
    """Say where things are and whether they can be written."""
    try:
        places.prepare()
    except StoreError as error:
        yield Finding(id="folders", health=Health.WRONG, fact=error.sentence)
        return
    for name, folder in (
        ("data", places.data),
        ("state", places.state),
        ("runtime", places.runtime),
    ):
        writable = os.access(folder, os.W_OK | os.X_OK)
        yield Finding(
            id=name,
            health=Health.FINE if writable else Health.WRONG,
            fact=str(folder) if writable else f"{folder} cannot be written",
            remedy="" if writable else f"Make {folder} yours: chown -R $USER '{folder}'.",
        )


def check_space(places: Places) -> Iterator[Finding]:
    """Say how much room is left."""
    free = shutil.disk_usage(places.state).free
    little = free < _LITTLE_SPACE_BYTES
    yield Finding(
        id="space",
        health=Health.WRONG if little else Health.FINE,
        fact=f"{free >> 20} MiB free",
        remedy="Free some space; until then logs stop, sessions go on." if little else "",
    )


def check_damaged_files(places: Places) -> Iterator[Finding]:
    """Name files that were set aside because they could not be read."""
    for folder in (places.data, places.state):
        for path in sorted(folder.glob("*.corrupt-*")):
            yield Finding(
                id="damaged",
                health=Health.NOTE,
                fact=f"{path} was set aside",
                remedy="Mend it and put it back under its old name, or delete it.",
            )


def check_settings(places: Places) -> Iterator[Finding]:
    """Name settings that cannot be right, and a file of them that cannot be read."""
    try:
        content = read_regular(places.settings_file.resolve())  # A link is followed, as ever.
        chosen = {} if content is None else SETTINGS.parse(content)
    except (OSError, IdeaError, DamagedError):
        yield Finding(
            id="settings",
            health=Health.WRONG,
            fact=f"{places.settings_file} cannot be read; the defaults count",
            remedy="Mend it, or delete it.",
        )
        return
    for fault in setting_faults(chosen):
        yield Finding(
            id="settings",
            health=Health.NOTE,
            fact=fault,
            remedy="Its default counts until 'idea settings set' gives it another value.",
        )


def check_shell(environment: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Say whether the login shell can be started."""
    env = os.environ if environment is None else environment
    shell = env.get("SHELL", "")
    if sys.platform == "win32":
        return
    usable = bool(shell) and os.access(shell, os.X_OK)
    yield Finding(
        id="shell",
        health=Health.FINE if usable else Health.NOTE,
        fact=shell if usable else _unusable(shell),
        remedy="" if usable else "The shell of your account, or /bin/sh, is used instead.",
    )


def _unusable(shell: str) -> str:
    return f"SHELL is {shell}, which cannot be started" if shell else "SHELL is not set"


def check_linger(
    user: str | None = None, folder: Path = Path("/var/lib/systemd/linger")
) -> Iterator[Finding]:
    """Say whether sessions survive logging out, where systemd decides that."""
    if not Path("/run/systemd/system").is_dir():
        return
    name = user or os.environ.get("USER", "")
    on = bool(name) and (folder / name).exists()
    yield Finding(
        id="linger",
        health=Health.FINE if on else Health.NOTE,
        fact="sessions survive logging out" if on else "logging out may end all sessions",
        remedy="" if on else "To keep them: loginctl enable-linger.",
    )


def check_limits() -> Iterator[Finding]:
    """Say whether enough files may be open at once."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - POSIX only.

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = soft < _FEW_FILES
    yield Finding(
        id="open files",
        health=Health.NOTE if few else Health.FINE,
        fact=f"at most {soft}",
        remedy="Raise it for many sessions: ulimit -n 4096." if few else "",
    )
