"""What everything that finds and ends marked processes has to do."""

from abc import ABC, abstractmethod
from dataclasses import replace

import pytest

from idea.domain.ids import SessionId
from idea.domain.ports.marked_processes import MarkedProcesses
from idea.domain.survivors import MarkedProcess
from support.running import on_a_loop

ONE, OTHER = SessionId("session-1"), SessionId("session-2")


class MarkedProcessesContract(ABC):
    """Inherit it and say how a program is left running."""

    @pytest.fixture
    @abstractmethod
    def marked(self) -> MarkedProcesses:
        """Return what is tested; nothing marked runs yet."""

    @abstractmethod
    def leave(self, session: SessionId, *, stubborn: bool = False) -> None:
        """Leave a program with one child running; `stubborn` ones take no hang-up."""

    @on_a_loop
    async def test_what_a_session_left_is_found(self, marked: MarkedProcesses) -> None:
        self.leave(ONE)
        first, child = await _pair(marked, ONE)

        assert first.program
        assert first.memory_bytes > 0
        assert first.started_at <= child.started_at
        assert first.process != child.process

    @on_a_loop
    async def test_sessions_are_told_apart(self, marked: MarkedProcesses) -> None:
        self.leave(ONE)
        self.leave(OTHER)

        found = await marked.find()

        assert sorted(each.session.value for each in found) == [ONE.value] * 2 + [OTHER.value] * 2

    @pytest.mark.parametrize("stubborn", [False, True])
    def test_ending_one_ends_what_it_started_and_nobody_else(
        self, marked: MarkedProcesses, *, stubborn: bool
    ) -> None:
        @on_a_loop
        async def scenario() -> None:
            self.leave(ONE, stubborn=stubborn)
            self.leave(OTHER)
            first, _ = await _pair(marked, ONE)

            assert list(await marked.end([first.process])) == []

            assert {each.session for each in await marked.find()} == {OTHER}

        scenario()

    @on_a_loop
    async def test_a_number_given_away_is_not_touched(self, marked: MarkedProcesses) -> None:
        self.leave(ONE)
        first, _ = await _pair(marked, ONE)
        gone = replace(first.process, started="another time")

        assert list(await marked.end([gone])) == []

        assert len(await marked.find()) == 2


async def _pair(marked: MarkedProcesses, session: SessionId) -> tuple[MarkedProcess, MarkedProcess]:
    """Return the only program of a session and its child."""
    found = {each.process.pid: each for each in await marked.find() if each.session == session}
    [child] = [each for each in found.values() if each.parent in found]
    return found[child.parent], child
