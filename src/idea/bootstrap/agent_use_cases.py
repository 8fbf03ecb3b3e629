"""Every use case about engines, agents, skills and templates."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from idea.application.agents.adopt_session import AdoptSession
from idea.application.agents.await_start import AwaitStart
from idea.application.agents.change_engine import ChangeEngine
from idea.application.agents.clone_agent import CloneAgent
from idea.application.agents.create_agent import CreateAgent
from idea.application.agents.delete_agent import DeleteAgent
from idea.application.agents.detect_changes import DetectChanges
from idea.application.agents.dismiss_resumable import DismissResumable
from idea.application.agents.import_agents import (
    ImportableFiles,
    ImportAgents,
    ListImportable,
)
from idea.application.agents.inspect_agent import InspectAgent
from idea.application.agents.keep_draft import KeepDraft
from idea.application.agents.launch_agent import LaunchAgent
from idea.application.agents.list_agent_sessions import ListAgentSessions
from idea.application.agents.list_agents import ListAgents
from idea.application.agents.list_kept_roles import ListKeptRoles
from idea.application.agents.list_resumable import ListResumable
from idea.application.agents.list_troubles import ListTroubles
from idea.application.agents.rename_agent import RenameAgent
from idea.application.agents.restore_agent import RestoreAgent
from idea.application.agents.restore_role import RestoreRole
from idea.application.agents.show_agent import ShowAgent
from idea.application.agents.stop_agent import StopAgent
from idea.application.agents.write_role import WriteRole
from idea.application.profiles.check_profile import CheckProfile
from idea.application.profiles.delete_profile import DeleteProfile
from idea.application.profiles.list_profiles import ListProfiles
from idea.application.profiles.save_profile import SaveProfile
from idea.application.profiles.show_profile import ShowProfile
from idea.application.skills.assign_skill import AssignSkill
from idea.application.skills.create_skill import CreateSkill
from idea.application.skills.delete_skill import DeleteSkill
from idea.application.skills.import_skills import ImportSkills, ListImportableSkills
from idea.application.skills.list_deleted_skills import ListDeletedSkills
from idea.application.skills.list_skills import ListSkills
from idea.application.skills.restore_skill import RestoreSkill
from idea.application.skills.unassign_skill import UnassignSkill
from idea.application.skills.update_skill import UpdateSkill
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplate
from idea.application.templates.create_template import CreateTemplate
from idea.application.templates.delete_template import DeleteTemplate
from idea.application.templates.detect_drift import DetectDrift
from idea.application.templates.link_agent import LinkAgent
from idea.application.templates.list_deleted_templates import ListDeletedTemplates
from idea.application.templates.list_templates import ListTemplates
from idea.application.templates.restore_template import RestoreTemplate
from idea.application.templates.show_template import ShowTemplate
from idea.application.templates.sync_agents import SyncAgents
from idea.application.templates.undo_sync import UndoSync
from idea.application.templates.unlink_agent import UnlinkAgent
from idea.application.templates.update_template import UpdateTemplate
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import UseCase
from idea.bootstrap.engine_agents import AgentServices
from idea.domain.ids import ProjectId
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.project import Project


def agent_use_cases(
    services: AgentServices,
    *,
    sessions: Sessions,
    cells: SessionCells,
    bus: EventBus,
    ids: IdFactory,
    clock: Clock,
    projects: Callable[[], Sequence[Project]],
    looked_into: Callable[[ProjectId], Awaitable[object]],
) -> tuple[UseCase[Any, Any], ...]:
    """Return them; `projects` are all that are known, `looked_into` lets go of one again."""
    changing = ChangeEngine(
        agents=services.agents,
        launches=services.launches,
        profiles=services.profiles,
        cells=cells,
        views=services.views,
        events=bus,
        last_lines=services.last_lines,
    )
    adopting = AdoptSession(
        agents=services.agents,
        views=services.views,
        profiles=services.profiles,
        typed=services.typed,
        documents=services.documents,
        conversations=services.conversations,
        sessions=sessions,
        looks=services.looks,
        ids=ids,
        events=bus,
    )
    return (
        *_profiles(services, bus),
        *_agents(services, sessions, cells, ids, clock),
        *_importing(services, ids),
        changing,
        adopting,
        *_skills(services),
        *_templates(services, ids, projects, looked_into),
    )


def _profiles(services: AgentServices, bus: EventBus) -> tuple[UseCase[Any, Any], ...]:
    profiles = services.profiles
    return (
        ListProfiles(profiles),
        ShowProfile(profiles),
        CheckProfile(profiles),
        SaveProfile(profiles, bus),
        DeleteProfile(profiles, bus),
    )


def _agents(
    services: AgentServices,
    sessions: Sessions,
    cells: SessionCells,
    ids: IdFactory,
    clock: Clock,
) -> tuple[UseCase[Any, Any], ...]:
    agents, launches, views = services.agents, services.launches, services.views
    return (
        CreateAgent(agents, services.profiles, views, ids),
        ListAgents(agents, views),
        ListTroubles(agents),
        ShowAgent(agents, views),
        WriteRole(agents, views, services.kept_roles),
        ListKeptRoles(agents, services.kept_roles),
        RestoreRole(agents, views, services.kept_roles),
        KeepDraft(agents, services.kept_roles),
        DetectChanges(agents, services.documents, launches, services.profiles),
        ListAgentSessions(agents, launches, sessions),
        RenameAgent(agents, launches, sessions, views),
        CloneAgent(agents, views, ids),
        DeleteAgent(agents, launches, views),
        RestoreAgent(agents, views, ids),
        LaunchAgent(agents, launches, sessions, cells),
        AwaitStart(agents=agents, launches=launches, failed=services.failed, clock=clock),
        StopAgent(agents, launches, views),
        InspectAgent(
            agents=agents,
            documents=services.documents,
            launches=launches,
            profiles=services.profiles,
            views=views,
        ),
        ListResumable(agents, launches, views),
        DismissResumable(agents, launches, sessions, views),
    )


def _importing(services: AgentServices, ids: IdFactory) -> tuple[UseCase[Any, Any], ...]:
    agents, profiles = services.agents, services.profiles
    files = ImportableFiles(agents, profiles, services.hosts)
    return (
        ListImportable(agents, files),
        ImportAgents(agents=agents, files=files, profiles=profiles, views=services.views, ids=ids),
    )


def _skills(services: AgentServices) -> tuple[UseCase[Any, Any], ...]:
    skills, agents = services.skills, services.agents
    return (
        ListSkills(skills, agents),
        CreateSkill(skills, agents),
        RestoreSkill(skills, agents),
        ListDeletedSkills(skills, agents),
        ListImportableSkills(agents, services.importable_skills),
        ImportSkills(skills, agents, services.importable_skills),
        UpdateSkill(skills, agents),
        DeleteSkill(skills, agents),
        AssignSkill(skills, agents, services.views),
        UnassignSkill(agents, services.views),
    )


def _templates(
    services: AgentServices,
    ids: IdFactory,
    projects: Callable[[], Sequence[Project]],
    looked_into: Callable[[ProjectId], Awaitable[object]],
) -> tuple[UseCase[Any, Any], ...]:
    templates, agents, syncs = services.templates, services.agents, services.syncs
    return (
        ListTemplates(templates),
        ShowTemplate(templates),
        CreateTemplate(templates, agents),
        UpdateTemplate(templates),
        DeleteTemplate(templates),
        RestoreTemplate(templates),
        ListDeletedTemplates(templates),
        LinkAgent(templates, agents, services.views),
        UnlinkAgent(agents, services.views),
        CreateAgentFromTemplate(
            templates=templates,
            agents=agents,
            profiles=services.profiles,
            views=services.views,
            ids=ids,
        ),
        DetectDrift(syncs, agents, projects, looked_into),
        SyncAgents(syncs, agents, projects),
        UndoSync(syncs, agents, services.views),
    )
