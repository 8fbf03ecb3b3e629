from dataclasses import replace

from fakes.clock import FakeClock
from fakes.process_trees import FakeProcessTrees
from idea.application.terminals.measure_sessions import (
    MeasureSessions,
    MeasureSessionsRequest,
    SessionUse,
)
from idea.application.use_case import Person
from idea.domain.ports.process_trees import TreeUse
from support.desktop import a_session
from support.running import on_a_loop

RUNNING = replace(a_session("s1"), pid=100)
OTHER = replace(a_session("s2"), pid=200)
ENDED = a_session("s3", status="exited", code=0)


@on_a_loop
async def test_running_sessions_are_measured_and_the_processor_from_the_second_time_on() -> None:
    trees, clock = FakeProcessTrees(), FakeClock()
    measure = MeasureSessions(lambda: (RUNNING, OTHER, ENDED), trees, clock)
    trees.uses[100] = TreeUse(processes=3, memory_bytes=4096, cpu_s=10.0)
    trees.uses[200] = TreeUse(processes=1, memory_bytes=1024, cpu_s=5.0)

    first = await measure.execute(MeasureSessionsRequest(), Person())
    clock.advance(2.0)
    trees.uses[100] = replace(trees.uses[100], cpu_s=11.0)
    trees.uses[200] = replace(trees.uses[200], cpu_s=4.0)  # One of its processes ended.
    second = await measure.execute(MeasureSessionsRequest(), Person())
    del trees.uses[200]
    third = await measure.execute(MeasureSessionsRequest(), Person())

    assert trees.asked[0] == (100, 200)
    assert first == (
        SessionUse(session="s1", processes=3, memory_bytes=4096, cpu_percent=None),
        SessionUse(session="s2", processes=1, memory_bytes=1024, cpu_percent=None),
    )
    assert [each.cpu_percent for each in second] == [50.0, 0.0]
    assert [(each.session, each.cpu_percent) for each in third] == [("s1", None)]
