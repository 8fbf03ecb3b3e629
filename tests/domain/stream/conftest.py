"""A session in miniature for every test."""

import pytest

from domain.stream.world import World
from idea.domain.stream import checkpoint_schedule

KIB = 1024


@pytest.fixture
def world():
    return World()


@pytest.fixture
def small_checkpoints(monkeypatch):
    for name, value in (
        ("ASK_AFTER_BYTES", 80 * KIB),
        ("UNSAVED_BYTES", 240 * KIB),
        ("SPACED_BYTES", 10 * KIB),
    ):
        monkeypatch.setattr(checkpoint_schedule, name, value)
