"""What else may lie among the files of a log: pipes, links, folders, damage, numbers of no stream.

One strange file may cost what it took the place of; never the rest of its log, nor another log,
which the same thread writes.
"""

import errno
import os
from pathlib import Path

import pytest

from contracts.session_log import a_checkpoint
from fakes.session_log import framed
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.records import Output
from idea.infrastructure.logs.checkpoint_files import CheckpointFiles
from idea.infrastructure.logs.checkpoint_packing import packed
from idea.infrastructure.logs.log_contents import read_contents
from idea.infrastructure.logs.segments import Segments

BLOCK = framed(Output(b"x" * 983))
BEYOND = 10**20 - 1
"""The largest number a name has room for; no stream has so many bytes, and no wire their number."""


def stream(seq: int) -> str:
    return f"stream-{seq:020d}.records"


def checkpoint(seq: int) -> str:
    return f"checkpoint-{seq:020d}.portable"


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_link(path: Path) -> None:
    """Link to a whole file: what is behind a link is not ours, however good it looks."""
    elsewhere = path.with_name("elsewhere")
    elsewhere.write_bytes(BLOCK)
    path.symlink_to(elsewhere)


def make_folder(path: Path) -> None:
    path.mkdir()


strange = pytest.mark.parametrize(
    "make", [pytest.param(make_pipe, marks=pytest.mark.posix), make_link, make_folder]
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a log of three blocks, each a segment, with two checkpoints."""
    segments = Segments(tmp_path, segment_bytes=len(BLOCK))
    for block in range(3):
        segments.append(block * len(BLOCK), BLOCK)
    segments.close(3 * len(BLOCK))
    for seq in (2 * len(BLOCK), 3 * len(BLOCK)):
        CheckpointFiles(tmp_path).save(packed((a_checkpoint(seq),), LOG_BYTES))
    return tmp_path


def refuse_to_open(refused: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file be one whose sectors cannot be read any more."""
    real = Path.open

    def open_or_fail(path, *arguments, **options):
        if path == refused:
            raise OSError(errno.EIO, "Input/output error")
        return real(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", open_or_fail)


@strange
def test_what_is_no_file_is_no_segment(folder, make):
    make(folder / stream(9 * len(BLOCK)))
    segments = Segments(folder)
    assert [segment.start for segment in segments.all] == [0, len(BLOCK), 2 * len(BLOCK)]
    segments.append(3 * len(BLOCK), BLOCK)
    assert segments.read(3 * len(BLOCK), 1) == BLOCK
    segments.close()


@strange
def test_what_is_no_file_is_no_checkpoint(folder, make):
    make(folder / checkpoint(9 * len(BLOCK)))
    files = CheckpointFiles(folder)
    assert files.seqs() == (2 * len(BLOCK), 3 * len(BLOCK))
    assert files.newest("any") == a_checkpoint(3 * len(BLOCK))
    files.save(packed((a_checkpoint(4 * len(BLOCK)),), LOG_BYTES))
    assert files.seqs() == (3 * len(BLOCK), 4 * len(BLOCK))


def test_names_with_numbers_that_no_stream_has_are_not_ours(folder):
    (folder / stream(BEYOND)).write_bytes(BLOCK)
    (folder / checkpoint(BEYOND)).write_bytes((folder / checkpoint(3 * len(BLOCK))).read_bytes())
    contents = read_contents(Segments(folder).all, CheckpointFiles(folder).seqs())
    assert contents.used == contents.end == 3 * len(BLOCK)
    assert contents.checkpoints == (2 * len(BLOCK), 3 * len(BLOCK))


def test_damaged_checkpoints_take_no_place_from_those_that_follow(folder):
    """A power cut empties the newest files, and their log may end long before them."""
    for seq in (80 * len(BLOCK), 90 * len(BLOCK)):
        (folder / checkpoint(seq)).write_bytes(b"")
    files = CheckpointFiles(folder)
    files.save(packed((a_checkpoint(4 * len(BLOCK)),), LOG_BYTES))
    assert files.seqs() == (3 * len(BLOCK), 4 * len(BLOCK))


def test_a_checkpoint_that_cannot_be_read_is_passed_over(folder, monkeypatch):
    refuse_to_open(folder / checkpoint(3 * len(BLOCK)), monkeypatch)
    files = CheckpointFiles(folder)
    assert files.seqs() == (2 * len(BLOCK),)
    assert files.newest("any") == a_checkpoint(2 * len(BLOCK))


@pytest.mark.parametrize(("refused", "start", "end"), [(0, 1, 3), (1, 2, 3), (2, 0, 2)])
def test_a_segment_that_cannot_be_read_is_a_hole(folder, monkeypatch, refused, start, end):
    path = folder / stream(refused * len(BLOCK))
    refuse_to_open(path, monkeypatch)
    segments = Segments(folder)
    contents = read_contents(segments.all, (), is_whole=segments.is_whole)
    assert (contents.start, contents.end) == (start * len(BLOCK), end * len(BLOCK))
    assert contents.used == 3 * len(BLOCK)
    assert path.stat().st_size == len(BLOCK)
