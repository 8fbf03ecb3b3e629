"""A workbench for real AI programs: an engine, a project, a home and a model of their own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engines.vendors import Vendor
from support.model_server import ModelServer

PATIENCE_S = 120.0


class Workbench:
    """Everything below one folder; ends what it started when the `with` ends."""

    def __init__(self, folder: Path, bins: Sequence[Path], vendors: Sequence[Vendor]) -> None:
        """`bins` are folders with the vendors' programs."""
        self.home = folder / "home"
        self.root = folder / "ledger"
        self.model = ModelServer()
        self._folder = folder
        self._bins = bins
        self._vendors = vendors

    def __enter__(self) -> Self:
        self.home.mkdir(parents=True)
        self.root.mkdir()
        self.model.__enter__()
        subprocess.run(["git", "init", "-q", self.root], check=True)
        lines = [f"export PATH={':'.join(map(str, self._bins))}:{os.environ['PATH']}"]
        for vendor in self._vendors:
            variables = vendor.variables(self.model.url)
            lines += [f"export {name}='{value}'" for name, value in variables.items()]
            for name, text in vendor.files(self.model.url, str(self.root)).items():
                path = self.home / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        (self.home / ".profile").write_text("\n".join(lines) + "\n")
        self.idea("project", "create", str(self.root))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._run("engine", "stop", "--sessions")
        self.model.__exit__(kind, error, trace)

    def idea(self, *words: str) -> Any:
        """Run a command of `idea` and return what it answers."""
        done = self._run(*words, "--json")
        if done.returncode != 0:
            raise AssertionError(f"idea {' '.join(words)}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    def screen(self, session: str) -> str:
        """Return what a session shows."""
        return self._run("session", "screen", session).stdout

    def see(self, session: str, text: str, why: str, *, patience_s: float = PATIENCE_S) -> None:
        """Wait until a session shows a text."""
        self.wait(lambda: text in self.screen(session), f"{text!r} {why}", session, patience_s)

    def settle(self, session: str, *, still_s: float = 2.0) -> None:
        """Wait until a session's screen does not change for a while."""
        before, since = "", time.monotonic()
        deadline = since + PATIENCE_S
        while time.monotonic() < deadline:
            now = self.screen(session)
            if now != before:
                before, since = now, time.monotonic()
            elif now.strip() and time.monotonic() - since > still_s:
                return
            time.sleep(0.2)

    def wait(
        self, condition: Callable[[], bool], what: str, session: str, patience_s: float = PATIENCE_S
    ) -> None:
        """Wait for a condition; fails with the session's screen."""
        deadline = time.monotonic() + patience_s
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"never seen: {what}\n{self.screen(session)}")
            time.sleep(0.2)

    def ask(self, session: str, question: str) -> None:
        """Type a question as a person does, and Enter a moment after."""
        self.idea("session", "send", session, question)
        self.settle(session, still_s=1.0)
        self.idea("session", "send", session, "", "--enter")

    def git_status(self) -> list[str]:
        """Return what is new in the project, by path."""
        said = subprocess.run(
            ["git", "status", "--porcelain", "-uall"],
            cwd=self.root,
            capture_output=True,
            text=True,
            check=True,
        )
        return [line[3:] for line in said.stdout.splitlines()]

    def _run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "idea", *words],
            env=self._environment(),
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )

    def _environment(self) -> Mapping[str, str]:
        return {
            "HOME": str(self.home),
            "IDEA_HOME": str(self._folder / "idea"),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("src")),
        }
