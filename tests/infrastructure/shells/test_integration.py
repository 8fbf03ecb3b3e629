"""How shells are started so that they tell their marks."""

from pathlib import Path

import pytest

from idea.infrastructure.shells.integration import integrated

FILES = Path(__file__).parents[3] / "src" / "idea" / "infrastructure" / "shells"
VARIABLES = {"HOME": "/home/person", "PATH": "/bin"}


def test_bash_reads_one_file_and_stays_a_login_shell() -> None:
    command, variables = integrated(("/bin/bash", "-l"), VARIABLES)

    assert command == ("/bin/bash", "--posix", "-l")
    assert variables == {
        **VARIABLES,
        "ENV": str(FILES / "bash" / "idea.bash"),
        "IDEA_SHELL_ENTRY": "1",
    }


def test_what_the_person_set_is_handed_on_to_be_put_back() -> None:
    given = {**VARIABLES, "ENV": "/mine", "HISTFILE": "/h", "ZDOTDIR": "/z", "XDG_DATA_DIRS": "/d"}

    _, bash = integrated(("bash",), given)
    _, zsh = integrated(("zsh", "-il"), given)
    _, fish = integrated(("/usr/bin/fish", "--login"), given)

    assert (bash["IDEA_SHELL_ENV"], bash["IDEA_SHELL_HISTFILE"]) == ("/mine", "1")
    assert (zsh["IDEA_SHELL_ZDOTDIR"], zsh["ZDOTDIR"]) == ("/z", str(FILES / "zsh"))
    assert fish["IDEA_SHELL_XDG_DATA_DIRS"] == "/d"
    assert fish["XDG_DATA_DIRS"] == f"{FILES}:/d"


def test_fish_still_finds_what_it_finds_without_the_variable() -> None:
    _, variables = integrated(("fish",), VARIABLES)

    assert variables["XDG_DATA_DIRS"] == f"{FILES}:/usr/local/share:/usr/share"
    assert variables["IDEA_SHELL_XDG_DATA_DIRS"] == ""


@pytest.mark.parametrize(
    "command",
    [
        ("python3", "-i"),
        ("/bin/sh", "-l"),
        ("bash", "--posix"),
        ("bash", "-c", "ls"),
        ("bash", "--norc"),
        ("zsh", "-f"),
        ("fish", "script.fish"),
    ],
)
def test_anything_else_starts_as_it_is(command: tuple[str, ...]) -> None:
    assert integrated(command, VARIABLES) == (command, VARIABLES)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_whose_file_is_missing_starts_as_it_is(shell: str, tmp_path: Path) -> None:
    assert integrated((shell, "-l"), VARIABLES, tmp_path) == ((shell, "-l"), VARIABLES)


def test_bash_is_left_alone_where_it_would_expand_the_name_of_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "a$HOME"
    (folder / "bash").mkdir(parents=True)
    (folder / "bash" / "idea.bash").touch()

    assert integrated(("bash",), VARIABLES, folder) == (("bash",), VARIABLES)


def test_fish_is_left_alone_where_the_folder_would_be_two(tmp_path: Path) -> None:
    folder = tmp_path / "a:b"
    (folder / "fish" / "vendor_conf.d").mkdir(parents=True)

    assert integrated(("fish",), VARIABLES, folder) == (("fish",), VARIABLES)
