"""How much the logs of sessions take, beside their bounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from idea.domain.diagnosis import Finding, Health
from idea.domain.setting import SettingValue
from idea.domain.settings import effective_settings
from idea.infrastructure.places import Places
from idea.infrastructure.stores.json_load import document_in

_MIB = 1 << 20
_SLACK_BYTES = 2 * _MIB
"""So much more is nothing to speak of: the oldest pieces go by and by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectLogs:
    """What the sessions of one project take."""

    project: str
    """Its id."""
    name: str
    """What it is called; its id when it is not known any more."""
    sizes: Mapping[str, int]
    """Bytes by session id."""

    @property
    def size_bytes(self) -> int:
        """All of them together."""
        return sum(self.sizes.values())


def logs_by_project(places: Places) -> tuple[ProjectLogs, ...]:
    """Return what the logs of each project take, the largest first."""
    names = _project_names(places.projects_file)
    found = [
        ProjectLogs(
            project=folder.name,
            name=names.get(folder.name, folder.name),
            sizes={one.name: _size(one) for one in folder.iterdir() if one.is_dir()},
        )
        for folder in _folders(places.sessions)
    ]
    return tuple(sorted(found, key=lambda logs: -logs.size_bytes))


def chosen_settings(places: Places) -> Mapping[str, object]:
    """Return what `settings.json` holds, as it stands there; nothing when it cannot be read."""
    return document_in(places.settings_file.resolve())


def bounds_mib(settings: Mapping[str, SettingValue]) -> tuple[int, int]:
    """Return how many MiB the log of one session and all logs together may take."""
    return int(settings["sessions.log_limit_mib"]), int(settings["sessions.all_logs_limit_mib"])


def check_logs(places: Places) -> Iterator[Finding]:
    """Say how much the logs take in all and by project, and what their bounds are."""
    one_mib, all_mib = bounds_mib(effective_settings(chosen_settings(places)))
    projects = logs_by_project(places)
    total = sum(logs.size_bytes for logs in projects)
    is_over = total > all_mib * _MIB + _SLACK_BYTES
    in_memory = _size(places.memory)
    yield Finding(
        id="logs",
        health=Health.NOTE if is_over else Health.FINE,
        fact=f"{_mib(total)} MiB of at most {all_mib} MiB; {one_mib} MiB a session; "
        f"{_mib(in_memory)} MiB of floods in memory",
        remedy="The engine makes room each hour by ended sessions; 'idea session forget' does now."
        if is_over
        else "",
    )
    for logs in projects:
        count = len(logs.sizes)
        yield Finding(
            id="logs of",
            health=Health.FINE,
            fact=f"{logs.name}: {_mib(logs.size_bytes)} MiB in {count} session(s)",
        )


def _mib(size_bytes: int) -> str:
    return f"{size_bytes / _MIB:.1f}"


def _folders(folder: Path) -> list[Path]:
    return [one for one in folder.iterdir() if one.is_dir()] if folder.is_dir() else []


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.lstat().st_size
        except OSError:
            continue  # It went while we looked.
    return total


def _project_names(path: Path) -> dict[str, str]:
    entries = document_in(path.resolve()).get("projects")
    return {
        str(entry["id"]): str(entry["name"])
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict) and "id" in entry and "name" in entry
    }
