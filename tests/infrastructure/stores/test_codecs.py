"""How stored values are spelled, and what is said about wrong ones."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idea.domain.errors import IdeaError
from idea.domain.ids import NodeId, ProjectId, SessionId, TabId, WindowId
from idea.domain.location import LOCAL, Ssh, SshAuth, Wsl
from idea.domain.project import Project, ProjectEntry, ProjectFacts
from idea.domain.workspace import Tab, Window, WindowGeometry, Workspace
from idea.infrastructure.stores.codecs import (
    CELLS,
    FACTS,
    KEYMAP,
    REGISTRY,
    SETTINGS,
)
from idea.infrastructure.stores.json_load import Codec
from idea.infrastructure.stores.json_text import DamagedError, parse_object, spell
from idea.infrastructure.stores.workspace_codec import WORKSPACE

NOW = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
MACHINE = Ssh(host="host", user="me", port=2222, auth=SshAuth.KEY, remote_root="/srv")


def there_and_back[T](codec: Codec[T], value: T) -> T:
    return codec.decode(parse_object(spell({"version": 1, **codec.encode(value)})))


TEXTS = st.text(alphabet=st.characters(codec="utf-8"), min_size=1).filter(lambda text: text.strip())
LOCATIONS = st.sampled_from([LOCAL, MACHINE, Wsl("Debian")])
MOMENTS = st.datetimes(timezones=st.just(UTC))


@settings(max_examples=20)
@given(st.lists(st.tuples(TEXTS, LOCATIONS, MOMENTS), max_size=4))
def test_the_registry_comes_back(drawn: list[tuple[str, object, datetime]]) -> None:
    entries = tuple(
        ProjectEntry(
            project=Project(
                id=ProjectId(f"p{number}"),
                name=name,
                root=f"/srv/{number}",
                created_at=moment,
                location=location,
            ),
            opened_at=moment,
        )
        for number, (name, location, moment) in enumerate(drawn)
    )

    assert there_and_back(REGISTRY, entries) == entries


@settings(max_examples=20)
@given(TEXTS, LOCATIONS, MOMENTS, st.none() | TEXTS)
def test_facts_come_back(name: str, location: object, moment: datetime, profile: str) -> None:
    facts = ProjectFacts(
        id=ProjectId("p"),
        name=name,
        created_at=moment,
        location=location,
        default_profile=profile,
        setting_overrides={"terminal.scrollback_lines": 5, "unknown": [1]},
    )

    assert there_and_back(FACTS, facts) == facts


def test_facts_with_least_keys_are_enough() -> None:
    facts = FACTS.decode({"version": 1, "id": "p", "name": "n", "createdAt": NOW.isoformat()})

    assert facts == ProjectFacts(id=ProjectId("p"), name="n", created_at=NOW)
    assert FACTS.encode(None) == {}


def test_the_workspace_comes_back() -> None:
    tabs = tuple(Tab(id=TabId(f"t{n}"), project=ProjectId(f"p{n}")) for n in range(3))
    workspace = Workspace(
        windows=(
            Window(
                id=WindowId("w1"),
                tabs=tabs,
                active=TabId("t1"),
                geometry=WindowGeometry(x=-5, y=7, width=80, height=60, screen="DP-1"),
                text_percents=(("a", 50), ("b", 125)),
                focused=((ProjectId("p1"), NodeId("b")),),
            ),
            Window(id=WindowId("w2")),
        )
    )

    assert there_and_back(WORKSPACE, workspace) == workspace


@given(st.dictionaries(TEXTS.filter(lambda key: key != "version"), st.integers() | TEXTS))
@settings(max_examples=20)
def test_settings_come_back_with_names_nobody_knows(values: Mapping[str, object]) -> None:
    assert there_and_back(SETTINGS, values) == values


def test_keymap_and_cells_come_back() -> None:
    keymap = {"layout.split_right": ("Ctrl+Shift+E",), "layout.undo": ()}
    cells = {NodeId("b"): SessionId("s1"), NodeId("a"): SessionId("s2")}

    assert there_and_back(KEYMAP, keymap) == keymap
    assert there_and_back(CELLS, cells) == cells
    assert list(SETTINGS.encode({"b": 1, "a": 2})) == ["a", "b"]


PROJECT = {
    "id": "p",
    "name": "n",
    "root": "/a",
    "location": {"type": "local"},
    "createdAt": NOW.isoformat(),
    "openedAt": NOW.isoformat(),
}
SSH = {"type": "ssh", "host": "h", "port": 22, "user": "u", "auth": "key", "remoteRoot": "/"}


@pytest.mark.parametrize(
    ("codec", "document", "why"),
    [
        (REGISTRY, {}, "projects is missing"),
        (REGISTRY, {"projects": {}}, "projects must be a list"),
        (REGISTRY, {"projects": [1]}, r"projects\[0\] must be an object"),
        (REGISTRY, {"projects": [{**PROJECT, "id": 1}]}, r"projects\[0\]\.id must be a text"),
        (REGISTRY, {"projects": [{**PROJECT, "id": "../x"}]}, r"projects\[0\]: '\.\./x' is not"),
        (REGISTRY, {"projects": [{**PROJECT, "root": "a"}]}, r"projects\[0\]: 'a' is not an abs"),
        (REGISTRY, {"projects": [PROJECT, PROJECT]}, "Two projects have the id p"),
        (
            REGISTRY,
            {"projects": [{**PROJECT, "openedAt": "soon"}]},
            r"projects\[0\]\.openedAt must be a time",
        ),
        (
            REGISTRY,
            {"projects": [{**PROJECT, "openedAt": "2026-01-01T00:00:00"}]},
            r"projects\[0\]\.openedAt must have a time zone",
        ),
        (
            REGISTRY,
            {"projects": [{**PROJECT, "location": {"type": "moon"}}]},
            r"projects\[0\]\.location\.type must be local, ssh or wsl",
        ),
        (
            REGISTRY,
            {"projects": [{**PROJECT, "location": {**SSH, "auth": "luck"}}]},
            r"projects\[0\]\.location\.auth must be one of agent, key, password",
        ),
        (
            REGISTRY,
            {"projects": [{**PROJECT, "location": {**SSH, "port": 0}}]},
            r"projects\[0\]\.location: 0 is not a port",
        ),
        (FACTS, {"id": "p", "name": " ", "createdAt": NOW.isoformat()}, "A project needs a name"),
        (WORKSPACE, {"windows": [{"id": "w", "tabs": 1}]}, r"windows\[0\]\.tabs must be a list"),
        (
            WORKSPACE,
            {"windows": [{"id": "w", "tabs": [], "active": "t"}]},
            r"windows\[0\]: The active tab",
        ),
        (
            WORKSPACE,
            {"windows": [{"id": "w", "tabs": [], "textPercents": {"a": 9}}]},
            r"windows\[0\]: Text of 9 %",
        ),
        (
            WORKSPACE,
            {"windows": [{"id": "w", "tabs": [], "geometry": {"x": True}}]},
            r"windows\[0\]\.geometry\.x must be a whole number",
        ),
        (KEYMAP, {"layout.undo": "Ctrl+Z"}, r"layout\.undo must be a list of keys"),
        (CELLS, {"sessions": {"a": "s", "b": "s"}}, "sessions: a session is in two cells"),
        (CELLS, {"sessions": {"a": None}}, r"sessions\.a must be a text"),
    ],
)
def test_what_is_wrong_is_named_with_its_key(
    codec: Codec[object], document: Mapping[str, object], why: str
) -> None:
    with pytest.raises((DamagedError, IdeaError), match=f"^{why}"):
        codec.decode(document)
