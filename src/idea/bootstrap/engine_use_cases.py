"""Every use case the engine offers; a use case that is not on this list exists for nobody."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from idea.application.color_schemes.import_color_scheme import ImportColorScheme
from idea.application.color_schemes.list_color_schemes import ListColorSchemes
from idea.application.color_schemes.wear_color_scheme import WearColorScheme
from idea.application.layouts.apply_preset import ApplyPreset
from idea.application.layouts.attach_session import AttachSession
from idea.application.layouts.clear_broadcast import ClearBroadcast
from idea.application.layouts.close_cell import CloseCell
from idea.application.layouts.delete_column import DeleteColumn
from idea.application.layouts.delete_row import DeleteRow
from idea.application.layouts.detach_session import DetachSession
from idea.application.layouts.equalise_cells import EqualiseCells
from idea.application.layouts.facts import SessionFacts
from idea.application.layouts.insert_column import InsertColumn
from idea.application.layouts.insert_row import InsertRow
from idea.application.layouts.layouts import Layouts
from idea.application.layouts.merge_cells import MergeCells
from idea.application.layouts.move_cell import MoveCell
from idea.application.layouts.move_range import MoveRange
from idea.application.layouts.redo_layout import RedoLayout
from idea.application.layouts.reopen_cell import ReopenCell
from idea.application.layouts.resize_cell import ResizeCell
from idea.application.layouts.set_broadcast import SetBroadcast
from idea.application.layouts.set_weights import SetWeights
from idea.application.layouts.show_layout import ShowLayout
from idea.application.layouts.split_cell import SplitCell
from idea.application.layouts.swap_cells import SwapCells
from idea.application.layouts.swap_range import SwapRange
from idea.application.layouts.transpose import Transpose
from idea.application.layouts.undo_layout import UndoLayout
from idea.application.layouts.unmerge_cell import UnmergeCell
from idea.application.profiles.agree_to_profile import AgreeToProfile
from idea.application.projects.at_rest import ProjectsAtRest
from idea.application.projects.close_project import CloseProject
from idea.application.projects.create_project import CreateProject
from idea.application.projects.forget_project import ForgetProject
from idea.application.projects.list_projects import ListProjects
from idea.application.projects.open_project import OpenProject
from idea.application.projects.project_context import ShowContext, WriteContext
from idea.application.projects.projects import Projects
from idea.application.projects.text_drafts import KeepTextDraft, ListTextDrafts
from idea.application.recipes.agree_to_recipe import AgreeToRecipe
from idea.application.recipes.recipes import Recipes
from idea.application.settings.agree_to_setting import AgreeToSetting
from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.settings.current_settings import CurrentSettings
from idea.application.settings.get_keymap import GetKeymap
from idea.application.settings.get_settings import GetSettings
from idea.application.settings.set_keys import SetKeys
from idea.application.settings.set_setting import SetSetting
from idea.application.settings.show_settings import ShowSettings
from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.blame_core import BlameCore
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.find_in_session import FindInSession
from idea.application.terminals.forget_session import ForgetSession
from idea.application.terminals.list_sessions import ListSessions
from idea.application.terminals.list_survivors import ListSurvivors
from idea.application.terminals.measure_sessions import MeasureSessions
from idea.application.terminals.open_terminal import OpenTerminal
from idea.application.terminals.program_statuses import ProgramStatuses
from idea.application.terminals.read_checkpoint import ReadCheckpoint
from idea.application.terminals.read_history import ReadHistory
from idea.application.terminals.read_screen import ReadScreen
from idea.application.terminals.restart_ended import RestartEnded
from idea.application.terminals.send_text import SendText
from idea.application.terminals.session_launcher import SessionLauncher
from idea.application.terminals.sessions import Sessions
from idea.application.terminals.set_title import SetTitle
from idea.application.terminals.show_history import ShowHistory
from idea.application.terminals.show_session import ShowSession
from idea.application.terminals.stop_session import StopSession
from idea.application.terminals.stop_survivors import StopSurvivors
from idea.application.terminals.survivors import Survivors
from idea.application.terminals.tell_look import TellLook, Wardrobe
from idea.application.terminals.tell_status import TellStatus
from idea.application.use_case import UseCase
from idea.application.use_case_registry import Access, UseCaseRegistry
from idea.application.workspace.bring_cell_back import BringCellBack
from idea.application.workspace.close_window import CloseWindow
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.application.workspace.get_workspace import GetWorkspace
from idea.application.workspace.move_tab import MoveTab
from idea.application.workspace.open_window import OpenWindow
from idea.application.workspace.pop_out_cell import PopOutCell
from idea.application.workspace.save_popped_out_cell import SavePoppedOutCell
from idea.application.workspace.save_window import SaveWindow
from idea.application.workspace.use_window import UseWindow
from idea.bootstrap.agent_use_cases import agent_use_cases
from idea.bootstrap.engine_agents import AgentServices
from idea.bootstrap.recipe_use_cases import recipe_use_cases
from idea.domain.ids import ProjectId
from idea.domain.ports.clock import Clock
from idea.domain.ports.color_scheme_store import ColorSchemeStore
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.process_trees import ProcessTrees
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.ports.text_search import TextSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class UseCaseParts:
    """The services that use cases are made of."""

    bus: EventBus
    projects: Projects
    layouts: Layouts
    sessions: Sessions
    session_facts: SessionFacts
    launcher: SessionLauncher
    statuses: ProgramStatuses
    screens: BackgroundScreens | None
    terminals: Wardrobe
    search: TextSearch
    survivors: Survivors
    process_trees: ProcessTrees
    settings: CurrentSettings
    keymap: CurrentKeymap
    color_schemes: ColorSchemeStore
    workspace: CurrentWorkspace
    agents: AgentServices
    cells: SessionCells
    hosts: RemoteHosts
    recipes: Recipes
    ids: IdFactory
    clock: Clock


def build_registry(parts: UseCaseParts) -> UseCaseRegistry:
    """Return the registry; the engine adds its own two, which need the serving process.

    Programs in sessions may call nearly all: a shell in a cell is where the person types, too.
    """
    registry = UseCaseRegistry()
    reading = ReadScreen(parts.sessions, parts.screens)
    count_live_sessions = partial(_count_live_sessions, parts)
    release = (parts.layouts.release, parts.agents.agents.release)
    at_rest = ProjectsAtRest(parts.projects, count_live_sessions, *release)
    for use_case in (
        *_projects(parts, at_rest),
        ForgetProject(parts.projects, parts.bus, count_live_sessions, *release),
        *_terminals(parts, reading),
        *_layouts(parts),
        *_settings_and_workspace(parts),
        *agent_use_cases(
            parts.agents,
            sessions=parts.sessions,
            cells=parts.cells,
            bus=parts.bus,
            ids=parts.ids,
            clock=parts.clock,
            projects=parts.projects.all,
            looked_into=at_rest.looked_into,
        ),
        *recipe_use_cases(
            parts.recipes,
            parts.agents,
            layouts=parts.layouts,
            sessions=parts.sessions,
            launcher=parts.launcher,
            cells=parts.cells,
            projects=parts.projects,
            hosts=parts.hosts,
        ),
    ):
        registry.register(use_case, access=Access.SESSIONS)
    # What only the person says, and what a session's program must not say of others.
    registry.register(BlameCore(parts.sessions, parts.screens), access=Access.PERSON)
    registry.register(AgreeToSetting(parts.projects, parts.bus), access=Access.PERSON)
    registry.register(AgreeToProfile(parts.agents.profiles, parts.bus), access=Access.PERSON)
    registry.register(AgreeToRecipe(parts.recipes), access=Access.PERSON)
    registry.register(TellLook(parts.screens, parts.terminals), access=Access.PERSON)
    registry.register(TellStatus(parts.sessions, parts.statuses), access=Access.PERSON)
    return registry


def _count_live_sessions(parts: UseCaseParts, project: ProjectId) -> int:
    views = parts.sessions.views(project)
    return sum(view.status in {"starting", "running"} for view in views)


def _projects(parts: UseCaseParts, at_rest: ProjectsAtRest) -> tuple[UseCase[Any, Any], ...]:
    return (
        CreateProject(parts.projects, parts.bus),
        OpenProject(parts.projects, parts.bus, parts.layouts.open),
        CloseProject(parts.projects, parts.bus, at_rest),
        ListProjects(parts.projects),
        ShowContext(parts.projects, parts.hosts),
        WriteContext(parts.projects, parts.hosts, parts.bus, parts.clock),
        KeepTextDraft(parts.projects, parts.hosts),
        ListTextDrafts(parts.projects, parts.hosts),
    )


def _terminals(parts: UseCaseParts, reading: ReadScreen) -> tuple[UseCase[Any, Any], ...]:
    return (
        OpenTerminal(parts.sessions, parts.launcher),
        ListSessions(parts.sessions, parts.projects, parts.agents.looks),
        ShowSession(parts.sessions, parts.agents.looks),
        StopSession(parts.sessions),
        ListSurvivors(parts.survivors),
        MeasureSessions(parts.sessions.views, parts.process_trees, parts.clock),
        StopSurvivors(parts.survivors),
        ForgetSession(parts.sessions),
        RestartEnded(
            sessions=parts.sessions,
            launcher=parts.launcher,
            projects=parts.projects,
            cells=parts.cells,
            relaunch=parts.agents.launches.relaunch,
        ),
        SendText(parts.sessions),
        reading,
        FindInSession(reading, parts.search),
        ShowHistory(parts.sessions),
        ReadHistory(parts.sessions),
        ReadCheckpoint(parts.sessions),
        SetTitle(parts.sessions),
    )


def _layouts(parts: UseCaseParts) -> tuple[UseCase[Any, Any], ...]:
    layouts = parts.layouts
    return (
        ShowLayout(layouts),
        SplitCell(layouts),
        CloseCell(layouts),
        ReopenCell(layouts),
        AttachSession(layouts, parts.session_facts),
        DetachSession(layouts),
        MergeCells(layouts),
        UnmergeCell(layouts),
        EqualiseCells(layouts),
        InsertRow(layouts),
        InsertColumn(layouts),
        DeleteRow(layouts),
        DeleteColumn(layouts),
        ResizeCell(layouts),
        SetWeights(layouts),
        SetBroadcast(layouts),
        ClearBroadcast(layouts),
        MoveCell(layouts),
        SwapCells(layouts),
        MoveRange(layouts),
        SwapRange(layouts),
        Transpose(layouts),
        ApplyPreset(layouts),
        UndoLayout(layouts),
        RedoLayout(layouts),
    )


def _settings_and_workspace(parts: UseCaseParts) -> tuple[UseCase[Any, Any], ...]:
    def known() -> frozenset[ProjectId]:
        return parts.projects.known

    return (
        GetSettings(parts.settings),
        SetSetting(parts.settings, parts.projects, parts.bus),
        ShowSettings(parts.settings, parts.projects),
        GetKeymap(parts.keymap),
        SetKeys(parts.keymap),
        ListColorSchemes(parts.color_schemes, parts.settings),
        ImportColorScheme(parts.color_schemes, parts.settings),
        WearColorScheme(parts.color_schemes, parts.settings),
        GetWorkspace(parts.workspace, known),
        SaveWindow(parts.workspace, known),
        OpenWindow(parts.workspace),
        UseWindow(parts.workspace),
        CloseWindow(parts.workspace, parts.projects, parts.bus),
        MoveTab(parts.workspace, known),
        PopOutCell(parts.workspace, parts.layouts),
        BringCellBack(parts.workspace),
        SavePoppedOutCell(parts.workspace),
    )
