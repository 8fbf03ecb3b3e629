from idea.presentation.desktop.terminal.rate_limit import LatestWins


def test_the_first_event_passes_and_of_the_rest_the_latest_comes_later() -> None:
    heard: list[object] = []
    limit: LatestWins[object] = LatestWins(heard.append, 0.1)
    limit.offer("a", 0.0)
    limit.offer("b", 0.02)
    limit.offer("c", 0.04)
    assert (heard, limit.due_at) == (["a"], 0.1)
    limit.release(0.09)
    assert heard == ["a"]
    limit.release(0.1)
    assert (heard, limit.due_at) == (["a", "c"], None)


def test_a_flood_lets_ten_a_second_through() -> None:
    heard: list[object] = []
    limit: LatestWins[object] = LatestWins(heard.append, 0.1)
    for step in range(1000):
        limit.offer(str(step), step / 1000)
        limit.release(step / 1000)
    assert len(heard) <= 11


def test_events_of_different_kinds_do_not_wait_for_each_other() -> None:
    heard: list[object] = []
    limit: LatestWins[object] = LatestWins(heard.append, 0.1)
    limit.offer("a", 0.0)
    limit.offer(1, 0.0)
    assert heard == ["a", 1]
