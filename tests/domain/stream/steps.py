"""What the tests of the rules say again and again."""

from domain.stream.world import START
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.messages import (
    CheckpointKind,
)
from idea.domain.stream.records import decode_frames
from idea.domain.stream.wire import decode_engine
from idea.domain.terminal import Size

KIB = 1024
SMALL, LARGE = Size(80, 24), Size(200, 60)


def records(world):
    start, frames = world.log.stretches[-1]
    return [framed.record for framed in decode_frames(start, bytes(frames))]


def inbox(client, kind):
    return [one for one in map(decode_engine, client.inbox) if isinstance(one, kind)]


def keep_up(world, client):
    """Let one client do and say everything it has to."""
    while client.attached and (client.inbox or client.outbox or world.log_requests):
        while world.answer_log():
            pass
        client.process(len(client.inbox))
        world.deliver(client, len(client.outbox))


def say(world, client, *messages):
    client.send(*messages)
    world.deliver(client, len(client.outbox))


def join(world, **wishes):
    """Attach a client and let it get ready."""
    client = world.attach(**wishes)
    keep_up(world, client)
    return client


def flood(world, count=1):
    for _ in range(count):
        world.print(b"x" * 64 * KIB)
        world.read()


def a_screen(seq, kind=CheckpointKind.PORTABLE, data=b"screen"):
    return Checkpoint(seq=seq, kind=kind, core="core 1", size=START, data=data)
