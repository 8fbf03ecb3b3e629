"""Plain data that use cases answer with and that clients show."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from idea.application.workspace.views import ActionAsked, WorkspaceShown, WorkspaceView


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectView:
    """A project as every door shows it."""

    id: str
    name: str
    root: str
    is_open: bool
    """Whether it has a tab."""
    created_at: str
    settings: Mapping[str, object] = field(default_factory=dict)
    """What its own file sets otherwise, of what a project may; known while it is open."""
    notices: tuple[str, ...] = ()
    """What the person should know about making it: that its folder cannot be written, say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramStatusView:
    """What a session's program says it is doing."""

    state: str
    """`blocked`, `working`, `error`, `done` or `idle`."""
    kind: str
    """What it is blocked by: `permission`, `question`, `auth`, or empty when it did not say."""
    progress: int | None
    """Percent."""
    app: str
    title: str
    message: str
    since: str
    """When it came into this state, UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A terminal session as every door shows it."""

    id: str
    project: str
    name: str
    """What to call it: the program's title, else what is in front, else the command's name."""
    command: tuple[str, ...]
    cwd: str
    """Where it began."""
    columns: int
    rows: int
    status: str
    """`starting`, `running`, `exited` or `lost`."""
    reason: str
    """Why it ended, in words; empty while it lives."""
    code: int | None
    pid: int | None
    started_at: str
    cell: str | None
    """The id of the cell that shows it, None in the background."""
    address: str | None
    """That cell's spreadsheet address."""
    program: str = ""
    """What runs in front of the command, such as vim in a shell; empty for nothing known."""
    folder: str = ""
    """Where that, or the command itself, works now; empty when nobody looked, see `cwd`."""
    stopped: bool = False
    """Whether it ended because the person stopped it."""
    told: ProgramStatusView | None = None
    """What its program says it is doing; None when it says nothing."""
    agent: str = ""
    """The id of the agent it runs; empty for a plain terminal."""
    engine: str = ""
    """What the agent's program is called."""
    adoptable: str = ""
    """What the AI program in front is called that was typed into the shell; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorView:
    """A program that runs on although its session has ended, as every door shows it."""

    id: str
    """Process id and start time, so that it never names another program."""
    pid: int
    session: str
    session_name: str
    """What the session is called; empty when it was forgotten."""
    project: str
    """The session's project; empty when the session was forgotten."""
    program: str
    arguments: tuple[str, ...]
    processes: int
    """How many it is, with those it started."""
    memory_bytes: int
    """What all of them use, each by its share of what is used together."""
    since: str
    """When it started, UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlameView:
    """What became of a session that a window crashed of."""

    session: str
    sentence: str
    """What happened, for the person."""
    is_apart: bool
    """Whether it ended so many processes that nobody is fed those bytes again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """A project's grid: `tree` in its stored JSON form, cells by id."""

    project: str
    revision: int
    tree: Mapping[str, object]
    sessions: Mapping[str, str]
    """Session ids by cell id."""
    can_undo: bool
    can_redo: bool
    notice: str = ""
    """What the person should know about the last change; empty for nothing."""
    created: tuple[str, ...] = ()
    """The ids of the cells that the last change made or reopened, in reading order; not those
    that undo brought back."""
    can_reopen: bool = False
    """Whether a closed cell can be opened again."""
    undo_name: str = ""
    """The change that undo takes back, as in `merge A1:B2`; empty for one without a name."""
    redo_name: str = ""
    """The change that redo makes again."""
    broadcast: tuple[str, ...] = ()
    """The ids of the cells that all get what is typed into one of them, in reading order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStatusView:
    """The engine process as every door shows it."""

    pid: int
    version: str
    protocol: int
    """The newest protocol it speaks."""
    sessions: int
    """Live sessions."""
    clients: int
    """Connected programs: windows, command lines, attached terminals."""
    since: str
    """When it started, UTC."""
    loop_lag_p99_ms: float
    address: str
    """The socket, or host and port."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineState:
    """Everything a client shows, at one revision."""

    revision: int
    projects: tuple[ProjectView, ...]
    """Open projects in tab order, then the other known ones, newest first."""
    layouts: tuple[LayoutView, ...]
    sessions: tuple[SessionView, ...]
    settings: Mapping[str, object]
    workspace: WorkspaceView | None = None
    """None from an engine that tells none."""
    notices: tuple[str, ...] = ()
    """What the person should know that nobody was there to hear."""


@dataclass(frozen=True, slots=True)
class ProjectShown:
    """A project is new or different."""

    project: ProjectView
    raise_tab: bool
    """Whether its tab should come to the front."""


@dataclass(frozen=True, slots=True)
class ProjectGone:
    """A project left the registry."""

    project: str


@dataclass(frozen=True, slots=True)
class LayoutShown:
    """A grid is new or different."""

    layout: LayoutView


@dataclass(frozen=True, slots=True)
class SessionShown:
    """A session is new or different."""

    session: SessionView


@dataclass(frozen=True, slots=True)
class SessionGone:
    """A session left the list."""

    session: str


@dataclass(frozen=True, slots=True)
class BellRung:
    """A session's program rang while nobody showed it."""

    session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationTold:
    """A session's program asked for a notification while nobody showed it."""

    session: str
    title: str
    body: str
    urgency: int
    """0 low, 1 normal, 2 critical."""
    id: str
    """What the program calls it; empty when it cannot be taken back."""


@dataclass(frozen=True, slots=True)
class NotificationTakenBack:
    """A session's program took a notification back while nobody showed it."""

    session: str
    id: str


@dataclass(frozen=True, slots=True)
class ProgressTold:
    """A session's program told its progress while nobody showed it, as OSC 9;4 counts it."""

    session: str
    state: int
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandTold:
    """A command that took long ended in a session nobody shows."""

    session: str
    line: str
    """As its shell told it; empty when it did not."""
    exit: int | None
    took_ms: int | None


@dataclass(frozen=True, slots=True)
class AgentsOutdated:
    """What was told about a project's agents, their roles or templates is true no more."""

    project: str
    """Empty for those of all projects."""


@dataclass(frozen=True, slots=True)
class RecipesOutdated:
    """What was told about recipes is true no more."""

    project: str
    """The one they travel with; empty for the person's own."""


@dataclass(frozen=True, slots=True)
class ProfilesOutdated:
    """What was told about engines and their programs is true no more."""


@dataclass(frozen=True, slots=True)
class SettingShown:
    """A setting has another value."""

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class NoticeShown:
    """A sentence for the person."""

    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeymapView:
    """The keys in the person's own file, as written there."""

    keys: Mapping[str, tuple[str, ...]]
    """Keys by action id; an action without an entry has its usual ones, an empty list none."""
    notices: tuple[str, ...] = ()
    """What is wrong with the file, in sentences."""


@dataclass(frozen=True, slots=True)
class KeymapShown:
    """The person's keys are different, or their file is wrong in another way."""

    keymap: KeymapView


type StateChange = (
    ProjectShown
    | ProjectGone
    | LayoutShown
    | SessionShown
    | SessionGone
    | SettingShown
    | KeymapShown
    | WorkspaceShown
    | NoticeShown
)
"""What makes the state another one."""
type Outdated = AgentsOutdated | ProfilesOutdated | RecipesOutdated
"""What is not told with every change; who shows it asks for it again."""
type MomentaryChange = (
    BellRung | NotificationTold | NotificationTakenBack | ProgressTold | CommandTold | ActionAsked
)
"""What is told as it happens and is no part of the state."""
type Change = StateChange | MomentaryChange | Outdated
