"""Checkpoints in parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.stream.strategies import sizes
from idea.domain.errors import InvalidError
from idea.domain.stream import checkpoint as checkpoint_module
from idea.domain.stream.checkpoint import Checkpoint, CheckpointAssembly, checkpoint_parts
from idea.domain.stream.messages import CheckpointKind
from idea.domain.terminal import Size


def a_checkpoint(data=b"screen", seq=3):
    return Checkpoint(
        seq=seq, kind=CheckpointKind.PORTABLE, core="core", size=Size(2, 2), data=data
    )


@given(sizes, st.sampled_from([0, 1, 262_144, 262_145, 700_000]))
def test_parts_put_together_are_the_checkpoint(size, length):
    whole = Checkpoint(
        seq=9, kind=CheckpointKind.NATIVE, core="core", size=size, data=bytes(length)
    )
    assembly = CheckpointAssembly()
    found = [assembly.add(part) for part in checkpoint_parts(whole)]
    assert [None] * (len(found) - 1) + [whole] == found


def test_parts_in_a_wrong_order_are_refused_and_forgotten():
    first, second, third = checkpoint_parts(a_checkpoint(bytes(600_000)))
    assembly = CheckpointAssembly()
    with pytest.raises(InvalidError):
        assembly.add(second)
    assembly.add(first)
    with pytest.raises(InvalidError):
        assembly.add(third)
    with pytest.raises(InvalidError):
        assembly.add(second)


def test_parts_of_another_checkpoint_are_refused():
    first = checkpoint_parts(a_checkpoint(bytes(600_000)))[0]
    second = checkpoint_parts(a_checkpoint(bytes(600_000), seq=4))[1]
    assembly = CheckpointAssembly()
    assembly.add(first)
    with pytest.raises(InvalidError):
        assembly.add(second)


def test_a_new_first_part_begins_again():
    old, new = checkpoint_parts(a_checkpoint(bytes(600_000))), a_checkpoint()
    assembly = CheckpointAssembly()
    assembly.add(old[0])
    assert new == assembly.add(checkpoint_parts(new)[0])


def test_a_checkpoint_is_bounded(monkeypatch):
    monkeypatch.setattr(checkpoint_module, "LARGEST_CHECKPOINT_BYTES", 300_000)
    assembly = CheckpointAssembly()
    parts = checkpoint_parts(a_checkpoint(bytes(300_001)))
    assembly.add(parts[0])
    with pytest.raises(InvalidError):
        assembly.add(parts[1])
