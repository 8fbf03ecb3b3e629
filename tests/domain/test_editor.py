import pytest

from idea.domain.editor import editor_argv
from idea.domain.errors import InvalidError


@pytest.mark.parametrize(
    ("command", "argv"),
    [
        ("code --goto {file}:{line}:{column}", ("code", "--goto", "/a b/{line}.py:7:1")),
        ("gvim +{line} {file}", ("gvim", "+7", "/a b/{line}.py")),
        ("'my editor' -n", ("my editor", "-n", "/a b/{line}.py")),
    ],
)
def test_places_are_filled_once_and_a_path_stays_one_word(
    command: str, argv: tuple[str, ...]
) -> None:
    assert editor_argv(command, "/a b/{line}.py", 7, 0) == argv


@pytest.mark.parametrize("command", ["", "  ", "code '"])
def test_a_command_that_is_none_says_what_to_do(command: str) -> None:
    with pytest.raises(InvalidError, match=r"terminal\.editor"):
        editor_argv(command, "/a", 0, 0)
