import pytest

from idea.domain.actions.keys import KeySequence, parse_chord, parse_keys
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
        *("Ctrl+Alt+A", "Alt+Shift+B", "Shift+Return", "Alt+Return", "Alt+Insert"),
    ],
)
def test_keys_that_shells_and_programs_need_are_theirs(text: str) -> None:
    assert parse_chord(text).belongs_to_program


@pytest.mark.parametrize(
    "text",
    [
        *("Ctrl+Shift+C", "Cmd+C", "Shift+PageUp", "Alt+Shift+Left", "Ctrl+Tab", "Ctrl++"),
        *("Ctrl+0", "Shift+Insert", "Ctrl+Insert"),
    ],
)
def test_keys_without_a_terminal_meaning_are_the_windows(text: str) -> None:
    assert not parse_chord(text).belongs_to_program


@pytest.mark.parametrize(
    "text", ["Ctrl+Shift+P", "Ctrl+B %", "Ctrl+K Ctrl+S", "Ctrl+B Shift+X", "Ctrl+B +", "F12 Space"]
)
def test_keys_are_written_as_they_are_read(text: str) -> None:
    keys = parse_keys(text)

    assert str(keys) == text
    assert " ".join(map(str, keys.chords)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a key"),
        ("Ctrl+B C D", "is not a key, nor one after another like Ctrl"),
        ("Ctrl+B c", "'c' is not a key"),
        ("Ctrl+B Ctrl+B", "Ctrl.B twice gives Ctrl.B to the program"),
        ("Ctrl+B Escape", "Escape ends what Ctrl.B began"),
        ("Ctrl+B Shift+%", "needs the sign itself as its second key, without Shift"),
    ],
)
def test_what_can_never_be_pressed_so_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InvalidError, match=sentence):
        parse_keys(text)


def test_a_key_excludes_those_that_begin_with_it() -> None:
    alone, split, close = map(parse_keys, ("Ctrl+B", "Ctrl+B %", "Ctrl+B X"))

    assert alone.excludes(split)
    assert split.excludes(alone)
    assert split.excludes(parse_keys("Ctrl+B %"))
    assert not split.excludes(close)
    assert not split.excludes(KeySequence(parse_chord("Ctrl+A")))


@pytest.mark.parametrize(
    ("text", "typed"),
    [("A", True), ("Shift+5", True), ("Return", True), ("F5", False), ("Ctrl+B", False)],
)
def test_what_people_type_is_told_from_other_keys(text: str, typed: bool) -> None:
    assert parse_chord(text).is_typed is typed
