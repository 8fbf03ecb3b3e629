from fakes.marked_processes import A_MIB, a_process
from idea.domain.ids import SessionId
from idea.domain.survivors import MarkedProcess, survivors_among


def pids(*processes: MarkedProcess, live: str = "") -> list[list[int]]:
    found = survivors_among(processes, lambda session: session == SessionId(live or "nobody"))
    return [[each.process.pid for each in one.processes] for one in found]


def test_a_program_is_one_survivor_with_all_it_started() -> None:
    processes = (
        a_process(12, parent=11, seconds=2),
        a_process(10, memory_bytes=3 * A_MIB),
        a_process(11, parent=10, seconds=1),
        a_process(20, seconds=5),
    )

    assert pids(*processes) == [[10, 11, 12], [20]]
    assert survivors_among(processes, lambda _: False)[0].memory_bytes == 5 * A_MIB


def test_what_a_live_session_runs_is_no_survivor() -> None:
    assert pids(a_process(10, session="a"), a_process(11, session="b"), live="a") == [[11]]


def test_a_session_in_a_session_is_another_one() -> None:
    inner = a_process(11, session="b", parent=10)

    assert pids(a_process(10, session="a"), inner) == [[10], [11]]
    assert pids(a_process(10, session="a"), inner, live="a") == [[11]]


def test_numbers_that_form_a_ring_end_somewhere() -> None:
    ring = pids(a_process(10, parent=11), a_process(11, parent=10))

    assert sorted(pid for pids in ring for pid in pids) == [10, 11]


def test_a_survivor_is_named_for_good() -> None:
    one, other = survivors_among(
        (a_process(10, started="5"), a_process(11, started="6")), lambda _: False
    )

    assert (one.id, other.id) == ("10-5", "11-6")
