"""Walks through real programs in the real window, as a person would, and looks what they leave.

Each program is started from a shell, used with keys, mouse and clipboard, resized in a storm while
it draws, and left. What can be checked without eyes is checked: the size it was told, the screen it
drew, and after it one prompt with nothing typed behind it, the shell's screen as it was, and every
mode, colour and key protocol of the terminal as before. Pictures of every step are kept, for what
needs eyes, in the folder that WALKS_TO names. Usage: script/bench walks [PROGRAM…].
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from display import VirtualDisplay
from product import Product
from table import print_table
from walked import PROGRAMS, Walked
from walked_agents import AGENTS, ModelServer, installed_bins, prepare
from walker import FIRST_LINE, PROMPT, Walker
from x_display import XDisplay

_NEEDED = ("Xvfb", "xdotool", "xclip")


def main(*wanted: str) -> int:
    """Walk through what is installed, or what is named; 1 when something was wrong."""
    missing = [name for name in _NEEDED if shutil.which(name) is None]
    if missing:
        print(f"Walks need {', '.join(missing)}.")
        return 1
    bins = map(str, installed_bins(Path(sys.prefix)))
    path = os.pathsep.join((*bins, os.environ["PATH"]))
    chosen = [one for one in (*PROGRAMS, *AGENTS) if not wanted or one.name in wanted]
    present = [one for one in chosen if shutil.which(one.looked_for, path=path)]
    folder = Path(os.environ.get("WALKS_TO") or tempfile.mkdtemp(prefix="walks-"))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        faults = _walk_all(present, Path(scratch), display, folder, path)
    print_table(
        ("program", "wrong"), [(name, "; ".join(found) or "-") for name, found in faults.items()]
    )
    absent = [one.name for one in chosen if one not in present]
    print(f"not installed: {', '.join(absent) or 'none'}; pictures are in {folder}")
    return 1 if any(faults.values()) else 0


def _walk_all(
    programs: list[Walked], scratch: Path, display: VirtualDisplay, folder: Path, path: str
) -> Mapping[str, list[str]]:
    home = scratch / "person"
    home.mkdir()
    product = Product(scratch, display.environment | {"HOME": str(home), "SHELL": "/bin/bash"})
    _fill(product.project)
    faults: dict[str, list[str]] = {}
    with ModelServer() as model, XDisplay(display.name) as x:
        _furnish(home, path, prepare(home, product.project, model.url))
        try:
            product.show_window()
            walker = Walker(product, display, x, folder)
            walker.begin()
            for program in programs:
                faults[program.name] = _walk(walker, program)
                print(f"{program.name}: {len(faults[program.name])} wrong", flush=True)
        finally:
            product.close()
    return faults


def _walk(walker: Walker, program: Walked) -> list[str]:
    """Start, use, resize and leave one program; return what was wrong."""
    walker.prefix, walker.faults = program.name, []
    before = walker.fresh_shell()
    walker.say(f"{program.command}\n")
    walker.see(program.ready, "after the start")
    walker.settle()
    walker.shot("start")
    for step in program.steps:
        step(walker)
    _resize(walker, program)
    for step in program.leave:
        step(walker)
    if walker.expect(walker.is_at_prompt, f"no clean prompt after it: {walker.lines()[-1:]}"):
        walker.settle()
        walker.shot("after")
        _check_after(walker, program, before)
    else:
        walker.shot("stuck")
        walker.end_what_runs()
    return walker.faults


def _resize(walker: Walker, program: Walked) -> None:
    whole = walker.size_of_cell()
    walker.storm()
    walker.expect(lambda: walker.size_of_cell() < whole, "the cell did not become smaller")
    walker.settle()
    _check_size(walker, program)
    walker.shot("small")
    walker.unfold()
    walker.expect(lambda: walker.size_of_cell() == whole, "the cell did not become whole again")
    walker.settle()
    _check_size(walker, program)
    walker.shot("whole")


def _check_size(walker: Walker, program: Walked) -> None:
    cell, told = walker.size_of_cell(), walker.size_for_programs()
    if cell != told:
        walker.faults.append(f"told {told}, while the cell has {cell}")
    if program.fills:
        walker.expect(
            lambda: len(walker.lines()) >= cell[1] - 1,  # The last one may be for messages.
            f"draws {len(walker.lines())} of {cell[1]} rows after a resize",
        )


def _check_after(walker: Walker, program: Walked, before: str) -> None:
    lines = walker.lines()
    prompts = sum(line.startswith(PROMPT) for line in lines)
    if program.is_alternate and (lines[0] != FIRST_LINE or prompts != 2 + program.shells):
        walker.faults.append(f"the shell's screen is not as it was: {lines}")
    after = walker.ask_modes()
    changed = set(before.splitlines()) ^ set(after.splitlines())
    if changed:
        walker.faults.append(f"the terminal is not as it was: {sorted(changed)}")


# Where they run.


def _furnish(home: Path, path: str, lines: str) -> None:
    """Write the person's files: a short prompt, where programs are, and mice that are on."""
    profile = (f"PS1='{PROMPT} '", "unset PROMPT_COMMAND", f"export PATH={path}", lines, "")
    (home / ".bash_profile").write_text("\n".join(profile))
    (home / ".vimrc").write_text("set mouse=a ruler\n")
    nvim = home / ".config" / "nvim"
    nvim.mkdir(parents=True, exist_ok=True)
    (nvim / "init.vim").write_text("set mouse=a ruler\n")
    (home / ".tmux.conf").write_text("set -g mouse on\n")


def _fill(project: Path) -> None:
    """Write what the programs show, with every kind of character that tends to go wrong."""
    shutil.copy(Path(__file__).with_name("walk_sample.txt"), project / "sample.txt")
    (project / "long.txt").write_text("".join(f"line {n} of many\n" for n in range(1, 501)))
    git = ["git", "-c", "user.name=Walk", "-c", "user.email=walk@localhost"]
    for words in (
        ("init", "-q"),
        ("add", "sample.txt"),
        ("commit", "-qm", "first commit"),
        ("add", "long.txt"),
        ("commit", "-qm", "second commit"),
    ):
        subprocess.run([*git, *words], cwd=project, check=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
