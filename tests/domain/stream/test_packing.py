"""When the history of a screen is packed."""

from idea.domain.stream.packing import PAUSE_S, QUIET_S, PackingTime


class History:
    """Some parts that are not packed."""

    def __init__(self, parts):
        self.parts = parts

    def pack(self):
        self.parts -= 1
        return self.parts > 0


def test_nothing_is_due_before_anything_happened():
    time, history = PackingTime(), History(1)
    time.work(history.pack, 100.0)
    assert (time.due_at, history.parts) == (None, 1)


def test_a_history_is_packed_part_by_part_once_it_is_quiet():
    time, history = PackingTime(), History(2)
    time.touched(10.0)
    time.work(history.pack, 10.0 + QUIET_S - 0.1)
    assert history.parts == 2
    time.work(history.pack, 10.0 + QUIET_S)
    assert (time.due_at, history.parts) == (10.0 + QUIET_S + PAUSE_S, 1)
    time.work(history.pack, 20.0)
    assert (time.due_at, history.parts) == (None, 0)


def test_whatever_happens_meanwhile_begins_the_quiet_anew():
    time = PackingTime()
    time.touched(10.0)
    time.touched(11.0)
    assert time.due_at == 11.0 + QUIET_S
    time.forget()
    assert time.due_at is None
