"""`.ideai/agents.json`: which agents a project has."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, override

from idea.domain.agents.agent import Agent, FromTemplate, Origin, Scratch
from idea.domain.agents.manifest import Manifest
from idea.domain.ids import AgentId, ProfileId, ProjectId, SkillId, TemplateId
from idea.domain.ports.agent_manifests import AgentManifests
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import Loaded
from idea.domain.project import Project
from idea.domain.skill import SkillRef, SkillScope
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.json_load import Codec
from idea.infrastructure.stores.json_text import DamagedError
from idea.infrastructure.stores.project_folder import FileProjectFolders

_NAME: Final = "agents.json"


def _decode(document: Mapping[str, object]) -> Manifest:
    fields = Fields(document)
    agents = tuple(_decode_agent(one) for one in fields.each("agents"))
    return fields.build(lambda: Manifest(agents))


def _decode_agent(fields: Fields) -> Agent:
    origin = _decode_origin(fields.below("origin"))
    skills = tuple(
        _decode_skill(one) for one in (fields.each("skills") if "skills" in fields.values else ())
    )
    return fields.build(
        lambda: Agent(
            id=AgentId(fields.text("id")),
            name=fields.text("name"),
            role_path=fields.text("md"),
            profile=ProfileId(fields.text("profileId")),
            origin=origin,
            synchronized=fields.flag("synchronized") if "synchronized" in fields.values else False,
            skills=skills,
        )
    )


def _decode_origin(fields: Fields) -> Origin:
    match fields.text("type"):
        case "scratch":
            return Scratch()
        case "fromTemplate":
            return fields.build(
                lambda: FromTemplate(
                    TemplateId(fields.text("templateId")), fields.whole("syncedTemplateVersion")
                )
            )
        case _:
            raise DamagedError(f"{fields.path}.type must be scratch or fromTemplate")


def _decode_skill(fields: Fields) -> SkillRef:
    scope = fields.text("scope")
    if scope not in set(SkillScope):
        raise DamagedError(f"{fields.path}.scope must be {' or '.join(SkillScope)}")
    return fields.build(lambda: SkillRef(SkillScope(scope), SkillId(fields.text("id"))))


def _encode(manifest: Manifest | None) -> Mapping[str, object]:
    return {"agents": [_encode_agent(agent) for agent in manifest or ()]}


def _encode_agent(agent: Agent) -> Mapping[str, object]:
    return {
        "id": agent.id.value,
        "name": agent.name,
        "md": agent.role_path,
        "profileId": agent.profile.value,
        "origin": _encode_origin(agent.origin),
        "synchronized": agent.synchronized,
        "skills": [{"scope": skill.scope.value, "id": skill.id.value} for skill in agent.skills],
    }


def _encode_origin(origin: Origin) -> Mapping[str, object]:
    match origin:
        case Scratch():
            return {"type": "scratch"}
        case FromTemplate(template, version):
            return {
                "type": "fromTemplate",
                "templateId": template.value,
                "syncedTemplateVersion": version,
            }


MANIFEST: Codec[Manifest | None] = Codec(version=1, decode=_decode, encode=_encode)
"""`.ideai/agents.json`; None, for no file, is never written."""


class FileAgentManifests(AgentManifests):
    """Manifests of projects on this machine; loading one holds the project's folder."""

    def __init__(
        self,
        folders: FileProjectFolders,
        project_of: Callable[[ProjectId], Project],
        events: EventBus,
    ) -> None:
        self._folders = folders
        self._project_of = project_of
        self._events = events
        self._files: dict[ProjectId, JsonFile[Manifest | None]] = {}
        self._kept: dict[ProjectId, Manifest] = {}
        self._places: dict[ProjectId, tuple[Path, bool]] = {}
        """Where the folder was when its manifest was loaded, and whether it could be written."""

    @override
    async def load(self, project: ProjectId) -> Loaded[Manifest]:
        await self.release(project)
        await self._folders.open(self._project_of(project))
        file = self._file(project)
        loaded = await file.load()
        self._files[project] = file
        self._places[project] = self._folders.path(project)
        self._kept[project] = loaded.value or Manifest()
        return Loaded(self._kept[project], loaded.notices)

    @override
    async def reload(self, project: ProjectId) -> Loaded[Manifest] | None:
        file = self._files.get(project)
        if file is None:
            return None
        folders = self._folders
        if not folders.holds(project) or self._places[project] != folders.path(project):
            # The folder was moved or let go of, or was taken by us or from us meanwhile.
            return await self.load(project)
        found = await file.reload()
        if found is None or self._files.get(project) is not file:
            return None
        if found.value is None:
            file.save(self._kept[project])
            path = self._folders.path(project)[0] / _NAME
            return Loaded(self._kept[project], (f"{path} was removed; it is written anew.",))
        self._kept[project] = found.value
        return Loaded(found.value, found.notices)

    @override
    def save(self, project: ProjectId, manifest: Manifest) -> None:
        self._kept[project] = manifest
        self._files[project].save(manifest)

    @override
    async def flush(self, project: ProjectId) -> None:
        if project in self._files:
            await self._files[project].flush()

    @override
    async def release(self, project: ProjectId) -> None:
        file = self._files.pop(project, None)
        if file is not None:
            await file.close()

    async def close_all(self) -> None:
        """Keep everything and let go of it, when the engine stops."""
        for project in tuple(self._files):
            await self.release(project)

    def _file(self, project: ProjectId) -> JsonFile[Manifest | None]:
        folder, writable = self._folders.path(project)
        return JsonFile(folder / _NAME, MANIFEST, None, self._events, may_write=writable)
