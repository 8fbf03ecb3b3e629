"""The terminal core: turns a program's bytes into a screen.

A core belongs to the thread that feeds it; every method is called on that thread and nothing is
locked. Values that come out (`Frame`, `Row`, effects) are frozen and may be read by any thread.

Words: *row* 0 is the top of the visible page; *column* 0 is the left; the *viewport* is the part
of screen and scrollback that is shown; *muted* means parse, but cause nothing: no reply, bell,
notification, clipboard, link or title effect. `Line` is an absolute line number: 0 is the oldest
line kept, `Scrollback.total - 1` the newest.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple, Protocol

from idea.domain.commands import Command
from idea.domain.ports.screen_keeping import Checkpoints, HistoryPacking
from idea.domain.ports.terminal_effects import Effect
from idea.domain.ports.terminal_images import ImageCap, ImagePlacement
from idea.domain.terminal import Size

type Color = int
"""-1 the default colour, 0 to 255 an entry of the palette, 0x1RRGGBB a true colour."""

DEFAULT_COLOR: Color = -1
_NO_COMMANDS: Mapping[int, Command] = MappingProxyType({})


def true_color(red: int, green: int, blue: int) -> Color:
    """Return the colour of three channels, each 0 to 255."""
    return 0x1000000 | red << 16 | green << 8 | blue


class Underline(IntEnum):
    """How a run is underlined."""

    NONE = 0
    SINGLE = 1
    DOUBLE = 2
    CURLY = 3
    DOTTED = 4
    DASHED = 5


class Style(NamedTuple):
    """How a run of cells looks; equal styles compare equal and hash fast."""

    foreground: Color = DEFAULT_COLOR
    background: Color = DEFAULT_COLOR
    underline_color: Color = DEFAULT_COLOR
    underline: Underline = Underline.NONE
    bold: bool = False
    faint: bool = False
    italic: bool = False
    blink: bool = False
    inverse: bool = False
    invisible: bool = False
    strikethrough: bool = False
    overline: bool = False


PLAIN = Style()


class Run(NamedTuple):
    """Neighbouring cells of one style.

    Either one narrow character per cell (`len(text) == cells`), or exactly one cluster (a wide or
    combined character) over `cells` cells. Blank cells are spaces; trailing blank cells of plain
    style are left out.
    """

    column: int
    cells: int
    text: str
    style: Style
    link: str = ""
    """The OSC 8 target of these cells, unfiltered; empty for none."""


class Row(NamedTuple):
    """One line of the viewport."""

    runs: Sequence[Run]
    """A tuple, or `DenseRuns`."""
    wrapped: bool = False
    """Whether the line goes on in the next row."""

    @property
    def text(self) -> str:
        """What it says, without trailing blanks."""
        text, column = "", 0
        for run in self.runs:
            text += " " * (run.column - column) + run.text
            column = run.column + run.cells
        return text.rstrip(" ")


class CursorShape(Enum):
    """The shape a program asked for."""

    BLOCK = "block"
    UNDERLINE = "underline"
    BAR = "bar"


class Cursor(NamedTuple):
    """Where the next character goes, in viewport rows; not visible when scrolled out of view."""

    row: int
    column: int
    visible: bool = True
    shape: CursorShape = CursorShape.BLOCK
    blinking: bool = False


class MouseTracking(Enum):
    """Which mouse events the program asked for."""

    NONE = "none"
    X10 = "x10"
    NORMAL = "normal"
    BUTTON = "button"
    ANY = "any"


class MouseFormat(Enum):
    """How mouse events are written."""

    X10 = "x10"
    UTF8 = "utf8"
    SGR = "sgr"
    URXVT = "urxvt"
    SGR_PIXELS = "sgr_pixels"


class Modes(NamedTuple):
    """The modes that views and encoders need."""

    alternate_screen: bool = False
    application_cursor: bool = False
    application_keypad: bool = False
    bracketed_paste: bool = False
    focus_events: bool = False
    mouse_tracking: MouseTracking = MouseTracking.NONE
    mouse_format: MouseFormat = MouseFormat.X10
    alternate_scroll: bool = True
    """Whether the wheel sends arrow keys on the alternate screen."""
    kitty_keyboard: int = 0
    """The current flags of the kitty keyboard protocol."""
    modify_other_keys: int = 0
    """xterm's level of modifyOtherKeys: 1 for keys without a code of their own, 2 for all."""
    format_other_keys: int = 0
    """How these are written: 0 as `CSI 27;m;c~`, 1 as `CSI c;m u`."""
    backarrow_sends_backspace: bool = False
    """Mode 67: Backspace sends 0x08 instead of 0x7f."""
    alt_sends_escape: bool = True
    synchronized_output: bool = False
    reverse_colors: bool = False
    reports_color_scheme: bool = False
    """Mode 2031: the program wants to know when the view turns dark or light."""
    pointer: str = ""
    """The pointer the program wants over its screen (OSC 22), by its CSS name; empty for none."""


class Scrollback(NamedTuple):
    """Where the viewport stands in all lines kept."""

    total: int
    """All lines, the visible page included."""
    top: int
    """The `Line` shown in viewport row 0; `total - rows` when following the newest output."""


class Frame(NamedTuple):
    """What changed since the last frame, and where the screen stands now."""

    size: Size
    rows: Mapping[int, Row]
    """Changed viewport rows only; all of them when `full`."""
    full: bool
    cursor: Cursor
    modes: Modes
    title: str
    scrollback: Scrollback
    palette: Mapping[int, Color]
    """Palette entries the program changed; -1 foreground, -2 background, -3 cursor colour."""
    selection: Mapping[int, tuple[int, int]]
    """Selected columns by viewport row: first and one past the last."""
    commands: Mapping[int, Command] = _NO_COMMANDS
    """The commands whose prompts begin in viewport rows."""
    at_prompt: bool = False
    """Whether a shell that tells its marks waits for a command, and nothing is typed yet."""
    images: tuple[ImagePlacement, ...] = ()
    """All images in the viewport, in the order in which they cover each other."""


class SelectionUnit(Enum):
    """What a drag selects."""

    CELL = "cell"
    WORD = "word"
    LINE = "line"
    OUTPUT = "output"
    """What the command printed that the drag began at; nothing where none is known."""


class Capability(StrEnum):
    """What a core may be unable to do; contract tests skip by these names."""

    REFLOW = "reflow"
    NATIVE_SNAPSHOT = "native snapshot"
    GRAPHEMES = "graphemes"
    HYPERLINKS = "hyperlinks"
    KITTY_KEYBOARD = "kitty keyboard"
    SYNCHRONIZED_OUTPUT = "synchronised output"
    UNDERLINE_STYLES = "underline styles"
    COMMANDS = "commands"
    IMAGES = "images"


class TerminalCore(Protocol):
    """One screen with its scrollback."""

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What this core can do."""
        ...

    def feed(self, data: bytes) -> tuple[Effect, ...]:
        """Parse output of the program; any cut of the stream gives the same screen.

        Takes as long as its bytes do; a caller with a time budget feeds slices (64 KiB is good)
        and looks at its clock between them. All replies of one call come as one `Reply`; of
        bells, titles and the like only the last comes.
        """
        ...

    def resize(self, size: Size) -> tuple[Effect, ...]:
        """Take another size, reflowing wrapped lines where the core can."""
        ...

    def mute(self, *, muted: bool) -> None:
        """Switch effects off or on; a new core is muted."""
        ...

    def take_frame(self) -> Frame:
        """Return the damage since the last call.

        While the program holds its output (`Modes.synchronized_output`), rows and cursor stay as
        they were before the hold.
        """
        ...

    def release_hold(self) -> None:
        """Show output although the program holds it; a view calls this after a second of hold."""
        ...

    def close(self) -> None:
        """Free native memory; the core is unusable afterwards."""
        ...


class Viewport(Protocol):
    """Moves the shown part through the scrollback."""

    def scroll_by(self, lines: int) -> None:
        """Move by lines; negative is towards older output. Stops at the ends."""
        ...

    def scroll_to(self, line: int) -> None:
        """Show absolute `line` at the top, as far as there is a page below it."""
        ...

    def scroll_to_bottom(self) -> None:
        """Follow the newest output again."""
        ...


class ScreenSelection(Protocol):
    """Selects text; positions are viewport cells at the time of the call."""

    def select(
        self, start: tuple[int, int], end: tuple[int, int], unit: SelectionUnit, *, block: bool
    ) -> None:
        """Select from `start` to `end` (row, column), both inside, widened to whole units."""
        ...

    def select_all(self) -> None:
        """Select screen and scrollback."""
        ...

    def clear_selection(self) -> None:
        """Select nothing."""
        ...

    def selected_rows(self) -> tuple[Row, ...]:
        """Return the selected cells with their looks, each row beginning at column 0."""
        ...

    def selected_text(self) -> str:
        """Return the selected text, wrapped lines joined, trailing blanks left out."""
        ...


class ScreenText(Protocol):
    """Reads screen and scrollback as plain text, and whose text it is."""

    def lines(self, first: int, count: int) -> tuple[str, ...]:
        """Return lines by absolute number, trailing blanks left out, clipped to what is kept."""
        ...

    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        """Return of lines by absolute number whether each goes on in the next."""
        ...

    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        """Return styled lines by absolute number without moving the viewport."""
        ...

    def commands(self) -> tuple[Command, ...]:
        """Return up to 500 commands whose shell tells its marks, the oldest first."""
        ...

    def output_text(self, line: int) -> str:
        """Return what the command printed that an absolute line belongs to, wraps joined."""
        ...


class DefaultColors(NamedTuple):
    """The colours of the view, so that a program that asks gets the truth; true colours only."""

    foreground: Color
    background: Color
    cursor: Color
    palette: tuple[Color, ...] = ()
    """The first entries of the palette, usually 16; the rest stay as they are."""


class Appearance(Protocol):
    """Tells a core how its view looks."""

    def set_default_colors(self, colors: DefaultColors) -> None:
        """Answer colour queries with these; colours a program set itself stay."""
        ...

    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        """Use this cursor; one that a program asked for stays until it asks for the usual one."""
        ...

    def set_cell_pixels(self, width: int, height: int) -> None:
        """Answer pixel size queries with cells of this many pixels."""
        ...


class Screen(
    TerminalCore,
    Viewport,
    ScreenSelection,
    ScreenText,
    HistoryPacking,
    Checkpoints,
    Appearance,
    ImageCap,
    Protocol,
):
    """All a view needs of one core."""


class ScreenFactory(Protocol):
    """Makes cores of one kind."""

    @property
    def name(self) -> str:
        """The core's name and version, equal for cores whose native snapshots are compatible."""
        ...

    def create(self, size: Size, scrollback_lines: int) -> Screen:
        """Return an empty, muted core.

        It keeps at least `scrollback_lines` above the page, as far as 64 MiB hold them, and not
        more than some pages of memory beyond.
        """
        ...

    def restore(self, native_snapshot: bytes, scrollback_lines: int) -> Screen:
        """Return a muted core equal to the one that made the snapshot.

        Raises:
            InvalidError: The bytes are not a snapshot of a core with this name.
        """
        ...
