"""Checkpoints as files: `checkpoint-SEQ.native` and `checkpoint-SEQ.portable`, compressed.

A file is a head (magic, kind, seq, size, length of the core's name, length of the screen), the
core's name, a CRC-32 of both, and the screen compressed by zlib, which checks itself. Everything
here blocks and belongs to the log thread.
"""

import re
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

from idea.domain.errors import InvalidError
from idea.domain.stream.checkpoint import LARGEST_CHECKPOINT_BYTES, Checkpoint
from idea.domain.stream.messages import CheckpointKind, Seq
from idea.domain.terminal import Size
from idea.infrastructure.logs.private_files import make_folder, replace_file
from idea.infrastructure.stores.atomic import temporary_name

KEPT = 2
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

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unsaved: Sequence[Checkpoint] = ()

    def save(self, parts: Sequence[Checkpoint]) -> None:
        """Keep the parts of one checkpoint, in memory when the disk refuses.

        Raises:
            OSError: They are kept in memory only.
        """
        self._unsaved = parts
        make_folder(self._folder)
        for part in parts:
            path = self._folder / f"checkpoint-{part.seq:020d}.{part.kind.value}"
            temporary = path.with_name(temporary_name(path.name))
            replace_file(path, encode_checkpoint(part), temporary)
        self._unsaved = ()
        self._drop_old()

    def _drop_old(self) -> None:
        found = self._files()
        kept = sorted({seq for seq, _, _ in found})[-KEPT:]
        for seq, _, path in found:
            if seq not in kept:
                path.unlink(missing_ok=True)

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
        if not self._folder.is_dir():
            return []
        matches = [_NAME.fullmatch(path.name) for path in self._folder.iterdir()]
        return [(int(one[1]), one[2], self._folder / one[0]) for one in matches if one is not None]


def _is_by(seq: Seq, limit: Seq | None) -> bool:
    return limit is None or seq <= limit


def _suits(checkpoint: Checkpoint, core: str) -> bool:
    return checkpoint.kind is CheckpointKind.PORTABLE or checkpoint.core == core


def _read(path: Path) -> Checkpoint | None:
    try:
        return decode_checkpoint(path.read_bytes())
    except (InvalidError, FileNotFoundError):
        return None
