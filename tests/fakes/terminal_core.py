"""A dumb core: printable text, CR, LF, BS; everything else is dropped. Its state is open to tests.

BEL gives a `Bell`, ENQ a `Reply` of ``\\x06``, both only when not muted. Lines are cut at the
right edge, never wrapped. Native snapshots are the text of all lines.
"""

from typing import override

from idea.domain.commands import Command, command_at
from idea.domain.errors import InvalidError
from idea.domain.ports.screen_keeping import Checkpoints, HistoryPacking
from idea.domain.ports.terminal_core import (
    PLAIN,
    Capability,
    Cursor,
    CursorShape,
    DefaultColors,
    Frame,
    Modes,
    Row,
    Run,
    Screen,
    ScreenFactory,
    Scrollback,
    SelectionUnit,
)
from idea.domain.ports.terminal_effects import Bell, Effect, Reply
from idea.domain.ports.terminal_images import ImageCap, ImagePlacement
from idea.domain.terminal import Size

_MAGIC = b"fake\n"


def plain_row(text: str) -> Row:
    """Return a row of one plain run, none when blank."""
    text = text.rstrip(" ")
    return Row(runs=(Run(column=0, cells=len(text), text=text, style=PLAIN),) if text else ())


class FakeScreen(Screen, HistoryPacking, Checkpoints, ImageCap):
    """A screen whose lines, modes, title and calls tests read and set."""

    def __init__(self, size: Size, scrollback_lines: int = 1000) -> None:
        self.size = size
        self.scrollback_lines = scrollback_lines
        self.all_lines: list[str] = [""]
        """Every line kept; the cursor is always on the last one."""
        self.column = 0
        self.top: int | None = None
        """First shown line; None follows the newest."""
        self.modes = Modes()
        self.title = ""
        self.muted = True
        self.closed = False
        self.released = 0
        self.fed: list[bytes] = []
        self.colors: DefaultColors | None = None
        self.default_cursor = (CursorShape.BLOCK, False)
        self.cell_pixels = (0, 0)
        self.most_image_bytes = 64 << 20
        self.images: tuple[ImagePlacement, ...] = ()
        self.selection: tuple[tuple[int, int], tuple[int, int]] | None = None
        self.known_commands: tuple[Command, ...] = ()
        self.outputs: dict[int, str] = {}
        """What each command printed, by the line of its prompt."""
        self.at_prompt = False
        self.effects: list[Effect] = []
        """What the next feed causes beside its own."""
        self.parts_left = 0
        """How many parts of the history are not packed."""
        self._shown: dict[int, Row] = {}
        self._full = True

    @property
    @override
    def capabilities(self) -> frozenset[Capability]:
        return frozenset({Capability.NATIVE_SNAPSHOT})

    @override
    def feed(self, data: bytes) -> tuple[Effect, ...]:
        self.fed.append(data)
        effects: list[Effect] = []
        for char in data.decode("latin-1"):
            match char:
                case "\a":
                    effects.append(Bell())
                case "\x05":
                    effects.append(Reply(b"\x06"))
                case "\n":
                    self.all_lines.append("")
                    del self.all_lines[: -(self.size.rows + self.scrollback_lines)]
                case "\r":
                    self.column = 0
                case "\b":
                    self.column = max(self.column - 1, 0)
                case _ if char.isprintable() and self.column < self.size.columns:
                    line = self.all_lines[-1].ljust(self.column)
                    self.all_lines[-1] = line[: self.column] + char + line[self.column + 1 :]
                    self.column += 1
                case _:
                    pass
        effects += self.effects
        self.effects = []
        return () if self.muted else tuple(effects)

    @override
    def resize(self, size: Size) -> tuple[Effect, ...]:
        self.size = size
        self._full = True
        return ()

    @override
    def mute(self, *, muted: bool) -> None:
        self.muted = muted

    @override
    def take_frame(self) -> Frame:
        first = self._first()
        page = self.all_lines[first : first + self.size.rows]
        page += [""] * (self.size.rows - len(page))
        shown = {number: plain_row(text) for number, text in enumerate(page)}
        full, self._full = self._full, False
        rows = {
            number: row for number, row in shown.items() if full or self._shown.get(number) != row
        }
        self._shown = shown
        return Frame(
            size=self.size,
            rows=rows,
            full=full,
            cursor=self._cursor(first),
            modes=self.modes,
            title=self.title,
            scrollback=Scrollback(total=max(len(self.all_lines), self.size.rows), top=first),
            palette={},
            selection={} if self.selection is None else self._selected_columns(),
            commands={
                command.prompt - first: command
                for command in self.known_commands
                if 0 <= command.prompt - first < self.size.rows
            },
            at_prompt=self.at_prompt,
            images=self.images,
        )

    @override
    def release_hold(self) -> None:
        self.released += 1

    @override
    def close(self) -> None:
        self.closed = True

    @override
    def scroll_by(self, lines: int) -> None:
        self.scroll_to(self._first() + lines)

    @override
    def scroll_to(self, line: int) -> None:
        last = max(len(self.all_lines) - self.size.rows, 0)
        self.top = None if line >= last else max(line, 0)

    @override
    def scroll_to_bottom(self) -> None:
        self.top = None

    @override
    def select(
        self, start: tuple[int, int], end: tuple[int, int], unit: SelectionUnit, *, block: bool
    ) -> None:
        self.selection = (min(start, end), max(start, end))

    @override
    def select_all(self) -> None:
        self.selection = ((0, 0), (self.size.rows - 1, self.size.columns - 1))

    @override
    def clear_selection(self) -> None:
        self.selection = None

    @override
    def selected_rows(self) -> tuple[Row, ...]:
        return tuple(plain_row(line) for line in self.selected_text().split("\n"))

    @override
    def selected_text(self) -> str:
        if self.selection is None:
            return ""
        page = self.lines(self._first(), self.size.rows)
        return "\n".join(
            page[row][first:end].rstrip()
            for row, (first, end) in self._selected_columns().items()
            if row < len(page)
        )

    @override
    def lines(self, first: int, count: int) -> tuple[str, ...]:
        return tuple(self.all_lines[max(first, 0) : max(first + count, 0)])

    @override
    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        return (False,) * len(self.lines(first, count))

    @override
    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        return tuple(plain_row(text) for text in self.lines(first, count))

    @override
    def commands(self) -> tuple[Command, ...]:
        return self.known_commands

    @override
    def output_text(self, line: int) -> str:
        command = command_at(self.known_commands, line)
        return "" if command is None else self.outputs.get(command.prompt, "")

    @override
    def native_snapshot(self) -> bytes:
        return _MAGIC + "\n".join(self.all_lines).encode()

    @override
    def portable_snapshot(self, history_lines: int) -> bytes:
        kept = self.all_lines[-(self.size.rows + history_lines) :]
        return "\r\n".join(kept).encode()

    @override
    def set_default_colors(self, colors: DefaultColors) -> None:
        self.colors = colors

    @override
    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        self.default_cursor = (shape, blinking)

    @override
    def set_cell_pixels(self, width: int, height: int) -> None:
        self.cell_pixels = (width, height)

    @override
    def pack_history(self) -> bool:
        self.parts_left = max(self.parts_left - 1, 0)
        return self.parts_left > 0

    @override
    def limit_images(self, most_bytes: int) -> None:
        self.most_image_bytes = most_bytes

    def _first(self) -> int:
        last = max(len(self.all_lines) - self.size.rows, 0)
        return last if self.top is None else min(self.top, last)

    def _cursor(self, first: int) -> Cursor:
        row = len(self.all_lines) - 1 - first
        return Cursor(row=row, column=self.column, visible=row < self.size.rows)

    def _selected_columns(self) -> dict[int, tuple[int, int]]:
        assert self.selection is not None
        (top, left), (bottom, right) = self.selection
        return {
            row: (left if row == top else 0, right + 1 if row == bottom else self.size.columns)
            for row in range(top, bottom + 1)
        }


class FakeScreenFactory(ScreenFactory):
    """Keeps every screen it made in `made`."""

    def __init__(self) -> None:
        self.made: list[FakeScreen] = []

    @property
    @override
    def name(self) -> str:
        return "fake 1"

    @override
    def create(self, size: Size, scrollback_lines: int) -> FakeScreen:
        self.made.append(FakeScreen(size, scrollback_lines))
        return self.made[-1]

    @override
    def restore(self, native_snapshot: bytes, scrollback_lines: int) -> FakeScreen:
        if not native_snapshot.startswith(_MAGIC):
            raise InvalidError("This is not a snapshot of the fake core.")
        screen = self.create(Size(columns=80, rows=24), scrollback_lines)
        screen.all_lines = native_snapshot.removeprefix(_MAGIC).decode().split("\n")
        screen.column = len(screen.all_lines[-1])
        return screen
