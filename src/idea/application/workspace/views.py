"""Windows and tabs as every door shows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from idea.domain.workspace import WindowGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowView:
    """A window: where it was, and its tabs from left to right."""

    id: str
    geometry: WindowGeometry | None
    """None until the window was shown once."""
    projects: tuple[str, ...]
    """The ids of the projects in its tabs."""
    active: str | None
    """The id of the project whose tab is in front."""
    text_percents: Mapping[str, int] = field(default_factory=dict)
    """How large the text of cells is, by their ids, where that is not as everywhere."""
    focused: Mapping[str, str] = field(default_factory=dict)
    """The cell that had the keyboard last, by project; it may be gone."""
    zoomed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The cells that are shown alone, by project; they may be gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoppedOutView:
    """A cell that a window of its own shows."""

    project: str
    """The id of its project."""
    cell: str
    geometry: WindowGeometry | None = None
    """None until the window was shown once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceView:
    """All windows of the person."""

    windows: tuple[WindowView, ...]
    """In the order they were made."""
    last_used: str = ""
    """The id of the window the person used last; empty without windows."""
    popped_out: tuple[PoppedOutView, ...] = ()
    """The cells that have windows of their own, in the order they were popped out."""


@dataclass(frozen=True, slots=True)
class WorkspaceShown:
    """There are other windows, or other tabs in them."""

    workspace: WorkspaceView


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAsked:
    """The window is to carry out an action, and to tell how that went."""

    call: str
    action: str
    argument: str
