"""Texts that are being typed on a page of the library and were not saved yet.

They are in the trash of the project whose window they are typed in, `.ideai/trash/typed/`, one
file each: what the text is of in its first line, and below it what was typed.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.text_folder import TRASH, texts_of_project
from idea.application.use_case import Caller, Request
from idea.domain.ports.remote_host import RemoteHosts

_FOLDER: Final = f"{TRASH}/typed"
_BEGIN, _END = "<!-- ", " -->"
_MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDraftView:
    """What was typed and not saved."""

    of: str
    """What it is a text of, as it was kept."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepTextDraftRequest(Request[None]):
    """What was typed, and of what it is a text; an empty text lets go of what was kept."""

    project: str
    of: str
    """One line, such as `skill:global:commit`."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTextDraftsRequest(Request[tuple[TextDraftView, ...]]):
    """Typed in the window of which project."""

    project: str


class KeepTextDraft:
    """Keep an unsaved text, so that it outlives the window it is typed in."""

    def __init__(self, projects: ProjectLookup, hosts: RemoteHosts) -> None:
        self._projects = projects
        self._hosts = hosts

    async def execute(self, request: KeepTextDraftRequest, caller: Caller, /) -> None:
        """Write it in the place of what was kept of the same text before.

        Raises:
            NotFoundError: There is no such project.
            StoreError: It could not be written.
        """
        del caller
        folder = await texts_of_project(await self._projects.resolve(request.project), self._hosts)
        of = " ".join(request.of.split())
        name = f"{_FOLDER}/{hashlib.sha256(of.encode()).hexdigest()[:16]}.md"
        if request.text:
            await folder.write(name, f"{_BEGIN}{of}{_END}\n{request.text}")
        else:
            await folder.remove(name)


class ListTextDrafts:
    """List the unsaved texts that outlived the window they were typed in."""

    def __init__(self, projects: ProjectLookup, hosts: RemoteHosts) -> None:
        self._projects = projects
        self._hosts = hosts

    async def execute(
        self, request: ListTextDraftsRequest, caller: Caller, /
    ) -> tuple[TextDraftView, ...]:
        """Answer them by what they are texts of.

        Raises:
            NotFoundError: There is no such project.
            StoreError: The trash cannot be read.
        """
        del caller
        folder = await texts_of_project(await self._projects.resolve(request.project), self._hosts)
        found: list[TextDraftView] = []
        for name in sorted(await folder.names(_FOLDER))[:_MOST]:
            head, _, text = (await folder.read(f"{_FOLDER}/{name}") or "").partition("\n")
            if head.startswith(_BEGIN) and head.endswith(_END) and text:
                found.append(TextDraftView(of=head[len(_BEGIN) : -len(_END)], text=text))
        return tuple(sorted(found, key=lambda one: one.of))
