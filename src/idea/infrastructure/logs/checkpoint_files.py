"""Checkpoints as files: `checkpoint-SEQ.native` and `checkpoint-SEQ.portable`, compressed.

A file is a head (magic, kind, seq, size, length of the core's name, length of the screen), the
core's name, a CRC-32 of both, and the screen compressed by zlib, which checks itself. The newest
two are kept; during a flood most lie in memory, and the disk has its own newest two. Everything
here blocks and belongs to the log thread.
"""

import contextlib
import re
import struct
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from idea.domain.errors import InvalidError
from idea.domain.stream.checkpoint import LARGEST_CHECKPOINT_BYTES, Checkpoint
from idea.domain.stream.messages import CheckpointKind, Seq
from idea.domain.terminal import Size
from idea.infrastructure.logs.memory_place import MemoryPart
from idea.infrastructure.logs.private_files import make_folder, numbered_files, replace_file
from idea.infrastructure.stores.atomic import temporary_name

KEPT = 2
MOST_BYTES = 16 * 1024 * 1024
_MAGIC = b"IDEACKP1"
_HEAD = struct.Struct(">8sBQHHHI")
_CRC = struct.Struct(">I")
_FASTEST = 1
_NAME = re.compile(r"checkpoint-(\d{20})\.(native|portable)")
_KINDS = (CheckpointKind.NATIVE, CheckpointKind.PORTABLE)


def encode_checkpoint(checkpoint: Checkpoint) -> bytes:
    """Return the content of a checkpoint's file."""
    core = checkpoint.core.encode()
    head = _HEAD.pack(
        _MAGIC,
        _KINDS.index(checkpoint.kind),
        checkpoint.seq,
        checkpoint.size.columns,
        checkpoint.size.rows,
        len(core),
        len(checkpoint.data),
    )
    crc = _CRC.pack(zlib.crc32(core, zlib.crc32(head)))
    return b"".join((head, core, crc, zlib.compress(checkpoint.data, _FASTEST)))


def decode_checkpoint(content: bytes) -> Checkpoint:
    """Return the checkpoint a file holds.

    Raises:
        InvalidError: The file is damaged, or not a checkpoint.
    """
    try:
        magic, kind, seq, columns, rows, name_length, length = _HEAD.unpack_from(content)
        name_end = _HEAD.size + name_length
        (crc,) = _CRC.unpack_from(content, name_end)
        if magic != _MAGIC or crc != zlib.crc32(content[:name_end]):
            raise InvalidError("This is not a checkpoint, or it is damaged.")
        inflate = zlib.decompressobj()
        screen = inflate.decompress(content[name_end + _CRC.size :], LARGEST_CHECKPOINT_BYTES)
        if not inflate.eof or len(screen) != length:
            raise InvalidError("A checkpoint is cut or damaged.")
        core = content[_HEAD.size : name_end].decode()
    except (struct.error, zlib.error, UnicodeDecodeError) as error:
        raise InvalidError("A checkpoint is damaged.") from error
    return Checkpoint(seq=seq, kind=_KINDS[kind], core=core, size=Size(columns, rows), data=screen)


class CheckpointFiles:
    """Keeps the newest checkpoints of one session."""

    def __init__(
        self, folder: Path, memory: MemoryPart | None = None, *, most_bytes: int = MOST_BYTES
    ) -> None:
        """The ones before the newest are kept as far as all together have `most_bytes`."""
        self._folder = folder
        self._most_bytes = most_bytes
        self._memory = memory
        self._unsaved: Sequence[Checkpoint] = ()
        self._is_writer = False

    def save(
        self,
        parts: Sequence[Checkpoint],
        *,
        spares_the_disk: Callable[[int], bool] = lambda _: False,
        leave_room: Callable[[int], None] = lambda _: None,
    ) -> bool:
        """Keep the parts of one checkpoint; return whether they are on disk.

        `spares_the_disk` is asked with their size whether memory will do. Before anything is
        written, `leave_room` is told how large all files here will be at most.

        Raises:
            OSError: They are kept in this process only.
        """
        self._unsaved = parts
        contents = {_name_of(part): encode_checkpoint(part) for part in parts}
        new_bytes = sum(map(len, contents.values()))
        self._become_writer()
        self._drop_old(new_bytes)
        leave_room(new_bytes + sum(_size_of(path) for _, _, path in self._files()))
        in_memory = spares_the_disk(new_bytes) and self._write_in_memory(contents, new_bytes)
        if not in_memory:
            self._write(self._folder, contents)
        self._unsaved = ()
        self._drop_old()
        return not in_memory

    def _become_writer(self) -> None:
        """Remove what is damaged: by its number it may be newer than all that is still to come."""
        if not self._is_writer:
            for _, _, path in self._files():
                if _is_damaged(path):
                    path.unlink(missing_ok=True)
            self._is_writer = True

    def _write_in_memory(self, contents: Mapping[str, bytes], count: int) -> bool:
        if self._memory is None or not self._memory.has_checkpoint_room(count):
            return False
        try:
            self._write(self._memory.folder, contents)
        except OSError as error:
            self._memory.failed(error)
            return False
        return True

    @staticmethod
    def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
        make_folder(folder)
        for name, content in contents.items():
            replace_file(folder / name, content, folder / temporary_name(name))

    def _drop_old(self, coming_bytes: int = 0) -> None:
        """Keep the newest of all and of the disk, and the ones before while they are not large."""
        found = self._files()
        everywhere = _newest_first(found)
        on_disk = _newest_first([one for one in found if one[2].parent == self._folder])
        kept = {*everywhere[:1], *on_disk[:1]}
        total = coming_bytes + _total(found, kept)
        for seq in [*everywhere[1:KEPT], *on_disk[1:KEPT]]:
            count = _total(found, {seq} - kept)
            if total + count <= self._most_bytes:
                kept.add(seq)
                total += count
        for seq, _, path in found:
            if seq not in kept or (path.parent != self._folder and seq not in everywhere[:KEPT]):
                path.unlink(missing_ok=True)
        if self._memory is not None:
            here = [path for _, _, path in self._files() if path.parent != self._folder]
            self._memory.hold_checkpoints(sum(map(_size_of, here)))

    def move_one(self) -> bool:
        """Move the oldest file that is in memory to the disk; return whether there was one.

        Raises:
            OSError: It could not be written, and stays where it is.
        """
        for _, _, path in sorted(self._files()):
            if path.parent == self._folder:
                continue
            with contextlib.suppress(FileNotFoundError):
                self._write(self._folder, {path.name: path.read_bytes()})
            path.unlink(missing_ok=True)
            self._drop_old()
            return True
        return False

    def newest(self, core: str, up_to: Seq | None = None) -> Checkpoint | None:
        """Return the newest undamaged checkpoint that a core can restore, none after `up_to`.

        Raises:
            OSError: The folder cannot be read.
        """
        unsaved = {part.kind: part for part in self._unsaved if _is_by(part.seq, up_to)}
        native = unsaved.get(CheckpointKind.NATIVE)
        if native is not None and native.core == core:
            return native
        if CheckpointKind.PORTABLE in unsaved:
            return unsaved[CheckpointKind.PORTABLE]
        # Native sorts before portable, and the newest first.
        files = [file for file in self._files() if _is_by(file[0], up_to)]
        for _, _, path in sorted(files, key=lambda file: (-file[0], file[1])):
            checkpoint = _read(path)
            if checkpoint is not None and _suits(checkpoint, core):
                return checkpoint
        return None

    def seqs(self) -> tuple[Seq, ...]:
        """Return where undamaged checkpoints are, oldest first.

        Raises:
            OSError: The folder cannot be read.
        """
        found = {part.seq for part in self._unsaved}
        found |= {seq for seq, _, path in self._files() if _read(path) is not None}
        return tuple(sorted(found))

    def _files(self) -> list[tuple[Seq, str, Path]]:
        folders = [self._folder, *([] if self._memory is None else [self._memory.folder])]
        found = [one for folder in folders for one in numbered_files(folder, _NAME)]
        return [(int(match[1]), match[2], path) for match, path in found]


def _name_of(part: Checkpoint) -> str:
    return f"checkpoint-{part.seq:020d}.{part.kind.value}"


def _newest_first(files: Sequence[tuple[Seq, str, Path]]) -> list[Seq]:
    return sorted({seq for seq, _, _ in files}, reverse=True)


def _total(files: Sequence[tuple[Seq, str, Path]], seqs: Collection[Seq]) -> int:
    return sum(_size_of(path) for seq, _, path in files if seq in seqs)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # Memory was emptied.
        return 0


def _is_by(seq: Seq, limit: Seq | None) -> bool:
    return limit is None or seq <= limit


def _suits(checkpoint: Checkpoint, core: str) -> bool:
    return checkpoint.kind is CheckpointKind.PORTABLE or checkpoint.core == core


def _read(path: Path) -> Checkpoint | None:
    """Return what a file holds; None when it is damaged, or cannot be read now."""
    try:
        with path.open("rb") as file:
            return decode_checkpoint(file.read())
    except (InvalidError, OSError):
        return None


def _is_damaged(path: Path) -> bool:
    """Return whether a file can be read and holds no checkpoint."""
    with contextlib.suppress(OSError):
        try:
            decode_checkpoint(path.read_bytes())
        except InvalidError:
            return True
    return False
