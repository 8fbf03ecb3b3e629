"""Keys and mouse go out as xterm sends them, and in kitty's protocol where asked for."""

import pytest

from idea.domain.ports.terminal_core import Modes, MouseFormat, MouseTracking
from idea.domain.ports.terminal_input import (
    InputEncoder,
    KeyAction,
    KeyPress,
    Modifiers,
    MouseAction,
    MouseButton,
    MouseEvent,
)
from idea.infrastructure.screen.plain_input import PlainInputEncoderFactory
from idea.infrastructure.screen.select import select_input_encoders

SHIFT, ALT, CONTROL = Modifiers.SHIFT, Modifiers.ALT, Modifiers.CONTROL


@pytest.fixture(params=[select_input_encoders, PlainInputEncoderFactory])
def encoder(request: pytest.FixtureRequest) -> InputEncoder:
    made: InputEncoder = request.param().create_encoder()
    return made


@pytest.mark.parametrize(
    ("press", "sent"),
    [
        (KeyPress("a", "a"), b"a"),
        (KeyPress("a", "A", SHIFT), b"A"),
        (KeyPress("é", "é"), "é".encode()),
        (KeyPress("c", "\x03", CONTROL), b"\x03"),
        (KeyPress("c", "", CONTROL), b"\x03"),
        (KeyPress("[", "", CONTROL), b"\x1b"),
        (KeyPress(" ", " ", CONTROL), b"\0"),
        (KeyPress("/", "", CONTROL), b"\x1f"),
        (KeyPress("a", "a", ALT), b"\x1ba"),
        (KeyPress("x", "", ALT | CONTROL), b"\x1b\x18"),
        (KeyPress("Enter", "\r"), b"\r"),
        (KeyPress("Enter", "\r", SHIFT), b"\r"),
        (KeyPress("Tab", "\t"), b"\t"),
        (KeyPress("Tab", "", SHIFT), b"\x1b[Z"),
        (KeyPress("Backspace", "\b"), b"\x7f"),
        (KeyPress("Backspace", "\b", CONTROL), b"\b"),
        (KeyPress("Backspace", "\b", ALT), b"\x1b\x7f"),
        (KeyPress("Escape", "\x1b"), b"\x1b"),
        (KeyPress("ArrowUp"), b"\x1b[A"),
        (KeyPress("ArrowLeft", "", CONTROL), b"\x1b[1;5D"),
        (KeyPress("Home"), b"\x1b[H"),
        (KeyPress("End", "", SHIFT), b"\x1b[1;2F"),
        (KeyPress("PageUp"), b"\x1b[5~"),
        (KeyPress("Delete", "\x7f"), b"\x1b[3~"),
        (KeyPress("F1"), b"\x1bOP"),
        (KeyPress("F1", "", SHIFT), b"\x1b[1;2P"),
        (KeyPress("F5"), b"\x1b[15~"),
        (KeyPress("F12", "", CONTROL), b"\x1b[24;5~"),
        (KeyPress("5", "5", Modifiers.NUM_LOCK, keypad=True), b"5"),
        (KeyPress("Enter", "\r", keypad=True), b"\r"),
        (KeyPress("Shift", "", SHIFT), b""),
        (KeyPress("CapsLock"), b""),
        (KeyPress("a", "a", action=KeyAction.RELEASE), b""),
        (KeyPress("a", "a", action=KeyAction.REPEAT), b"a"),
        (KeyPress("", "漢字"), "漢字".encode()),
    ],
)
def test_keys_of_a_fresh_terminal(encoder: InputEncoder, press: KeyPress, sent: bytes) -> None:
    assert encoder.key(press) == sent


@pytest.mark.parametrize(
    ("modes", "press", "sent"),
    [
        (Modes(application_cursor=True), KeyPress("ArrowUp"), b"\x1bOA"),
        (Modes(application_cursor=True), KeyPress("Home"), b"\x1bOH"),
        (Modes(application_cursor=True), KeyPress("ArrowUp", "", CONTROL), b"\x1b[1;5A"),
        (Modes(backarrow_sends_backspace=True), KeyPress("Backspace"), b"\b"),
        (Modes(alt_sends_escape=False), KeyPress("a", "a", ALT), b"a"),
        (Modes(modify_other_keys=2), KeyPress("i", "", CONTROL), b"\x1b[27;5;105~"),
        (Modes(modify_other_keys=2), KeyPress("Enter", "\r", SHIFT), b"\x1b[27;2;13~"),
        (Modes(modify_other_keys=2), KeyPress("a", "A", SHIFT), b"A"),
        (Modes(modify_other_keys=2), KeyPress("a", "a"), b"a"),
    ],
)
def test_keys_follow_the_modes(
    encoder: InputEncoder, modes: Modes, press: KeyPress, sent: bytes
) -> None:
    encoder.set_modes(modes)
    assert encoder.key(press) == sent


@pytest.mark.parametrize(
    ("flags", "press", "sent"),
    [
        (1, KeyPress("a", "a"), b"a"),
        (1, KeyPress("a", "A", SHIFT), b"A"),
        (1, KeyPress("c", "\x03", CONTROL), b"\x1b[99;5u"),
        (1, KeyPress("Enter", "\r", SHIFT), b"\x1b[13;2u"),
        (1, KeyPress("Escape", "\x1b"), b"\x1b[27u"),
        (1, KeyPress("a", "a", action=KeyAction.RELEASE), b""),
        (3, KeyPress("F5", action=KeyAction.RELEASE), b"\x1b[15;1:3~"),
        (15, KeyPress("1", "!", SHIFT), b"\x1b[49:33;2u"),
        (31, KeyPress("é", "é"), b"\x1b[233;;233u"),
    ],
)
def test_kittys_protocol(flags: int, press: KeyPress, sent: bytes) -> None:
    factory = select_input_encoders()
    if isinstance(factory, PlainInputEncoderFactory):
        pytest.skip("no wheel of the native core here")
    encoder = factory.create_encoder()
    encoder.set_modes(Modes(kitty_keyboard=flags))
    assert encoder.key(press) == sent


CLICK = MouseEvent(MouseAction.PRESS, MouseButton.LEFT, row=3, column=5, x=50, y=60)


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        (MouseFormat.X10, b"\x1b[M &$"),
        (MouseFormat.UTF8, b"\x1b[M &$"),
        (MouseFormat.SGR, b"\x1b[<0;6;4M"),
        (MouseFormat.URXVT, b"\x1b[32;6;4M"),
        (MouseFormat.SGR_PIXELS, b"\x1b[<0;50;60M"),
    ],
)
def test_clicks_in_every_format(encoder: InputEncoder, form: MouseFormat, sent: bytes) -> None:
    assert encoder.mouse(CLICK) == b""
    encoder.set_modes(Modes(mouse_tracking=MouseTracking.NORMAL, mouse_format=form))
    assert encoder.mouse(CLICK) == sent


@pytest.mark.parametrize(
    ("event", "sent"),
    [
        (CLICK._replace(action=MouseAction.RELEASE), b"\x1b[<0;6;4m"),
        (CLICK._replace(button=MouseButton.WHEEL_UP, modifiers=CONTROL), b"\x1b[<80;6;4M"),
        (CLICK._replace(button=MouseButton.RIGHT, modifiers=SHIFT | ALT), b"\x1b[<14;6;4M"),
        (CLICK._replace(button=MouseButton.BACK), b"\x1b[<128;6;4M"),
        (CLICK._replace(row=999, column=999), b"\x1b[<0;1000;1000M"),
    ],
)
def test_buttons_and_modifiers(encoder: InputEncoder, event: MouseEvent, sent: bytes) -> None:
    modes = Modes(mouse_tracking=MouseTracking.ANY, mouse_format=MouseFormat.SGR)
    encoder.set_modes(modes)
    assert encoder.mouse(event) == sent


@pytest.mark.parametrize(
    ("tracking", "sent"),
    [
        (MouseTracking.X10, [b"\x1b[M &$", b"", b"", b""]),
        (MouseTracking.NORMAL, [b"\x1b[M &$", b"", b"", b"\x1b[M#'$"]),
        (MouseTracking.BUTTON, [b"\x1b[M &$", b"\x1b[M@'$", b"", b"\x1b[M#'$"]),
        (MouseTracking.ANY, [b"\x1b[M &$", b"\x1b[M@'$", b"", b"\x1b[M#'$"]),
    ],
)
def test_tracking_decides_what_is_sent(
    encoder: InputEncoder, tracking: MouseTracking, sent: list[bytes]
) -> None:
    encoder.set_modes(Modes(mouse_tracking=tracking))
    drag = CLICK._replace(action=MouseAction.MOTION, column=6)
    release = CLICK._replace(action=MouseAction.RELEASE, column=6)
    assert [encoder.mouse(event) for event in (CLICK, drag, drag, release)] == sent


def test_places_a_format_cannot_say_are_not_sent(encoder: InputEncoder) -> None:
    encoder.set_modes(Modes(mouse_tracking=MouseTracking.NORMAL))
    assert encoder.mouse(CLICK._replace(column=300)) == b""


def test_the_wheel_sends_arrows_on_the_alternate_screen(encoder: InputEncoder) -> None:
    assert encoder.wheel(-3) == b""
    encoder.set_modes(Modes(alternate_screen=True))
    assert (encoder.wheel(-3), encoder.wheel(2)) == (b"\x1b[A" * 3, b"\x1b[B" * 2)
    encoder.set_modes(Modes(alternate_screen=True, mouse_tracking=MouseTracking.NORMAL))
    assert encoder.wheel(-3) == b""


def test_focus_is_told_when_asked_for(encoder: InputEncoder) -> None:
    assert encoder.focus(focused=True) == b""
    encoder.set_modes(Modes(focus_events=True))
    assert (encoder.focus(focused=True), encoder.focus(focused=False)) == (b"\x1b[I", b"\x1b[O")


def test_a_paste_cannot_leave_its_brackets(encoder: InputEncoder) -> None:
    encoder.set_modes(Modes(bracketed_paste=True))
    assert encoder.paste("a\x1b[201~\nid\n") == b"\x1b[200~a[201~\nid\n\x1b[201~"
