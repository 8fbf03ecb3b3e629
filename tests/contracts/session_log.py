"""What every log of a session has to do."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

import pytest

from fakes.session_log import framed
from idea.domain.errors import NotFoundError
from idea.domain.ids import ClientId, ProjectId, SessionId
from idea.domain.ports.session_log import LogContents, SessionLog, SessionLogs
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.history import LogPiece
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.records import Exit, Gap, Holder, Output, Resize, encode_frame
from idea.domain.terminal import Exited, Size

SIZE = Size(120, 40)


def a_checkpoint(seq, kind=CheckpointKind.PORTABLE, core="core 1", data=b"screen"):
    return Checkpoint(seq=seq, kind=kind, core=core, size=SIZE, data=data)


class SessionLogContract(ABC):
    @abstractmethod
    def logs(self) -> SessionLogs:
        """Return logs that keep what they are given for the next call; made on a loop."""

    @abstractmethod
    async def close(self, logs: SessionLogs) -> None:
        """End logs after their sessions' are closed."""

    def with_log[Answer](self, scenario: Callable[[SessionLog], Awaitable[Answer]]) -> Answer:
        async def run() -> Answer:
            logs = self.logs()
            log = logs.open(ProjectId("p"), SessionId("s"))
            try:
                return await scenario(log)
            finally:
                await log.close()
                await self.close(logs)

        return asyncio.run(run())

    def test_what_is_appended_is_read_from_any_record_on(self):
        frames = [framed(Output(bytes((i,)) * i)) for i in range(1, 9)]

        async def scenario(log):
            seq = 0
            for one in frames:
                log.append(seq, one)
                seq += len(one)
            start = len(frames[0])
            whole = await log.read(start, 10_000)
            first = await log.read(start, len(frames[1]) + 1)
            return whole, first, await log.read(start, 0), await log.read(seq, 100)

        whole, first, least, end = self.with_log(scenario)
        assert b"".join(frames[1:]) == whole
        assert (frames[1], frames[1], b"") == (first, least, end)

    def test_what_the_log_does_not_hold_is_not_found(self):
        async def scenario(log):
            log.append(1000, framed(Output(b"x")))
            for start in (0, 5000):
                with pytest.raises(NotFoundError):
                    await log.read(start, 100)

        self.with_log(scenario)

    def test_numbers_may_be_left_out(self):
        one, two = framed(Output(b"1")), framed(Gap(0, "taken over", reset=False))

        async def scenario(log):
            log.append(0, one)
            log.append(5000, two)
            with pytest.raises(NotFoundError):
                await log.read(len(one), 100)
            return await log.read(0, 10_000), await log.read(5000, 100)

        assert (one, two) == self.with_log(scenario)

    def test_the_newest_checkpoint_a_core_can_restore_is_found(self):
        native = CheckpointKind.NATIVE

        async def scenario(log):
            assert await log.checkpoint("core 1") is None
            log.save_checkpoint((a_checkpoint(1, native), a_checkpoint(1)))
            log.save_checkpoint((a_checkpoint(2, native), a_checkpoint(2)))
            log.save_checkpoint((a_checkpoint(3, native, "core 2"), a_checkpoint(3)))
            return [await log.checkpoint(core) for core in ("core 2", "core 1", "")]

        expected = [a_checkpoint(3, native, "core 2"), a_checkpoint(3), a_checkpoint(3)]
        assert expected == self.with_log(scenario)

    def test_the_newest_checkpoint_up_to_a_place_is_found(self):
        async def scenario(log):
            for seq in (10, 20):
                log.save_checkpoint((a_checkpoint(seq),))
                await log.flush()
            return [await log.checkpoint("core 1", up_to) for up_to in (9, 10, 19, 20, 99)]

        expected = [None, *(a_checkpoint(seq) for seq in (10, 10, 20, 20))]
        assert expected == self.with_log(scenario)

    def test_pieces_say_what_can_be_read_and_when_it_was_recorded(self):
        first = encode_frame(Resize(SIZE), 1_000) + encode_frame(Output(b"hello"), 2_000)
        second = encode_frame(Gap(0, "taken over", reset=False), 3_000)

        async def scenario(log):
            empty = await log.pieces()
            log.append(0, first)
            log.append(5000, second)
            return empty, await log.pieces()

        empty, pieces = self.with_log(scenario)
        assert list(empty) == []
        assert list(pieces) == [
            LogPiece(0, len(first), 1_000),
            LogPiece(5000, 5000 + len(second), 3_000),
        ]

    def test_what_a_log_holds_is_told(self):
        head = framed(Resize(SIZE), Holder(ClientId("c"), 7), Output(b"hello"))
        gap = framed(Gap(5, "cut", reset=True), Resize(Size(9, 9)))
        tail = framed(Output(b"more"), Resize(Size(10, 10)))
        tail += encode_frame(Exit(Exited(4)), 5_000)

        async def scenario(log):
            empty = await log.contents()
            log.append(0, head)
            first = await log.contents()
            log.append(len(head), gap + tail)
            log.save_checkpoint((a_checkpoint(len(head)),))
            return empty, first, await log.contents()

        empty, first, last = self.with_log(scenario)
        assert LogContents() == empty
        end = len(head)
        assert first == LogContents(end=end, used=end, size=SIZE, base=0, base_size=SIZE, epoch=7)
        assert last == LogContents(
            end=len(head + gap + tail),
            used=len(head + gap + tail),
            size=Size(10, 10),
            base=len(head),
            base_size=Size(9, 9),
            epoch=7,
            checkpoints=(len(head),),
            over=Exited(4),
            over_at_ms=5_000,
        )

    def test_a_checkpoint_is_told_although_the_log_lost_what_it_saw(self):
        head = framed(Resize(SIZE))

        async def scenario(log):
            log.append(0, head)
            log.save_checkpoint((a_checkpoint(5000),))
            return await log.contents()

        contents = self.with_log(scenario)
        assert (contents.end, contents.checkpoints) == (len(head), (5000,))

    def test_numbers_left_out_by_a_takeover_end_nothing(self):
        head = framed(Resize(SIZE), Output(b"hello"))
        gap = framed(Gap(0, "taken over", reset=False), Resize(SIZE))
        third = len(head) + 9000

        async def scenario(log):
            log.append(0, head)
            log.append(5000, gap)
            log.append(third, gap)
            taken_over = await log.contents()
            log.append(third + 1000, framed(Output(b"after a full disk")))
            return taken_over, await log.contents()

        taken_over, after_a_hole = self.with_log(scenario)
        assert taken_over.skips == ((len(head), 5000), (5000 + len(gap), third))
        assert (taken_over.start, taken_over.base, taken_over.base_size) == (0, 0, SIZE)
        assert taken_over.end == taken_over.used == third + len(gap)
        assert (after_a_hole.start, after_a_hole.base) == (third + 1000, None)
        assert after_a_hole.skips == ()

    def test_what_stands_before_a_hole_can_be_read_and_counts_for_nothing_else(self):
        head, tail = framed(Resize(SIZE), Output(b"old")), framed(Output(b"new"))

        async def scenario(log):
            log.append(0, head)
            log.append(9000, tail)
            log.save_checkpoint((a_checkpoint(9000),))
            with pytest.raises(NotFoundError):
                await log.read(len(head), 100)
            return await log.read(0, 1000), await log.read(9000, 1000), await log.contents()

        old, new, contents = self.with_log(scenario)
        assert (old, new) == (head, tail)
        assert (contents.start, contents.base, contents.checkpoints) == (9000, None, (9000,))

    def test_only_a_log_that_was_closed_is_whole_and_only_until_more_is_written(self):
        frames = framed(Resize(SIZE))

        async def scenario():
            found = []
            for seq in (0, None, len(frames)):
                logs = self.logs()
                log = logs.open(ProjectId("p"), SessionId("s"))
                found.append((await log.contents()).is_whole)
                if seq is not None:
                    log.append(seq, frames)
                    await log.flush()
                    found.append((await log.contents()).is_whole)
                await log.close()
                await self.close(logs)
            return found

        assert asyncio.run(scenario()) == [False, False, True, True, False]

    def test_what_is_appended_is_written_soon_and_that_is_told_once(self):
        async def scenario(log):
            told = asyncio.Event()
            assert log.is_written(told.set)
            log.append(0, framed(Resize(SIZE)))
            if not log.is_written(told.set):
                async with asyncio.timeout(20):
                    await told.wait()
            assert log.is_written(told.set)

        self.with_log(scenario)

    def test_a_log_that_was_closed_is_there_when_opened_again(self):
        one, two = framed(Output(b"one")), framed(Output(b"two"))

        async def scenario():
            for seq, frames in ((0, one), (len(one), two)):
                logs = self.logs()
                log = logs.open(ProjectId("p"), SessionId("s"))
                assert seq == (await log.contents()).end
                log.append(seq, frames)
                await log.flush()
                last = await log.read(0, 1000)
                if len(last) < seq + len(frames):
                    last += await log.read(len(last), 1000)
                await log.close()
                await self.close(logs)
            return last

        assert one + two == asyncio.run(scenario())
