"""The `.ideai` folders: made at the first opening, locked while the engine lives."""

import asyncio
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import override

import filelock

from idea.domain.errors import StoreError
from idea.domain.events import Noticed, ProjectSettingsChanged
from idea.domain.ids import ProjectId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.project_folders import FolderOpened, ProjectFolders
from idea.domain.project import Project, ProjectFacts
from idea.infrastructure.stores.atomic import atomic_write, reason_of
from idea.infrastructure.stores.codecs import FACTS
from idea.infrastructure.stores.json_file import JsonFile

FOLDER_NAME = ".ideai"
IGNORED = """\
run/
requests/
memory/.index/
trash/
.lock
*.bak
*.corrupt-*
.*.tmp
"""
"""What of the folder does not belong into version control."""

_LOCK_NAME = ".lock"
_SHARED_MODE = 0o644
"""Files that travel with the project get the mode a repository expects."""


class _HeldBackError(Exception):
    """Nothing may be written into the folder; the message is the sentence for the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """One open folder."""

    opened: FolderOpened
    path: Path
    facts: JsonFile[ProjectFacts | None]
    lock: filelock.BaseFileLock | None
    lock_inode: int = 0
    """Of the file that is locked; another one at its place is locked by nobody."""
    is_lost: bool = False
    """Whether it was ours, and went away."""


class FileProjectFolders(ProjectFolders):
    """Folders of projects on this machine."""

    def __init__(self, events: EventBus) -> None:
        self._events = events
        self._held: dict[ProjectId, _Held] = {}
        self._one_at_a_time = asyncio.Lock()

    @override
    async def peek(self, root: str) -> ProjectFacts | None:
        folder = Path(root, FOLDER_NAME)
        if await asyncio.to_thread(folder.is_symlink):
            return None
        return (await self._facts(folder, may_write=False).load()).value

    @override
    async def open(self, project: Project) -> FolderOpened:
        async with self._one_at_a_time:
            if project.id not in self._held:
                held = await self._hold(project)
                self._held[project.id] = held
                return held.opened
        opened = self._held[project.id].opened
        return FolderOpened(writable=opened.writable, facts=opened.facts)

    async def refresh(self, project: Project) -> FolderOpened | None:
        """Look what became of an open folder; answers how it was opened anew, if it had to be.

        What others wrote about the project is taken in on the way.
        """
        held = self._held.get(project.id)
        if held is None:
            return None
        if await asyncio.to_thread(_must_be_opened_anew, held, project):
            return await self._open_anew(project, held)
        found = await held.facts.reload()
        if found is None or self._held.get(project.id) is not held:
            return None
        for sentence in found.notices:
            self._events.publish(Noticed(sentence))
        if found.value is None:
            held.facts.save(held.opened.facts)
        else:
            self._held[project.id] = replace(held, opened=replace(held.opened, facts=found.value))
            if found.value.setting_overrides != held.opened.facts.setting_overrides:
                self._events.publish(ProjectSettingsChanged(project.id))
        return None

    async def _open_anew(self, project: Project, held: _Held) -> FolderOpened | None:
        async with self._one_at_a_time:
            if self._held.get(project.id) is not held:
                return None  # It was closed meanwhile.
            await self._release(project.id)
            anew = await self._hold(project, held.opened.facts)
            is_ours = anew.lock is not None
            self._held[project.id] = replace(anew, is_lost=not is_ours)
        if is_ours:
            back = f"{held.path} had gone while {project.name} was open; it is used again."
            if anew.path != held.path:
                back = f"{project.name} was moved: it is {project.root} now."
            return replace(anew.opened, notices=(back, *anew.opened.notices))
        return None if held.is_lost else anew.opened  # Once is enough to say that it is lost.

    def holds(self, project: ProjectId) -> bool:
        """Whether a project is open here; others may write into the folder of one that is not."""
        return project in self._held

    def path(self, project: ProjectId) -> tuple[Path, bool]:
        """Return an open project's `.ideai`, and whether it may be written."""
        held = self._held[project]
        return held.path, held.opened.writable

    @override
    def save(self, project: ProjectId, facts: ProjectFacts) -> None:
        held = self._held[project]
        held.facts.save(facts)
        self._held[project] = replace(held, opened=replace(held.opened, facts=facts))

    @override
    def overrides(self, project: ProjectId) -> Mapping[str, object]:
        held = self._held.get(project)
        return {} if held is None else held.opened.facts.setting_overrides

    @override
    async def close(self, project: ProjectId) -> None:
        async with self._one_at_a_time:
            await self._release(project)

    async def _release(self, project: ProjectId) -> None:
        held = self._held.pop(project, None)
        if held is not None:
            await held.facts.close()
            if held.lock is not None:
                held.lock.release()

    async def close_all(self) -> None:
        """Keep and release every folder, when the engine stops."""
        for project in tuple(self._held):
            await self.close(project)

    def _facts(self, folder: Path, *, may_write: bool) -> JsonFile[ProjectFacts | None]:
        return JsonFile(folder / "project.json", FACTS, None, self._events, may_write=may_write)

    async def _hold(self, project: Project, known: ProjectFacts | None = None) -> _Held:
        folder = Path(project.root, FOLDER_NAME)
        lock, notices = None, list[str]()
        try:
            lock = await asyncio.to_thread(_prepare, project, folder)
        except _HeldBackError as error:
            notices.append(str(error))
        writable = lock is not None
        file = self._facts(folder, may_write=writable)
        loaded = await file.load()
        notices += loaded.notices
        facts = loaded.value
        if facts is None:
            facts = known or ProjectFacts(
                id=project.id,
                name=project.name,
                created_at=project.created_at,
                location=project.location,
            )
            file.save(facts)
        opened = FolderOpened(writable=writable, facts=facts, notices=tuple(notices))
        inode = await asyncio.to_thread(_inode_of, folder / _LOCK_NAME) if writable else 0
        return _Held(opened=opened, path=folder, facts=file, lock=lock, lock_inode=inode)


def _must_be_opened_anew(held: _Held, project: Project) -> bool:
    """Return whether the lock is not in its place any more, or a lost folder may be back; blocks.

    A folder that was removed or moved took the locked file with it: nobody holds its place. A
    project that was opened where it was moved to is somewhere else as a whole.
    """
    if held.path.parent != Path(project.root):
        return True
    if held.lock is not None:
        return _inode_of(held.path / _LOCK_NAME) != held.lock_inode
    return held.is_lost and Path(project.root).is_dir()


def _inode_of(path: Path) -> int:
    try:
        return path.lstat().st_ino
    except OSError:
        return 0


def _prepare(project: Project, folder: Path) -> filelock.BaseFileLock:
    """Make the folder and lock it; blocks.

    Raises:
        _HeldBackError: It may not be written, or another engine holds it.
    """
    unsaved = "changes to its grid are not saved"
    try:
        found = folder.lstat()
    except FileNotFoundError:
        _make(project, folder, unsaved)
    except OSError as error:
        raise _HeldBackError(
            f"{folder} cannot be looked at: {reason_of(error)}; {unsaved}."
        ) from error
    else:
        if not stat.S_ISDIR(found.st_mode):
            raise _HeldBackError(f"{folder} is not a folder; {unsaved}.")
    lock = filelock.FileLock(folder / _LOCK_NAME, timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise _HeldBackError(
            f"{project.name} is open in another IdeA too; {unsaved} here."
        ) from error
    except OSError as error:
        raise _HeldBackError(
            f"{folder} may not be written: {reason_of(error)}; {unsaved}."
        ) from error
    _write_ignored(folder / ".gitignore")
    return lock


def _make(project: Project, folder: Path, unsaved: str) -> None:
    try:
        folder.mkdir()
    except FileNotFoundError as error:
        raise _HeldBackError(f"The folder {project.root} of {project.name} is gone.") from error
    except OSError as error:
        raise _HeldBackError(
            f"{folder} could not be made: {reason_of(error)}; {unsaved}."
        ) from error


def _write_ignored(path: Path) -> None:
    """Write the list of what version control should pass over, unless there is one."""
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except OSError:
        return
    else:
        return
    try:
        atomic_write(path, IGNORED.encode(), default_mode=_SHARED_MODE)
    except StoreError:
        return  # The project works without it; the next opening tries again.
