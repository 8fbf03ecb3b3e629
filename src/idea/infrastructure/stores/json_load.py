"""Reads a JSON file of a store and decides what to do with one that cannot be used."""

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from idea.domain.errors import IdeaError, StoreError
from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_FOLLOW, NO_WAITING
from idea.infrastructure.stores.atomic import atomic_write, backup_of, reason_of, sync_folder
from idea.infrastructure.stores.commented_json import changed, plain
from idea.infrastructure.stores.json_text import MAX_BYTES, DamagedError, parse_object, spell

_OPEN: Final = os.O_RDONLY | NO_FOLLOW | NO_WAITING | CLOSE_ON_EXEC | BINARY


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvaged[T]:
    """What could be read of a damaged file."""

    value: T
    lost: tuple[str, ...]
    """What could not, each in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec[T]:
    """How one kind of value is spelled; both functions leave the version to the file."""

    version: int
    decode: Callable[[Mapping[str, object]], T]
    """Raises DamagedError or an IdeaError that says which key is wrong."""
    encode: Callable[[T], Mapping[str, object]]
    """Writes every known key, in a stable order."""
    keeps_unknown: bool = True
    """Whether keys that `encode` does not write are kept; False where the value holds them."""
    is_for_people: bool = False
    """Whether people write the file by hand, so that comments are allowed and kept."""
    salvage: Callable[[bytes], Salvaged[T] | None] | None = None
    """Reads what can be read of a damaged file that has no backup; never raises."""

    def parse(self, raw: bytes) -> Mapping[str, object]:
        """Return the object of a file.

        Raises:
            DamagedError: It holds none.
        """
        return parse_object(plain(raw) if self.is_for_people else raw)

    def spell(self, document: Mapping[str, object], over: bytes) -> bytes:
        """Return a file that holds an object; `over` is what the file says until now."""
        return changed(over, document) if self.is_for_people else spell(document)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content[T]:
    """What a file held."""

    value: T
    document: Mapping[str, object]
    raw: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFound[T]:
    """How loading went."""

    content: Content[T] | None
    """None when the default is to be used."""
    may_write: bool
    notices: tuple[str, ...] = ()


class _UntouchableError(Exception):
    """The file may be fine, but not for us, now; the message says why."""


def read_regular(path: Path) -> bytes | None:
    """Return the content of a regular file, None when nothing is there; links are not followed.

    Raises:
        DamagedError: Something else than a file of sane size is there.
        OSError: The operating system refuses.
    """
    try:
        descriptor = os.open(path, _OPEN)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.EMLINK}:
            raise DamagedError("it is a link") from error
        if error.errno in {errno.ENXIO, errno.EISDIR}:
            raise DamagedError("it is not a file") from error
        raise
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise DamagedError("it is not a file")
        if found.st_size > MAX_BYTES:
            raise DamagedError(f"it is larger than {MAX_BYTES // (1024 * 1024)} MiB")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)


def document_in(path: Path) -> Mapping[str, object]:
    """Return what a JSON file holds, comments apart; nothing when it cannot be read."""
    try:
        return parse_object(plain(read_regular(path) or b""))
    except (OSError, DamagedError):
        return {}


class JsonFileLoad[T]:
    """One loading of one file; blocks for as long as the disk needs."""

    def __init__(
        self,
        path: Path,
        codec: Codec[T],
        *,
        may_write: bool = True,
        without: str = "defaults are used",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        read: Callable[[Path], bytes | None] = read_regular,
    ) -> None:
        """Prepare; `without` says what becomes of a file that is damaged and has no backup."""
        self._path = path
        self._codec = codec
        self._without = without
        self._may_write = may_write
        self._now = now
        self._read_bytes = read

    def run(self) -> FileFound[T]:
        """Read the file, or what takes its place."""
        try:
            return FileFound(content=self._read(self._path), may_write=self._may_write)
        except _UntouchableError as error:
            sentence = f"{self._path} {error}; it is left as it is and changes are not saved."
            return FileFound(content=None, may_write=False, notices=(sentence,))
        except DamagedError as error:
            return self._replace_damaged(str(error))

    def look(self) -> FileFound[T]:
        """Read the file and leave it as it is, whatever it holds."""
        try:
            return FileFound(content=self._read(self._path), may_write=True)
        except _UntouchableError as error:
            sentence = (
                f"{self._path} {error}; what was read before stays, and changes are not saved."
            )
            return FileFound(content=None, may_write=False, notices=(sentence,))
        except DamagedError as error:
            sentence = f"{self._path} is damaged ({error}); what was read before stays."
            return FileFound(content=None, may_write=True, notices=(sentence,))

    def keep_damaged(self) -> Path:
        """Give what is in the file another name too, before something is saved over it.

        Raises:
            OSError: The folder may not be changed.
        """
        return self._set_aside(self._path, keep_name=True)

    def _read(self, path: Path) -> Content[T] | None:
        try:
            raw = self._read_bytes(path)
        except OSError as error:
            raise _UntouchableError(f"could not be read: {reason_of(error)}") from error
        if raw is None:
            return None
        document = self._codec.parse(raw)
        # A person who writes a file by hand need not know of versions.
        version = document.get("version", 1 if self._codec.is_for_people else None)
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise DamagedError("version must be a whole number from 1")
        if version > self._codec.version:
            raise _UntouchableError(f"was written by a newer IdeA (its version is {version})")
        try:
            value = self._codec.decode(document)
        except IdeaError as error:
            raise DamagedError(error.sentence.rstrip(".")) from error
        return Content(value=value, document=document, raw=raw)

    def _replace_damaged(self, why: str) -> FileFound[T]:
        backup = backup_of(self._path)
        content, backup_is_unusable = None, False
        try:
            content = self._read(backup)
        except (DamagedError, _UntouchableError):
            backup_is_unusable = True
        instead = "its backup is used" if content else self._without
        saved = None if content else self._salvaged()
        if saved is not None:
            content, instead = saved
        damage = f"{self._path} is damaged ({why})"
        if not self._may_write:
            sentence = f"{damage}; it is left as it is and {instead}."
            return FileFound(content=content, may_write=False, notices=(sentence,))
        try:
            kept = self._set_aside(self._path, keep_name=content is not None)
            if backup_is_unusable:
                kept_backup = self._set_aside(backup, keep_name=False)
                instead = f"its damaged backup as {kept_backup.name}; {instead}"
        except OSError as error:
            sentence = (
                f"{damage} and could not be set aside: {reason_of(error)}; "
                f"{instead} and changes are not saved."
            )
            return FileFound(content=content, may_write=False, notices=(sentence,))
        if content:
            self._restore(content.raw)
        joint = ", " if backup_is_unusable else "; "
        sentence = f"{damage}; it is kept as {kept}{joint}{instead}."
        return FileFound(content=content, may_write=True, notices=(sentence,))

    def _salvaged(self) -> tuple[Content[T], str] | None:
        """Return what can be read of the damaged file, and a sentence that names the rest."""
        try:
            raw = self._read_bytes(self._path) if self._codec.salvage is not None else None
        except (OSError, DamagedError):
            return None
        salvaged = self._codec.salvage(raw) if raw and self._codec.salvage is not None else None
        if salvaged is None:
            return None
        document = {"version": self._codec.version, **self._codec.encode(salvaged.value)}
        content = Content(
            value=salvaged.value, document=document, raw=self._codec.spell(document, b"")
        )
        lost = ", ".join(salvaged.lost)
        return content, f"it is used without what could not be read: {lost}" if lost else (
            "all of it could be read nevertheless"
        )

    def _restore(self, raw: bytes) -> None:
        """Put the backup's content in the damaged file's place."""
        try:
            atomic_write(self._path, raw)
        except StoreError:
            # The damaged file must not become the backup at the next save.
            with contextlib.suppress(OSError):
                self._path.unlink()

    def _set_aside(self, path: Path, *, keep_name: bool) -> Path:
        """Give what is at `path` another name and, unless it is to be replaced, no longer this one.

        Raises:
            OSError: The folder may not be changed.
        """
        stamp = f"{self._now():%Y%m%dT%H%M%SZ}"
        aside = path.with_name(f"{path.name}.corrupt-{stamp}")
        count = 1
        while os.path.lexists(aside):
            count += 1
            aside = path.with_name(f"{path.name}.corrupt-{stamp}-{count}")
        if not (keep_name and _link(path, aside)):
            path.rename(aside)
        sync_folder(path.parent)
        return aside


def _link(path: Path, other: Path) -> bool:
    try:
        os.link(path, other, follow_symlinks=False)
    except (OSError, NotImplementedError):
        return False  # A folder, or a file system without hard links.
    return True
