import os
import socket
from collections.abc import Iterator

import psutil
import pytest

from idea.infrastructure.pty.keeper_link import KeeperLink, LinkClosedError
from idea.infrastructure.pty.keeper_protocol import (
    LONGEST_LINE,
    BadMessageError,
    Lines,
    LineTooLongError,
    decode,
    encode,
)

pytestmark = pytest.mark.posix


@pytest.fixture
def ends() -> Iterator[tuple[KeeperLink, socket.socket]]:
    ours, theirs = socket.socketpair()
    theirs.settimeout(10)
    link = KeeperLink(ours, 0.0)
    yield link, theirs
    link.close()
    theirs.close()


def test_a_message_too_long_for_the_socket_arrives_whole_with_its_descriptor(
    ends: tuple[KeeperLink, socket.socket],
) -> None:
    link, theirs = ends
    reading, writing = os.pipe()
    message = {"text": "x" * 1_000_000}

    link.send(message, (writing,))
    os.close(writing)  # A copy is on its way.
    assert link.has_unsent
    received = b""
    descriptors: list[int] = []
    while not received.endswith(b"\n"):
        chunk, more, _, _ = socket.recv_fds(theirs, 65536, 4)
        received += chunk
        descriptors += more
        link.flush()

    os.write(descriptors[0], b"through")
    assert (message, 1) == (decode(received), len(descriptors))
    assert os.read(reading, 7) == b"through"
    for descriptor in (reading, *descriptors):
        os.close(descriptor)


def test_whoever_does_not_read_is_cut_off_and_no_descriptor_stays(
    ends: tuple[KeeperLink, socket.socket],
) -> None:
    link, _ = ends
    before = psutil.Process().num_fds()
    reading, writing = os.pipe()

    message = {"text": "x" * 1_000_000}
    for _ in range(4):
        link.send(message, (reading,))
    with pytest.raises(LinkClosedError):
        link.send(message, (reading,))
    link.close()

    os.close(reading)
    os.close(writing)
    assert psutil.Process().num_fds() == before - 1


def test_the_end_of_the_other_side_is_noticed(ends: tuple[KeeperLink, socket.socket]) -> None:
    link, theirs = ends
    assert link.receive() == b""
    theirs.send(b"last")
    theirs.close()

    assert link.receive() == b"last"
    with pytest.raises(LinkClosedError):
        link.receive()
    with pytest.raises(LinkClosedError):
        link.send({"text": "too late"})


@pytest.mark.parametrize("cut", [1, 2, 7, 100])
def test_lines_are_the_same_however_they_are_cut(cut: int) -> None:
    stream = b'{"a":1}\n\n{"b":"\\udcff"}\n{"rest'
    lines = Lines()

    found = [
        line
        for start in range(0, len(stream), cut)
        for line in lines.feed(stream[start : start + cut])
    ]

    assert found == [b'{"a":1}', b"", b'{"b":"\\udcff"}']
    assert encode(decode(found[2])) == found[2] + b"\n"


def test_an_endless_line_and_nonsense_are_refused() -> None:
    lines = Lines()
    assert list(lines.feed(b"x" * LONGEST_LINE)) == []
    with pytest.raises(LineTooLongError):
        list(lines.feed(b"x"))
    with pytest.raises(BadMessageError, match="no JSON object"):
        decode(b"3")
