import pytest

from idea.domain.actions.keys import parse_chord
from idea.domain.errors import InvalidError


@pytest.mark.parametrize(
    "text", ["Ctrl+Shift+P", "Ctrl++", "Ctrl+-", "F5", "Cmd+Alt+Left", "Shift+PageUp", "A"]
)
def test_a_chord_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_chord(text)) == text


def test_the_order_of_modifiers_does_not_matter() -> None:
    assert parse_chord("Shift+Ctrl+P") == parse_chord("Ctrl+Shift+P")


@pytest.mark.parametrize(
    "text", ["", "Ctrl", "Hyper+A", "Ctrl+Ctrl+A", "Ctrl+p", "F25", "F0", "Fx", "Ctrl+Foo"]
)
def test_what_is_no_chord_is_refused(text: str) -> None:
    with pytest.raises(InvalidError, match="is not a key"):
        parse_chord(text)


@pytest.mark.parametrize(
    "text",
    [
        *(f"Ctrl+{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        *(f"Alt+{letter}" for letter in "BDFU.1"),
        *("Ctrl+Left", "Alt+Left", "Ctrl+PageUp", "Ctrl+Space", "Ctrl+\\", "Ctrl+[", "Ctrl+_"),
        *("Tab", "Shift+Tab", "Escape", "F1", "F10", "Up", "PageUp", "A", "Shift+A", "Return"),
        *("Ctrl+Alt+A", "Alt+Shift+B", "Shift+Insert", "Shift+Return", "Alt+Return"),
    ],
)
def test_keys_that_shells_and_programs_need_are_theirs(text: str) -> None:
    assert parse_chord(text).belongs_to_program


@pytest.mark.parametrize(
    "text",
    ["Ctrl+Shift+C", "Cmd+C", "Shift+PageUp", "Alt+Shift+Left", "Ctrl+Tab", "Ctrl++", "Ctrl+0"],
)
def test_keys_without_a_terminal_meaning_are_the_windows(text: str) -> None:
    assert not parse_chord(text).belongs_to_program
