"""What every terminal core must do; a core skips by name what it says it cannot."""

import itertools
import json
import os
import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from idea import __version__
from idea.domain.errors import IdeaError, InvalidError
from idea.domain.ports.terminal_core import (
    PLAIN,
    Capability,
    CursorShape,
    DefaultColors,
    Frame,
    Modes,
    MouseFormat,
    MouseTracking,
    Row,
    Run,
    Screen,
    ScreenFactory,
    SelectionUnit,
    Style,
    Underline,
    true_color,
)
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    DirectoryChanged,
    Effect,
    Notified,
    ProgressChanged,
    Reply,
    TitleChanged,
)
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import CORES, select_core

SMALL = Size(columns=20, rows=5)
TOKENS = [
    b"abc", b"Lorem ipsum dolor sit amet ", "中文".encode(), "e\u0301".encode(),
    "👩\u200d🚀".encode(), b"\r", b"\n", b"\r\n", b"\t", b"\b", b"\x1b[A", b"\x1b[3B", b"\x1b[5C",
    b"\x1b[2;7H", b"\x1b[H", b"\x1b[J", b"\x1b[1J", b"\x1b[2J", b"\x1b[K", b"\x1b[1K", b"\x1b[3L",
    b"\x1b[M", b"\x1b[4@", b"\x1b[2P", b"\x1b[3X", b"\x1b[2;4r", b"\x1b[r", b"\x1b[S", b"\x1b[2T",
    b"\x1bM", b"\x1bD", b"\x1b7", b"\x1b8", b"\x1b[31m", b"\x1b[1;4;48;5;20m", b"\x1b[7m",
    b"\x1b[38;2;1;2;3m", b"\x1b[m", b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25l", b"\x1b[?25h",
    b"\x1b[?6h", b"\x1b[?6l", b"\x1b[?7l", b"\x1b[?7h", b"\x1b[4h", b"\x1b[4l", b"\x1b[5b",
    b"\x1b[99999b", b"\x1b]2;title\x07", b"\x1b]2;other\x1b\\",
    b"\x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\", b"\x1b[2 q", b"\x1b[?2004h",
    b"\x1b[?1000h\x1b[?1006h", b"\x1b(0lqk\x1b(B", b"\x1b[3g", b"\x1bH", b"\xff", b"\xe4\xb8",
    b"\x18", b"\x1b[1;", b"\x1b]0;unfinished", b"\x1bc", b"\x1b[!p", b"\x1b#8",
    b"\x1b_Ga=T,f=24,s=1,v=1,c=3,r=2;AAAA\x1b\\", b"\x1b_Ga=d\x1b\\",
    b"\x1b_Ga=T,f=100;unfinished",
]  # fmt: skip
LAWFUL = re.compile(rb"(\x1b[\[P\]_>][\x20-\x7e]*(\x1b\\)?)*")
SHARED = os.environ.get("IDEA_TEST_DATA")
needs_shared = pytest.mark.skipif(not SHARED, reason="IDEA_TEST_DATA names no folder")

_FACTORIES: dict[str, ScreenFactory] = {}


def factory_of(name: str) -> ScreenFactory:
    """Return the one factory of a core, or skip where its wheel is missing."""
    if name not in _FACTORIES:
        try:
            _FACTORIES[name] = select_core(name)
        except IdeaError as error:
            pytest.skip(error.sentence)
    return _FACTORIES[name]


@pytest.fixture(params=list(CORES))
def factory(request: pytest.FixtureRequest) -> ScreenFactory:
    """Each core's factory."""
    return factory_of(str(request.param))


@pytest.fixture
def screen(factory: ScreenFactory) -> Iterator[Screen]:
    """A small, muted core."""
    made = factory.create(SMALL, 100)
    yield made
    made.close()


def needs(screen: Screen, capability: Capability) -> None:
    """Skip what this core says it cannot do."""
    if capability not in screen.capabilities:
        pytest.skip(f"this core has no {capability}")


def shown(frame: Frame) -> list[str]:
    """Return the text of a full frame."""
    return [frame.rows[row].text for row in range(frame.size.rows)]


def state_of(screen: Screen) -> tuple[object, ...]:
    """Return all that a view could see, whatever it saw before."""
    screen.scroll_to_bottom()
    frame = screen.take_frame()
    page = screen.rows(frame.scrollback.top, frame.size.rows)
    return page, frame.cursor, frame.modes, frame.title, frame.palette


def pieces(data: bytes, cuts: Sequence[int]) -> Iterator[bytes]:
    """Cut data at these places."""
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    for start, end in itertools.pairwise(places):
        yield data[start:end]


streams = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=30).map(b"".join)


class TestText:
    def test_a_new_core_is_blank(self, screen: Screen) -> None:
        frame = screen.take_frame()
        assert (frame.full, shown(frame), frame.cursor[:2], frame.title) == (
            True, [""] * 5, (0, 0), "",
        )  # fmt: skip

    def test_text_wraps_and_says_so(self, screen: Screen) -> None:
        screen.feed(b"x" * 25)
        rows = screen.take_frame().rows
        assert rows[0] == Row((Run(0, 20, "x" * 20, PLAIN),), wrapped=True)
        assert rows[1] == Row((Run(0, 5, "xxxxx", PLAIN),))

    def test_neighbours_of_one_style_are_one_run(self, screen: Screen) -> None:
        screen.feed(b"ab\x1b[31mcd\x1b[41m \x1b[m e \x1b[m")
        red = PLAIN._replace(foreground=1)
        assert screen.take_frame().rows[0].runs == (
            Run(0, 2, "ab", PLAIN),
            Run(2, 2, "cd", red),
            Run(4, 1, " ", red._replace(background=1)),
            Run(5, 2, " e", PLAIN),
        )

    def test_every_attribute_arrives(self, screen: Screen) -> None:
        screen.feed(b"\x1b[1;2;3;5;7;8;9;53;4;38;5;200;48;2;1;2;3mX")
        assert screen.take_frame().rows[0].runs[0].style == Style(
            foreground=200, background=true_color(1, 2, 3), underline=Underline.SINGLE, bold=True,
            faint=True, italic=True, blink=True, inverse=True, invisible=True, strikethrough=True,
            overline=True,
        )  # fmt: skip

    @pytest.mark.parametrize("kind", list(Underline)[1:])
    def test_underlines_have_kind_and_colour(self, screen: Screen, kind: Underline) -> None:
        needs(screen, Capability.UNDERLINE_STYLES)
        screen.feed(b"\x1b[4:%d;58:5:9mX" % kind.value)
        style = screen.take_frame().rows[0].runs[0].style
        assert (style.underline, style.underline_color) == (kind, 9)

    def test_erasing_paints_the_background(self, screen: Screen) -> None:
        screen.feed(b"\x1b[44m\x1b[Kx\x1b[48;2;9;8;7m\r\n\x1b[K")
        rows = screen.take_frame().rows
        assert rows[0].runs[-1] == Run(1, 19, " " * 19, PLAIN._replace(background=4)) or rows[
            0
        ].runs == (Run(0, 20, "x" + " " * 19, PLAIN._replace(background=4)),)
        assert rows[1].runs == (
            Run(0, 20, " " * 20, PLAIN._replace(background=true_color(9, 8, 7))),
        )

    def test_a_wide_character_is_a_run_of_two_cells(self, screen: Screen) -> None:
        screen.feed("a中b".encode())
        assert screen.take_frame().rows[0].runs == (
            Run(0, 1, "a", PLAIN), Run(1, 2, "中", PLAIN), Run(3, 1, "b", PLAIN),
        )  # fmt: skip

    def test_the_column_left_empty_before_a_wide_character_is_one(self, screen: Screen) -> None:
        screen.feed(b"\x1b[41m" + b"x" * 19 + "中".encode())
        rows = screen.take_frame().rows
        assert [sum(run.cells for run in rows[row].runs) for row in (0, 1)] in ([20, 2], [19, 2])

    def test_a_wide_character_cut_by_a_narrower_screen_stays_inside(self, screen: Screen) -> None:
        screen.feed("\x1b[?1049h\x1b[41m\x1b[9G中".encode())
        screen.resize(Size(columns=9, rows=5))
        ends = [run.column + run.cells for run in screen.take_frame().rows[0].runs]
        assert max(ends, default=0) <= 9

    def test_delete_prints_nothing(self, screen: Screen) -> None:
        for data in (b"a\x7fb", b"\x1b]2;c\x7fd\x07", b"\xe4\xb8\x7f", b"\x1b[3\x7f1mred"):
            screen.feed(data)
        frame = screen.take_frame()
        assert (frame.rows[0].text.replace("\ufffd", ""), frame.title) == ("abred", "cd")
        assert frame.rows[0].runs[-1].style.foreground == 1

    def test_a_combined_character_is_a_run_of_its_own(self, screen: Screen) -> None:
        screen.feed("ae\u0301b".encode())
        assert screen.take_frame().rows[0].runs == (
            Run(0, 1, "a", PLAIN), Run(1, 1, "e\u0301", PLAIN), Run(2, 1, "b", PLAIN),
        )  # fmt: skip

    def test_an_emoji_of_several_code_points_is_one_cluster(self, screen: Screen) -> None:
        needs(screen, Capability.GRAPHEMES)
        screen.feed("👩\u200d🚀!".encode())
        assert screen.take_frame().rows[0].runs == (
            Run(0, 2, "👩\u200d🚀", PLAIN), Run(2, 1, "!", PLAIN),
        )  # fmt: skip

    def test_links_come_with_their_target(self, screen: Screen) -> None:
        needs(screen, Capability.HYPERLINKS)
        screen.feed(
            b"\x1b]8;;http://a.example\x1b\\on\x1b]8;;http://b.example\x1b\\e\x1b]8;;\x1b\\!"
        )
        assert [(run.text, run.link) for run in screen.take_frame().rows[0].runs] == [
            ("on", "http://a.example"), ("e", "http://b.example"), ("!", ""),
        ]  # fmt: skip

    @pytest.mark.parametrize("target", [b"http://x/" + b"a" * 3000, b"http://\xc3\xa9"])
    def test_a_link_too_long_or_odd_is_none(self, screen: Screen, target: bytes) -> None:
        screen.feed(b"\x1b]8;;" + target + b"\x1b\\X\x1b]8;;\x1b\\")
        assert {run.link for run in screen.take_frame().rows[0].runs} <= {""}


class TestCutsAndDamage:
    @pytest.mark.parametrize("name", list(CORES))
    @given(data=streams, cuts=st.lists(st.integers(0, 400), max_size=12))
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def test_any_cut_of_the_stream_gives_the_same_screen(
        self, name: str, data: bytes, cuts: list[int]
    ) -> None:
        whole, parts = (factory_of(name).create(SMALL, 50) for _ in range(2))
        whole.feed(data)
        for piece in pieces(data, cuts):
            parts.feed(piece)
        assert state_of(parts) == state_of(whole)
        whole.close()
        parts.close()

    @pytest.mark.parametrize("name", list(CORES))
    @given(tokens=st.lists(st.sampled_from(TOKENS), min_size=1, max_size=30), data=st.data())
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def test_frames_put_together_equal_the_whole_screen(
        self, name: str, tokens: list[bytes], data: st.DataObject
    ) -> None:
        core = factory_of(name).create(SMALL, 50)
        seen: dict[int, Row] = {}
        for token in tokens:
            core.feed(token)
            if data.draw(st.booleans()):
                core.scroll_by(data.draw(st.integers(-3, 3)))
            if data.draw(st.booleans()):
                frame = core.take_frame()
                seen = {**({} if frame.full else seen), **frame.rows}
        frame = core.take_frame()
        seen = {**({} if frame.full else seen), **frame.rows}
        page = core.rows(frame.scrollback.top, frame.size.rows)
        assert dict(enumerate(page)) == seen
        core.close()

    def test_nothing_new_means_no_rows(self, screen: Screen) -> None:
        screen.feed(b"hello")
        screen.take_frame()
        frame = screen.take_frame()
        assert (frame.rows, frame.full) == ({}, False)

    def test_one_changed_row_comes_alone(self, screen: Screen) -> None:
        screen.feed(b"one\r\ntwo\r\nthree")
        screen.take_frame()
        screen.feed(b"\x1b[2;1HTWO")
        frame = screen.take_frame()
        assert (list(frame.rows), frame.rows[1].text) == ([1], "TWO")

    def test_reading_text_loses_no_damage(self, screen: Screen) -> None:
        screen.feed(b"one\r\n" * 10)
        screen.take_frame()
        screen.feed(b"two")
        assert screen.lines(0, 1) == ("one",)
        assert [row.text for row in screen.take_frame().rows.values()] == ["two"]

    @pytest.mark.parametrize("name", list(CORES))
    @given(data=st.binary(max_size=300), size=st.tuples(st.integers(1, 30), st.integers(1, 9)))
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    def test_no_bytes_raise(self, name: str, data: bytes, size: tuple[int, int]) -> None:
        core = factory_of(name).create(SMALL, 10)
        core.mute(muted=False)
        core.feed(data)
        core.resize(Size(columns=size[0], rows=size[1]))
        core.feed(data)
        frame = core.take_frame()
        assert (frame.size, len(frame.rows)) == (Size(columns=size[0], rows=size[1]), size[1])
        core.close()

    @needs_shared
    @pytest.mark.slow
    def test_recordings_cut_anywhere_give_the_same_screen(self, factory: ScreenFactory) -> None:
        native = Capability.NATIVE_SNAPSHOT in factory.create(SMALL, 1).capabilities
        chance = random.Random(5)
        recordings = sorted(Path(SHARED or "", "captures").glob("*-session.raw"))
        for path in recordings if native else recordings[:2]:
            data = path.read_bytes()[: 2_000_000 if native else 15_000]
            whole, parts = (factory.create(Size(columns=100, rows=30), 500) for _ in range(2))
            whole.feed(data)
            for piece in pieces(data, [chance.randrange(len(data)) for _ in range(200)]):
                parts.feed(piece)
            assert state_of(parts) == state_of(whole), path.name
            whole.close()
            parts.close()


class TestEffects:
    @pytest.mark.parametrize(
        ("data", "effect"),
        [
            (b"\a\a", Bell()),
            (b"\x1b]2;my title\x07", TitleChanged("my title")),
            (b"\x1b]0;both\x1b\\", TitleChanged("both")),
            (b"\x1b]7;file:///tmp\x1b\\", DirectoryChanged("file:///tmp")),
            (b"\x1b]52;c;aGVsbG8=\x1b\\", ClipboardWritten("hello")),
            (b"\x1b]9;done\x1b\\", Notified("", "done")),
            (b"\x1b]777;notify;Title;Body\x1b\\", Notified("Title", "Body")),
            (b"\x1b]9;4;1;50\x1b\\", ProgressChanged(1, 50)),
            (b"\x1b[6n", Reply(b"\x1b[1;1R")),
            (b"\x1b[5n", Reply(b"\x1b[0n")),
            (b"\x1b[c\x1b[6n", Reply(b"\x1b[?62;22c\x1b[1;1R")),
            (b"\x1b[18t", Reply(b"\x1b[8;5;20t")),
            (b"\x1b[?2004$p", Reply(b"\x1b[?2004;2$y")),
            (b"\x1b[>q", Reply(f"\x1bP>|IdeA {__version__}\x1b\\".encode())),
        ],
    )
    def test_each_effect_comes_unmuted_and_only_then(
        self, screen: Screen, data: bytes, effect: Effect
    ) -> None:
        assert screen.feed(data) == ()
        screen.mute(muted=False)
        assert screen.feed(b"") == ()
        assert screen.feed(data) == (effect,)
        screen.mute(muted=True)
        assert screen.feed(data) == ()

    def test_muted_state_still_changes(self, screen: Screen) -> None:
        screen.feed(b"\x1b]2;quiet\x07")
        assert screen.take_frame().title == "quiet"

    @pytest.mark.parametrize(
        "query",
        [b"\x1b[21t", b"\x1b[20t", b"\x1b]52;c;?\x07", b"\x05", b"\x1b]50;?\x07", b"\x1b[11t"],
    )
    def test_some_queries_are_never_answered(self, screen: Screen, query: bytes) -> None:
        screen.mute(muted=False)
        screen.feed(b"\x1b]2;$(touch x)\x07\x1b]1;icon\x07")
        assert screen.feed(query) == ()

    def test_colour_queries_get_the_views_colours(self, screen: Screen) -> None:
        screen.mute(muted=False)
        assert screen.feed(b"\x1b]11;?\x07") == ()
        black, white, red = true_color(16, 16, 16), true_color(255, 255, 255), true_color(204, 0, 0)
        screen.set_default_colors(DefaultColors(white, black, red, (black, red)))
        assert screen.feed(b"\x1b]11;?\x07\x1b]10;?\x1b\\\x1b]12;?\x07\x1b]4;1;?\x07") == (
            Reply(
                b"\x1b]11;rgb:1010/1010/1010\x1b\\\x1b]10;rgb:ffff/ffff/ffff\x1b\\"
                b"\x1b]12;rgb:cccc/0000/0000\x1b\\\x1b]4;1;rgb:cccc/0000/0000\x1b\\"
            ),
        )
        assert screen.take_frame().palette == {}
        screen.feed(b"\x1b]4;1;rgb:10/20/30\x07\x1b]11;#010203\x07")
        assert screen.take_frame().palette == {
            1: true_color(16, 32, 48),
            -2: true_color(1, 2, 3),
        }

    def test_pixel_queries_get_the_views_cells(self, screen: Screen) -> None:
        screen.mute(muted=False)
        screen.set_cell_pixels(9, 18)
        assert screen.feed(b"\x1b[14t\x1b[16t") == (Reply(b"\x1b[4;90;180t\x1b[6;18;9t"),)

    def test_a_title_is_one_short_line(self, screen: Screen) -> None:
        screen.feed("\x1b]2;a\u202eb".encode() + b"x" * 1000 + b"\x07")
        assert screen.take_frame().title == "ab" + "x" * 254

    @pytest.mark.parametrize("name", list(CORES))
    @given(data=streams, tail=st.binary(max_size=40))
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def test_every_reply_is_lawful(self, name: str, data: bytes, tail: bytes) -> None:
        core = factory_of(name).create(SMALL, 10)
        core.mute(muted=False)
        effects = core.feed(data + tail + b"\x1bP$q" + tail + b"\x1b\\\x1b[6n")
        replies = [effect.data for effect in effects if isinstance(effect, Reply)]
        assert len(replies) <= 1
        assert all(LAWFUL.fullmatch(reply) for reply in replies), replies
        core.close()


class TestModes:
    @pytest.mark.parametrize(
        ("data", "modes"),
        [
            (b"\x1b[?1049h", Modes(alternate_screen=True)),
            (b"\x1b[?1h\x1b=", Modes(application_cursor=True, application_keypad=True)),
            (b"\x1b[?2004h\x1b[?1004h", Modes(bracketed_paste=True, focus_events=True)),
            (
                b"\x1b[?1002h\x1b[?1006h",
                Modes(mouse_tracking=MouseTracking.BUTTON, mouse_format=MouseFormat.SGR),
            ),
            (b"\x1b[?1003h", Modes(mouse_tracking=MouseTracking.ANY)),
            (b"\x1b[?9h", Modes(mouse_tracking=MouseTracking.X10)),
            (
                b"\x1b[?1007l\x1b[?67h",
                Modes(alternate_scroll=False, backarrow_sends_backspace=True),
            ),
            (b"\x1b[?5h", Modes(reverse_colors=True)),
            (b"\x1b[?2004h\x1bc", Modes()),
            (b"\x1b[>4;2m", Modes(modify_other_keys=2)),
            (b"\x1b[>4;1m", Modes(modify_other_keys=1)),
            (b"\x1b[>4;2m\x1b[>4;1m\x1b[>4;1f", Modes(modify_other_keys=1, format_other_keys=1)),
            (b"\x1b[>4;1m\x1b[>4;1f\x1b[>4m\x1b[>4f", Modes()),
            (b"\x1b[>4;2m\x1b[>4;0m", Modes()),
            (b"\x1b[>4;1m\x1b[>4;1f\x1bc", Modes()),
            (b"\x1b[>4;9m\x1b[>4;9f\x1b[>2;1m", Modes(modify_other_keys=2, format_other_keys=1)),
            (b"\x1b[?2031h", Modes(reports_color_scheme=True)),
        ],
    )
    def test_modes_are_told(self, screen: Screen, data: bytes, modes: Modes) -> None:
        screen.feed(data)
        assert screen.take_frame().modes == modes

    @pytest.mark.parametrize("cut", range(1, 8))
    def test_how_modified_keys_are_told_stays_with_a_saved_screen(
        self, factory: ScreenFactory, screen: Screen, cut: int
    ) -> None:
        for piece in (b"\x1b[>4;1m"[:cut], b"\x1b[>4;1m"[cut:], b"\x1b[>4;1f"):
            screen.feed(piece)
        wanted = Modes(modify_other_keys=1, format_other_keys=1)
        assert screen.take_frame().modes == wanted
        other = factory.create(Size(20, 5), 10)
        other.feed(screen.portable_snapshot(10))
        assert other.take_frame().modes == wanted
        other.close()
        if Capability.NATIVE_SNAPSHOT in screen.capabilities:
            restored = factory.restore(screen.native_snapshot(), 10)
            assert restored.take_frame().modes == wanted
            restored.close()

    def test_keyboard_protocols_are_told(self, screen: Screen) -> None:
        needs(screen, Capability.KITTY_KEYBOARD)
        screen.feed(b"\x1b[>5u")
        assert screen.take_frame().modes.kitty_keyboard == 5
        screen.feed(b"\x1b[<u\x1b[>4;2m")
        assert screen.take_frame().modes == Modes(modify_other_keys=2)

    @pytest.mark.parametrize(
        ("code", "shape", "blinking"),
        [
            (1, CursorShape.BLOCK, True),
            (2, CursorShape.BLOCK, False),
            (3, CursorShape.UNDERLINE, True),
            (4, CursorShape.UNDERLINE, False),
            (5, CursorShape.BAR, True),
            (6, CursorShape.BAR, False),
        ],
    )
    def test_the_cursor_has_the_shape_asked_for(
        self, screen: Screen, code: int, shape: CursorShape, blinking: bool
    ) -> None:
        screen.feed(b"ab\x1b[%d q" % code)
        cursor = screen.take_frame().cursor
        assert cursor == (0, 2, True, shape, blinking)
        screen.feed(b"\x1b[?25l")
        assert not screen.take_frame().cursor.visible

    def test_the_usual_cursor_is_the_views_until_a_program_asks(self, screen: Screen) -> None:
        def looks(data: bytes) -> tuple[CursorShape, bool]:
            screen.feed(data)
            cursor = screen.take_frame().cursor
            return cursor.shape, cursor.blinking

        bar, block = (CursorShape.BAR, True), (CursorShape.BLOCK, False)
        assert looks(b"a") == block
        screen.set_default_cursor(bar[0], blinking=bar[1])
        assert looks(b"a") == bar
        assert looks(b"\x1b[4 q") == (CursorShape.UNDERLINE, False)
        screen.set_default_cursor(block[0], blinking=block[1])
        assert looks(b"a") == (CursorShape.UNDERLINE, False)
        assert looks(b"\x1b[0 q") == block
        screen.set_default_cursor(bar[0], blinking=bar[1])
        assert looks(b"\x1b[2 q\x1bc") == bar

    def test_a_program_may_ask_for_a_pointer(self, screen: Screen) -> None:
        def pointer(data: bytes) -> str:
            screen.feed(data)
            return screen.take_frame().modes.pointer

        wishes = (b"", b"pointer", b"ew-resize", b"nonsense", b"wait", b"default")
        seen = [pointer(b"\x1b]22;%s\x1b\\" % name if name else b"") for name in wishes]
        assert seen[:3] == ["", "pointer", "ew-resize"]
        assert seen[3] in {"", "ew-resize"}, "an unknown name changes nothing, or takes it back"
        assert seen[4:] == ["wait", "default"]
        assert pointer(b"\x1b]22;text\x1b\\") == ""

    def test_held_output_is_not_shown_until_released(self, screen: Screen) -> None:
        needs(screen, Capability.SYNCHRONIZED_OUTPUT)
        screen.feed(b"one\x1b[?2026h\x1b[2Jtwo")
        held = screen.take_frame()
        assert (shown(held)[0], held.modes.synchronized_output) == ("one", True)
        screen.feed(b" three\x1b[?2026l")
        frame = screen.take_frame()
        assert (frame.rows[0].text, frame.modes.synchronized_output) == ("   two three", False)
        screen.feed(b"\x1b[?2026h!")
        assert screen.take_frame().rows == {}
        screen.release_hold()
        assert screen.take_frame().rows[0].text == "   two three!"

    @pytest.mark.parametrize(
        "data", [b"\x1b[?40h\x1b[?3h", b"\x1b[8;50;90t", b"\x1b[?40;3h", b"\x1b[?40h\x1b[?3r"]
    )
    def test_no_sequence_changes_the_size(self, screen: Screen, data: bytes) -> None:
        for byte in data:
            screen.feed(bytes([byte]))
        screen.feed(data + b"\x1b[99;99H!")
        frame = screen.take_frame()
        assert (frame.size, len(frame.rows), frame.cursor[:2]) == (SMALL, 5, (4, 19))

    @pytest.mark.parametrize("data", [b"\x1b[?40h\x1b[?3h", b"\x1b[?40h\x1b[?3s\x1b[?3r"])
    def test_text_behind_such_a_sequence_is_laid_out_as_before(
        self, screen: Screen, data: bytes
    ) -> None:
        screen.feed(data + b"\x1b[1;50Hxy")
        assert shown(screen.take_frame())[:2] == [" " * 19 + "x", "y"]


class TestSizeAndScrollback:
    def test_a_narrower_screen_reflows(self, screen: Screen) -> None:
        needs(screen, Capability.REFLOW)
        screen.feed(b"0123456789abcdefghij")
        screen.resize(Size(columns=10, rows=5))
        assert shown(screen.take_frame())[:3] == ["0123456789", "abcdefghij", ""]
        screen.resize(SMALL)
        assert shown(screen.take_frame())[:2] == ["0123456789abcdefghij", ""]

    def test_a_resize_gives_a_whole_frame_of_that_size(self, screen: Screen) -> None:
        screen.feed(b"hello")
        screen.take_frame()
        screen.resize(Size(columns=33, rows=7))
        frame = screen.take_frame()
        assert (frame.size, frame.full, len(frame.rows)) == (Size(columns=33, rows=7), True, 7)
        assert "hello" in screen.lines(0, 100)

    def test_the_cursor_stays_on_its_line_when_rows_go(self, screen: Screen) -> None:
        screen.feed(b"a\r\nb\r\nc\r\nd\r\ne>")
        screen.resize(Size(columns=20, rows=2))
        frame = screen.take_frame()
        assert (shown(frame), frame.cursor[:2]) == (["d", "e>"], (1, 2))

    @pytest.mark.parametrize("looked", ["selected", "scrolled", "read"])
    def test_the_cursor_stays_on_its_line_when_blanks_go_that_were_looked_at(
        self, screen: Screen, looked: str
    ) -> None:
        """What the view did with lines that are blank by now must not hold them."""
        screen.feed(b"a\r\n" * 12)
        match looked:
            case "selected":
                screen.feed(b"\x1b[H\x1b[J$ ")
                screen.select((2, 0), (4, 19), SelectionUnit.CELL, block=False)
            case "scrolled":
                screen.scroll_by(-2)
                screen.scroll_by(+2)
            case _:
                screen.rows(0, 10)
        screen.resize(Size(columns=20, rows=13))
        screen.feed(b"\x1b[H\x1b[J$ ")
        screen.resize(Size(columns=15, rows=2))
        frame = screen.take_frame()
        assert (shown(frame), frame.cursor[:2]) == (["$", ""], (0, 2))

    @pytest.mark.parametrize("wanted", [0, 100, 1000])
    def test_at_least_the_wanted_lines_are_kept_and_not_many_more(
        self, factory: ScreenFactory, wanted: int
    ) -> None:
        core = factory.create(Size(columns=120, rows=5), wanted)
        most, last = wanted + 2000, wanted + 3999
        for start in range(0, last, 500):
            numbers = range(start, min(start + 500, last + 1))
            core.feed(b"".join(b"line %d\r\n" % number for number in numbers))
        total = core.take_frame().scrollback.total
        assert wanted + 5 <= total <= most + 5
        assert core.lines(total - 2, 1) == (f"line {last}",)
        assert core.lines(total - wanted - 5, 1) == (f"line {last - wanted - 3}",)
        core.close()

    @pytest.mark.slow
    def test_ten_thousand_lines_survive_styles_and_wide_text(self, factory: ScreenFactory) -> None:
        core = factory.create(Size(columns=40, rows=5), 10_000)
        if Capability.NATIVE_SNAPSHOT not in core.capabilities:
            pytest.skip("too slow on a core in Python")
        for start in range(0, 40_000, 200):
            core.feed(
                b"".join(
                    b"\x1b[38;5;%dm%d \xe4\xb8\xad\r\n" % (number % 256, number)
                    for number in range(start, start + 200)
                )
            )
            if start > 12_000:
                assert core.take_frame().scrollback.total >= 10_000
        core.close()

    def test_the_view_scrolls_and_stops_at_the_ends(self, screen: Screen) -> None:
        screen.feed(b"".join(b"%d\r\n" % number for number in range(20)))
        assert screen.take_frame().scrollback == (21, 16)
        screen.scroll_by(-3)
        frame = screen.take_frame()
        assert (frame.scrollback.top, shown(frame)) == (13, ["13", "14", "15", "16", "17"])
        assert not frame.cursor.visible
        screen.scroll_by(-100)
        assert screen.take_frame().scrollback.top == 0
        screen.scroll_to(7)
        frame = screen.take_frame()
        assert (frame.scrollback.top, frame.rows[0].text) == (7, "7")
        screen.scroll_to(1000)
        assert screen.take_frame().scrollback.top == 16
        screen.scroll_by(-1)
        screen.scroll_to_bottom()
        screen.feed(b"more\r\n")
        assert screen.take_frame().scrollback == (22, 17)

    def test_a_scrolled_view_stays_while_output_comes(self, screen: Screen) -> None:
        screen.feed(b"".join(b"%d\r\n" % number for number in range(20)))
        screen.scroll_to(3)
        screen.take_frame()
        screen.feed(b"more\r\n" * 10)
        frame = screen.take_frame()
        assert frame.scrollback.top == 3
        assert screen.lines(3, 1) == ("3",)

    def test_the_alternate_screen_has_no_history(self, screen: Screen) -> None:
        screen.feed(b"".join(b"%d\r\n" % number for number in range(20)))
        screen.feed(b"\x1b[?1049hfull" + b"\r\nx" * 10)
        assert screen.take_frame().scrollback == (5, 0)
        screen.feed(b"\x1b[?1049l")
        assert screen.take_frame().scrollback == (21, 16)

    def test_the_alternate_screen_begins_without_the_colours_it_was_left_with(
        self, screen: Screen
    ) -> None:
        screen.feed(b"\x1b[?1049h\x1b[41m\x1b[2Jone program\x1b[?1049l\x1b[m")
        for part in (b"\x1b[?10", b"49hthe next"):
            screen.feed(part)
        screen.feed(b"\x1b[?1049l\x1b[?1049;25hand one more")
        rows = screen.take_frame().rows.values()
        runs = [run for row in rows for run in row.runs]
        assert [(run.text.strip(), run.style) for run in runs] == [("and one more", PLAIN)]

    @pytest.mark.parametrize("name", list(CORES))
    @given(data=streams)
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    def test_lines_tell_the_same_as_rows(self, name: str, data: bytes) -> None:
        screen = factory_of(name).create(SMALL, 100)
        screen.feed(data)
        rows = screen.rows(0, 200)
        assert screen.wrapped(0, 200) == tuple(row.wrapped for row in rows)
        # A joiner alone on blank cells is text for one and nothing for the other.
        assert [line.rstrip("\u200d ") for line in screen.lines(0, 200)] == [
            row.text.rstrip("\u200d ") for row in rows
        ]
        assert screen.lines(2, 2) == screen.lines(0, 200)[2:4]
        screen.close()

    def test_lines_are_clipped_to_what_is_kept(self, screen: Screen) -> None:
        screen.feed(b"a\r\n\r\n  b  \r\n")
        assert screen.lines(0, 100) == ("a", "", "  b", "", "")
        assert screen.lines(2, 1) == ("  b",)
        assert screen.lines(5, 1) == ()


class TestPacking:
    def test_a_packed_history_reads_and_goes_on_as_before(self, factory: ScreenFactory) -> None:
        packed, twin = (factory.create(Size(columns=40, rows=5), 1000) for _ in range(2))
        text = b"".join(
            b"\x1b[%dmline %d \xe6\xbc\xa2\xe5\xad\x97\x1b[0m\r\n" % (31 + number % 6, number)
            for number in range(900)
        )
        for core in (packed, twin):
            core.feed(text)
        while packed.pack_history():
            pass
        for core in (packed, twin):
            core.feed(b"more\r\n")
        assert packed.lines(0, 2000) == twin.lines(0, 2000)
        assert packed.rows(100, 50) == twin.rows(100, 50)
        for core in (packed, twin):
            core.scroll_to(200)
            core.resize(Size(columns=20, rows=5))
        assert shown(packed.take_frame()) == shown(twin.take_frame())
        while packed.pack_history():
            pass
        assert packed.portable_snapshot(500) == twin.portable_snapshot(500)
        packed.close()
        twin.close()


class TestSelection:
    def test_cells_words_lines_and_blocks(self, screen: Screen) -> None:
        screen.feed(b"one two three\r\nfour five\r\n  six")
        screen.select((0, 4), (1, 3), SelectionUnit.CELL, block=False)
        assert screen.selected_text() == "two three\nfour"
        assert screen.take_frame().selection == {0: (4, 20), 1: (0, 4)}
        screen.select((0, 5), (0, 5), SelectionUnit.WORD, block=False)
        assert (screen.selected_text(), screen.take_frame().selection) == ("two", {0: (4, 7)})
        screen.select((1, 6), (0, 5), SelectionUnit.WORD, block=False)
        assert screen.selected_text() == "two three\nfour five"
        screen.select((1, 2), (1, 2), SelectionUnit.LINE, block=False)
        assert screen.selected_text() == "four five"
        screen.select((0, 1), (1, 2), SelectionUnit.CELL, block=True)
        assert (screen.selected_text(), screen.take_frame().selection) == (
            "ne\nou", {0: (1, 3), 1: (1, 3)},
        )  # fmt: skip
        screen.clear_selection()
        assert (screen.selected_text(), screen.take_frame().selection) == ("", {})

    def test_selected_rows_keep_their_looks(self, screen: Screen) -> None:
        screen.feed("a\x1b[1;31mred\x1b[m日x\r\ntwo\r\nthree".encode() + b"w" * 20)
        screen.select((0, 2), (1, 1), SelectionUnit.CELL, block=False)
        rows = screen.selected_rows()
        assert [row.text for row in rows] == ["ed日x", "tw"]
        assert rows[0].runs[0] == Run(0, 2, "ed", PLAIN._replace(bold=True, foreground=1))
        assert [run.column for run in rows[0].runs] == [0, 2, 4]
        screen.select((0, 1), (2, 2), SelectionUnit.CELL, block=True)
        assert [row.text for row in screen.selected_rows()] == ["re", "wo", "hr"]
        screen.select((2, 0), (3, 1), SelectionUnit.CELL, block=False)
        assert [row.wrapped for row in screen.selected_rows()] == [True, False]
        screen.clear_selection()
        assert screen.selected_rows() == ()

    def test_wrapped_lines_are_joined(self, screen: Screen) -> None:
        screen.feed(b"0123456789" * 3 + b"\r\nnext")
        screen.select_all()
        assert screen.selected_text() == "0123456789" * 3 + "\nnext"

    def test_the_selection_moves_with_its_text(self, screen: Screen) -> None:
        screen.feed(b"first\r\nsecond")
        screen.select((0, 0), (0, 4), SelectionUnit.CELL, block=False)
        screen.feed(b"\r\nx" * 5)
        assert screen.selected_text() == "first"
        assert screen.take_frame().selection == {}
        screen.scroll_to(0)
        assert screen.take_frame().selection == {0: (0, 5)}

    @pytest.mark.parametrize("block", [False, True])
    def test_the_selection_stays_inside_a_narrower_screen(
        self, screen: Screen, block: bool
    ) -> None:
        screen.feed(b"0123456789abcdefghij\x1b[5Hlast")
        screen.select((0, 3), (4, 19), SelectionUnit.CELL, block=block)
        screen.resize(Size(columns=6, rows=4))
        assert all(0 <= start <= end <= 6 for start, end in screen.take_frame().selection.values())
        screen.selected_rows()

    def test_places_outside_are_moved_inside(self, screen: Screen) -> None:
        screen.feed(b"text")
        screen.select((-3, -3), (99, 99), SelectionUnit.CELL, block=False)
        assert screen.selected_text() == "text"


class TestCheckpoints:
    @pytest.mark.parametrize("name", list(CORES))
    @given(data=streams, cut=st.integers(0, 400))
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def test_a_native_snapshot_at_any_byte_goes_on_like_the_original(
        self, name: str, data: bytes, cut: int
    ) -> None:
        factory = factory_of(name)
        original = factory.create(SMALL, 50)
        needs(original, Capability.NATIVE_SNAPSHOT)
        cut %= len(data) + 1
        original.feed(data[:cut])
        restored = factory.restore(original.native_snapshot(), 50)
        again = factory.restore(restored.native_snapshot(), 50)
        for core in (original, restored, again):
            core.feed(data[cut:])
        states = [(state_of(core), core.lines(0, 1000)) for core in (original, restored, again)]
        assert states[1:] == [states[0], states[0]]
        for core in (original, restored, again):
            core.close()

    def test_a_restored_core_is_muted_and_keeps_its_lines(self, factory: ScreenFactory) -> None:
        core = factory.create(Size(columns=120, rows=5), 2000)
        needs(core, Capability.NATIVE_SNAPSHOT)
        core.feed(b"".join(b"%d\r\n" % number for number in range(2500)))
        restored = factory.restore(core.native_snapshot(), 2000)
        assert restored.feed(b"\x1b[6n\a") == ()
        restored.feed(b"".join(b"%d\r\n" % number for number in range(2500)))
        assert restored.take_frame().scrollback.total >= 2005
        core.close()
        restored.close()

    def test_a_restored_core_keeps_how_its_program_counts_clusters(
        self, factory: ScreenFactory
    ) -> None:
        core = factory.create(SMALL, 10)
        needs(core, Capability.NATIVE_SNAPSHOT)
        needs(core, Capability.GRAPHEMES)
        core.feed(b"\x1b[?2027l")
        restored = factory.restore(core.native_snapshot(), 10)
        for one in (core, restored):
            one.mute(muted=False)
            assert one.feed(b"\x1b[?2027$p") == (Reply(b"\x1b[?2027;2$y"),)
            one.feed(b"\x1bc")
            assert one.feed(b"\x1b[?2027$p") == (Reply(b"\x1b[?2027;1$y"),)
            one.close()

    def test_bytes_that_are_no_snapshot_are_refused(self, factory: ScreenFactory) -> None:
        for junk in (b"", b"junk", b"\0" * 5000):
            with pytest.raises(InvalidError):
                factory.restore(junk, 100)

    def test_a_core_without_a_format_says_so(self, screen: Screen) -> None:
        if Capability.NATIVE_SNAPSHOT in screen.capabilities:
            assert screen.native_snapshot()
        else:
            with pytest.raises(InvalidError):
                screen.native_snapshot()

    @pytest.mark.parametrize("into", list(CORES))
    @pytest.mark.parametrize(
        "data",
        [
            b"plain\r\ntext",
            b"".join(b"line %d\r\n" % number for number in range(30)) + b"$ ",
            b"\x1b[31mred \x1b[1;48;5;20mbold\x1b[m\r\n\x1b[4;38;2;1;2;3mtrue\x1b[m\x1b[2;3H",
            "中文 wide\r\nx".encode() + b"y" * 30,
            b"\x1b[?1049h\x1b[2J\x1b[3;5Halternate\x1b[?25l\x1b[?1h",
            b"\x1b[2;4r\x1b[?6h\x1b[2;2Hin region",
            b"\x1b[?2004h\x1b[?1000h\x1b[?1006h\x1b]2;title\x07\x1b[6 q> ",
            b"\x1b]4;1;rgb:10/20/30\x07\x1b]11;#112233\x07text",
            b"\x1b[4hinsert\x1b[?7lno wrap",
            b"top\x1b[5;1Hbottom\x1b[H",
            b"first\r\n\r\n\r\n",
        ],
    )
    def test_a_portable_snapshot_looks_the_same_in_any_core(
        self, screen: Screen, into: str, data: bytes
    ) -> None:
        screen.feed(data)
        copy = factory_of(into).create(SMALL, 100)
        copy.feed(screen.portable_snapshot(50))
        before, after = screen.take_frame(), copy.take_frame()
        assert shown(after) == shown(before)
        assert after._replace(rows={}, modes=before.modes) == before._replace(rows={})
        assert copy.lines(0, 100) == screen.lines(0, 100)
        assert after.modes == before.modes._replace(kitty_keyboard=after.modes.kitty_keyboard)
        colours = [
            [[(run.text, run.style) for run in row.runs] for row in frame.rows.values()]
            for frame in (before, after)
        ]
        assert colours[1] == colours[0]
        copy.close()

    def test_portable_snapshots_follow_what_is_printed_and_every_size(self, screen: Screen) -> None:
        for size, count in ((SMALL, 20), (SMALL, 3), (Size(columns=4, rows=4), 0), (SMALL, 5)):
            screen.resize(size)
            screen.feed(b"".join(b"\x1b[3%dmline %d\r\n" % (n % 8, n) for n in range(count)))
            copy = select_core().create(size, 100)
            copy.feed(screen.portable_snapshot(50))
            kept = screen.lines(0, 1000)
            assert copy.lines(0, 1000)[-50:] == kept[-50:]
            copy.close()

    @pytest.mark.parametrize("into", list(CORES))
    def test_a_portable_snapshot_without_its_first_lines_brings_a_shorter_history(
        self, screen: Screen, into: str
    ) -> None:
        printed = [
            b"\x1b[31mred\r\nstill red\x1b[1m and bold",
            b"\x1b[m\x1b]8;;http://example.org\x07link\r\nmore of it\x1b]8;;\x07 over",
            b"long " * 11,
            b"",
            b"\x1b[48;2;1;2;3m" + "中文".encode() * 14 + b"\x1b[K",
        ]
        screen.feed(b"\r\n".join(printed * 4))
        parts = screen.portable_snapshot(100).split(b"\r\n")
        kept = screen.rows(0, 200)
        for first in range(len(parts) - SMALL.rows + 1):
            copy = factory_of(into).create(SMALL, 100)
            copy.feed(b"\r\n".join(parts[first:]))
            count = copy.take_frame().scrollback.total
            assert looks(copy.rows(0, 200)) == looks(kept[-count:])
            copy.close()
        assert count < len(kept)

    @pytest.mark.parametrize("into", list(CORES))
    @pytest.mark.parametrize(
        "sequence",
        [
            b"\x1b[38;2;10;20;30mcolour",
            b"\x1b[2;3Hat \x1b[?25lx\x1b[2D!",
            "größer 好 👩".encode(),
            b"\x1b]2;a title\x07after",
            b"\x1b]2;a title\r\nof two lines\x1b\\after",
            b"\x1bP1$r0m\x1b\\after",
            b"\x1b_hidden\x1b\\after",
        ],
    )
    def test_a_portable_snapshot_amid_a_sequence_goes_on_with_the_rest_of_it(
        self, screen: Screen, into: str, sequence: bytes
    ) -> None:
        screen.feed(b"text ")
        for cut in range(len(sequence)):
            screen.feed(b"\x18\x1bc" + sequence[:cut])
            copy = factory_of(into).create(SMALL, 100)
            copy.feed(screen.portable_snapshot(50))
            for one in (screen, copy):
                one.feed(sequence[cut:] + b" and more")
            before, after = screen.take_frame(), copy.take_frame()
            assert after.cursor == before.cursor, cut
            assert "".join(after.title.split()) == "".join(before.title.split())
            assert looks(copy.rows(0, 9)) == looks(screen.rows(0, 9))
            copy.close()


def looks(rows: Sequence[Row]) -> list[tuple[str, list[Style], bool]]:
    """Return what is seen of rows, and whether each goes on in the next."""
    return [
        (
            "".join(run.text for run in row.runs),
            [run.style for run in row.runs for _ in range(run.cells)],
            row.wrapped,
        )
        for row in rows
    ]


class TestHostileInput:
    @needs_shared
    @pytest.mark.slow
    def test_recorded_attacks_do_no_harm(self, factory: ScreenFactory) -> None:
        native = Capability.NATIVE_SNAPSHOT in factory.create(SMALL, 1).capabilities
        size = Size(columns=80, rows=24)
        lines = Path(SHARED or "", "hostile.jsonl").read_text("utf-8").splitlines()
        judged = 0
        for case in map(json.loads, lines):
            if re.match("PASTE:|AGENTTEXT:|NAME:|SPLIT:", case["segments"][0][0]):
                continue
            core, check = factory.create(size, 1000), case["check"]
            core.mute(muted=False)
            before_mb = peak_mb_from_now()
            start = time.process_time()
            effects = feed_segments(core, case["segments"], 1 if native else 200)
            frame = core.take_frame()
            spent_ms = (time.process_time() - start) * 1000
            replies = b"".join(effect.data for effect in effects if isinstance(effect, Reply))
            if "reply_equals" in check:
                assert replies.decode("latin-1") == check["reply_equals"], case["id"]
            for text in check.get("reply_excludes", []):
                assert text.encode() not in replies, case["id"]
            if "text_contains" in check:
                assert check["text_contains"] in "\n".join(core.lines(0, 10_000)), case["id"]
            assert (frame.size, len(frame.rows)) == (size, 24), case["id"]
            grown_mb = peak_mb() - before_mb
            # The test's own chunks and replies are in it, and what the process did meanwhile.
            assert grown_mb < 2 * check.get("max_rss_mb", 1_000) or not native, case["id"]
            # Of this process alone, and ten times what is wanted; a hang would take a hundred.
            assert spent_ms < 10 * check.get("max_ms", 60_000), case["id"]
            core.close()
            judged += 1
        assert judged > 40


def peak_mb_from_now() -> float:
    """Begin to measure the most memory this process has; return what it has now."""
    marks = Path("/proc/self/clear_refs")
    if marks.exists():
        marks.write_text("5")
    return peak_mb()


def peak_mb() -> float:
    """Return the most memory this process had since; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def feed_segments(core: Screen, segments: list[tuple[str, int]], scale: int) -> list[Effect]:
    """Feed escaped, repeated text in chunks, repeats divided by `scale`."""
    effects: list[Effect] = []
    for escaped, count in segments:
        raw = escaped.encode().decode("unicode_escape").encode("latin-1")
        left = max(count // scale, 1)
        while left:
            now = min(left, max((64 << 10) // len(raw), 1))
            effects.extend(core.feed(raw * now))
            left -= now
    return effects
