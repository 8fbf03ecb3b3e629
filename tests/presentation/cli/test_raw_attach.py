"""What a session attached in the outer terminal is sent on somebody's behalf."""

import os
import tty

import pytest

from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_link import FakeTerminalLinks
from idea.domain.errors import InvalidError
from idea.domain.ids import SessionId
from idea.domain.stream.messages import Input, TextAsked
from idea.domain.terminal import Exited, Size
from idea.presentation.cli.doorbell import Doorbell
from idea.presentation.cli.follower import Follower
from idea.presentation.cli.raw_attach import BELOW, LEAVE_CLEAN, RawAttach

SIZE = Size(80, 24)


def test_text_of_others_types_no_control_character() -> None:
    links = FakeTerminalLinks()
    shown, screen = os.pipe()
    try:
        with Doorbell() as arrivals:
            follower = Follower(links, FakeScreenFactory(), SessionId("s1"), SIZE, arrivals.ring)
            attached = RawAttach(follower, arrivals, keyboard=shown, screen=screen)
            links.last.accept(SIZE)
            links.last.tell(TextAsked("ls\x1b[201~\x03\nrm", enter=True))
            attached._hear()
            follower.close()
    finally:
        os.close(shown)
        os.close(screen)

    typed = [message.data for message in links.last.sent if isinstance(message, Input)]
    assert typed == [b"ls[201~\rrm\r"]


def test_after_a_session_the_outer_terminal_goes_on_below_what_it_showed() -> None:
    outside, inside = os.openpty()
    tty.setraw(inside)
    links = FakeTerminalLinks()
    try:
        with Doorbell() as arrivals:
            follower = Follower(links, FakeScreenFactory(), SessionId("s1"), SIZE, arrivals.ring)
            links.last.accept(SIZE)
            links.last.exit(0)
            ended = RawAttach(follower, arrivals, keyboard=inside, screen=inside).run()
            follower.close()
        written = b""
        while not written.endswith(BELOW):  # A terminal gives what was written in any pieces.
            written += os.read(outside, 65536)
    finally:
        os.close(outside)
        os.close(inside)

    assert ended == Exited(0)
    assert written.endswith(LEAVE_CLEAN + BELOW)


def test_without_a_terminal_it_says_what_to_do_instead() -> None:
    links = FakeTerminalLinks()
    reading, writing = os.pipe()
    try:
        with Doorbell() as arrivals:
            follower = Follower(links, FakeScreenFactory(), SessionId("s1"), SIZE, arrivals.ring)
            attached = RawAttach(follower, arrivals, keyboard=reading, screen=writing)
            with pytest.raises(InvalidError, match="idea session screen"):
                attached.run()
            follower.close()
    finally:
        os.close(reading)
        os.close(writing)
