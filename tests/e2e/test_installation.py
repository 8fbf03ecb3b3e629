"""`uv tool install .` gives a working `idea`, with everything it needs inside."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

import idea

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(300)]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "idea"
THEME = "idea/presentation/desktop/theme"
WITHIN_S = 60.0

NO_NETWORK = (
    "error sending request",
    "dns error",
    "failed to lookup address",
    "network connectivity is disabled",
    "connection refused",
    "connection reset",
    "network is unreachable",
    "operation timed out",
)


@dataclass(frozen=True)
class Uv:
    """uv with a folder of its own for tools; its cache is the person's."""

    program: str
    folder: Path

    @property
    def commands(self) -> Path:
        return self.folder / "bin"

    def run(self, *arguments: str) -> str:
        """Run it without the network if its cache holds everything, else with."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"VIRTUAL_ENV", "PYTHONPATH", "UV_PROJECT_ENVIRONMENT"}
        } | {
            "UV_TOOL_DIR": str(self.folder / "tools"),
            "UV_TOOL_BIN_DIR": str(self.commands),
            "UV_PYTHON_DOWNLOADS": "never",
        }
        said = ""
        for place in (["--offline"], []):
            done = subprocess.run(
                [self.program, *arguments, *place],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            said = done.stderr
            if done.returncode == 0:
                return done.stdout
        if any(sign in said.lower() for sign in NO_NETWORK):
            pytest.skip(f"uv reaches no package registry: {said.strip().splitlines()[-1]}")
        pytest.fail(f"uv {' '.join(arguments)} failed:\n{said}")


@pytest.fixture(scope="module")
def uv(tmp_path_factory: pytest.TempPathFactory) -> Uv:
    program = shutil.which("uv", path=f"{os.environ['PATH']}:{ROOT / '.tools' / 'bin'}")
    if program is None or subprocess.run([program, "--version"], check=False).returncode != 0:
        pytest.skip("uv is neither on PATH nor in .tools/bin; script/setup brings it")
    return Uv(program, tmp_path_factory.mktemp("uv"))


@pytest.fixture(scope="module")
def command(uv: Uv) -> Path:
    """The installed command, made of the locked versions of everything."""
    constraints = uv.folder / "constraints.txt"
    constraints.write_text(
        uv.run("export", "--frozen", "--no-dev", "--no-emit-project", "--no-hashes", "--quiet")
    )
    # Without the last option uv takes an older build of this folder from its cache.
    uv.run(
        *("tool", "install", ".", "--python", sys.executable),
        *("--constraints", str(constraints), "--reinstall-package", "idea"),
    )
    return uv.commands / "idea"


@dataclass(frozen=True)
class Shell:
    """A shell that knows the installed command and nothing of this repository."""

    command: Path
    environment: Mapping[str, str]

    def run(self, *arguments: str, expected: int = 0) -> str:
        done = subprocess.run(
            [self.command, *arguments],
            env=self.environment,
            cwd=self.environment["HOME"],
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=False,
        )
        assert done.returncode == expected, done.stderr
        return done.stdout

    def ask(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json"))


@pytest.fixture
def shell(command: Path, isolated_home: Path) -> Iterator[Shell]:
    one = Shell(
        command,
        {
            "HOME": str(isolated_home),
            "IDEA_HOME": str(isolated_home / "idea"),
            "PATH": f"{command.parent}:/usr/bin:/bin",
            "SHELL": "/bin/sh",
        },
    )
    yield one
    one.run("engine", "stop", "--sessions")


def test_the_wheel_holds_every_file_of_the_source(uv: Uv) -> None:
    wanted = {
        f"idea/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    uv.run("build", "--wheel", "--python", sys.executable, "--out-dir", str(uv.folder / "wheel"))
    (wheel,) = (uv.folder / "wheel").glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = set(opened.namelist())

    assert wanted - held == set()
    assert {
        "idea/py.typed",
        f"{THEME}/icon.svg",
        f"{THEME}/tokens.json",
        f"{THEME}/typefaces/JetBrainsMono-Regular.ttf",
        f"{THEME}/typefaces/OFL.txt",
        f"idea-{idea.__version__}.dist-info/licenses/LICENSE",
    } <= held
    strangers = {name for name in held if not name.startswith(("idea/", "idea-"))}
    assert strangers == set()


def test_the_command_says_what_it_is_and_finds_its_parts(shell: Shell) -> None:
    assert shell.run("--version") == f"idea, version {idea.__version__}\n"

    findings = {finding["id"]: finding for finding in shell.ask("doctor")}
    wrong = {name for name, finding in findings.items() if finding["health"] == "wrong"}

    assert wrong == set()
    assert findings["core"]["health"] == "fine"
    assert findings["state"]["fact"].startswith(shell.environment["IDEA_HOME"])


def test_the_engine_starts_answers_and_stops(shell: Shell) -> None:
    started = shell.ask("engine", "start")
    status = shell.ask("engine", "status")

    assert status["pid"] == started["pid"]
    assert (status["version"], status["sessions"]) == (idea.__version__, 0)
    assert psutil.Process(status["pid"]).environ()["HOME"] == shell.environment["HOME"]

    assert shell.run("engine", "stop") == "The engine stopped.\n"
    wait_gone(status["pid"])
    shell.run("engine", "status", expected=1)


def wait_gone(pid: int) -> None:
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return
        except psutil.NoSuchProcess:
            return
        threading.Event().wait(0.02)
    pytest.fail(f"process {pid} did not end")
