"""What a second `idea PATH` does: it asks the engine, which tells the window that runs already."""

import sys
from collections.abc import Mapping, Sequence
from typing import cast

from idea.domain.errors import IdeaError
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter


def hand_over(starter: EngineStarter, paths: Sequence[str]) -> int:
    """Open the folders in the running window, or raise its front tab; return an exit code."""
    try:
        address = starter.ensure_running()
        folders = list(paths)
        if not folders:
            workspace = call_once(address, "workspace.get_workspace", {})
            projects = call_once(address, "projects.list_projects", {})
            folders = front_folder(workspace, projects)
        for path in folders:
            call_once(address, "projects.open_project", {"path": path})
    except IdeaError as error:
        sys.stderr.write(f"{error.sentence}\n")
        return 1
    return 0


def front_folder(workspace: object, projects: object) -> list[str]:
    """Return the root of the project in front of the window used last, from plain JSON values."""
    told = cast("Mapping[str, object]", workspace)
    windows = cast("Sequence[Mapping[str, object]]", told["windows"])
    used = [window for window in windows if window["id"] == told.get("last_used")]
    active = {window["active"] for window in used or windows[-1:]}
    known = cast("Sequence[Mapping[str, object]]", projects)
    return [str(each["root"]) for each in known if each["id"] in active][-1:]
