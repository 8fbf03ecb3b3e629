"""How changes are called when they travel from the engine to its clients."""

from collections.abc import Mapping
from typing import Final

from idea.application.views import (
    AgentsOutdated,
    BellRung,
    Change,
    CommandTold,
    KeymapShown,
    LayoutShown,
    NoticeShown,
    NotificationTakenBack,
    NotificationTold,
    ProfilesOutdated,
    ProgressTold,
    ProjectGone,
    ProjectShown,
    RecipesOutdated,
    SessionGone,
    SessionShown,
    SettingShown,
)
from idea.application.workspace.views import ActionAsked, WorkspaceShown

CHANGES: Final[Mapping[str, type[Change]]] = {
    "project_shown": ProjectShown,
    "project_gone": ProjectGone,
    "layout_shown": LayoutShown,
    "session_shown": SessionShown,
    "session_gone": SessionGone,
    "bell_rung": BellRung,
    "notification_told": NotificationTold,
    "notification_taken_back": NotificationTakenBack,
    "progress_told": ProgressTold,
    "command_told": CommandTold,
    "setting_shown": SettingShown,
    "keymap_shown": KeymapShown,
    "workspace_shown": WorkspaceShown,
    "notice_shown": NoticeShown,
    "agents_outdated": AgentsOutdated,
    "profiles_outdated": ProfilesOutdated,
    "recipes_outdated": RecipesOutdated,
    "action_asked": ActionAsked,
}
"""What a `change` notification may carry, by the name in its `type`; only ever added to."""
