"""What only the native core has: its declarations, its raw cells, its limits."""

from pathlib import Path

import pytest

from idea.domain.errors import IdeaError, InvalidError, ProcessError
from idea.domain.ports.terminal_effects import TitleChanged
from idea.domain.terminal import Size
from idea.infrastructure.places import find_places
from idea.infrastructure.screen.ghostty import abi, declarations, declarations_source
from idea.infrastructure.screen.ghostty.cells import Fields, assemble, fields
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.ghostty.snapshots import portable
from idea.infrastructure.screen.select import select_core

try:
    FACTORY = GhosttyScreenFactory()
except IdeaError:
    pytest.skip("no wheel of the native core here", allow_module_level=True)

SAMPLE = (
    "plain\r\n\x1b[1;31mred\x1b[7;38;2;1;2;3mtrue\x1b[0m\x1b[44m\x1b[K\r\n\x1b[48;2;1;2;3m\x1b[K"
    "\x1b[0m\r\n中文 e\u0301 👩\u200d🚀\r\n\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\ "
    "x" * 3
).encode()


def test_raw_cells_are_trusted_for_the_pinned_wheel() -> None:
    assert FACTORY.reads_raw_cells


def test_the_slow_way_of_reading_gives_the_same_rows() -> None:
    fast, slow = FACTORY, GhosttyScreenFactory(trust_layout=False)
    frames = []
    for factory in (fast, slow):
        screen = factory.create(Size(columns=40, rows=12), 100)
        screen.feed(SAMPLE)
        frames.append(screen.take_frame())
        screen.close()
    assert frames[0] == frames[1]


@pytest.mark.parametrize(
    "cell",
    [
        Fields(0, 0x1F600, 65_535, 1, True),
        Fields(3, 0xFFFFFF, 0, 0, False),
        Fields(1, 101, 7, 2, False),
    ],
)
def test_cells_are_taken_apart_and_put_together(cell: Fields) -> None:
    assert fields(assemble(cell)) == cell


def test_the_checked_in_declarations_are_those_of_the_wheel() -> None:
    folder = declarations_source.wheel_folder()
    assert folder is not None
    text = (folder / "_cdef.py").read_bytes()
    assert declarations_source.digest_of(text) == declarations.DIGEST


@pytest.mark.slow
def test_declarations_of_another_wheel_are_made_once_and_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = declarations_source.wheel_folder()
    assert folder is not None
    text = (folder / "_cdef.py").read_bytes() + b"\n# another\n"
    module = abi._matching_declarations(text)
    kept = list((find_places().state / "terminal-core").glob("*.py"))
    assert len(kept) == 1
    assert declarations_source.digest_of(text) == module.DIGEST
    assert module.ffi.sizeof("GhosttyStyle") == declarations.ffi.sizeof("GhosttyStyle")
    monkeypatch.setattr(abi, "python_source", lambda _: pytest.fail("made twice"))
    assert abi._matching_declarations(text).DIGEST == module.DIGEST


def test_without_a_wheel_pyte_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    abi.load.cache_clear()
    monkeypatch.setattr(abi, "wheel_folder", lambda: None)
    with pytest.raises(ProcessError, match="not installed"):
        select_core("ghostty")
    assert select_core().name.startswith("pyte ")
    abi.load.cache_clear()


def test_a_wheel_without_its_library_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    abi.load.cache_clear()
    monkeypatch.setattr(abi, "wheel_folder", lambda: tmp_path)
    with pytest.raises(ProcessError, match="holds no library"):
        abi.load()
    abi.load.cache_clear()


def test_unknown_cores_are_named() -> None:
    with pytest.raises(InvalidError, match="“vt100”; there are ghostty, pyte"):
        select_core("vt100")


def page_faults() -> int:
    resource = pytest.importorskip("resource")
    who = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)
    return int(resource.getrusage(who).ru_minflt)


@pytest.mark.slow
def test_line_ends_do_not_cost_page_faults() -> None:
    """The byte limit reuses pages; the line limit would fault a new one in for each."""
    screen = FACTORY.create(Size(columns=120, rows=40), 1000)
    chunk = b"some text on a line\r\n" * 3000
    screen.feed(chunk * 10)
    before = page_faults()
    screen.feed(chunk * 100)
    faults = page_faults() - before
    screen.close()
    # 300,000 lines of 968 bytes are 70,000 pages of the system.
    assert faults < 20_000


def test_a_closed_core_may_be_closed_again() -> None:
    screen = FACTORY.create(Size(columns=4, rows=2), 0)
    screen.close()
    screen.close()


def test_modes_follow_the_text_of_a_portable_snapshot() -> None:
    whole = b"\x1b[4h\x1b[?6h\x1b[?1049ht\x1b[2;9r\x1b[5;3H"
    assert portable(b"text", b"t", whole, alternate=True, blank_end=2) == (
        b"\x1b[?1049h\x1b[Htext\x1b[0m\r\n\r\n\x1b[4h\x1b[2;9r\x1b[5;3H\x1b[?6h\x1b[4;3H"
    )


def test_a_screen_its_own_format_cannot_hold_is_refused_in_a_sentence() -> None:
    screen = FACTORY.create(Size(columns=54, rows=7), 0)
    screen.feed("\x1b[?1049h👩\u200d🚀\x1b[99999b".encode())
    screen.resize(Size(columns=53, rows=4))
    with pytest.raises(InvalidError, match="use the portable one"):
        screen.native_snapshot()
    assert screen.portable_snapshot(0)
    screen.close()


def test_text_is_read_anew_after_every_change() -> None:
    screen = FACTORY.create(Size(columns=10, rows=2), 0)
    for text in ("one", "two"):
        screen.feed(b"\r" + text.encode())
        screen.take_frame()
        assert screen.lines(0, 1) == (text,)
    screen.close()


def test_a_title_goes_with_the_full_screen_program_that_set_it() -> None:
    screen = FACTORY.create(Size(columns=40, rows=5), 10)
    screen.mute(muted=False)
    screen.feed(b"\x1b]2;my shell\x07\x1b]133;A\x07$ \x1b]133;B\x07mc\r\n\x1b]133;C\x07")
    screen.feed(b"\x1b]0;mc [here]\x07\x1b[?1049h")
    assert screen.take_frame().title == "mc [here]"
    effects = screen.feed(b"\x1b[?1049l\x1b]133;D;0\x07\x1b]133;A\x07$ ")
    assert (screen.take_frame().title, TitleChanged("my shell") in effects) == ("my shell", True)
    screen.feed(b"\x1b]133;B\x07ls\r\n\x1b]133;C\x07\x1b]133;D;0\x07\x1b]2;a new prompt\x07")
    assert screen.take_frame().title == "a new prompt"
    screen.feed(b"\x1b]133;B\x07printf\r\n\x1b]133;C\x07\x1b]2;set to stay\x07\x1b]133;D;0\x07")
    assert screen.take_frame().title == "set to stay"
    screen.close()


def test_a_title_goes_with_its_program_in_a_restored_core_and_with_one_that_was_killed() -> None:
    start = b"\x1b]2;my shell\x07\x1b]133;A\x07$ \x1b]133;B\x07claude\r\n\x1b]133;C\x07"
    for inside in (b"\x1b[?1049h", b"\x1b[?2004h"):
        first = FACTORY.create(Size(columns=40, rows=5), 10)
        first.feed(start + b"\x1b]0;Claude Code\x07" + inside)
        screen = FACTORY.restore(first.native_snapshot(), 10)
        first.close()
        assert screen.take_frame().title == "Claude Code"
        screen.feed(b"\x1b]133;D;137\x07")
        assert screen.take_frame().title == "my shell"
        screen.close()
