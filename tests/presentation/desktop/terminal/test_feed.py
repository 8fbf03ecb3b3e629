import threading
import time
from collections.abc import Callable, Iterator

import pytest

from fakes.terminal_core import FakeScreen, FakeScreenFactory
from fakes.terminal_link import FakeTerminalLink, FakeTerminalLinks
from idea.domain.ids import ClientId, SessionId
from idea.domain.ports.terminal_core import Frame
from idea.domain.ports.terminal_effects import Bell
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.client import Ended, InputAllowed, Mark
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    CheckpointPart,
    Records,
    ReplySent,
    ResizeAsked,
    ShownChanged,
    Skipped,
)
from idea.domain.stream.records import Output, encode_frame
from idea.domain.terminal import Exited, Size
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import (
    CopyTarget,
    FeedEvent,
    Joined,
    LineSelection,
    TextCopied,
    WentLive,
)
from support.terminal import Heard

SIZE = Size(columns=20, rows=5)
WITHIN_S = 60.0


class Followed:
    """A feed, the link it made, and what it tells."""

    def __init__(self) -> None:
        self.links = FakeTerminalLinks()
        self.screens = FakeScreenFactory()
        self.heard: Heard[FeedEvent] = Heard()
        self.feed = TerminalFeed(
            session=SessionId("s1"),
            links=self.links,
            screens=self.screens,
            scrollback_lines=100,
            deliver=self.heard,
        )
        self.feed.start(SIZE)
        self.settle()

    @property
    def link(self) -> FakeTerminalLink:
        return self.links.last

    @property
    def screen(self) -> FakeScreen:
        return self.screens.made[-1]

    def settle(self) -> None:
        """Wait until the thread has done all it was told so far."""
        done = threading.Event()
        self.feed._command(done.set)
        assert done.wait(WITHIN_S)
        done.clear()
        self.feed._command(done.set)
        assert done.wait(WITHIN_S)

    def wait_for[Event](self, kind: type[Event]) -> Event:
        found = self.heard.wait_for(lambda event: isinstance(event, kind))
        assert isinstance(found, kind)
        return found

    def wait_sent(self, done: Callable[[], bool]) -> None:
        """Wait until messages were sent; every message is followed by an event or a settle."""
        deadline = time.monotonic() + WITHIN_S
        while not done():
            assert time.monotonic() < deadline, self.link.sent
            self.settle()


@pytest.fixture
def followed() -> Iterator[Followed]:
    followed = Followed()
    yield followed
    followed.feed.stop()
    assert followed.feed.join()


def test_an_attach_says_what_the_view_has_and_has_room_for(followed: Followed) -> None:
    asked = followed.link.asked
    assert (asked.have, asked.size, asked.shown, asked.core) == (None, SIZE, True, "fake 1")


def test_output_becomes_a_frame_when_one_is_wanted(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.output(b"hello")
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    assert not [event for event in followed.heard.events if isinstance(event, Frame)]
    followed.feed.want_frame()
    assert followed.wait_for(Frame).rows[0].runs[0].text == "hello"


def test_a_hidden_view_parses_but_gets_no_frame(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.feed.set_shown(shown=False)
    followed.feed.want_frame()
    followed.link.output(b"hello")
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    assert b"".join(followed.screen.fed) == b"hello"
    assert not [event for event in followed.heard.events if isinstance(event, Frame)]
    followed.feed.set_shown(shown=True)
    followed.wait_for(Frame)
    assert [one for one in followed.link.sent if isinstance(one, ShownChanged)] == [
        ShownChanged(shown=False),
        ShownChanged(shown=True),
    ]


def test_history_is_muted_and_what_comes_after_it_is_not(followed: Followed) -> None:
    history = encode_frame(Output(b"\x05\x07old"), 0)
    followed.link.accept(SIZE, live=len(history))
    followed.link.tell(Records(0, history))
    followed.wait_for(WentLive)
    assert not [one for one in followed.link.sent if isinstance(one, ReplySent)]
    assert not [event for event in followed.heard.events if isinstance(event, Bell)]
    followed.link.seq = len(history)
    followed.link.hold(epoch=7)
    followed.link.output(b"\x05\x07new")
    followed.wait_for(Bell)
    followed.wait_sent(lambda: ReplySent(7, b"\x06") in followed.link.sent)


def test_a_reply_goes_out_before_the_acknowledgement(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.output(b"\x05")
    end = followed.link.seq
    followed.wait_sent(lambda: Acknowledged(end) in followed.link.sent)
    sent = followed.link.sent
    assert sent.index(ReplySent(1, b"\x06")) < sent.index(Acknowledged(end))


def test_a_view_that_does_not_hold_the_session_answers_nothing(followed: Followed) -> None:
    followed.link.accept(SIZE, holding=False)
    followed.link.output(b"\x05")
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    assert not [one for one in followed.link.sent if isinstance(one, ReplySent)]


def test_the_core_changes_size_only_when_the_stream_says_so(followed: Followed) -> None:
    followed.link.accept(SIZE)
    wider = Size(columns=30, rows=6)
    followed.feed.ask_size(wider)
    followed.settle()
    assert ResizeAsked(wider) in followed.link.sent
    assert followed.screen.size == SIZE
    followed.link.resize(wider)
    followed.wait_sent(lambda: followed.screen.size == wider)


def test_a_checkpoint_comes_in_two_parts(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.output(b"hello")
    followed.link.tell(CheckpointAsked())
    followed.wait_sent(lambda: _parts(followed, CheckpointKind.PORTABLE) != [])
    native, portable = (_parts(followed, kind) for kind in CheckpointKind)
    assert [part.data for part in native] == [b"fake\nhello"]
    assert [part.data for part in portable] == [b"hello"]
    assert {part.seq for part in native + portable} == {followed.link.seq}
    assert {part.size for part in native + portable} == {SIZE}


def _parts(followed: Followed, kind: CheckpointKind) -> list[CheckpointPart]:
    sent = [one for one in followed.link.sent if isinstance(one, CheckpointPart)]
    return [part for part in sent if part.kind is kind]


@pytest.mark.parametrize("kind", CheckpointKind)
def test_an_attach_restores_a_checkpoint(followed: Followed, kind: CheckpointKind) -> None:
    data = b"fake\nearlier" if kind is CheckpointKind.NATIVE else b"earlier"
    whole = Checkpoint(seq=500, kind=kind, core="fake 1", size=SIZE, data=data)
    client = Attached(
        client=ClientId("view"), start=500, live=500, size=SIZE, checkpoint=True, kept=False
    )
    followed.link.tell(client)
    for part in checkpoint_parts(whole):
        followed.link.tell(part)
    followed.link.seq = 500
    followed.feed.want_frame()
    frame = followed.wait_for(Frame)
    assert frame.rows[0].runs[0].text == "earlier"


def test_gap_end_and_credit_are_told(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.gap("The log was full.")
    followed.link.exit(3)
    assert followed.wait_for(Mark).gap.reason == "The log was full."
    assert followed.wait_for(Ended).status == Exited(3)
    assert followed.wait_for(InputAllowed).bytes_allowed > 0


def test_a_view_that_was_cut_off_starts_again_from_an_empty_core(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.output(b"one")
    followed.link.tell(Skipped())
    followed.link.accept(SIZE)
    followed.wait_sent(lambda: len(followed.screens.made) == 2)
    assert followed.screens.made[0].closed
    assert [type(event) for event in followed.heard.events].count(Joined) == 2


def test_a_lost_link_is_told_and_the_next_attach_goes_on_from_there(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.output(b"one")
    end = followed.link.seq
    followed.wait_sent(lambda: Acknowledged(end) in followed.link.sent)
    followed.link.tell(LinkLost("The engine is gone."))
    assert followed.wait_for(LinkLost).sentence == "The engine is gone."
    followed.feed.attach_again()
    followed.settle()
    assert followed.link.asked.have == end
    followed.link.accept(SIZE)
    followed.link.output(b" two")
    followed.wait_sent(lambda: b"".join(followed.screen.fed) == b"one two")


def test_messages_of_an_older_link_are_dropped(followed: Followed) -> None:
    old = followed.link
    old.accept(SIZE)
    followed.settle()
    followed.feed.attach_again()
    followed.settle()
    assert old.closed
    old.output(b"late")
    followed.settle()
    assert b"late" not in b"".join(followed.screen.fed)


def test_a_stream_that_contradicts_itself_is_attached_from_nothing(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.tell(Records(10_000, encode_frame(Output(b"x"), 0)))
    followed.wait_sent(lambda: len(followed.links.made) == 2)
    assert followed.link.asked.have is None


def test_a_stream_that_never_makes_sense_ends_in_one_sentence(followed: Followed) -> None:
    for attempt in range(1, 4):
        followed.wait_sent(lambda attempt=attempt: len(followed.links.made) == attempt)
        followed.link.accept(SIZE)
        followed.link.tell(Records(10_000, b"nonsense"))
    assert followed.wait_for(LinkLost).sentence.endswith("open the cell again.")


def test_an_engine_without_measure_is_cut_off(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.settle()
    hold = threading.Event()
    followed.feed._command(lambda: hold.wait(20) and None)
    for seq in range(40):
        followed.link.tell(Records(seq, bytes(1024 * 1024)))
    assert not followed.feed._messages or followed.feed._waiting_bytes == 0
    hold.set()
    assert "more than was asked for" in followed.wait_for(LinkLost).sentence


def test_commands_go_ahead_of_output(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.settle()
    hold, acted_at = threading.Event(), []
    followed.feed._command(lambda: hold.wait(20) and None)
    for _ in range(50):
        followed.link.output(b"x" * 1000)
    followed.feed._on_screen(lambda _: acted_at.append(len(followed.screen.fed)))
    hold.set()
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    assert acted_at == [0]


def test_waiting_chunks_are_fed_together(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.settle()
    hold = threading.Event()
    followed.feed._command(lambda: hold.wait(20) and None)
    for _ in range(64):
        followed.link.output(b"y" * 1000)
    hold.set()
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    assert len(followed.screen.fed) <= 2


def test_a_selection_follows_its_lines(followed: Followed) -> None:
    followed.link.accept(SIZE)
    followed.link.output(b"".join(b"line %d\r\n" % number for number in range(10)))
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    followed.feed.scroll_and_select(3, LineSelection(start=(3, 0), end=(3, 5)))
    followed.feed.copy(CopyTarget.CLIPBOARD)
    assert followed.wait_for(TextCopied).text == "line 3"
    followed.settle()
    assert followed.screen.selection == ((0, 0), (0, 5))


def test_stopping_ends_the_thread_frees_the_core_and_detaches() -> None:
    followed = Followed()
    followed.link.accept(SIZE)
    followed.link.output(b"x")
    followed.wait_sent(lambda: Acknowledged(followed.link.seq) in followed.link.sent)
    followed.feed.stop()
    assert followed.feed.join()
    assert (followed.screen.closed, followed.link.closed) == (True, True)
    assert not [one for one in threading.enumerate() if one.name.startswith("feed ")]


def test_a_feed_that_never_started_can_be_stopped() -> None:
    feed = TerminalFeed(
        session=SessionId("s1"),
        links=FakeTerminalLinks(),
        screens=FakeScreenFactory(),
        scrollback_lines=1,
        deliver=Heard[FeedEvent](),
    )
    feed.stop()
    assert feed.join()
