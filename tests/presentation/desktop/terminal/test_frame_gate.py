import pytest

from fakes.terminal_core import FakeScreen
from idea.domain.ports.terminal_core import Frame, Modes
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.flood_pace import (
    FLOOD_BYTES,
    FLOOD_BYTES_PER_S,
    FLOOD_FRAME_S,
    SHARED_FRAME_S,
    FloodPace,
)
from idea.presentation.desktop.terminal.frame_gate import (
    COSTLY_S,
    HOLD_S,
    PATIENCE_S,
    PAUSE_S,
    REPLAY_S,
    FrameGate,
    merged,
)
from support.terminal import a_frame, a_row


def _screen() -> FakeScreen:
    return FakeScreen(Size(columns=10, rows=3))


def _open_gate(pace: FloodPace | None = None) -> FrameGate:
    # Making frames of a fake costs nothing, on any machine.
    gate = FrameGate(lambda: 0.0, pace or FloodPace())
    gate.wanted = True
    return gate


def test_a_frame_leaves_when_something_changed_and_it_is_wanted() -> None:
    gate, screen = _open_gate(), _screen()
    assert gate.take(screen, 0.0, more=False) is None
    gate.changed(0.0)
    assert isinstance(gate.take(screen, 0.0, more=False), Frame)
    gate.changed(0.1)
    assert gate.take(screen, 0.1, more=False) is None  # Not asked for again yet.


def test_a_hidden_view_gets_no_frame_until_it_is_shown() -> None:
    gate, screen = _open_gate(), _screen()
    gate.shown = False
    gate.changed(0.0)
    assert gate.take(screen, 1.0, more=False) is None
    gate.shown = True
    assert gate.take(screen, 1.0, more=False) is not None


def test_output_that_is_there_already_is_waited_for_but_not_long() -> None:
    gate, screen = _open_gate(), _screen()
    gate.changed(0.0)
    assert gate.take(screen, PATIENCE_S / 2, more=True) is None
    assert gate.take(screen, PATIENCE_S, more=True) is not None


def test_a_synchronised_update_is_shown_whole() -> None:
    gate, screen = _open_gate(), _screen()
    screen.modes = Modes(synchronized_output=True)
    screen.feed(b"half")
    gate.changed(0.0)
    assert gate.take(screen, 0.0, more=False) is None
    screen.modes = Modes()
    screen.feed(b" whole")
    gate.changed(0.01)
    frame = gate.take(screen, 0.01, more=False)
    assert frame is not None
    assert frame.rows[0].runs[0].text == "half whole"


def test_a_synchronised_update_that_never_ends_is_shown_after_a_while() -> None:
    gate, screen = _open_gate(), _screen()
    screen.modes = Modes(synchronized_output=True)
    gate.changed(0.0)
    assert gate.take(screen, 0.0, more=False) is None
    assert gate.due_at == HOLD_S
    assert gate.take(screen, HOLD_S, more=False) is not None


def test_merging_keeps_older_damage_and_newer_content() -> None:
    older = a_frame({0: a_row("a"), 1: a_row("b")}, full=False)
    newer = a_frame({1: a_row("c")}, full=False, title="now")
    both = merged(older, newer)
    assert (dict(both.rows), both.title, both.full) == (
        {0: a_row("a"), 1: a_row("c")},
        "now",
        False,
    )
    assert merged(older, a_frame()).full
    assert merged(a_frame(), newer).full


def test_history_passes_unseen_but_not_for_long() -> None:
    gate, screen = _open_gate(), _screen()
    gate.restart(0.0)
    gate.changed(0.0)
    assert gate.take(screen, 0.5, more=True) is None
    assert gate.due_at == REPLAY_S
    gate.go_live()
    assert gate.take(screen, 0.5, more=False) is not None
    gate.wanted = True
    gate.restart(2.0)
    gate.changed(2.0)
    assert gate.take(screen, 2.0 + REPLAY_S, more=False) is not None


def test_a_flood_gets_fewer_frames_until_it_pauses() -> None:
    gate, screen = _open_gate(), _screen()
    gate.changed(1.0)
    assert gate.take(screen, 1.0, more=False) is not None
    gate.wanted = True
    gate.fed(FLOOD_BYTES, 1.02)
    assert not gate.is_ready(1.02)
    assert gate.take(screen, 1.02, more=False) is None
    assert gate.due_at == 1.02 + PAUSE_S
    gate.fed(1, 1.0 + FLOOD_FRAME_S)
    assert gate.take(screen, 1.0 + FLOOD_FRAME_S, more=False) is not None
    gate.wanted = True
    gate.fed(FLOOD_BYTES, 1.04)
    assert gate.take(screen, 1.04 + PAUSE_S, more=False) is not None


def test_output_that_is_no_flood_is_shown_at_once() -> None:
    gate, screen = _open_gate(), _screen()
    gate.fed(FLOOD_BYTES - 1, 1.0)
    assert gate.take(screen, 1.0, more=False) is not None
    gate.wanted = True
    later = 1.0 + FLOOD_BYTES / FLOOD_BYTES_PER_S
    gate.fed(FLOOD_BYTES - 1, later)
    assert gate.take(screen, later, more=False) is not None


def test_a_little_at_a_time_is_a_flood_as_well() -> None:
    gate, screen = _open_gate(), _screen()
    for step in range(8):
        gate.fed(FLOOD_BYTES // 4, 1.0 + step / 1000)
    assert gate.take(screen, 1.008, more=False) is not None
    gate.wanted = True
    gate.fed(FLOOD_BYTES // 4, 1.009)
    assert gate.take(screen, 1.009, more=False) is None


def test_views_that_flood_together_share_the_frames() -> None:
    pace = FloodPace()
    gates = [_open_gate(pace) for _ in range(8)]

    def ready(now: float) -> int:
        for gate in gates:
            gate.fed(FLOOD_BYTES, now)
        return sum(gate.is_ready(now) for gate in gates)

    assert ready(1.0) == 8  # The first frame waits for nothing.
    for gate in gates:
        gate.take(_screen(), 1.0, more=False)
        gate.wanted = True
    assert ready(1.0 + 7 * SHARED_FRAME_S) == 0
    assert gates[0].due_at == pytest.approx(1.0 + 8 * SHARED_FRAME_S)
    assert ready(1.0 + 8 * SHARED_FRAME_S) == 8


def test_a_flood_that_is_over_takes_no_share_of_the_frames() -> None:
    pace = FloodPace()
    others = [_open_gate(pace) for _ in range(7)]
    for other in others:
        other.fed(FLOOD_BYTES, 1.0)
        assert other.is_ready(1.0)
    gate = _open_gate(pace)
    gate.fed(FLOOD_BYTES, 2.0)
    assert gate.take(_screen(), 2.0, more=False) is not None
    gate.wanted = True
    gate.fed(FLOOD_BYTES, 2.0 + FLOOD_FRAME_S)
    assert gate.is_ready(2.0 + FLOOD_FRAME_S)


def test_a_costly_frame_is_followed_by_a_rest() -> None:
    ticks = iter((1.0, 1.0 + 3 * COSTLY_S))
    gate, screen = FrameGate(lambda: next(ticks)), _screen()
    gate.wanted = True
    gate.fed(1, 1.0)
    assert gate.take(screen, 1.0, more=False) is not None
    gate.wanted = True
    gate.fed(1, 1.02)
    assert not gate.is_ready(1.02)
    gate.fed(1, 1.05)
    assert not gate.is_ready(1.0 + 5 * COSTLY_S)
    assert gate.is_ready(1.0 + 6 * COSTLY_S)
