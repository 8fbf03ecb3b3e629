"""What sessions find, compared with a plain login shell."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from contracts.pty_spawner import Reader
from idea.domain.ids import SessionId
from idea.domain.ports.pty import SpawnSpec
from idea.domain.terminal import Size
from idea.infrastructure.pty.login_environment import LoginEnvironment
from support.keepers import a_spawner
from support.running import becomes, on_a_loop

pytestmark = pytest.mark.posix

_POLLUTED = {
    "PATH": "/somewhere/venv/bin:/usr/bin:/bin",
    "VIRTUAL_ENV": "/somewhere/venv",
    "UV_PROJECT": "x",
    "PYTHONPATH": "/src",
    "QT_PLUGIN_PATH": "/qt",
    "LD_LIBRARY_PATH": "/lib",
    "LANG": "C.UTF-8",
    "LEFTOVER": "of the terminal that started IdeA",
}

_OURS = {"TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "IDEA_SESSION"}
_EACH_SHELLS_OWN = {"_", "SHLVL", "PWD", "OLDPWD"}


@pytest.fixture
def home(isolated_home: Path) -> Path:
    (isolated_home / ".bash_profile").write_text(
        'export FROM_PROFILE=yes\nexport PATH="$HOME/bin:$PATH"\n. ~/.bashrc\n'
    )
    (isolated_home / ".bashrc").write_text(
        'export FROM_RC="two\nlines"\necho noise from a start file\n'
    )
    return isolated_home


def own_environment(home: Path) -> dict[str, str]:
    return {**_POLLUTED, "HOME": str(home)}


def plain_login_shell(environment: LoginEnvironment, home: Path, *options: str) -> dict[str, str]:
    """Return what `bash -l` has when nothing of IdeA is near."""
    base = environment._base()
    assert set(base) - {"PATH", "LANG", "HOME", "USER", "LOGNAME", "SHELL"} == set()
    given = [f"{name}={value}" for name, value in {**base, "TERM": "xterm-256color"}.items()]
    said = subprocess.run(
        ["env", "-i", *given, "/bin/bash", *options, "-l", "-c", "echo MARK; env -0"],
        capture_output=True,
        check=True,
        cwd=home,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    ).stdout.partition(b"MARK\n")[2]
    pairs = (one.decode().partition("=") for one in said.split(b"\0") if one)
    return {name: value for name, _, value in pairs if name not in _EACH_SHELLS_OWN}


@on_a_loop
async def test_a_program_finds_what_an_interactive_login_shell_sets(home: Path) -> None:
    environment = LoginEnvironment(own_environment(home), shell="/bin/bash")

    found = await environment.variables(SessionId("s"), client={}, logging_in=False)

    expected = plain_login_shell(environment, home, "-i")
    assert {n: v for n, v in found.items() if n not in _OURS} == {
        n: v for n, v in expected.items() if n not in _OURS
    }
    assert found["FROM_RC"] == "two\nlines"
    assert environment.finding == "Asked from /bin/bash."


@on_a_loop
async def test_a_login_shell_in_a_session_is_a_plain_login_shell(home: Path) -> None:
    environment = LoginEnvironment(own_environment(home), shell="/bin/bash")
    session = SessionId("s")
    async with a_spawner() as (spawner, _):
        spec = SpawnSpec(
            session=session,
            command=(*environment.login_shell(), "-c", "echo MARK; env -0; echo; echo DONE"),
            cwd=str(home),
            environment=await environment.variables(session, client={}, logging_in=True),
            size=Size(columns=80, rows=24),
        )
        pty = await spawner.spawn(spec, lambda _: None)
        reader = Reader(pty)
        await becomes(lambda: b"DONE" in reader.output, "its environment")
        pty.close()

    said = reader.output.replace(b"\r\n", b"\n").partition(b"MARK\n")[2].rpartition(b"\nDONE")[0]
    pairs = (one.decode().partition("=") for one in said.split(b"\0") if one)
    found = {name: value for name, _, value in pairs if name not in _EACH_SHELLS_OWN | _OURS}
    expected = plain_login_shell(environment, home)
    assert found == {name: value for name, value in expected.items() if name not in _OURS}
    assert not {name for name in found if name in _POLLUTED} - {"PATH", "LANG"}


@on_a_loop
async def test_it_is_asked_once(home: Path) -> None:
    with (home / ".bashrc").open("a") as start_file:
        start_file.write("echo asked >> ~/asked\n")
    environment = LoginEnvironment(own_environment(home), shell="/bin/bash")

    await asyncio.gather(
        *(environment.variables(SessionId(f"s{n}"), client={}, logging_in=False) for n in range(5))
    )

    assert (home / "asked").read_text().split() == ["asked"]


@pytest.mark.parametrize(
    ("start_file", "finding"),
    [
        ("exec sleep 1000", "it did not answer in time"),
        ("exit 3", "it ended without an answer"),
        ("exec cat", "it ended without an answer"),
    ],
)
def test_a_shell_that_does_not_answer_is_replaced_by_our_own_environment(
    home: Path, start_file: str, finding: str
) -> None:
    (home / ".bash_profile").write_text(start_file)
    environment = LoginEnvironment(own_environment(home), shell="/bin/bash", limit_s=0.2)
    if "time" not in finding:
        environment._limit_s = 30

    found = asyncio.run(environment.variables(SessionId("s"), client={}, logging_in=False))

    assert found["LEFTOVER"] == _POLLUTED["LEFTOVER"]
    assert not {"VIRTUAL_ENV", "PYTHONPATH", "LD_LIBRARY_PATH"} & set(found)
    assert finding in environment.finding


def test_the_language_is_that_of_a_login_at_a_console(home: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "environment", tmp_path / "locale"
    first.write_text('LANG=C.UTF-8\nPATH="/opt/bin"\n')
    second.write_text("# Written by a tool\nLANG=pl_PL.UTF-8\n")
    environment = LoginEnvironment(
        own_environment(home),
        shell="/bin/bash",
        system_files=(first, tmp_path / "missing", second),
    )

    found = asyncio.run(environment.variables(SessionId("s"), client={}, logging_in=True))

    assert (found["LANG"], found["PATH"]) == ("pl_PL.UTF-8", "/opt/bin")


def test_a_shell_that_cannot_run_is_said(home: Path) -> None:
    shell = home / "shell"
    shell.write_text("\x7f")
    shell.chmod(0o755)
    environment = LoginEnvironment(own_environment(home), shell=str(shell))

    asyncio.run(environment.variables(SessionId("s"), client={}, logging_in=False))

    assert "could not be started (Exec format error)" in environment.finding
    assert LoginEnvironment({}, shell="/does/not/exist").login_shell()[0] != "/does/not/exist"
