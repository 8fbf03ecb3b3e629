"""The environment of sessions, as pure functions over mappings.

Words: the *base* is what a login gives before any start file ran (home, user, shell, language, the
system's search path); the *login environment* is what it becomes once the start files ran.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath

from idea import __version__
from idea.application.terminals.client_variables import client_variables
from idea.infrastructure.session_variables import COMMANDS_VARIABLE, SESSION_VARIABLE

_LOGIN_NAMES = frozenset(
    {"LANG", "LANGUAGE", "TZ", "XDG_RUNTIME_DIR", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS"}
)
_LOGIN_PREFIXES = ("LC_", "XDG_CURRENT_", "XDG_MENU_")
_LOGIN_SUFFIXES = ("_proxy", "_PROXY")

_OWN_NAMES = frozenset({"LD_LIBRARY_PATH", "UV", "__PYVENV_LAUNCHER__"})
_OWN_PREFIXES = ("VIRTUAL_ENV", "UV_", "PYTHON", "QT_", "IDEA_", "PYTEST_")

_SHELL_NAMES = frozenset({"_", "PWD", "OLDPWD", "SHLVL", "TERM", "COLUMNS", "LINES", "PS1"})
"""What every shell makes anew."""

_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"


def base_environment(
    own: Mapping[str, str], system: Mapping[str, str], *, home: str, user: str, shell: str
) -> dict[str, str]:
    """Return the base; `system` holds what the system gives every login.

    Where the system names the language of logins, that of the desktop counts for nothing.
    """
    kept = {
        name: value
        for name, value in own.items()
        if name in _LOGIN_NAMES
        or name.startswith(_LOGIN_PREFIXES)
        or name.endswith(_LOGIN_SUFFIXES)
    }
    if "LANG" in system:
        kept = {name: value for name, value in kept.items() if not _tells_language(name)}
    person = {"HOME": home, "USER": user, "LOGNAME": user, "SHELL": shell}
    return {"PATH": _SYSTEM_PATH, **kept, **system, **person}


def without_own_additions(own: Mapping[str, str], prefixes: tuple[str, ...]) -> dict[str, str]:
    """Return this process's environment without what its own start added.

    `prefixes` are the folders of the running Python; search path entries below them go.
    """
    kept = {
        name: value
        for name, value in own.items()
        if name not in _OWN_NAMES | _SHELL_NAMES and not name.startswith(_OWN_PREFIXES)
    }
    if "PATH" in kept:
        entries = kept["PATH"].split(":")
        kept["PATH"] = ":".join(entry for entry in entries if not _is_below(entry, prefixes))
    return kept


def session_variables(
    base: Mapping[str, str],
    client: Mapping[str, str],
    session: str,
    *,
    idea_home: str = "",
    commands: str = "",
) -> dict[str, str]:
    """Return the complete environment of a session's program.

    `idea_home` is set for an instance with folders of its own, so that `idea` in its sessions
    means that instance. `commands` is the folder of `idea`; it comes last on PATH, so that any
    other `idea` the person has is the one that is meant.
    """
    path = [one for one in (base.get("PATH", ""), commands) if one]
    own = {"PATH": ":".join(path), COMMANDS_VARIABLE: commands} if commands else {}
    return {
        **{name: value for name, value in base.items() if name not in _SHELL_NAMES},
        **own,
        **client_variables(client),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TERM_PROGRAM": "IdeA",
        "TERM_PROGRAM_VERSION": __version__,
        SESSION_VARIABLE: session,
        **({"IDEA_HOME": idea_home} if idea_home else {}),
    }


def system_variables(text: str) -> dict[str, str]:
    """Return the variables of an /etc/environment or a locale.conf, read as PAM reads it."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, separator, value = line.strip().removeprefix("export ").partition("=")
        if separator and name and not name.startswith("#") and " " not in name:
            found[name] = value.strip().strip("\"'")
    return found


def login_command(shell: str) -> tuple[str, ...]:
    """Return the command that starts a shell as a login shell.

    With `-l`, which every common shell has; a dash before the name would need a second name for
    the program, which the keeper's way of starting does not offer.
    """
    name = PurePosixPath(shell).name
    return (shell,) if name in {"nologin", "false", "sh.distrib"} else (shell, "-l")


def _tells_language(name: str) -> bool:
    return name in {"LANG", "LANGUAGE"} or name.startswith("LC_")


def _is_below(entry: str, prefixes: tuple[str, ...]) -> bool:
    return any(entry == prefix or entry.startswith(f"{prefix}/") for prefix in prefixes)
