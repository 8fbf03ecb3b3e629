"""One value in one JSON file: careful loading, one writer, nothing lost that could not be read.

Loading:
    missing        the default.
    damaged        set aside as `<name>.corrupt-<time>`; the backup takes its place, or the default.
    not readable   the default, and the file is left alone: nothing is saved over it.
    newer version  likewise.

Somebody may write the file while it is in use: `reload` takes that in, or leaves it as it is and
goes on with what was known; saving then sets it aside first.

Saving writes and synchronises in a thread. Values given while a write runs replace each other; the
last one wins. A write that fails keeps its value, is announced by `NotSaved`, and is tried again
with growing pauses until it succeeds or the store is closed.
"""

import asyncio
import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import override

from idea.domain.errors import NotSavedError
from idea.domain.events import Noticed, NotSaved
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import Loaded, StoredValue
from idea.infrastructure.stores.atomic import atomic_write, reason_of
from idea.infrastructure.stores.json_load import Codec, Content, FileFound, JsonFileLoad
from idea.infrastructure.stores.json_text import residue, with_residue
from idea.infrastructure.stores.sweeper import sweep

RETRY_PAUSES_S = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""How long to wait after each failure in a row; the last one repeats."""

type Write = Callable[[Path, bytes], None]
"""Replaces a file at once; raises NotSavedError."""


def write_with_backup(path: Path, data: bytes) -> None:
    """Replace a file and keep its previous content; makes the folder if it was removed.

    Raises:
        NotSavedError: Nothing changed.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
    atomic_write(path, data, keep_backup=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unsaved:
    """A document to write, and how many saves it stands for."""

    document: Mapping[str, object]
    number: int


@dataclass(frozen=True, slots=True)
class _Signature:
    """What tells one content of a file from another without reading it."""

    changed_ns: int
    size: int
    inode: int


def _signature(path: Path) -> _Signature | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return _Signature(found.st_mtime_ns, found.st_size, found.st_ino)


class JsonFile[T](StoredValue[T]):
    """Keeps one value in one file; used on the event loop's thread."""

    def __init__(
        self,
        path: Path,
        codec: Codec[T],
        default: T,
        events: EventBus,
        *,
        may_write: bool = True,
        leaves_damaged: bool = False,
        follow_links: bool = False,
        write: Write = write_with_backup,
        retry_pauses_s: Sequence[float] = RETRY_PAUSES_S,
    ) -> None:
        """`leaves_damaged` neither sets aside nor overwrites what a person has to mend."""
        self._path = Path(os.path.realpath(path)) if follow_links else path
        self._codec = codec
        self._default = default
        self._events = events
        self._leaves_damaged = leaves_damaged
        self._was_writable = self._may_write = may_write
        self._write = write
        self._pauses = retry_pauses_s
        self._value = default
        self._seen: _Signature | None = None
        self._doubted: tuple[_Signature | None] | None = None
        self._is_damaged = False
        self._residue: Mapping[str, object] = {}
        self._words = b""
        """What the file says as a whole, comments included."""
        self._unsaved: _Unsaved | None = None
        self._given = 0
        self._tried = 0
        self._awaited = 0
        self._failing_for = ""
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._attempted = asyncio.Event()

    @override
    async def load(self) -> Loaded[T]:
        found = await asyncio.to_thread(self._load_now)
        is_whole = not found.notices if self._leaves_damaged else found.may_write
        self._may_write = self._was_writable and is_whole
        self._take(found.content)
        return Loaded(self._value, found.notices)

    def _load_now(self) -> FileFound[T]:
        if self._may_write:
            sweep(self._path.parent)
        self._seen = _signature(self._path)
        may_write = self._may_write and not self._leaves_damaged
        found = JsonFileLoad(self._path, self._codec, may_write=may_write).run()
        if found.notices:  # Then it is another file by now.
            self._seen = _signature(self._path)
        return found

    @override
    async def reload(self) -> Loaded[T] | None:
        signature, found = await asyncio.to_thread(self._look_now)
        if found is None or self._unsaved is not None or self._closing or signature == self._seen:
            return None  # What is in memory is as new, or newer.
        if found.content is None and self._doubted != (signature,):
            self._doubted = (signature,)
            return None  # It may be half written; the next look finds the rest, or tells.
        self._seen, self._doubted = signature, None
        is_whole = not found.notices if self._leaves_damaged else found.may_write
        self._may_write = self._was_writable and is_whole
        self._is_damaged = bool(found.notices) and found.may_write
        if not found.notices:
            self._take(found.content)
        return Loaded(self._value, found.notices)

    def _look_now(self) -> tuple[_Signature | None, FileFound[T] | None]:
        signature = _signature(self._path)
        if signature == self._seen:
            return signature, None
        return signature, JsonFileLoad(self._path, self._codec).look()

    def _take(self, content: Content[T] | None) -> None:
        if content is None:
            self._value = self._default
            return
        self._value = content.value
        self._words = content.raw
        if self._codec.keeps_unknown:
            known = {"version": 0, **self._codec.encode(content.value)}
            self._residue = residue(content.document, known)

    @property
    def may_write(self) -> bool:
        """Whether saving does anything; known after loading."""
        return self._may_write

    @override
    def save(self, value: T) -> None:
        if not self._may_write or self._closing:
            return
        known = {"version": self._codec.version, **self._codec.encode(value)}
        self._value = value
        self._given += 1
        self._unsaved = _Unsaved(document=with_residue(known, self._residue), number=self._given)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._save_until_kept())

    @override
    async def flush(self) -> None:
        wanted = self._awaited = self._given
        while self._tried < wanted:
            self._hurry.set()
            self._attempted.clear()
            await self._attempted.wait()

    @override
    async def close(self) -> None:
        self._closing = True
        self._hurry.set()
        if self._task is not None:
            await self._task

    async def _save_until_kept(self) -> None:
        failures = 0
        while (unsaved := self._unsaved) is not None:
            kept = await self._attempt(unsaved)
            failures = 0 if kept else failures + 1
            if self._unsaved is unsaved and (kept or self._closing):
                self._unsaved = None
            elif not kept:
                await self._pause(self._pauses[min(failures, len(self._pauses)) - 1])

    async def _attempt(self, unsaved: _Unsaved) -> bool:
        try:
            kept = await asyncio.to_thread(self._write_now, unsaved.document)
        except NotSavedError as error:
            self._announce_failure(error.reason)
            return False
        else:
            if kept is not None:
                self._is_damaged = False
                self._events.publish(Noticed(f"What {self._path} held is kept as {kept}."))
            if self._failing_for:
                self._failing_for = ""
                self._events.publish(Noticed(f"{self._path} is saved again."))
            return True
        finally:
            self._tried = max(self._tried, unsaved.number)
            self._attempted.set()

    def _write_now(self, document: Mapping[str, object]) -> Path | None:
        """Write; return where a damaged file was put that stood in the place."""
        kept = None
        data = self._codec.spell(document, self._words)
        if self._is_damaged:
            # The backup stays what it is: the last content that could be read.
            kept = self._keep_damaged()
            atomic_write(self._path, data)
        else:
            self._write(self._path, data)
        self._words = data
        self._seen = _signature(self._path)
        return kept

    def _keep_damaged(self) -> Path:
        try:
            return JsonFileLoad(self._path, self._codec).keep_damaged()
        except OSError as error:
            raise NotSavedError(str(self._path), reason_of(error)) from error

    def _announce_failure(self, reason: str) -> None:
        if reason != self._failing_for:
            self._failing_for = reason
            self._events.publish(NotSaved(str(self._path), reason))

    async def _pause(self, seconds: float) -> None:
        if self._closing or self._awaited > self._tried:
            return
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)
