"""The files of the person, each ready to be loaded; a link in their place is followed."""

from collections.abc import Mapping
from pathlib import Path

from idea.domain.ports.event_bus import EventBus
from idea.domain.project import ProjectEntry
from idea.domain.workspace import Workspace
from idea.infrastructure.stores.codecs import AGREEMENTS, KEYMAP, REGISTRY, SETTINGS
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.workspace_codec import WORKSPACE


def registry_file(path: Path, events: EventBus) -> JsonFile[tuple[ProjectEntry, ...]]:
    """Return the list of known projects, `projects.json`."""
    return JsonFile(path, REGISTRY, (), events, follow_links=True)


def settings_file(path: Path, events: EventBus) -> JsonFile[Mapping[str, object]]:
    """Return the chosen settings, `settings.json`."""
    return JsonFile(path, SETTINGS, {}, events, follow_links=True)


def keymap_file(path: Path, events: EventBus) -> JsonFile[Mapping[str, tuple[str, ...]]]:
    """Return the person's keys by action, `keymap.json`; a damaged one is theirs alone to mend."""
    return JsonFile(path, KEYMAP, {}, events, leaves_damaged=True, follow_links=True)


def agreements_file(path: Path, events: EventBus) -> JsonFile[Mapping[str, tuple[str, ...]]]:
    """Return what the person agreed to, `agreements.json`."""
    return JsonFile(path, AGREEMENTS, {}, events)


def workspace_file(path: Path, events: EventBus) -> JsonFile[Workspace]:
    """Return the windows and tabs, `workspace.json`."""
    return JsonFile(path, WORKSPACE, Workspace(), events, follow_links=True)
