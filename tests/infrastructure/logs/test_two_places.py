"""Segments on disk and in memory in any order of floods, deaths and reboots: one bounded log."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fakes.session_log import framed
from idea.domain.errors import NotFoundError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.stream.records import Output
from idea.infrastructure.logs.memory_place import MemoryPlace
from idea.infrastructure.logs.segments import Segments

LARGEST_FRAME_BYTES = 400
SEGMENT_BYTES, LOG_BYTES, MEMORY_BYTES = 1000, 6000, 3000


class TwoPlaces(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.root = Path(tempfile.mkdtemp(prefix="idea-two-places-"))
        self.disk, self.memory = self.root / "disk", self.root / "memory"
        self.frames: dict[int, bytes] = {}
        self.in_memory: set[int] = set()
        self.end = self.checkpoint = 0
        self.start_engine()

    def start_engine(self):
        self.place = MemoryPlace(self.memory, session_bytes=MEMORY_BYTES, free_share=0.0)
        part = self.place.part_of(ProjectId("p"), SessionId("s"))
        self.part_folder = part.folder
        self.segments = Segments(self.disk, part, segment_bytes=SEGMENT_BYTES, log_bytes=LOG_BYTES)

    def teardown(self):
        self.segments.close()
        shutil.rmtree(self.root)

    @rule(length=st.integers(1, LARGEST_FRAME_BYTES - 17), flood=st.booleans())
    def append(self, length, flood):
        frame = framed(Output(os.urandom(length)))
        if flood and self.segments.append_in_memory(self.end, frame):
            self.in_memory.add(self.end)
        else:
            self.segments.append(self.end, frame)
        self.frames[self.end] = frame
        self.end += len(frame)

    @rule(count=st.integers(2, 12), flood=st.booleans())
    def append_many(self, count, flood):
        for _ in range(count):
            self.append(300, flood)

    @rule()
    def numbers_are_left_out(self):
        self.end += 5000

    @precondition(lambda self: self.frames)
    @rule(back=st.integers(0, 8))
    def save_checkpoint(self, back):
        seqs = [*self.frames][-1 - back :]
        seq = max(seqs[0], self.checkpoint)
        self.segments.checkpoint_at(seq)
        self.checkpoint = seq

    @rule()
    def move_one(self):
        if self.segments.move_one():
            known = [one.start for one in self.segments.all if one.path.parent != self.disk]
            self.in_memory = {seq for seq in self.in_memory if known and seq >= known[0]}

    @rule()
    def move_all(self):
        while self.segments.move_one():
            pass
        self.in_memory.clear()
        assert not list(self.part_folder.glob("*"))

    @rule()
    def engine_dies(self):
        self.segments.release()  # The kernel closes its files.
        self.start_engine()

    @rule()
    def engine_leaves(self):
        self.segments.close(self.end)
        assert self.place._used_bytes == 0
        self.start_engine()

    @rule()
    def machine_reboots(self):
        self.engine_dies()
        shutil.rmtree(self.memory, ignore_errors=True)
        for seq in self.in_memory:
            self.frames.pop(seq, None)
        self.in_memory.clear()

    @invariant()
    def every_record_is_read_as_it_was_written_or_was_dropped_with_reason(self):
        newer_bytes = 0
        for seq in sorted(self.frames, reverse=True):
            newer_bytes += len(self.frames[seq])
            try:
                assert self.segments.read(seq, 1) == self.frames[seq]
            except NotFoundError:
                is_beyond_bound = newer_bytes > LOG_BYTES - SEGMENT_BYTES - LARGEST_FRAME_BYTES
                assert seq < self.checkpoint or is_beyond_bound
                del self.frames[seq]

    @invariant()
    def both_places_keep_their_bounds(self):
        sizes = {
            folder: sum(path.stat().st_size for path in folder.glob("*"))
            for folder in (self.disk, self.part_folder)
        }
        assert sum(sizes.values()) <= LOG_BYTES + LARGEST_FRAME_BYTES
        assert sizes[self.part_folder] <= MEMORY_BYTES

    @invariant()
    def what_is_counted_is_there(self):
        if self.segments._is_writer:
            there = sum(path.stat().st_size for path in self.part_folder.glob("*"))
            assert self.place._used_bytes == there


TwoPlaces.TestCase.settings = settings(
    max_examples=int(os.environ.get("IDEA_STREAM_EXAMPLES", "40")),
    stateful_step_count=40,
    deadline=None,
    print_blob=True,
)
TestTwoPlaces = pytest.mark.posix(pytest.mark.slow(TwoPlaces.TestCase))
