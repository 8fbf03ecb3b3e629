"""Checkpoints as files: `checkpoint-SEQ.native` and `checkpoint-SEQ.portable`, compressed.

The newest two are kept; during a flood most lie in memory, and the disk has its own newest two.
What they may weigh are shares of the log's bound, because the rest of it must hold as many records
as can stand without a checkpoint: all together a quarter, and a half while one is written. What is
too heavy loses its native part first, and then the oldest lines of the portable one.
Everything here blocks and belongs to the log thread.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from idea.domain.errors import InvalidError
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.messages import CheckpointKind, Seq
from idea.infrastructure.logs.checkpoint_codec import decode_checkpoint
from idea.infrastructure.logs.checkpoint_packing import (
    ONE_SHARE,
    PORTABLE_SHARE,
    PackedCheckpoint,
)
from idea.infrastructure.logs.memory_place import MemoryPart
from idea.infrastructure.logs.private_files import make_folder, numbered_files, replace_file
from idea.infrastructure.stores.atomic import temporary_name

KEPT = 2
_ALL = ONE_SHARE + PORTABLE_SHARE
"""Shares of the bound: the newest one, and the portable part of another."""
_ALL_FOR_A_MOMENT = 2 * _ALL
_NAME = re.compile(r"checkpoint-(\d{20})\.(native|portable)")
_NATIVE, _PORTABLE = CheckpointKind.NATIVE, CheckpointKind.PORTABLE

type LeaveRoom = Callable[[int], None]
"""Told how large all checkpoints are, or will be for a moment, so that the rest makes way."""


class Kept(Enum):
    """Where a checkpoint is once it was saved."""

    DISK = auto()
    MEMORY = auto()
    PROCESS = auto()
    """It is larger than its log may be."""


class _File(NamedTuple):
    seq: Seq
    kind: CheckpointKind
    path: Path
    on_disk: bool
    weight: int


class CheckpointFiles:
    """Keeps the newest checkpoints of one session."""

    def __init__(
        self, folder: Path, memory: MemoryPart | None = None, *, log_bytes: int = LOG_BYTES
    ) -> None:
        self._folder = folder
        self._log_bytes = log_bytes
        self._memory = memory
        self._unsaved: Sequence[Checkpoint] = ()
        self._is_writer = False

    @property
    def weight(self) -> int:
        """How large all files here are together.

        Raises:
            OSError: The folder cannot be read.
        """
        return _sum(self._files())

    def hold(self, parts: Sequence[Checkpoint]) -> None:
        """Show these from now on, until they are saved; called on any thread."""
        self._unsaved = parts

    def save(
        self,
        packed: PackedCheckpoint,
        *,
        spares_the_disk: Callable[[int], bool] = lambda _: False,
        leave_room: LeaveRoom = lambda _: None,
    ) -> Kept:
        """Keep a checkpoint; one without files, or whose writing failed, in this process only.

        `spares_the_disk` is asked with its size whether memory will do.

        Raises:
            OSError: It could not be written.
        """
        files, new_bytes = packed.files, packed.weight
        if not files:
            return Kept.PROCESS
        self._become_writer()
        self._drop_old(self._share(_ALL_FOR_A_MOMENT) - new_bytes)
        leave_room(new_bytes + self.weight)
        in_memory = spares_the_disk(new_bytes) and self._write_in_memory(files, new_bytes)
        if not in_memory:
            self._write(self._folder, files)
        if self._unsaved is packed.parts:
            self._unsaved = ()
        self._settle(leave_room)
        return Kept.MEMORY if in_memory else Kept.DISK

    def _share(self, share: float) -> int:
        return int(self._log_bytes * share)

    def _become_writer(self) -> None:
        """Remove what is damaged: by its number it may be newer than all that is still to come."""
        if not self._is_writer:
            for file in self._files():
                if _is_damaged(file.path):
                    file.path.unlink(missing_ok=True)
            self._is_writer = True

    def _write_in_memory(self, contents: Mapping[str, bytes], count: int) -> bool:
        if self._memory is None or not self._memory.has_checkpoint_room(count):
            return False
        try:
            self._write(self._memory.folder, contents)
        except OSError as error:
            self._memory.failed(error)
            for name in contents:
                (self._memory.folder / name).unlink(missing_ok=True)
            return False
        return True

    @staticmethod
    def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
        make_folder(folder)
        for name, content in contents.items():
            replace_file(folder / name, content, folder / temporary_name(name))

    def _settle(self, leave_room: LeaveRoom) -> None:
        """Keep what there is room for until the next one comes."""
        self._drop_old(self._share(_ALL))
        leave_room(self.weight)

    def _drop_old(self, most_bytes: int) -> None:
        """Keep the newest of all and of the disk, and of the rest what there is room for.

        Of those two, native parts may go as well: the portable ones stand for them.
        """
        files = self._files()
        newest = _newest(files)
        newest_on_disk = _newest(file for file in files if file.on_disk)
        needed = [*newest[:1], *newest_on_disk[:1]]
        portable = {file.seq for file in files if file.kind is _PORTABLE}
        kept = {
            file
            for file in files
            if file.seq in needed and (file.kind is _PORTABLE or file.seq not in portable)
        }
        left = most_bytes - _sum(kept)
        wished = dict.fromkeys([*needed, *newest, *newest_on_disk])
        for file in (file for seq in wished for file in files if file.seq == seq):
            is_wanted = file.seq in newest or file.on_disk
            if is_wanted and file not in kept and file.weight <= left:
                kept.add(file)
                left -= file.weight
        for file in set(files) - kept:
            file.path.unlink(missing_ok=True)
        if self._memory is not None:
            self._memory.hold_checkpoints(_sum(file for file in kept if not file.on_disk))

    def move_one(self, leave_room: LeaveRoom = lambda _: None) -> bool:
        """Move the oldest file that is in memory to the disk; return whether there was one.

        Raises:
            OSError: It could not be written, and stays where it is.
        """
        files = self._files()
        for file in sorted(files, key=lambda file: (file.seq, file.path.name)):
            if file.on_disk:
                continue
            leave_room(_sum(files) + file.weight)
            with contextlib.suppress(FileNotFoundError):
                self._write(self._folder, {file.path.name: file.path.read_bytes()})
            file.path.unlink(missing_ok=True)
            self._settle(leave_room)
            return True
        return False

    def newest(self, core: str, up_to: Seq | None = None) -> Checkpoint | None:
        """Return the newest undamaged checkpoint that a core can restore, none after `up_to`.

        Raises:
            OSError: The folder cannot be read.
        """
        unsaved = {part.kind: part for part in self._unsaved if _is_by(part.seq, up_to)}
        native = unsaved.get(_NATIVE)
        if native is not None and native.core == core:
            return native
        if _PORTABLE in unsaved:
            return unsaved[_PORTABLE]
        files = [file for file in self._files() if _is_by(file.seq, up_to)]
        for file in sorted(files, key=lambda file: (-file.seq, file.kind is _PORTABLE)):
            checkpoint = _read(file.path)
            if checkpoint is not None and _suits(checkpoint, core):
                return checkpoint
        return None

    def seqs(self) -> tuple[Seq, ...]:
        """Return where undamaged checkpoints are, oldest first.

        Raises:
            OSError: The folder cannot be read.
        """
        found = {part.seq for part in self._unsaved}
        found |= {file.seq for file in self._files() if _read(file.path) is not None}
        return tuple(sorted(found))

    def _files(self) -> list[_File]:
        folders = [self._folder, *([] if self._memory is None else [self._memory.folder])]
        return [
            _File(
                seq=int(match[1]),
                kind=CheckpointKind(match[2]),
                path=path,
                on_disk=folder == self._folder,
                weight=_size_of(path),
            )
            for folder in folders
            for match, path in numbered_files(folder, _NAME)
        ]


def _newest(files: Iterable[_File]) -> list[Seq]:
    return sorted({file.seq for file in files}, reverse=True)[:KEPT]


def _sum(files: Iterable[_File]) -> int:
    return sum(file.weight for file in files)


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
