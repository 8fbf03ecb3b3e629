"""Texts in a folder that people edit too: roles, skills, templates, a project's context."""

from collections.abc import Callable, Collection, Iterable
from fnmatch import fnmatchcase
from itertools import chain, count

from idea.application.deleted_texts import DeletedText, TrashedFile, deleted_from
from idea.domain.errors import ConflictError, IdeaError, NotFoundError, StoreError
from idea.domain.paths import PathRules
from idea.domain.ports.file_system import FileEntry, FileKind, FileSystem
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.project import Project
from idea.domain.skill import content_hash

PROJECT_FOLDER = ".ideai"
"""What IdeA keeps of a project, below its root."""
LARGEST_TEXT_BYTES = 1024 * 1024
TRASH = "trash"
_DEEPEST = 4
"""How many folders down names are told."""


class TextFolder:
    """Whole texts by their path below one folder, with `/` between names; UTF-8.

    What came with a project may hold links to anything on this machine, and what is read here is
    told to programs that talk to others. So a project's texts are read, written and removed
    `within` its root only, wherever links lead.
    """

    def __init__(
        self, files: FileSystem, folder: str, rules: PathRules, *, within: str | None
    ) -> None:
        """With None for `within`, links are followed: of the person's own folders."""
        self._files = files
        self._folder = folder
        self._rules = rules
        self._within = within

    def path(self, name: str) -> str:
        """Return the absolute path of a text or folder below this one."""
        return self._rules.join(self._folder, *name.split("/"))

    async def read(self, name: str) -> str | None:
        """Return a text, None when there is none.

        Raises:
            StoreError: It cannot be read, is no text, very long, or elsewhere by a link.
        """
        path = self.path(name)
        await self._check(path, path)
        try:
            content = await self._files.read(path, limit_bytes=LARGEST_TEXT_BYTES)
        except NotFoundError:
            return None
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise StoreError(f"{path} is not UTF-8 text.") from error

    async def write(self, name: str, text: str) -> None:
        """Make a text what it should be, with the folders above it.

        Raises:
            StoreError: It could not be written; the old text is still there.
        """
        path = self.path(name)
        content = text.encode()
        if len(content) > LARGEST_TEXT_BYTES:
            raise StoreError(f"{path} could not be saved: the text is longer than 1 MiB.")
        await self._check(path, self._rules.parent(path))
        await self._files.create_folders(self._rules.parent(path))
        await self._files.write(path, content)

    async def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in a folder below this one, none when it is not there.

        Raises:
            StoreError: It cannot be read, or is elsewhere by a link.
        """
        path = self.path(folder)
        await self._check(path, path)
        try:
            found = await self._files.list(path)
        except NotFoundError:
            return ()
        return tuple(entry.name for entry in found if entry.kind is FileKind.FILE)

    async def names_below(self, folder: str, *, limit: int) -> tuple[str, ...]:
        """Return the first files in a folder and those below it, by their path from there.

        Links are named, not followed.

        Raises:
            StoreError: The folder cannot be read, or is elsewhere by a link.
        """
        path = self.path(folder)
        await self._check(path, path)
        found: list[str] = []
        waiting = [""]
        while waiting and len(found) < limit:
            inside = waiting.pop(0)
            try:
                entries = await self._files.list(self.path(f"{folder}/{inside}".rstrip("/")))
            except NotFoundError:
                continue
            for entry in entries:
                name = f"{inside}/{entry.name}".lstrip("/")
                if entry.kind is not FileKind.FOLDER:
                    found.append(name)
                elif name.count("/") < _DEEPEST:
                    waiting.append(name)
        return tuple(found[:limit])

    async def entries(self, folder: str) -> tuple[FileEntry, ...]:
        """Return everything in a folder below this one; empty for this folder itself.

        Raises:
            NotFoundError: It is not there.
            StoreError: It cannot be read, or is elsewhere by a link.
        """
        path = self.path(folder) if folder else self._folder
        await self._check(path, path)
        return await self._files.list(path)

    async def matching(
        self, pattern: str, kinds: Collection[FileKind], *, limit: int
    ) -> tuple[str, ...]:
        """Return what of these kinds there is by a pattern, by name; links are not followed.

        `*` stands for any name, or part of one. What cannot be looked at is passed over.
        """
        paths = [""]
        names = pattern.split("/")
        for place, name in enumerate(names, 1):
            wanted = kinds if place == len(names) else {FileKind.FOLDER, FileKind.LINK}
            deeper: list[str] = []
            for path in paths:
                try:
                    entries = await self.entries(path)
                except IdeaError:
                    continue  # Nothing there, or nothing that may be looked at.
                deeper += [
                    f"{path}/{entry.name}".lstrip("/")
                    for entry in entries
                    if entry.kind in wanted and fnmatchcase(entry.name, name)
                ]
            paths = deeper[:limit]
        return tuple(paths)

    async def remove(self, name: str) -> None:
        """Take a text away; nothing there is no failure.

        Raises:
            StoreError: It may not be removed.
        """
        path = self.path(name)
        await self._check(path, self._rules.parent(path))
        await self._files.remove(path)

    async def discard(self, name: str, stamp: str) -> str:
        """Move a text into the trash, under its name behind `stamp`; returns its name there.

        Another one of this name there stays: a number tells them apart. A text that is not there
        leaves nothing to be moved.

        Raises:
            StoreError: It could not be moved; it is still where it was.
        """
        text, flat = await self.read(name), name.replace("/", "-")
        taken = await self.names(TRASH)
        numbered = (f"{stamp}-{number}-{flat}" for number in count(2))
        free = next(file for file in chain((f"{stamp}-{flat}",), numbered) if file not in taken)
        kept = f"{TRASH}/{free}"
        if text is not None:
            await self.write(kept, text)
            await self.remove(name)
        return kept

    async def deleted(self, folder: str, suffix: str) -> tuple[TrashedFile, ...]:
        """Return the texts of a folder that are in the trash only, the newest first.

        Raises:
            StoreError: One of the two folders cannot be read.
        """
        there = await self.names(folder)
        return deleted_from(folder, suffix, trash=await self.names(TRASH), there=there)

    async def discarded(self, kept: str) -> tuple[str, str]:
        """Return a text of the trash, named as `discard` or its absolute path says, and its name.

        Raises:
            NotFoundError: The trash has no such text.
            StoreError: It cannot be read.
        """
        name = f"{TRASH}/{kept.replace(chr(92), '/').rpartition('/')[2]}"
        text = await self.read(name)
        if text is None:
            raise NotFoundError(f"There is no {self.path(name)} any more.")
        return text, name

    async def _check(self, path: str, place: str) -> None:
        """Refuse `path` when `place`, which it is or stands in, really is somewhere else.

        Raises:
            StoreError: It is.
        """
        if self._within is None:
            return
        real = await self._files.real_path(place)
        if not self._rules.is_inside(real, await self._files.real_path(self._within)):
            raise StoreError(
                f"{path} is a link that leads out of the project, or behind one; it is not used."
            )


def refuse_if_changed(what: str, now: str, instead_of: str) -> None:
    """Refuse to write a text over one that nobody has read who writes it.

    Raises:
        ConflictError: It says something else `now` than it is to be written instead of.
    """
    if content_hash(now) != content_hash(instead_of):
        raise ConflictError(f"{what} was changed elsewhere meanwhile.")


async def texts_of_root(project: Project, hosts: RemoteHosts) -> TextFolder:
    """Return the texts of a project itself.

    Raises:
        RemoteError: The project's location cannot be reached.
    """
    host = await hosts.connect(project.location)
    rules = project.location.rules(project.root)
    return TextFolder(host.files, project.root, rules, within=project.root)


async def texts_of_project(project: Project, hosts: RemoteHosts) -> TextFolder:
    """Return the texts that IdeA keeps of a project.

    Raises:
        RemoteError: The project's location cannot be reached.
    """
    host = await hosts.connect(project.location)
    rules = project.location.rules(project.root)
    folder = rules.join(project.root, PROJECT_FOLDER)
    return TextFolder(host.files, folder, rules, within=project.root)


async def deleted_texts(
    places: Iterable[tuple[str, TextFolder]],
    folder: str,
    suffix: str,
    name_of: Callable[[str, str, str], str],
) -> tuple[DeletedText, ...]:
    """Return the deleted texts of a folder in places that have a scope each, in their order.

    `name_of` is given scope, id and content, and raises an `IdeaError` for what is no such text.

    Raises:
        StoreError: A trash cannot be read.
    """
    found: list[DeletedText] = []
    for scope, place in places:
        for file in await place.deleted(folder, suffix):
            try:
                name = name_of(scope, file.id, (await place.discarded(file.kept))[0])
            except IdeaError:
                continue  # What cannot be read cannot be restored either.
            found.append(
                DeletedText(
                    id=file.id, scope=scope, name=name, kept=file.kept, deleted=file.deleted
                )
            )
    return tuple(found)
