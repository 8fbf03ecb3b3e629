"""`session.json` of every session, under user state: the truth about what ran and how it ended."""

import asyncio
import contextlib
import errno
import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import override

from idea.domain.errors import IdeaError, StoreError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import EndReason, ProcessIdentity, SessionRecord
from idea.domain.terminal import (
    Exited,
    Lost,
    Running,
    SessionStatus,
    Size,
    Starting,
    TerminalSession,
)
from idea.infrastructure.stores.atomic import atomic_write, reason_of
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_load import read_regular
from idea.infrastructure.stores.json_text import (
    DamagedError,
    parse_object,
    residue,
    spell,
    with_residue,
)

_NAME = "session.json"
_VERSION = 1
_TRIES = 5
"""How often a folder is emptied while files still come into it."""


class FileSessionStore(SessionStore):
    """One folder a session, `<sessions>/<project>/<session>`, which the log shares."""

    def __init__(self, sessions: Path) -> None:
        self._sessions = sessions
        self._unknown: dict[SessionId, dict[str, object]] = {}
        """What newer versions wrote into records of ours; written back."""

    @override
    async def save(self, record: SessionRecord) -> None:
        document = with_residue(encode(record), self._unknown.get(record.session.id, {}))
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
        folder = self._folder(record.session.project, record.session.id)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{folder} could not be made: {reason_of(error)}.") from error
        atomic_write(folder / _NAME, data)

    def _load(self) -> tuple[list[SessionRecord], list[str]]:
        records: list[SessionRecord] = []
        problems: list[str] = []
        for path in sorted(self._sessions.glob(f"*/*/{_NAME}")):
            try:
                document = parse_object(read_regular(path) or b"")
                record = decode(document)
                _check_place(path, record)
            except OSError as error:
                problems.append(f"The session of {path} cannot be read: {reason_of(error)}.")
            except IdeaError as error:
                problems.append(f"The session of {path} is damaged: {error.sentence}")
            except DamagedError as error:
                problems.append(f"The session of {path} is damaged: {error}.")
            else:
                records.append(record)
                self._unknown[record.session.id] = residue(document, encode(record))
        return records, problems

    def _sizes(self) -> dict[SessionId, int]:
        return {
            SessionId(folder.name): sum(map(_size_of, folder.iterdir()))
            for folder in self._sessions.glob("*/*")
            if folder.is_dir()
        }

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


def encode(record: SessionRecord) -> dict[str, object]:
    """Return the document of a record, every key in its order."""
    session = record.session
    process = record.process
    return {
        "version": _VERSION,
        "id": session.id.value,
        "project": session.project.value,
        "argv": [_as_text(word) for word in session.command],
        "cwd": _as_text(session.cwd),
        "columns": session.size.columns,
        "rows": session.size.rows,
        "title": session.title,
        "previous": None if session.previous is None else session.previous.value,
        "startedAt": session.started_at.isoformat(),
        "process": None
        if process is None
        else {"pid": process.pid, "started": process.started, "boot": process.boot},
        "status": _encode_status(session.status),
        "end": None if record.end is None else record.end.value,
        "endedAt": None if record.ended_at is None else record.ended_at.isoformat(),
    }


def decode(document: dict[str, object]) -> SessionRecord:
    """Return the record of a document.

    Raises:
        DamagedError: A key is missing or wrong.
        InvalidError: The values do not fit together.
    """
    fields = Fields(document)
    if fields.whole("version") != _VERSION:
        raise DamagedError(f"version must be {_VERSION}")
    previous = fields.optional_text("previous")
    process = fields.optional_below("process")
    end = fields.optional_text("end")
    ended_at: datetime | None = fields.moment("endedAt") if document.get("endedAt") else None
    return SessionRecord(
        session=TerminalSession(
            id=SessionId(fields.text("id")),
            project=ProjectId(fields.text("project")),
            command=_texts(fields, "argv"),
            cwd=fields.text("cwd"),
            size=Size(columns=fields.whole("columns"), rows=fields.whole("rows")),
            status=_decode_status(fields.below("status")),
            started_at=fields.moment("startedAt"),
            title=fields.text("title"),
            previous=None if previous is None else SessionId(previous),
        ),
        process=None
        if process is None
        else ProcessIdentity(
            pid=process.whole("pid"), started=process.text("started"), boot=process.text("boot")
        ),
        end=None if end is None else _word(EndReason, "end", end),
        ended_at=ended_at,
    )


def _size_of(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # It went while we looked.
        return 0


def _as_text(word: str) -> str:
    """Return a word as text; bytes of it that are none become question marks in a box."""
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _encode_status(status: SessionStatus) -> dict[str, object]:
    match status:
        case Starting():
            return {"type": "starting"}
        case Running(pid):
            return {"type": "running", "pid": pid}
        case Exited(code):
            return {"type": "exited", "code": code}
        case Lost(reason):
            return {"type": "lost", "reason": reason}


def _decode_status(fields: Fields) -> SessionStatus:
    match fields.text("type"):
        case "starting":
            return Starting()
        case "running":
            return Running(fields.whole("pid"))
        case "exited":
            return Exited(fields.whole("code"))
        case "lost":
            return Lost(fields.text("reason"))
        case other:
            raise DamagedError(f"status.type is {other!r}")


def _word[E](kind: Callable[[str], E], key: str, value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        raise DamagedError(f"{key} is {value!r}") from None


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    value = fields.values.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise DamagedError(f"{key} must be a list of texts")
    return tuple(value)


def _check_place(path: Path, record: SessionRecord) -> None:
    """Refuse a record that lies in another session's folder; deleting goes by its ids.

    Raises:
        DamagedError: Folder and record name different sessions.
    """
    place = (path.parent.parent.name, path.parent.name)
    if place != (record.session.project.value, record.session.id.value):
        raise DamagedError("it lies in the folder of another session")
