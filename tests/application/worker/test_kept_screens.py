"""The worker's screens: answered under their epoch, each in its turn, none the others' death."""

import pytest

from fakes.terminal_core import FakeScreen, FakeScreenFactory
from fakes.terminal_input import FakeInputEncoder
from idea.application.worker.kept_screen import SLICE_BYTES, Cores
from idea.application.worker.kept_screens import KeptScreens
from idea.domain.ids import ClientId
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    CommandEnded,
    DirectoryChanged,
    Effect,
    Notified,
    TitleChanged,
)
from idea.domain.screen_look import DARK_LOOK, ScreenLook
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    CheckpointPart,
    HolderChanged,
    Input,
    InputCredit,
    InputKind,
    Records,
    ReplySent,
    TextAsked,
)
from idea.domain.stream.packing import PAUSE_S, QUIET_S
from idea.domain.stream.records import Output, Resize, encode_frame
from idea.domain.stream.worker_wire import (
    Broken,
    Dressed,
    Dropped,
    Pinged,
    Rang,
    Ready,
    ScreenAsked,
    ScreenTold,
    Titled,
    ToldBeside,
)
from idea.domain.terminal import Size

SIZE = Size(80, 24)
ME = ClientId("me")


class Worker:
    """Screens with everything around them."""

    def __init__(self):
        self.factory = FakeScreenFactory()
        self.sent = []
        self.marks = []
        self.now = 0.0
        self.kept = KeptScreens(
            Cores(screens=self.factory, encoder=FakeInputEncoder, scrollback_lines=10),
            send=lambda number, message: self.sent.append((number, message)),
            mark=lambda number, seq: self.marks.append((number, seq)),
            clock=lambda: self.now,
        )
        self.ends = {}

    def attach(self, number, *, live=0, holder=ME):
        self.ends[number] = 0
        self.kept.receive(number, Attached(ME, 0, live, SIZE, checkpoint=False))
        self.kept.receive(number, HolderChanged(holder, 1, 0))
        self.kept.receive(number, InputCredit(1000))

    def print(self, number, data):
        frame = encode_frame(Output(data), 0)
        self.kept.receive(number, Records(self.ends[number], frame))
        self.ends[number] += len(frame)

    def work(self):
        while self.kept.busy:
            self.kept.turn()

    def of(self, number, kind):
        return [one for who, one in self.sent if who == number and isinstance(one, kind)]


@pytest.fixture
def worker():
    return Worker()


def test_it_says_what_its_cores_are_called(worker):
    worker.kept.begin()
    assert worker.sent == [(0, Ready("fake 1"))]


def test_a_query_is_answered_before_it_is_acknowledged(worker):
    worker.attach(1)
    worker.print(1, b"hello\x05")
    worker.work()
    assert [one for _, one in worker.sent] == [ReplySent(1, b"\x06"), Acknowledged(worker.ends[1])]


def test_what_somebody_else_holds_is_not_answered(worker):
    worker.attach(1, holder=ClientId("view"))
    worker.print(1, b"\x05")
    worker.work()
    assert worker.of(1, ReplySent) == []


def test_the_page_is_marked_before_each_call_and_cleared_after_the_turn(worker):
    worker.attach(3)
    worker.print(3, b"a")
    worker.work()
    worker.print(3, b"b")
    worker.work()
    first = len(encode_frame(Output(b"a"), 0))
    assert [mark for mark in worker.marks if mark[0]] == [(3, 0), (3, first)]
    assert worker.marks[-1] == (0, 0)


def test_a_flood_has_one_slice_a_turn(worker):
    worker.attach(1)
    worker.attach(2)
    worker.work()
    worker.print(1, b"x" * (3 * SLICE_BYTES))
    worker.print(2, b"\x05")
    worker.kept.turn()
    assert [len(data) for data in worker.factory.made[0].fed] == [SLICE_BYTES]
    assert worker.of(2, ReplySent)
    worker.work()
    assert b"".join(worker.factory.made[0].fed) == b"x" * (3 * SLICE_BYTES)
    assert len(worker.of(1, Acknowledged)) == 1


def test_a_screen_is_told_behind_what_came_before_the_question(worker):
    worker.attach(1)
    worker.print(1, b"one\r\ntwo")
    worker.kept.receive(1, ScreenAsked(5))
    worker.print(1, b" more")
    worker.work()
    (told,) = worker.of(1, ScreenTold)
    assert (told.size, told.cursor, told.lines[:2]) == (SIZE, (1, 3), ("one", "two"))


def test_a_screen_is_told_once_it_is_complete(worker):
    frame = encode_frame(Output(b"all"), 0)
    worker.kept.receive(1, ScreenAsked(0))
    worker.attach(1, live=len(frame))
    worker.work()
    assert worker.of(1, ScreenTold) == []
    worker.print(1, b"all")
    worker.work()
    assert worker.of(1, ScreenTold)[0].lines[0] == "all"


def test_a_checkpoint_has_both_parts(worker):
    worker.attach(1)
    worker.print(1, b"kept")
    worker.kept.receive(1, CheckpointAsked())
    worker.work()
    parts = worker.of(1, CheckpointPart)
    assert [part.kind for part in parts] == [CheckpointKind.NATIVE, CheckpointKind.PORTABLE]
    assert {(part.seq, part.core, part.size) for part in parts} == {
        (worker.ends[1], "fake 1", SIZE)
    }


def test_text_is_encoded_and_sent_as_text(worker):
    worker.attach(1)
    worker.kept.receive(1, TextAsked("hi", enter=True))
    worker.work()
    assert worker.of(1, Input) == [Input(InputKind.TEXT, b"hi\r")]


def test_a_resize_is_taken_in_its_place(worker):
    worker.attach(1)
    frame = encode_frame(Resize(Size(20, 5)), 0)
    worker.kept.receive(1, Records(0, frame))
    worker.work()
    assert worker.factory.made[0].size == Size(20, 5)


def test_a_core_that_raises_ends_its_session_only(worker):
    worker.attach(1)
    worker.attach(2)
    worker.work()
    worker.factory.made[0].feed = None
    worker.print(1, b"x")
    worker.print(2, b"\x05")
    worker.work()
    assert len(worker.of(1, Broken)) == 1
    assert worker.of(2, ReplySent)
    worker.print(1, b"late")
    assert not worker.kept.busy
    worker.kept.receive(1, Dropped())
    worker.attach(1)
    worker.print(1, b"\x05")
    worker.work()
    assert worker.of(1, ReplySent)


def test_an_engine_that_contradicts_itself_is_told_so(worker):
    worker.kept.receive(1, Records(0, encode_frame(Output(b"x"), 0)))
    assert len(worker.of(1, Broken)) == 1


def test_what_is_dropped_or_left_is_freed(worker):
    worker.attach(1)
    worker.attach(2)
    worker.work()
    worker.kept.receive(1, Dropped())
    assert [screen.closed for screen in worker.factory.made] == [True, False]
    worker.kept.close()
    assert all(screen.closed for screen in worker.factory.made)


def test_a_ping_comes_back(worker):
    worker.kept.receive(0, Pinged())
    assert worker.sent == [(0, Pinged())]


def test_every_screen_looks_as_the_window_does_those_to_come_included(worker):
    worker.attach(1)
    worker.work()
    assert worker.factory.made[0].colors == DARK_LOOK.colors
    other = ScreenLook(DefaultColors(0x1FFFFFF, 0x1000000, 0x1FF0000), (10, 20))
    worker.kept.receive(0, Dressed(other))
    worker.attach(2)
    worker.work()
    looks = [(one.colors, one.cell_pixels) for one in worker.factory.made]
    assert looks == [(other.colors, (10, 20))] * 2


def test_what_is_not_on_the_screen_is_told_and_the_rest_stays_here(worker, monkeypatch):
    told: tuple[Effect, ...] = (
        TitleChanged("t" * 5000),
        Bell(),
        Notified("a", "b"),
        CommandEnded("make", 0, 61_000),
        CommandEnded("ls", 0, 6),
        ClipboardWritten("secret"),
        DirectoryChanged("file:///x"),
    )
    monkeypatch.setattr(FakeScreen, "feed", lambda _, __: told)
    worker.attach(1)
    worker.print(1, b"x")
    worker.work()
    assert [one for _, one in worker.sent] == [
        Titled("t" * 1000),
        Rang(),
        ToldBeside(Notified("a", "b")),
        ToldBeside(CommandEnded("make", 0, 61_000)),
        Acknowledged(worker.ends[1]),
    ]


def test_a_history_is_packed_when_its_session_is_quiet(worker):
    worker.attach(1)
    worker.print(1, b"hello")
    assert worker.kept.rest_s() is None
    worker.work()
    core = worker.factory.made[0]
    core.parts_left = 2
    assert worker.kept.rest_s() == QUIET_S
    worker.now += QUIET_S
    worker.kept.turn()
    assert (core.parts_left, worker.kept.rest_s()) == (1, pytest.approx(PAUSE_S))
    worker.now += PAUSE_S
    worker.kept.turn()
    assert (core.parts_left, worker.kept.rest_s()) == (0, None)


def test_a_session_without_a_screen_has_nothing_to_pack(worker):
    worker.kept.receive(1, HolderChanged(ME, 1, 0))
    worker.kept.receive(1, InputCredit(1000))
    worker.work()
    worker.now += QUIET_S
    worker.kept.turn()
    assert worker.of(1, Broken) == []
