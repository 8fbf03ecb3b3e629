"""Starts a shell so that it reads a file of ours as well; the person's own files stay as they are.

Each shell is brought there by variables of its start, which the file takes away again before any
file of the person is read: what the shell starts finds nothing of it.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

_HERE: Final = Path(__file__).parent
_PLAIN_OPTIONS: Final = frozenset({"-l", "-i", "-il", "-li", "--login", "--interactive"})
_FISH_FOLDERS: Final = "/usr/local/share:/usr/share"
"""Where fish looks when XDG_DATA_DIRS says nothing."""
_EXPANDED: Final = frozenset("$`\\")
"""What bash would expand in the name of its file."""

type Start = tuple[tuple[str, ...], Mapping[str, str]]
"""A command and the environment to start it with."""


def integrated(
    command: tuple[str, ...], variables: Mapping[str, str], folder: Path = _HERE
) -> Start:
    """Return how to start a command so that it tells its marks, if it is a shell known here.

    One that runs a script or was given options beyond "interactive" and "login" starts as it is,
    and so does every shell whose file is missing: it would read none of the person's either.
    """
    program, *options = command
    way = _WAYS.get(PurePosixPath(program).name)
    if way is None or not _PLAIN_OPTIONS.issuperset(options):
        return command, variables
    return way(command, variables, folder)


def _bash(command: tuple[str, ...], variables: Mapping[str, str], folder: Path) -> Start:
    file = folder / "bash" / "idea.bash"
    is_apples = sys.platform == "darwin" and command[0] == "/bin/bash"
    if is_apples or not file.is_file() or _EXPANDED.intersection(str(file)):
        return command, variables
    kept = {"IDEA_SHELL_ENV": variables["ENV"]} if "ENV" in variables else {}
    if "HISTFILE" in variables:
        kept["IDEA_SHELL_HISTFILE"] = "1"
    own = {"ENV": str(file), "IDEA_SHELL_ENTRY": "1", **kept}
    return (command[0], "--posix", *command[1:]), {**variables, **own}


def _zsh(command: tuple[str, ...], variables: Mapping[str, str], folder: Path) -> Start:
    home = folder / "zsh"
    if not (home / ".zshenv").is_file():
        return command, variables
    before = variables.get("ZDOTDIR")
    kept = {} if before is None else {"IDEA_SHELL_ZDOTDIR": before}
    return command, {**variables, "ZDOTDIR": str(home), **kept}


def _fish(command: tuple[str, ...], variables: Mapping[str, str], folder: Path) -> Start:
    if not (folder / "fish" / "vendor_conf.d").is_dir() or ":" in str(folder):
        return command, variables
    before = variables.get("XDG_DATA_DIRS", "")
    own = {
        "XDG_DATA_DIRS": f"{folder}:{before or _FISH_FOLDERS}",
        "IDEA_SHELL_XDG_DATA_DIRS": before,
    }
    return command, {**variables, **own}


_WAYS: Final[Mapping[str, Callable[[tuple[str, ...], Mapping[str, str], Path], Start]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
