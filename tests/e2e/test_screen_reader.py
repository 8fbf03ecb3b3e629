"""Terminals and window read through the accessibility bus, as Orca does, from another process."""

import pytest

from support.accessibility_bus import Found, Reader, ReadText, reader_of, what_is_missing

_MISSING = what_is_missing()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(_MISSING), reason=f"There is no accessibility bus here: {_MISSING}."),
]


def test_a_screen_reader_reads_the_line_follows_the_caret_and_knows_the_selection() -> None:
    with reader_of("read_terminal") as reader:
        found = next(each for each in reader.everything(reader.root()) if is_terminal(reader, each))
        text = ReadText(reader, found)
        reader.write("hello\r\n$ l")
        reader.wait(lambda: text.current_line == "$ l")
        assert reader.name(found) == "A1, zsh"
        assert text.caret == len("hello\n$ l")

        reader.listen()
        reader.write("s")
        reader.wait(lambda: moved_to(reader, found, len("hello\n$ ls")))
        assert text.current_line == "$ ls"
        typed = ("insert", len("hello\n$ l"), 1)
        assert typed in [said[:3] for _, name, said in reader.heard if name == "TextChanged"]

        reader.write("")
        reader.wait(lambda: text.selection == (0, len(text.text)))
        assert press(reader, found) == ["Set Focus"]


def test_everything_in_the_window_can_be_asked_for_and_pressed_over_the_bus() -> None:
    with reader_of("read_window") as reader:
        root = reader.root()
        everything = list(reader.everything(root))
        roles = [reader.role(found) for found in everything]
        for found in everything:
            look_at(reader, found)
        tabs = everything[roles.index("page tab list")]
        [tab, *_] = reader.children(tabs)
        pressed = press(reader, tab)

        assert reader.name(tab) == "ledger"
        assert pressed == ["Press"]
        assert {"page tab", "list item", "push button", "status bar", "dialog"} <= set(roles)
        assert reader.app.poll() is None


def is_terminal(reader: Reader, found: Found) -> bool:
    return reader.role(found) == "terminal"


def moved_to(reader: Reader, found: Found, offset: int) -> bool:
    return any(
        (path, name) == (found[1], "TextCaretMoved") and said[1] == offset
        for path, name, said in reader.heard
    )


def press(reader: Reader, found: Found) -> list[str]:
    """Return the actions of an object, after doing the first."""
    action = "a11y.atspi.Action"
    names = [
        str(reader.call(found, f"{action}.GetName", "i", number)[0])
        for number in range(int(str(reader.get(found, f"{action}.NActions"))))
    ]
    assert reader.call(found, f"{action}.DoAction", "i", 0) == (True,)
    return names


def look_at(reader: Reader, found: Found) -> None:
    """Ask what a reader asks of each object."""
    ask = "a11y.atspi.Accessible"
    interfaces = str(reader.call(found, f"{ask}.GetInterfaces"))
    for method in ("GetState", "GetIndexInParent", "GetRelationSet", "GetAttributes"):
        reader.call(found, f"{ask}.{method}")
    for name in ("Name", "Description", "Parent", "ChildCount"):
        reader.get(found, f"{ask}.{name}")
    if "Component" in interfaces:
        reader.call(found, "a11y.atspi.Component.GetExtents", "u", 0)
    if "Action" in interfaces:
        for number in range(int(str(reader.get(found, "a11y.atspi.Action.NActions")))):
            reader.call(found, "a11y.atspi.Action.GetName", "i", number)
            reader.call(found, "a11y.atspi.Action.GetKeyBinding", "i", number)
