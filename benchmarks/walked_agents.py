"""The AI programs of a walk, with a home that needs no account and a model on the loopback."""

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

_ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(_ROOT / "tests"))

from engines.vendors import VENDORS  # noqa: E402 # Below the path that it is found by.
from support.model_server import ModelServer  # noqa: E402
from walked import Step, Walked, key, paste, say, see, shot, wheel  # noqa: E402
from walker import Walker  # noqa: E402

__all__ = ["AGENTS", "ModelServer", "installed_bins", "prepare"]

_PROGRAMS = {
    "claude-code": ("claude", True),
    "codex": ("codex", True),
    "gemini": ("gemini", False),
    "opencode": ("opencode", True),
    "qwen": ("qwen", False),
    "copilot": ("copilot", True),
}
"""What each is called in PATH, and whether it has a screen of its own; others have no walk."""
_READY = {"claude-code": "\u276f", "copilot": "Check for mistakes"}
"""Where the vendor's own text comes only in other modes."""
_PASTED = "first line\n  second line\nthird line"


def _leave(walker: Walker) -> None:
    """Press Ctrl+C until the program believes it: first it clears what is typed, then it asks."""
    for _ in range(3):
        if walker.is_at_prompt():
            return
        walker.key("ctrl+c", "ctrl+c")
        walker.settle(1.5)


def _steps() -> tuple[Step, ...]:
    return (
        say("say PING-one"),
        see("PING-one", "while typing"),
        key("ctrl+Left", "ctrl+Right", "shift+Return"),
        shot("typed"),
        key("Return"),
        see("PONG-one", "as the answer"),
        shot("answered"),
        paste(_PASTED),
        shot("pasted"),
        wheel(-4),
        shot("wheel"),
    )


AGENTS: tuple[Walked, ...] = tuple(
    Walked(
        name=_PROGRAMS[vendor.profile][0],
        command=_PROGRAMS[vendor.profile][0],
        ready=_READY.get(vendor.profile, vendor.ready),
        steps=_steps(),
        leave=(_leave,),
        is_alternate=_PROGRAMS[vendor.profile][1],
        fills=False,
    )
    for vendor in VENDORS
    if vendor.profile in _PROGRAMS
)


def installed_bins(environment: Path) -> list[Path]:
    """Return the folders where script/test-engines put the vendors' programs."""
    return sorted((environment / ".engines").glob("*/node_modules/.bin"))


def prepare(home: Path, root: Path, url: str) -> str:
    """Write each vendor's files into a home; return the lines that a shell needs for them."""
    lines: list[str] = []
    for vendor in VENDORS:
        variables: Callable[[str], Mapping[str, str]] = vendor.variables
        lines += [f"export {name}={shlex.quote(value)}" for name, value in variables(url).items()]
        for name, text in vendor.files(url, str(root)).items():
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return "\n".join(lines)
