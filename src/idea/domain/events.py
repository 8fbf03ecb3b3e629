"""What happened: past tense, frozen, ids and values only. Events announce; they do not command."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.domain.attention import Urgency
from idea.domain.ids import AgentId, NodeId, ProfileId, ProjectId, SessionId
from idea.domain.layout.tree import LayoutNode
from idea.domain.program_status import ProgramStatus
from idea.domain.project import Project
from idea.domain.terminal import TerminalSession


@dataclass(frozen=True, slots=True)
class ProjectCreated:
    """A folder became a project; no tab shows it yet."""

    project: Project


@dataclass(frozen=True, slots=True)
class ProjectOpened:
    """A project was opened, and its tab should be shown."""

    project: Project


@dataclass(frozen=True, slots=True)
class ProjectClosed:
    """A project's tab was closed; its sessions go on."""

    project: ProjectId


@dataclass(frozen=True, slots=True)
class ProjectForgotten:
    """A project left the registry; its files stay."""

    project: ProjectId


@dataclass(frozen=True, slots=True)
class LayoutChanged:
    """A project's grid took another shape or shows other sessions."""

    project: ProjectId
    revision: int
    tree: LayoutNode
    sessions: Mapping[NodeId, SessionId]
    can_undo: bool
    can_redo: bool
    can_reopen: bool = False
    broadcast: frozenset[NodeId] = frozenset()
    undo_name: str = ""
    redo_name: str = ""


@dataclass(frozen=True, slots=True)
class SessionStarted:
    """A session's program runs."""

    session: TerminalSession


@dataclass(frozen=True, slots=True)
class SessionChanged:
    """A session's size, title or status changed; `SessionEnded` follows separately at the end."""

    session: TerminalSession


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A session's program is gone."""

    session: TerminalSession


@dataclass(frozen=True, slots=True)
class SessionRang:
    """A session's program rang while nobody showed it."""

    session: SessionId


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionNotified:
    """A session's program asked for a notification while nobody showed it."""

    session: SessionId
    title: str
    body: str
    urgency: Urgency
    id: str
    """What the program calls it; empty when it cannot be taken back."""


@dataclass(frozen=True, slots=True)
class SessionNotificationClosed:
    """A session's program took a notification back while nobody showed it."""

    session: SessionId
    id: str


@dataclass(frozen=True, slots=True)
class SessionProgressed:
    """A session's program told its progress while nobody showed it; see `ProgressChanged`."""

    session: SessionId
    state: int
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCommandEnded:
    """A command that took long ended in a session nobody shows; see `CommandEnded`."""

    session: SessionId
    line: str
    exit: int | None
    took_ms: int | None


@dataclass(frozen=True, slots=True)
class SessionReported:
    """What a session's program says it is doing, or matters most of that, is another."""

    session: SessionId
    status: ProgramStatus | None


@dataclass(frozen=True, slots=True)
class SessionForgotten:
    """An ended session left the list."""

    session: SessionId


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting has another value; the value is JSON text."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ProjectSettingsChanged:
    """A project has other settings of its own, or others of them count."""

    project: ProjectId


@dataclass(frozen=True, slots=True)
class KeymapChanged:
    """The person's own file of keys says something else than before."""


@dataclass(frozen=True, slots=True)
class WorkspaceChanged:
    """There are other windows, or other tabs in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCalled:
    """Somebody outside wants the window to carry out an action."""

    call: str
    """What the window answers to."""
    action: str
    argument: str


@dataclass(frozen=True, slots=True)
class ProfilesChanged:
    """There are other engines, or more is known about their programs."""


@dataclass(frozen=True, slots=True)
class AgentsChanged:
    """A project's agents, their roles or templates are not what they were."""

    project: ProjectId | None
    """None for those of all projects."""


@dataclass(frozen=True, slots=True)
class RecipesChanged:
    """There are other recipes, or one says something else."""

    project: ProjectId | None
    """The one they travel with; None for the person's own."""


@dataclass(frozen=True, slots=True)
class AgentProfileChanged:
    """An agent runs on another engine from now on."""

    project: ProjectId
    agent: AgentId
    profile: ProfileId


@dataclass(frozen=True, slots=True)
class NotSaved:
    """A file could not be written; what it should hold is kept in memory and tried again."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something the person should know, in one sentence."""

    sentence: str


type Event = (
    ProjectCreated
    | ProjectOpened
    | ProjectClosed
    | ProjectForgotten
    | LayoutChanged
    | SessionStarted
    | SessionChanged
    | SessionEnded
    | SessionRang
    | SessionNotified
    | SessionNotificationClosed
    | SessionProgressed
    | SessionCommandEnded
    | SessionReported
    | SessionForgotten
    | SettingChanged
    | KeymapChanged
    | WorkspaceChanged
    | ProjectSettingsChanged
    | ActionCalled
    | ProfilesChanged
    | AgentsChanged
    | RecipesChanged
    | AgentProfileChanged
    | NotSaved
    | Noticed
)
