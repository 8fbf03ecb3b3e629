"""Every row of `input_bytes.tsv`: from Qt's event over our mapping to the bytes of the encoder."""

import re
from pathlib import Path

import pytest

from idea.domain.ports.terminal_core import Modes, MouseFormat, MouseTracking
from idea.domain.ports.terminal_input import (
    InputEncoder,
    Modifiers,
    MouseAction,
    MouseButton,
    MouseEvent,
)
from idea.infrastructure.screen.plain_input import PlainInputEncoderFactory
from idea.infrastructure.screen.select import select_input_encoders
from idea.presentation.desktop.terminal.keyboard import key_press
from support.us_keyboard import key_event

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("input_bytes.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
LEAST_ROWS = 400
_FLAGS = {
    "cursor": Modes(application_cursor=True),
    "keypad": Modes(application_keypad=True),
    "backarrow": Modes(backarrow_sends_backspace=True),
    "alt-plain": Modes(alt_sends_escape=False),
    "alternate": Modes(alternate_screen=True),
    "no-scroll": Modes(alternate_scroll=False),
    "focus": Modes(focus_events=True),
}
_TRACKING = {
    "9": MouseTracking.X10,
    "1000": MouseTracking.NORMAL,
    "1002": MouseTracking.BUTTON,
    "1003": MouseTracking.ANY,
}
_FORMATS = {
    "1005": MouseFormat.UTF8,
    "1006": MouseFormat.SGR,
    "1015": MouseFormat.URXVT,
    "1016": MouseFormat.SGR_PIXELS,
}
_ACTIONS = {
    "press": MouseAction.PRESS,
    "release": MouseAction.RELEASE,
    "move": MouseAction.MOTION,
}
_HELD = {"Shift": Modifiers.SHIFT, "Alt": Modifiers.ALT, "Ctrl": Modifiers.CONTROL}
_ESCAPES = {"e": "\x1b", "r": "\r", "t": "\t", "0": "\0", "\\": "\\"}


def modes_of(words: str) -> Modes:
    modes = Modes()
    for word in words.split(",") if words != "-" else []:
        name, _, value = word.partition("=")
        match name:
            case "kitty":
                modes = modes._replace(kitty_keyboard=int(value))
            case "other":
                modes = modes._replace(modify_other_keys=int(value))
            case "format":
                modes = modes._replace(format_other_keys=int(value))
            case "mouse":
                modes = modes._replace(mouse_tracking=_TRACKING[value])
            case "form":
                modes = modes._replace(mouse_format=_FORMATS[value])
            case _:
                changed = _FLAGS[name]._asdict()
                usual = Modes()._asdict()
                modes = modes._replace(
                    **{key: changed[key] for key in changed if changed[key] != usual[key]}
                )
    return modes


def bytes_of(written: str) -> bytes:
    def plain(found: re.Match[str]) -> str:
        return chr(int(found[2], 16)) if found[2] else _ESCAPES[found[1]]

    parts = re.split(r"(\\x[89a-f][0-9a-f])", written)
    return b"".join(
        bytes.fromhex(part[2:]) if at % 2 else re.sub(r"\\(x([0-9a-f]{2})|.)", plain, part).encode()
        for at, part in enumerate(parts)
    )


def mouse_event(words: str) -> MouseEvent:
    what, button, cell, pixels = words.split(" ")
    *held, action = what.split("+")
    column, row = map(int, cell.split(","))
    x, y = map(int, pixels.split(","))
    modifiers = Modifiers.NONE
    for each in held:
        modifiers |= _HELD[each]
    return MouseEvent(_ACTIONS[action], MouseButton(button), row, column, x, y, modifiers)


def sent(encoder: InputEncoder, words: str) -> bytes:
    first = words.split(" ", maxsplit=1)[0].rsplit("+", maxsplit=1)[-1]
    match first:
        case "press" | "move":
            return encoder.mouse(mouse_event(words))
        case "release" if len(words.split(" ")) > 2:
            return encoder.mouse(mouse_event(words))
        case "turn":
            return encoder.wheel(int(words.split(" ")[1]))
        case "focus":
            return encoder.focus(focused=words == "focus in")
        case _:
            press = key_press(key_event(words), "linux")
            return encoder.key(press) if press is not None else b""


@pytest.mark.parametrize("core", ["native", "plain"])
def test_what_is_sent_is_what_the_specifications_say(core: str) -> None:
    factory = select_input_encoders() if core == "native" else PlainInputEncoderFactory()
    if core == "native" and isinstance(factory, PlainInputEncoderFactory):
        pytest.skip("no wheel of the native core here")
    wrong = []
    for source, modes, words, expected in ROWS:
        if "kitty" in modes and core == "plain":
            continue  # Its terminal never lets a program ask for that.
        encoder = factory.create_encoder()
        encoder.set_modes(modes_of(modes))
        data = sent(encoder, words)
        if data != bytes_of(expected):
            wrong.append(f"{source} | {modes} | {words}: {data!r}, not {bytes_of(expected)!r}")
    assert not wrong, f"{len(wrong)} of {len(ROWS)}:\n" + "\n".join(wrong)


def test_the_table_is_large_and_every_row_names_its_source() -> None:
    assert len(ROWS) >= LEAST_ROWS
    assert all(len(row) == 4 and row[0] for row in ROWS)
    assert len({row[1:3] for row in ROWS}) == len(ROWS)
