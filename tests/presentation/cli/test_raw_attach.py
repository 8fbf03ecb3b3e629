"""What a session attached in the outer terminal is sent on somebody's behalf."""

import os

from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_link import FakeTerminalLinks
from idea.domain.ids import SessionId
from idea.domain.stream.messages import Input, TextAsked
from idea.domain.terminal import Size
from idea.presentation.cli.doorbell import Doorbell
from idea.presentation.cli.follower import Follower
from idea.presentation.cli.raw_attach import RawAttach

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
