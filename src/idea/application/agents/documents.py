"""What an agent reads at launch, with everything loaded that belongs into it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, override

from idea.application.agents.agents import Agents
from idea.application.skills.skills import Skills
from idea.application.text_folder import PROJECT_FOLDER, texts_of_root
from idea.domain.agents.agent import Agent
from idea.domain.agents.document import (
    DocumentParts,
    Instructions,
    RecalledNote,
    Section,
    SectionKind,
    document,
    sections,
)
from idea.domain.errors import NotFoundError, StoreError
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.profiles.instructions import InstructionsPlan, plan_instructions
from idea.domain.profiles.invocation import LaunchPlaces
from idea.domain.profiles.profile import AgentProfile
from idea.domain.project import Project
from idea.domain.skill import Skill, SkillRef, content_hash

CONTEXT_FILE = "CONTEXT.md"


class Delegation(Protocol):
    """How an agent hands work to others; nothing is said while it cannot."""

    async def told_to(self, project: Project, agent: Agent, /) -> str:
        """Return the section about it; empty for none."""
        ...


class Recall(Protocol):
    """What the project's memory holds about a role."""

    async def recalled(self, project: Project, role: str, /) -> Sequence[RecalledNote]:
        """Return the notes worth telling; a memory that fails has none."""
        ...


class NoDelegation(Delegation):
    """Before agents can ask each other."""

    @override
    async def told_to(self, project: Project, agent: Agent, /) -> str:
        """Say nothing."""
        del project, agent
        return ""


class NoMemory(Recall):
    """Before a project has a memory."""

    @override
    async def recalled(self, project: Project, role: str, /) -> Sequence[RecalledNote]:
        """Recall nothing."""
        del project, role
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedDocument:
    """The document, its parts, and what the program reads beside it."""

    sections: tuple[Section, ...]
    text: str
    instructions: InstructionsPlan

    @property
    def hash(self) -> str:
        """Of what is read at every launch: a note of the engine before is told once only."""
        lasting = [one for one in self.sections if one.kind is not SectionKind.HAND_OVER]
        return content_hash(document(lasting))


class Documents:
    """Composes documents; nothing is written."""

    def __init__(
        self,
        *,
        agents: Agents,
        skills: Skills,
        hosts: RemoteHosts,
        delegation: Delegation,
        recall: Recall,
    ) -> None:
        self._agents = agents
        self._skills = skills
        self._hosts = hosts
        self._delegation = delegation
        self._recall = recall

    async def compose(
        self, project: Project, agent: Agent, profile: AgentProfile, *, hand_over: str = ""
    ) -> ComposedDocument:
        """Return what an agent would read if it were launched now.

        Raises:
            NotFoundError: Its role or one of its skills is missing.
            StoreError: Something cannot be read.
        """
        role = await self._agents.role(project, agent)
        own = await self._agents.folder(project)
        plan, inlined = await self._instructions(project, profile)
        skills = [await self._skill(project, agent, ref) for ref in agent.skills]
        parts = sections(
            DocumentParts(
                root=project.root,
                role=role,
                role_path=f"{PROJECT_FOLDER}/{agent.role_path}",
                delegation=await self._delegation.told_to(project, agent),
                context=await own.read(CONTEXT_FILE) or "",
                instructions=inlined,
                skills=skills,
                memory=await self._recall.recalled(project, role),
                hand_over=hand_over,
            )
        )
        return ComposedDocument(sections=parts, text=document(parts), instructions=plan)

    async def places(self, project: Project, agent: Agent) -> LaunchPlaces:
        """Return the folders of an agent's launch.

        Raises:
            RemoteError: The project's location cannot be reached.
        """
        host = await self._hosts.connect(project.location)
        login = await host.environment.login_variables()
        rules = project.location.rules(project.root)
        return LaunchPlaces(
            project_root=project.root,
            run_folder=rules.join(project.root, PROJECT_FOLDER, "run", agent.id.value),
            home=login.get("HOME", ""),
        )

    async def _skill(self, project: Project, agent: Agent, ref: SkillRef) -> Skill:
        try:
            return await self._skills.get(ref, project)
        except NotFoundError as error:
            raise NotFoundError(
                f"{agent.name} has the skill {ref.id}, but {error.sentence[0].lower()}"
                f"{error.sentence[1:].rstrip('.')}; take it away or write it again."
            ) from error

    async def _instructions(
        self, project: Project, profile: AgentProfile
    ) -> tuple[InstructionsPlan, list[Instructions]]:
        root = await texts_of_root(project, self._hosts)
        wanted = {name for group in profile.instructions.reads for name in group}
        present: dict[str, str] = {}
        for name in wanted | set(profile.instructions.inline):
            try:
                text = await root.read(name)
            except StoreError:
                continue  # A folder of this name, say, or a link to elsewhere.
            if text is not None:
                present[name] = text
        plan = plan_instructions(profile, present.keys())
        return plan, [Instructions(name, present[name]) for name in plan.inlined]
