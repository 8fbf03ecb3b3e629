"""What the person does to a terminal, as bytes for its program.

An encoder belongs to the thread that asks it (the GUI thread); it never touches a core, it is told
the `Modes` of the last frame. Every method returns the bytes to send, empty for nothing.

Words: a *key* is named as browsers name `KeyboardEvent.key`: "Enter", "Tab", "Backspace",
"Escape", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown",
"ArrowLeft", "ArrowRight", "F1" to "F25", "ContextMenu", "PrintScreen", "Pause", "CapsLock",
"NumLock", "ScrollLock", "Shift", "Control", "Alt", "AltGraph", "Meta", "Clear"; a key that types
is named by the character it types without modifiers, in lower case ("a", "1", "é", " ").
"""

from enum import Enum, Flag
from typing import NamedTuple, Protocol

from idea.domain.ports.terminal_core import Modes


class Modifiers(Flag):
    """Keys held while something happens; META is the Windows or Command key."""

    NONE = 0
    SHIFT = 1
    ALT = 2
    CONTROL = 4
    META = 8
    CAPS_LOCK = 16
    NUM_LOCK = 32


class KeyAction(Enum):
    """What happened to a key."""

    PRESS = "press"
    REPEAT = "repeat"
    RELEASE = "release"


class KeyPress(NamedTuple):
    """One key event."""

    key: str
    """The key's name; the typed character when what it types unmodified is not known."""
    text: str = ""
    """What it types in this layout with Shift and AltGr applied; control characters are ignored."""
    modifiers: Modifiers = Modifiers.NONE
    """Held modifiers, without those the layout used up to make `text` out of AltGr."""
    action: KeyAction = KeyAction.PRESS
    keypad: bool = False
    """Whether the key is on the numeric keypad."""
    place: str = ""
    """Where the key lies, as browsers name `KeyboardEvent.code`; empty when not known."""
    us_key: str = ""
    """The character the key at this place types on a US keyboard; empty when not known."""


class MouseAction(Enum):
    """What happened to the mouse."""

    PRESS = "press"
    RELEASE = "release"
    MOTION = "motion"


class MouseButton(Enum):
    """The button pressed, released or held during a motion; a wheel click is a press."""

    NONE = "none"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    BACK = "back"
    FORWARD = "forward"
    WHEEL_UP = "wheel_up"
    WHEEL_DOWN = "wheel_down"
    WHEEL_LEFT = "wheel_left"
    WHEEL_RIGHT = "wheel_right"


class MouseEvent(NamedTuple):
    """One mouse event inside the terminal."""

    action: MouseAction
    button: MouseButton
    row: int
    """Viewport cell, 0 at the top."""
    column: int
    x: int = 0
    """Pixels from the left edge of column 0; used only by the SGR-pixels format."""
    y: int = 0
    modifiers: Modifiers = Modifiers.NONE


class InputEncoder(Protocol):
    """Encodes input the way the program asked for."""

    def set_modes(self, modes: Modes) -> None:
        """Encode for these modes from now on; cheap when they are the same."""
        ...

    def key(self, press: KeyPress) -> bytes:
        """Encode a key event; releases and bare modifiers are empty unless asked for."""
        ...

    def mouse(self, event: MouseEvent) -> bytes:
        """Encode a mouse event; empty when the program does not track it."""
        ...

    def wheel(self, lines: int) -> bytes:
        """Encode a wheel turn as arrow keys, negative is up.

        Empty unless the alternate screen is shown, the program wants it so and does not track
        the mouse itself.
        """
        ...

    def focus(self, *, focused: bool) -> bytes:
        """Encode a focus change; empty when not asked for."""
        ...

    def color_scheme(self, *, is_dark: bool) -> bytes:
        """Encode that the view has turned dark or light; empty when not asked for."""
        ...

    def paste(self, text: str) -> bytes:
        """Encode pasted, dropped or sent text, without any control character but tab and line end.

        Framed when the program asked for bracketed paste; otherwise line ends become CR.
        """
        ...


class InputEncoderFactory(Protocol):
    """Makes encoders."""

    def create_encoder(self) -> InputEncoder:
        """Return an encoder for the modes of a fresh terminal."""
        ...
