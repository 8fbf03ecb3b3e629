"""A terminal read through the accessibility bus, as Orca does, in another process."""

import pytest
from pytestqt.qtbot import QtBot

from support.accessibility_bus import read_terminal, what_is_missing

_MISSING = what_is_missing()
_WITHIN_MS = 60_000

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(_MISSING), reason=f"There is no accessibility bus here: {_MISSING}."),
]


def test_a_screen_reader_reads_the_line_follows_the_caret_and_knows_the_selection(
    qtbot: QtBot,
) -> None:
    with read_terminal(qtbot) as (reader, write):
        write("hello\r\n$ l")
        qtbot.waitUntil(lambda: reader.current_line == "$ l", timeout=_WITHIN_MS)
        assert reader.role == "terminal"
        assert reader.caret == len("hello\n$ l")

        write("s")
        qtbot.waitUntil(lambda: bool(reader.heard), timeout=_WITHIN_MS)
        assert reader.current_line == "$ ls"

        def followed() -> bool:
            carets = [arguments[1] for name, arguments in reader.heard if name == "TextCaretMoved"]
            return len("hello\n$ ls") in carets

        qtbot.waitUntil(followed, timeout=_WITHIN_MS)
        assert any(
            name == "TextChanged" and list(arguments[:3]) == ["insert", len("hello\n$ l"), 1]
            for name, arguments in reader.heard
        )

        write("")
        qtbot.waitUntil(lambda: reader.ask("GetNSelections") == [1], timeout=_WITHIN_MS)
        assert reader.ask("GetSelection", 0) == [0, len(reader.text)]
