"""`session.json` of every session, under user state: the truth about what ran and how it ended."""

import asyncio
import contextlib
import errno
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, override

from idea.domain.errors import InvalidError, NotSavedError, StoreError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord
from idea.infrastructure.stores.atomic import atomic_write, reason_of
from idea.infrastructure.stores.json_load import JsonFileLoad
from idea.infrastructure.stores.json_text import DamagedError, residue, spell, with_residue
from idea.infrastructure.stores.session_codec import SESSION, decode
from idea.infrastructure.stores.sweeper import sweep

_NAME: Final = "session.json"
_TRIES: Final = 5
"""How often a folder is emptied while files still come into it."""


class FileSessionStore(SessionStore):
    """One folder a session, `<sessions>/<project>/<session>`, which the log shares."""

    def __init__(self, sessions: Path) -> None:
        self._sessions = sessions
        self._unknown: dict[SessionId, dict[str, object]] = {}
        """What newer versions wrote into records of ours; written back."""
        self._untouchable: set[Path] = set()
        """Records that could not be read and are left as they are."""

    @override
    async def save(self, record: SessionRecord) -> None:
        known = {"version": SESSION.version, **SESSION.encode(record)}
        document = with_residue(known, self._unknown.get(record.session.id, {}))
        await asyncio.to_thread(self._save, record, spell(document))

    @override
    async def load(self) -> tuple[Sequence[SessionRecord], Sequence[str]]:
        return await asyncio.to_thread(self._load)

    @override
    async def sizes(self) -> Mapping[SessionId, int]:
        return await asyncio.to_thread(self._sizes)

    @override
    async def delete(self, project: ProjectId, session: SessionId) -> None:
        self._unknown.pop(session, None)
        await asyncio.to_thread(self._delete, self._folder(project, session))

    def _folder(self, project: ProjectId, session: SessionId) -> Path:
        return self._sessions / project.value / session.value

    def _save(self, record: SessionRecord, data: bytes) -> None:
        path = self._folder(record.session.project, record.session.id) / _NAME
        if path in self._untouchable:
            return
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise NotSavedError(str(path), reason_of(error)) from error
        atomic_write(path, data, keep_backup=True)

    def _load(self) -> tuple[list[SessionRecord], list[str]]:
        records: list[SessionRecord] = []
        notices: list[str] = []
        for path in sorted(self._sessions.glob(f"*/*/{_NAME}")):
            sweep(path.parent)
            found = JsonFileLoad(
                path,
                replace(SESSION, decode=partial(_decode_at, path)),
                without="the session is not shown",
            ).run()
            notices += found.notices
            if not found.may_write:
                self._untouchable.add(path)
            if found.content is not None:
                record = found.content.value
                records.append(record)
                known = {"version": SESSION.version, **SESSION.encode(record)}
                self._unknown[record.session.id] = residue(found.content.document, known)
        return records, notices

    def _sizes(self) -> dict[SessionId, int]:
        sizes = {}
        for folder in self._sessions.glob("*/*"):
            if folder.is_dir():
                with contextlib.suppress(InvalidError):  # A folder of somebody else's making.
                    sizes[SessionId(folder.name)] = _size_below(folder)
        return sizes

    def _delete(self, folder: Path) -> None:
        try:
            _remove(folder)
        except OSError as error:
            raise StoreError(f"{folder} could not be removed: {reason_of(error)}.") from error
        with contextlib.suppress(OSError):
            folder.parent.rmdir()  # The project's, if this was its last session.


def _remove(folder: Path, tries: int = _TRIES) -> None:
    """Remove a folder, also one into which a write under way still brings a file.

    Raises:
        OSError: The operating system refuses.
    """
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        if tries == 1 or error.errno != errno.ENOTEMPTY:
            raise
        _remove(folder, tries - 1)


def _size_below(folder: Path) -> int:
    try:
        return sum(map(_size_of, folder.iterdir()))
    except OSError:  # It was forgotten while we looked, or cannot be read.
        return 0


def _size_of(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # It went while we looked.
        return 0


def _decode_at(path: Path, document: Mapping[str, object]) -> SessionRecord:
    """Return the record of a file, unless it lies in another session's folder.

    Deleting goes by the ids in a record, so that folder and record must name one session.

    Raises:
        DamagedError: They do not, or a key is missing or wrong.
        InvalidError: The values do not fit together.
    """
    record = decode(document)
    place = (path.parent.parent.name, path.parent.name)
    if place != (record.session.project.value, record.session.id.value):
        raise DamagedError("it lies in the folder of another session")
    return record
