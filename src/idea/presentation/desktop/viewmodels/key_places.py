"""Where a key lies on the keyboard, whatever its layout prints on it.

Places have the names of browsers' `KeyboardEvent.code`. X11 and Wayland number keys as the kernel
does, eight further.

Source: linux/input-event-codes.h; https://www.w3.org/TR/uievents-code/.
"""

from collections.abc import Mapping
from types import MappingProxyType

_KERNEL_OFFSET = 8
_ROWS = (
    (2, "Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal"),
    (16, "KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight"),
    (29, "ControlLeft KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote"),
    (42, "ShiftLeft Backslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash ShiftRight"),
    (56, "AltLeft Space"),
    (86, "IntlBackslash"),
    (97, "ControlRight"),
    (100, "AltRight"),
    (125, "MetaLeft MetaRight"),
)
_PLACES: Mapping[int, str] = MappingProxyType(
    {first + at: name for first, names in _ROWS for at, name in enumerate(names.split())}
)
_PLAIN = "1234567890-=qwertyuiop[]asdfghjkl;'`\\zxcvbnm,./"
_SHIFTED = '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"~|ZXCVBNM<>?'
_PRINTED_PLACES = [
    name for _, names in _ROWS[:4] for name in names.split() if "Shift" not in name
    and "Control" not in name
]  # fmt: skip
_US: Mapping[str, tuple[str, str]] = MappingProxyType(
    dict(zip(_PRINTED_PLACES, zip(_PLAIN, _SHIFTED, strict=True), strict=True))
)


def place_of(scan_code: int, platform: str) -> str:
    """Return the place of a key by its native code; empty when that is not known."""
    return _PLACES.get(scan_code - _KERNEL_OFFSET, "") if platform.startswith("linux") else ""


def us_character(place: str) -> str:
    """Return what the key at a place types on a US keyboard; empty for one that types nothing."""
    return _US[place][0] if place in _US else ""


def without_shift(char: str, place: str) -> str:
    """Return what a key that typed `char` with Shift types without it, as far as can be told.

    The system does not say. Where a layout has the US pair on half of a key, it has it all.
    """
    plain, shifted = _US.get(place, ("", ""))
    return plain if char == shifted else char.lower()
