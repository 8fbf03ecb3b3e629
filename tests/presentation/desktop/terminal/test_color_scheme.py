"""Programs that ask (?2031) hear when their view turns dark or light, from one voice."""

from dataclasses import replace

from idea.domain.ids import ClientId
from idea.domain.ports.terminal_core import Modes
from idea.domain.stream.messages import HolderChanged
from idea.presentation.desktop.terminal.look import TerminalColors, TerminalLook
from support.shown_view import Shown

COLORS = TerminalColors()


def test_programs_that_ask_hear_that_the_view_turned_light(shown: Shown) -> None:
    light = replace(COLORS, background=0xFFFFFF, foreground=0)
    lighter = replace(light, background=0xEEEEEE)
    shown.view.set_look(TerminalLook(colors=light))
    shown.modes(Modes(reports_color_scheme=True))
    shown.view.set_look(TerminalLook(colors=lighter))
    assert shown.sent() == b""
    shown.view.set_look(TerminalLook(colors=COLORS))
    shown.view.set_look(TerminalLook(colors=light))
    assert shown.sent() == b"<dark><light>"


def test_only_who_answers_for_a_session_says_that_it_turned(shown: Shown) -> None:
    shown.modes(Modes(reports_color_scheme=True))
    shown.link.tell(HolderChanged(ClientId("another"), 2, 0))
    shown.wait(lambda: not shown.view.terminal.holding)
    shown.view.set_look(TerminalLook(colors=replace(COLORS, background=0xFFFFFF)))
    assert shown.sent() == b""
