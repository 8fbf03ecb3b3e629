import pytest

from idea import __version__
from idea.infrastructure.pty.environment import (
    base_environment,
    login_command,
    session_variables,
    system_variables,
    without_own_additions,
)


def test_the_base_is_what_a_login_gives() -> None:
    own = {
        "LANG": "de_DE.UTF-8",
        "LC_TIME": "C",
        "https_proxy": "http://proxy",
        "XDG_RUNTIME_DIR": "/run/user/1000",
        "PATH": "/venv/bin:/usr/bin",
        "VIRTUAL_ENV": "/venv",
        "FOO": "exported in the terminal that started IdeA",
        "USER": "someone else",
    }

    base = base_environment(own, {"PATH": "/bin"}, home="/home/ann", user="ann", shell="/bin/zsh")

    assert base == {
        "PATH": "/bin",
        "LANG": "de_DE.UTF-8",
        "LC_TIME": "C",
        "https_proxy": "http://proxy",
        "XDG_RUNTIME_DIR": "/run/user/1000",
        "HOME": "/home/ann",
        "USER": "ann",
        "LOGNAME": "ann",
        "SHELL": "/bin/zsh",
    }


def test_the_language_of_the_desktop_counts_only_where_logins_are_given_none() -> None:
    own = {"LANG": "de_DE.UTF-8", "LC_TIME": "C", "LANGUAGE": "de", "TZ": "UTC"}
    person = {"home": "/", "user": "ann", "shell": "/bin/sh"}

    base = base_environment(own, {"LANG": "pl_PL.UTF-8", "LC_PAPER": "pl_PL.UTF-8"}, **person)
    without = base_environment(own, {"PATH": "/bin"}, **person)

    told = {name: value for name, value in base.items() if name.startswith("L")}
    assert told == {"LANG": "pl_PL.UTF-8", "LC_PAPER": "pl_PL.UTF-8", "LOGNAME": "ann"}
    assert base["TZ"] == "UTC"
    assert {**own, **without} == without


def test_what_our_own_start_added_goes() -> None:
    own = {
        "PATH": "/venv/bin:/usr/bin:/venv:/venvs/other/bin",
        "VIRTUAL_ENV": "/venv",
        "VIRTUAL_ENV_PROMPT": "idea",
        "UV": "/usr/bin/uv",
        "UV_RUN_RECURSION_DEPTH": "1",
        "PYTHONPATH": "/src",
        "QT_QPA_PLATFORM": "offscreen",
        "LD_LIBRARY_PATH": "/venv/lib",
        "IDEA_HOME": "/tmp",
        "TERM": "dumb",
        "SHLVL": "3",
        "EDITOR": "vim",
    }

    assert without_own_additions(own, ("/venv",)) == {
        "PATH": "/usr/bin:/venvs/other/bin",
        "EDITOR": "vim",
    }


def test_a_session_knows_its_terminal_and_itself() -> None:
    found = session_variables({"PATH": "/bin", "TERM": "linux", "_": "x"}, {"DISPLAY": ":1"}, "s1")

    assert found == {
        "PATH": "/bin",
        "DISPLAY": ":1",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TERM_PROGRAM": "IdeA",
        "TERM_PROGRAM_VERSION": __version__,
        "IDEA_SESSION": "s1",
    }
    commands = session_variables({"PATH": "/bin"}, {}, "s1", commands="/state/bin")
    assert (commands["PATH"], commands["IDEA_COMMANDS"]) == ("/bin:/state/bin", "/state/bin")
    instance = session_variables({}, {"IDEA_HOME": "/evil"}, "s1", idea_home="/mine")
    assert instance["IDEA_HOME"] == "/mine"


def test_the_system_file_is_read_as_pam_does() -> None:
    text = "# comment\nPATH=\"/usr/bin:/bin\"\nexport LANG='C'\n\nbroken line\nA B=c\nEMPTY=\n=x\n"

    assert system_variables(text) == {"PATH": "/usr/bin:/bin", "LANG": "C", "EMPTY": ""}


@pytest.mark.parametrize(
    ("shell", "command"),
    [
        ("/bin/bash", ("/bin/bash", "-l")),
        ("/usr/bin/fish", ("/usr/bin/fish", "-l")),
        ("/usr/sbin/nologin", ("/usr/sbin/nologin",)),
    ],
)
def test_a_login_shell_is_asked_to_be_one(shell: str, command: tuple[str, ...]) -> None:
    assert command == login_command(shell)
