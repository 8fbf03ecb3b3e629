"""Composes what the engine serves: adapters, services, use cases; the order of opening and closing.

Explicit on purpose: this is the page that says which adapter stands behind which port.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable, Sequence

from idea.application.agreements import Agreements
from idea.application.engine.hand_edits import HandEdits
from idea.application.layouts.cells_of_sessions import CellsOfSessions
from idea.application.layouts.facts import RegisteredSessions
from idea.application.layouts.layouts import Layouts
from idea.application.projects.projects import Projects
from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.settings.current_settings import CurrentSettings
from idea.application.settings.engine_choices import EngineChoices
from idea.application.terminals.adoption import Adoption
from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.earlier_screen import EarlierScreen
from idea.application.terminals.ended_sessions import EndedSessions
from idea.application.terminals.program_statuses import ProgramStatuses
from idea.application.terminals.read_screen import ReadScreen
from idea.application.terminals.session_attachments import SessionAttachments
from idea.application.terminals.session_launcher import SessionLauncher
from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.sessions import Sessions
from idea.application.terminals.set_title import harmless_title
from idea.application.terminals.stream_pumps import StreamPumps
from idea.application.terminals.survivors import Survivors
from idea.application.terminals.unseen_news import UnseenNews
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.application.workspace.popped_out_cells import PoppedOutCells
from idea.bootstrap.engine_agents import build_agents
from idea.bootstrap.engine_life import HeldSessions
from idea.bootstrap.engine_serving import EngineServices
from idea.bootstrap.engine_use_cases import UseCaseParts, build_registry
from idea.bootstrap.recipe_use_cases import build_recipes
from idea.bootstrap.service_views import ServiceViews
from idea.bootstrap.session_homes import home_of
from idea.domain.errors import NotFoundError
from idea.domain.events import (
    Noticed,
    NotSaved,
    SessionCommandEnded,
    SessionNotificationClosed,
    SessionNotified,
    SessionProgressed,
    SessionRang,
)
from idea.domain.ids import SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.pty import HeldProgram
from idea.domain.ports.terminal_effects import (
    CommandEnded,
    NotificationClosed,
    Notified,
    ProgressChanged,
    StatusTold,
)
from idea.domain.stream.worker_wire import Beside
from idea.infrastructure.color_schemes.folder import ColorSchemeFolder
from idea.infrastructure.event_bus import InMemoryEventBus
from idea.infrastructure.files.hosts import Hosts, LocalHost
from idea.infrastructure.files.local_files import LocalFiles
from idea.infrastructure.id_factory import UuidFactory
from idea.infrastructure.logs.file_session_log import FileSessionLogs
from idea.infrastructure.logs.memory_place import find_memory_place
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner
from idea.infrastructure.pty.login_environment import LoginEnvironment
from idea.infrastructure.pty.marked_processes import LocalMarkedProcesses
from idea.infrastructure.pty.process_trees import LocalProcessTrees
from idea.infrastructure.search.expressions import ExpressionSearch
from idea.infrastructure.stores.layout_store import FileLayoutStore
from idea.infrastructure.stores.project_folder import FileProjectFolders
from idea.infrastructure.stores.session_store import FileSessionStore
from idea.infrastructure.stores.user_files import (
    agreements_file,
    keymap_file,
    registry_file,
    settings_file,
    workspace_file,
)
from idea.infrastructure.worker.process import WorkerProcess


def build_services(places: Places, clock: Clock) -> EngineServices:
    """Return everything the engine of these places serves; nothing is read or started yet."""
    bus = InMemoryEventBus()
    ids, processes = UuidFactory(), LocalProcesses()
    keeper = KeeperPtySpawner(places, processes)
    login = LoginEnvironment(commands=str(places.commands))
    hosts = Hosts(LocalHost(LocalFiles(), keeper, login, processes, keeper))
    chosen_settings = settings_file(places.settings_file, bus)
    window_places, known_projects = (
        workspace_file(places.workspace_file, bus),
        registry_file(places.projects_file, bus),
    )
    folders = FileProjectFolders(bus)
    settings = CurrentSettings(chosen_settings, bus)
    chosen_keys, agreed = (
        keymap_file(places.keymap_file, bus),
        agreements_file(places.agreements_file, bus),
    )
    keymap, agreements = CurrentKeymap(chosen_keys, bus), Agreements(agreed)
    choices = EngineChoices(
        settings.value, lambda name, project: settings.value(name, projects.overrides(project))
    )
    workspace = CurrentWorkspace(window_places, ids, bus)
    projects = Projects(
        registry=known_projects,
        folders=folders,
        workspace=workspace,
        hosts=hosts,
        clock=clock,
        ids=ids,
        events=bus,
        agreements=agreements,
    )
    layout_store = FileLayoutStore(folders, places.state, projects.get, bus)
    # Grid and sessions know each other; the grid looks sessions up when it needs them.
    session_facts = RegisteredSessions(lambda: sessions)
    layouts = Layouts(
        store=layout_store,
        projects=projects,
        sessions=session_facts,
        ids=ids,
        events=bus,
        is_locked=choices.is_locked,
    )
    cells = CellsOfSessions(layouts)
    logs = FileSessionLogs(
        places.sessions,
        failed=lambda path, reason: bus.publish(NotSaved(path, reason)),
        memory=find_memory_place(places),
        log_bytes=choices.log_bytes,
    )
    statuses = _statuses(bus, clock)
    screens = _screens(
        *(places, bus, choices),
        _unseen_news(bus, statuses, lambda *title: _name(sessions, *title)),
    )
    records = FileSessionStore(places.sessions)
    sessions = Sessions(
        store=records,
        pumps=StreamPumps(logs=logs, clock=clock, ids=ids, began=_watched_by(screens)),
        cells=cells,
        bus=bus,
        clock=clock,
        statuses=statuses,
    )
    launcher = SessionLauncher(
        sessions=sessions,
        hosts=hosts,
        projects=projects,
        cells=cells,
        ids=ids,
        clock=clock,
        shell=choices.shell,
        wants_marks=choices.wants_marks,
        earlier=EarlierScreen(sessions, ReadScreen(sessions, screens)).of,
    )
    agents = build_agents(
        places=places,
        bus=bus,
        clock=clock,
        ids=ids,
        projects=projects,
        folders=folders,
        hosts=hosts,
        login=login,
        sessions=sessions,
        launcher=launcher,
        cells=cells,
        screens=screens,
        statuses=statuses,
        chosen_profile=choices.profile,
        agreements=agreements,
    )
    tending: list[asyncio.Task[None]] = []

    adoption = Adoption(
        sessions=sessions,
        ptys=keeper,
        clock=clock,
        project_of=lambda program: home_of(program, places.sessions, projects.all()),
    )

    async def open_all() -> None:
        programs = await _claim(adoption, logs)
        await keymap.load()
        notices = [
            *await settings.load(),
            *await workspace.load(),
            *await projects.load(),
            *await agents.load(),
            *await sessions.restore(processes.boot, {one.session for one in programs}),
            *adoption.adopt(programs),
        ]
        for notice in notices:
            bus.publish(Noticed(notice))
        for project in projects.opened():
            await projects.hold(project)
        for project in projects.with_grids(frozenset(view.project for view in sessions.views())):
            await layouts.open(project)
        # Clients are told of a grid first, and then of the cells that it brings back.
        PoppedOutCells(workspace, session_facts, bus)
        ended = EndedSessions(
            sessions=sessions,
            store=records,
            bus=bus,
            clock=clock,
            kept_for=choices.ended_kept_for,
            room_bytes=choices.all_logs_bytes,
        )
        tending.extend(
            _tend(
                keeper,
                ended,
                settings.refresh,
                keymap.refresh,
                layouts.refresh,
                *agents.looks_at_files,
            )
        )

    async def close_all() -> None:
        for task in tending:
            task.cancel()
        if tending:
            await asyncio.wait(tending)
        await agents.close()
        await _end(screens)
        await sessions.close()
        await logs.close()
        await keeper.close()
        await layout_store.close_all()
        for project in projects.all():
            await folders.close(project.id)
        for file in (chosen_settings, chosen_keys, window_places, known_projects):
            await file.close()

    return EngineServices(
        registry=build_registry(
            UseCaseParts(
                bus=bus,
                projects=projects,
                layouts=layouts,
                sessions=sessions,
                session_facts=session_facts,
                launcher=launcher,
                statuses=statuses,
                screens=screens,
                terminals=keeper,
                search=ExpressionSearch(),
                process_trees=LocalProcessTrees(),
                survivors=Survivors(
                    sessions, LocalMarkedProcesses(processes, os.environ.get("IDEA_HOME", ""))
                ),
                settings=settings,
                keymap=keymap,
                color_schemes=ColorSchemeFolder(places.color_schemes),
                workspace=workspace,
                agents=agents,
                cells=cells,
                hosts=hosts,
                recipes=build_recipes(
                    places, projects, agents.agents, agreements, clock=clock, events=bus
                ),
                ids=ids,
                clock=clock,
            )
        ),
        bus=bus,
        views=ServiceViews(
            projects=projects,
            layouts=layouts,
            sessions=sessions,
            settings=settings,
            keymap=keymap,
            workspace=workspace,
        ),
        attachments=SessionAttachments(sessions),
        sessions=HeldSessions(live_count=lambda: sessions.live_count, stop_all=sessions.stop_all),
        open=open_all,
        close=close_all,
        rest=sessions.rest,
        idle_limit_s=choices.idle_limit_s,
    )


def _tend(
    keeper: KeeperPtySpawner, ended: EndedSessions, *looks: Callable[[], Awaitable[None]]
) -> tuple[asyncio.Task[None], ...]:
    """Begin what goes on for as long as the engine lives."""
    edits = HandEdits(looks)
    return (
        # The first session need not wait for the keeper then.
        asyncio.create_task(keeper.get_ready(), name="start of the keeper"),
        asyncio.create_task(ended.keep_tidy(), name="tidy ended sessions"),
        asyncio.create_task(edits.keep_current(), name="hand edits"),
    )


async def _claim(adoption: Adoption, logs: FileSessionLogs) -> Sequence[HeldProgram]:
    """Return the programs that wait; what others left of their floods goes to the disk."""
    programs = await adoption.claim()
    await logs.sweep({one.session for one in programs})
    return programs


def _name(sessions: Sessions, session: SessionId, title: str) -> None:
    with contextlib.suppress(NotFoundError):  # Forgotten meanwhile.
        sessions.set_title(session, harmless_title(title))


def _statuses(bus: EventBus, clock: Clock) -> ProgramStatuses:
    statuses = ProgramStatuses(bus, clock)
    bus.subscribe(statuses.hear)
    return statuses


def _unseen_news(
    bus: EventBus, statuses: ProgramStatuses, titled: Callable[[SessionId, str], None]
) -> UnseenNews:
    return UnseenNews(
        titled=titled,
        rang=lambda session: bus.publish(SessionRang(session)),
        told=lambda session, told: _take_beside(bus, statuses, session, told),
    )


def _take_beside(
    bus: EventBus, statuses: ProgramStatuses, session: SessionId, told: Beside
) -> None:
    match told:
        case Notified(title, body, urgency, name):
            bus.publish(
                SessionNotified(session=session, title=title, body=body, urgency=urgency, id=name)
            )
        case NotificationClosed(name):
            bus.publish(SessionNotificationClosed(session, name))
        case ProgressChanged(state, percent):
            bus.publish(SessionProgressed(session, state, percent))
        case CommandEnded(line, code, took_ms):
            bus.publish(SessionCommandEnded(session=session, line=line, exit=code, took_ms=took_ms))
        case StatusTold(news):
            statuses.tell(session, news)


def _screens(
    places: Places,
    bus: EventBus,
    choices: EngineChoices,
    news: UnseenNews,
) -> BackgroundScreens | None:
    """Return what keeps the screens nobody shows; None on systems without a screen worker."""
    if sys.platform == "win32":
        return None
    screens = BackgroundScreens(
        lambda: WorkerProcess(
            runtime=places.runtime, logs=places.logs, scrollback_lines=choices.scrollback_lines
        ),
        notify=lambda sentence: bus.publish(Noticed(sentence)),
        news=news,
    )
    bus.subscribe(screens.hear)
    return screens


def _watched_by(
    screens: BackgroundScreens | None,
) -> Callable[[SessionId, SessionPump], None]:
    return (lambda _, __: None) if screens is None else screens.watch


async def _end(screens: BackgroundScreens | None) -> None:
    if screens is not None:
        await screens.close()
