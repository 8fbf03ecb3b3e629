"""How the stored values are spelled in JSON; keys are camelCase, times UTC in ISO 8601."""

from collections.abc import Mapping

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.location import LOCAL, Local, Location, Ssh, SshAuth, Wsl
from idea.domain.project import Project, ProjectEntry, ProjectFacts, check_distinct
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_load import Codec
from idea.infrastructure.stores.json_text import DamagedError

type Document = Mapping[str, object]


def _encode_location(location: Location) -> Document:
    match location:
        case Local():
            return {"type": "local"}
        case Ssh():
            return {
                "type": "ssh",
                "host": location.host,
                "port": location.port,
                "user": location.user,
                "auth": location.auth.value,
                "remoteRoot": location.remote_root,
            }
        case Wsl():
            return {"type": "wsl", "distro": location.distro}


def _decode_location(fields: Fields) -> Location:
    match fields.text("type"):
        case "local":
            return LOCAL
        case "ssh":
            auth = fields.text("auth")
            if auth not in set(SshAuth):
                raise DamagedError(f"{fields.path}.auth must be one of {', '.join(SshAuth)}")
            return fields.build(
                lambda: Ssh(
                    host=fields.text("host"),
                    port=fields.whole("port"),
                    user=fields.text("user"),
                    auth=SshAuth(auth),
                    remote_root=fields.text("remoteRoot"),
                )
            )
        case "wsl":
            return fields.build(lambda: Wsl(fields.text("distro")))
        case _:
            raise DamagedError(f"{fields.path}.type must be local, ssh or wsl")


def _encode_facts(facts: ProjectFacts | None) -> Document:
    if facts is None:
        return {}
    return {
        "id": facts.id.value,
        "name": facts.name,
        "createdAt": facts.created_at.isoformat(),
        "defaultProfile": facts.default_profile,
        "remote": _encode_location(facts.location),
        "settings": dict(facts.setting_overrides),
    }


def _decode_facts(document: Document) -> ProjectFacts:
    fields = Fields(document)
    remote = fields.optional_below("remote")
    settings = fields.optional_below("settings")
    return fields.build(
        lambda: ProjectFacts(
            id=ProjectId(fields.text("id")),
            name=fields.text("name"),
            created_at=fields.moment("createdAt"),
            default_profile=fields.optional_text("defaultProfile"),
            location=LOCAL if remote is None else _decode_location(remote),
            setting_overrides={} if settings is None else settings.values,
        )
    )


FACTS: Codec[ProjectFacts | None] = Codec(version=1, decode=_decode_facts, encode=_encode_facts)
"""`.ideai/project.json`; None is never written."""


def _encode_registry(entries: tuple[ProjectEntry, ...]) -> Document:
    return {
        "projects": [
            {
                "id": entry.project.id.value,
                "name": entry.project.name,
                "root": entry.project.root,
                "location": _encode_location(entry.project.location),
                "createdAt": entry.project.created_at.isoformat(),
                "openedAt": entry.opened_at.isoformat(),
            }
            for entry in entries
        ]
    }


def _decode_entry(fields: Fields) -> ProjectEntry:
    location = _decode_location(fields.below("location"))
    return fields.build(
        lambda: ProjectEntry(
            project=Project(
                id=ProjectId(fields.text("id")),
                name=fields.text("name"),
                root=fields.text("root"),
                location=location,
                created_at=fields.moment("createdAt"),
            ),
            opened_at=fields.moment("openedAt"),
        )
    )


def _decode_registry(document: Document) -> tuple[ProjectEntry, ...]:
    entries = tuple(_decode_entry(fields) for fields in Fields(document).each("projects"))
    check_distinct(entry.project for entry in entries)
    return entries


REGISTRY: Codec[tuple[ProjectEntry, ...]] = Codec(
    version=1, decode=_decode_registry, encode=_encode_registry
)
"""`projects.json`."""


def _without_version(document: Document) -> Document:
    return {key: value for key, value in document.items() if key != "version"}


def _in_order(values: Document) -> Document:
    return dict(sorted(values.items()))


SETTINGS: Codec[Mapping[str, object]] = Codec(
    version=1,
    decode=_without_version,
    encode=_in_order,
    keeps_unknown=False,
    is_for_people=True,
)
"""`settings.json`: the chosen settings by name, flat, so that a person can edit it."""


def _decode_keymap(document: Document) -> Mapping[str, tuple[str, ...]]:
    keymap = {}
    for action, keys in _without_version(document).items():
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise DamagedError(f"{action} must be a list of keys")
        keymap[action] = tuple(keys)
    return keymap


def _encode_keymap(keymap: Mapping[str, tuple[str, ...]]) -> Document:
    return {action: list(keys) for action, keys in sorted(keymap.items())}


KEYMAP: Codec[Mapping[str, tuple[str, ...]]] = Codec(
    version=1,
    decode=_decode_keymap,
    encode=_encode_keymap,
    keeps_unknown=False,
    is_for_people=True,
)
"""`keymap.json`: key sequences by action id, an empty list for none, flat."""


def _decode_agreements(document: Document) -> Mapping[str, tuple[str, ...]]:
    projects = Fields(document).below("projects")
    return {project: projects.text_list(project) for project in projects.values}


def _encode_agreements(agreements: Mapping[str, tuple[str, ...]]) -> Document:
    return {"projects": {project: list(prints) for project, prints in agreements.items()}}


AGREEMENTS: Codec[Mapping[str, tuple[str, ...]]] = Codec(
    version=1, decode=_decode_agreements, encode=_encode_agreements, keeps_unknown=False
)
"""`agreements.json` in user state: fingerprints of what projects brought, by project id."""


def _decode_cells(document: Document) -> Mapping[NodeId, SessionId]:
    fields = Fields(document).below("sessions")
    cells = {NodeId(cell): SessionId(session) for cell, session in fields.texts().items()}
    if len(set(cells.values())) < len(cells):
        raise InvalidError("sessions: a session is in two cells.")
    return cells


def _encode_cells(cells: Mapping[NodeId, SessionId]) -> Document:
    sessions = {cell.value: session.value for cell, session in cells.items()}
    return {"sessions": dict(sorted(sessions.items()))}


CELLS: Codec[Mapping[NodeId, SessionId]] = Codec(
    version=1, decode=_decode_cells, encode=_encode_cells, keeps_unknown=False
)
"""`cells/<project>.json` in user state: what each cell of a project's grid showed."""
