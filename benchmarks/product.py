"""IdeA under measurement: an engine, a window and a project of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from display import VirtualDisplay

_CACHE = "PYTHONPYCACHEPREFIX"
_KEEPER = "idea.bootstrap.keeper"


def bytecode(folder: Path) -> dict[str, str]:
    """Return variables that let Python keep compiled modules, as an installed program has them."""
    kept = {"PYTHONDONTWRITEBYTECODE": "", _CACHE: str(folder / "bytecode")}
    modules = (
        "PySide6.QtWidgets, idea.bootstrap.cli, idea.bootstrap.window, idea.bootstrap.desktop, "
        "idea.bootstrap.engine, idea.bootstrap.engine_services, idea.bootstrap.engine_serving, "
        "idea.bootstrap.keeper, idea.bootstrap.worker"
    )
    subprocess.run(
        [sys.executable, "-c", f"import {modules}"], env=dict(os.environ) | kept, check=True
    )
    return kept


class Product:
    """One running instance, isolated by IDEA_HOME."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.project = folder / "project"
        self.project.mkdir(parents=True, exist_ok=True)
        self.environment = dict(environment) | {"IDEA_HOME": str(folder / "home")}
        if _CACHE not in environment:
            self.environment |= bytecode(folder)
        self.window: subprocess.Popen[bytes] | None = None

    def idea(self, *arguments: str) -> str:
        """Run an `idea` command and return what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "idea", *arguments],
            env=self.environment,
            cwd=self.project,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def open_terminal(self, command: Sequence[str], at: str = "") -> str:
        """Start a program in a cell and return the session's id."""
        place = ["--at", at] if at else []
        return self.idea(
            "terminal", "open", "--project", str(self.project), *place, "--", *command
        ).strip()

    def layout(self, *arguments: str) -> str:
        """Run an `idea layout` command and return the layout as JSON."""
        return self.idea("layout", *arguments, "--project", str(self.project), "--json")

    def replace_shell(self, command: Sequence[str]) -> str:
        """Start a program in the whole window, in place of the first shell."""
        self.idea("layout", "detach", "A1", "--project", str(self.project))
        return self.open_terminal(command, at="A1")

    def sessions(self) -> list[dict[str, Any]]:
        """Return the sessions as the engine lists them."""
        found: list[dict[str, Any]] = json.loads(self.idea("session", "list", "--json"))
        return found

    def engine_pid(self) -> int:
        """Return the engine's process id."""
        return int(json.loads(self.idea("engine", "status", "--json"))["pid"])

    def window_process(self) -> psutil.Process:
        """Return the window itself, which is a child of what was started."""
        assert self.window is not None
        return psutil.Process(self.window.pid).children()[0]

    def processes(self) -> dict[str, psutil.Process]:
        """Return every process of IdeA's that runs now, by what it is; no program of a session."""
        found = {"engine": psutil.Process(self.engine_pid())}
        if self.window is not None:
            found |= {
                "window": self.window_process(),
                "window's parent": psutil.Process(self.window.pid),
            }
        for child in found["engine"].children():
            if "worker-process" in child.cmdline():
                found["worker"] = child
        for process in psutil.process_iter(["cmdline"]):
            words = process.info["cmdline"] or []
            if _KEEPER in words and any(self.environment["IDEA_HOME"] in word for word in words):
                found["keeper"] = process
        return found

    def show_window(self, program: Sequence[str] = ("-m", "idea")) -> None:
        """Open the window and wait until it shows a session.

        Raises:
            TimeoutError: None was shown within a minute.
        """
        self.window = subprocess.Popen(
            [sys.executable, *program, str(self.project)],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if any(session["status"] == "running" for session in self.sessions()):
                return
            time.sleep(0.05)
        raise TimeoutError("The window showed no session within a minute.")

    def close(self) -> None:
        """End window, sessions and engine, and wait until the engine has left."""
        if self.window is not None:
            self.window.send_signal(signal.SIGTERM)
            self.window.wait(timeout=20)
            self.window = None
        engine = psutil.Process(self.engine_pid())
        self.idea("engine", "stop", "--sessions")
        engine.wait(timeout=20)


@contextmanager
def running_engine(folder: Path) -> Iterator[Product]:
    """Run an engine without a window."""
    product = Product(folder, os.environ)
    product.idea("project", "create", str(product.project))
    try:
        yield product
    finally:
        product.close()


@contextmanager
def running_window(folder: Path, display: VirtualDisplay) -> Iterator[Product]:
    """Run a window on a display, with its engine."""
    product = Product(folder, display.environment)
    try:
        product.show_window()
        yield product
    finally:
        product.close()
