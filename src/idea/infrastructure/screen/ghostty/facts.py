"""Reads modes, colours and places of one terminal, and sets its limits and colours."""

import ctypes
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from idea.domain.ports.terminal_core import (
    Color,
    CursorShape,
    DefaultColors,
    Modes,
    Scrollback,
    true_color,
)
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi
from idea.infrastructure.screen.ghostty.snapshots import CONTINUATION_BYTES
from idea.infrastructure.screen.mouse_modes import (
    MOUSE_MODES,
    POINTERS,
    mouse_format,
    mouse_tracking,
)

_CLIPBOARD_BYTES = 1 << 20
_GRAPHEME_CLUSTERS = 2027
_ORIGIN = 6
_WIDTH_CHANGES = 40
_SYNCHRONIZED_OUTPUT = 2026
_MODES = (
    (1, "application_cursor"),
    (66, "application_keypad"),
    (2004, "bracketed_paste"),
    (1004, "focus_events"),
    (1007, "alternate_scroll"),
    (67, "backarrow_sends_backspace"),
    (1036, "alt_sends_escape"),
    (_SYNCHRONIZED_OUTPUT, "synchronized_output"),
    (5, "reverse_colors"),
    (2031, "reports_color_scheme"),
)
_ASKED = (*(number for number, _ in _MODES), *MOUSE_MODES)
_NO_COLORS: Mapping[int, Color] = MappingProxyType({})


class TerminalFacts:
    """Asks one terminal, with short calls."""

    def __init__(self, abi: Abi, terminal: int) -> None:
        """Ask the terminal at an address."""
        ffi, lib = abi.ffi, abi.lib
        self._abi = abi
        self._lib = lib
        self._terminal = terminal
        self._get = abi.short("ghostty_terminal_get", POINTER, ctypes.c_int, POINTER)
        self._set = abi.short("ghostty_terminal_set", POINTER, ctypes.c_int, POINTER)
        self._get_all = abi.short(
            "ghostty_terminal_get_multi", POINTER, ctypes.c_size_t, POINTER, POINTER, POINTER
        )
        self._modes = ffi.new("GhosttyTerminalModeConfig[]", [(mode, 0) for mode in _ASKED])
        self._keys = ffi.new(
            "GhosttyTerminalData[]", [lib.GHOSTTY_TERMINAL_DATA_MODE] * len(_ASKED)
        )
        self._values = ffi.new(
            "void *[]", [ffi.addressof(self._modes, i) for i in range(len(_ASKED))]
        )
        self._wide = ffi.new("GhosttyTerminalModeConfig *", (_WIDTH_CHANGES, 0))
        self._origin = ffi.new("GhosttyTerminalModeConfig *", (_ORIGIN, 0))
        self._clusters = ffi.new("GhosttyTerminalModeConfig *", (_GRAPHEME_CLUSTERS, 0))
        self._mode_key = int(lib.GHOSTTY_TERMINAL_DATA_MODE)
        self._number = ffi.new("uint64_t *")
        self._scrollbar = ffi.new("GhosttyTerminalScrollbar *")
        self._rgb = ffi.new("GhosttyColorRgb *")
        self._palette = ffi.new("GhosttyColorRgb[256]")
        self._palette_default = ffi.new("GhosttyColorRgb[256]")
        self._pointers = {
            int(getattr(lib, f"GHOSTTY_MOUSE_SHAPE_{name.replace('-', '_').upper()}")): name
            for name in POINTERS
        }
        self._modes_read: tuple[tuple[int, ...], Modes] | None = None
        self._where = {
            name: abi.address(getattr(self, f"_{name}"))
            for name in (
                *(
                    "keys",
                    "values",
                    "wide",
                    "origin",
                    "clusters",
                    "number",
                    "scrollbar",
                    "rgb",
                    "palette",
                    "palette_default",
                ),
            )
        }

    def set_limits(self) -> None:
        """Set what a snapshot does not carry."""
        lib = self._lib
        for option, value in (
            (lib.GHOSTTY_TERMINAL_OPT_CONTINUATION_MAX_BYTES, CONTINUATION_BYTES),
            (lib.GHOSTTY_TERMINAL_OPT_CLIPBOARD_WRITE_MAX_BYTES, _CLIPBOARD_BYTES),
            # Images come in the stream alone: what files a program names is not read for it.
            (lib.GHOSTTY_TERMINAL_OPT_KITTY_IMAGE_MEDIUM_FILE, 0),
            (lib.GHOSTTY_TERMINAL_OPT_KITTY_IMAGE_MEDIUM_SHARED_MEM, 0),
            # No foreign glyphs are painted, so none are promised or stored.
            (lib.GHOSTTY_TERMINAL_OPT_GLYPH_PROTOCOL, 0),
            (lib.GHOSTTY_TERMINAL_OPT_TITLE_REPORT, 0),
        ):
            self._number[0] = value
            self._set(self._terminal, option, self._where["number"])
        # A reset by the program keeps grapheme clusters on. The default changes what is so now.
        is_on = self.has_clusters()
        self._set_clusters(lib.GHOSTTY_TERMINAL_OPT_MODE_DEFAULT, on=True)
        self.switch_clusters(on=is_on)

    def limit_images(self, most_bytes: int) -> None:
        """Keep images up to so many bytes; none with 0."""
        option = self._lib.GHOSTTY_TERMINAL_OPT_KITTY_IMAGE_STORAGE_LIMIT
        self._number[0] = most_bytes
        self._set(self._terminal, option, self._where["number"])

    def set_mode_defaults(self) -> None:
        """Switch grapheme clusters on; a restored terminal keeps what its program chose."""
        self.switch_clusters(on=True)

    def allows_width(self) -> bool:
        """Whether the program may change the width (mode 40)."""
        self._get(self._terminal, self._mode_key, self._where["wide"])
        return bool(self._wide.value)

    def has_clusters(self) -> bool:
        """Whether code points are joined to clusters (mode 2027)."""
        self._get(self._terminal, self._mode_key, self._where["clusters"])
        return bool(self._clusters.value)

    def switch_clusters(self, *, on: bool) -> None:
        """Switch mode 2027; its default stays."""
        self._set_clusters(self._lib.GHOSTTY_TERMINAL_OPT_MODE, on=on)

    def _set_clusters(self, option: int, *, on: bool) -> None:
        mode = self._abi.ffi.new("GhosttyTerminalModeConfig *", (_GRAPHEME_CLUSTERS, on))
        self._set(self._terminal, option, self._abi.address(mode))

    @property
    def columns(self) -> int:
        """The width in cells."""
        return self._value(self._lib.GHOSTTY_TERMINAL_DATA_COLS)

    @property
    def rows(self) -> int:
        """The height in cells."""
        return self._value(self._lib.GHOSTTY_TERMINAL_DATA_ROWS)

    def set_colors(self, colors: DefaultColors) -> None:
        """Set the default colours; what the program set itself stays."""
        lib = self._lib
        for option, color in (
            (lib.GHOSTTY_TERMINAL_OPT_COLOR_FOREGROUND, colors.foreground),
            (lib.GHOSTTY_TERMINAL_OPT_COLOR_BACKGROUND, colors.background),
            (lib.GHOSTTY_TERMINAL_OPT_COLOR_CURSOR, colors.cursor),
        ):
            _fill(self._rgb, color)
            self._set(self._terminal, option, self._where["rgb"])
        what = lib.GHOSTTY_TERMINAL_DATA_COLOR_PALETTE_DEFAULT
        self._get(self._terminal, what, self._where["palette_default"])
        for index, color in enumerate(colors.palette[:256]):
            _fill(self._palette_default[index], color)
        option = lib.GHOSTTY_TERMINAL_OPT_COLOR_PALETTE
        self._set(self._terminal, option, self._where["palette_default"])

    def set_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        """Set the cursor of programs that ask for none."""
        lib = self._lib
        style = getattr(lib, f"GHOSTTY_TERMINAL_CURSOR_STYLE_{shape.name}")
        for option, value in (
            (lib.GHOSTTY_TERMINAL_OPT_DEFAULT_CURSOR_STYLE, style),
            (lib.GHOSTTY_TERMINAL_OPT_DEFAULT_CURSOR_BLINK, blinking),
        ):
            self._number[0] = value
            self._set(self._terminal, option, self._where["number"])

    def modes(self) -> Modes:
        """Return the modes a view needs, but how modified keys are told: see `OtherKeys`."""
        self._read_modes()
        lib = self._lib
        alternate = self._value(lib.GHOSTTY_TERMINAL_DATA_ACTIVE_SCREEN)
        kitty = self._value(lib.GHOSTTY_TERMINAL_DATA_KITTY_KEYBOARD_FLAGS)
        pointer = self._value(lib.GHOSTTY_TERMINAL_DATA_MOUSE_SHAPE)
        read = (alternate, kitty, pointer, *(mode.value for mode in self._modes))
        if self._modes_read is None or self._modes_read[0] != read:
            by_number = {
                number: bool(value) for number, value in zip(_ASKED, read[3:], strict=True)
            }
            modes = _modes(alternate, kitty, by_number)
            modes = modes._replace(pointer=self._pointers.get(pointer, ""))
            self._modes_read = (read, modes)
        return self._modes_read[1]

    def is_alternate(self) -> bool:
        """Whether the program writes to the alternate screen."""
        return bool(self._value(self._lib.GHOSTTY_TERMINAL_DATA_ACTIVE_SCREEN))

    def is_held(self) -> bool:
        """Whether the program asked not to be shown for a moment (mode 2026)."""
        self._read_modes()
        return bool(self._modes[_ASKED.index(_SYNCHRONIZED_OUTPUT)].value)

    def scrollback(self) -> Scrollback:
        """Return where the viewport stands."""
        what = self._lib.GHOSTTY_TERMINAL_DATA_SCROLLBAR
        self._get(self._terminal, what, self._where["scrollbar"])
        return Scrollback(total=self._scrollbar.total, top=self._scrollbar.offset)

    def cursor(self) -> tuple[int, int]:
        """Return row and column of the cursor on the page that programs write to."""
        lib = self._lib
        row = self._value(lib.GHOSTTY_TERMINAL_DATA_CURSOR_Y)
        return row & 0xFFFF, self._value(lib.GHOSTTY_TERMINAL_DATA_CURSOR_X) & 0xFFFF

    def may_move_cursor(self) -> bool:
        """Whether the cursor can be moved away and back without a trace."""
        self._get(self._terminal, self._mode_key, self._where["origin"])
        return not (self._origin.value or self.waits())

    def waits(self) -> bool:
        """Whether the cursor waits in the last column for what is to begin the next line."""
        return bool(self._value(self._lib.GHOSTTY_TERMINAL_DATA_CURSOR_PENDING_WRAP) & 0xFF)

    def is_following(self) -> bool:
        """Whether the viewport shows the newest page."""
        return bool(self._value(self._lib.GHOSTTY_TERMINAL_DATA_VIEWPORT_ACTIVE) & 0xFF)

    def changed_colors(self) -> Mapping[int, Color]:
        """Return the colours the program set: palette entries, -1, -2 and -3 (see `Frame`)."""
        lib, ffi = self._lib, self._abi.ffi
        self._get(self._terminal, lib.GHOSTTY_TERMINAL_DATA_COLOR_PALETTE, self._where["palette"])
        what = lib.GHOSTTY_TERMINAL_DATA_COLOR_PALETTE_DEFAULT
        self._get(self._terminal, what, self._where["palette_default"])
        now, default = bytes(ffi.buffer(self._palette)), bytes(ffi.buffer(self._palette_default))
        pairs = [
            (
                -1,
                self._color(lib.GHOSTTY_TERMINAL_DATA_COLOR_FOREGROUND),
                self._color(lib.GHOSTTY_TERMINAL_DATA_COLOR_FOREGROUND_DEFAULT),
            ),
            (
                -2,
                self._color(lib.GHOSTTY_TERMINAL_DATA_COLOR_BACKGROUND),
                self._color(lib.GHOSTTY_TERMINAL_DATA_COLOR_BACKGROUND_DEFAULT),
            ),
            (
                -3,
                self._color(lib.GHOSTTY_TERMINAL_DATA_COLOR_CURSOR),
                self._color(lib.GHOSTTY_TERMINAL_DATA_COLOR_CURSOR_DEFAULT),
            ),
        ]
        changed = {index: color for index, color, usual in pairs if color != usual and color >= 0}
        if now != default:
            changed |= {
                index: true_color(*now[index * 3 : index * 3 + 3])
                for index in range(256)
                if now[index * 3 : index * 3 + 3] != default[index * 3 : index * 3 + 3]
            }
        return changed or _NO_COLORS

    def _read_modes(self) -> None:
        where = self._where
        self._get_all(self._terminal, len(_ASKED), where["keys"], where["values"], None)

    def _value(self, what: int) -> int:
        self._number[0] = 0
        self._get(self._terminal, what, self._where["number"])
        return int(self._number[0])

    def _color(self, what: int) -> Color:
        if self._get(self._terminal, what, self._where["rgb"]):
            return -1
        return true_color(self._rgb.r, self._rgb.g, self._rgb.b)


def _fill(rgb: Any, color: Color) -> None:
    rgb.r, rgb.g, rgb.b = color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF


def _modes(alternate: int, kitty: int, values: Mapping[int, bool]) -> Modes:
    named = {name: values[number] for number, name in _MODES}
    return Modes(
        alternate_screen=bool(alternate),
        kitty_keyboard=kitty & 0xFF,
        mouse_tracking=mouse_tracking(values.__getitem__),
        mouse_format=mouse_format(values.__getitem__),
        **named,  # type: ignore[arg-type] # The names of `_MODES` are those of switches.
    )
