"""Windows in their file, whole and damaged."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fakes.event_bus import FakeEventBus
from idea.domain.ids import NodeId, ProjectId, SessionId, TabId, WindowId
from idea.domain.workspace import PoppedOutCell, Tab, Window, WindowGeometry, Workspace
from idea.infrastructure.stores.json_salvage import beginning_of_object
from idea.infrastructure.stores.user_files import workspace_file


def a_window(number: int, *projects: str) -> Window:
    return Window(
        id=WindowId(f"w{number}"),
        tabs=tuple(Tab(id=TabId(f"t-{one}"), project=ProjectId(one)) for one in projects),
        active=TabId(f"t-{projects[-1]}") if projects else None,
        geometry=WindowGeometry(x=number, y=2, width=900, height=700, screen="DP-1"),
        text_percents=((f"c{number}", 125),),
        focused=tuple((ProjectId(one), NodeId("a")) for one in projects),
        zoomed=tuple((ProjectId(one), (NodeId("b"), NodeId("c"))) for one in projects[:1]),
    )


WORKSPACE = Workspace(
    windows=(a_window(1, "p1", "p2", "p3"), a_window(2, "p4", "p5"), a_window(3, "p6", "p7")),
    last_used=WindowId("w2"),
    popped_out=(
        PoppedOutCell(
            project=ProjectId("p1"),
            cell=NodeId("a"),
            session=SessionId("s1"),
            geometry=WindowGeometry(x=5, y=6, width=600, height=400, screen="DP-2"),
        ),
        PoppedOutCell(project=ProjectId("p4"), cell=NodeId("b"), session=SessionId("s2")),
    ),
)


async def kept(path: Path, workspace: Workspace) -> None:
    file = workspace_file(path, FakeEventBus())
    await file.load()
    file.save(workspace)
    await file.flush()
    await file.close()


async def read(path: Path) -> tuple[Workspace, tuple[str, ...]]:
    file = workspace_file(path, FakeEventBus())
    loaded = await file.load()
    await file.close()
    return loaded.value, loaded.notices


@pytest.fixture
def path(tmp_path: Path) -> Path:
    asyncio.run(kept(tmp_path / "workspace.json", WORKSPACE))
    return tmp_path / "workspace.json"


def changed(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


def test_everything_comes_back(path: Path) -> None:
    assert asyncio.run(read(path)) == (WORKSPACE, ())


def test_one_zoomed_cell_is_read_as_it_was_written_before_ranges_could_be_zoomed(
    path: Path,
) -> None:
    def older(document: dict[str, object]) -> None:
        document["windows"][0]["zoomed"] = {"p1": "b"}  # type: ignore[index]
        document["windows"][1]["zoomed"] = None  # type: ignore[index]

    changed(path, older)
    workspace, notices = asyncio.run(read(path))

    assert (workspace.windows[0].zoomed, notices) == (((ProjectId("p1"), (NodeId("b"),)),), ())
    assert workspace.windows[1].zoomed == ()


def test_unknown_fields_are_passed_over_and_kept(path: Path) -> None:
    def add(document: dict[str, object]) -> None:
        document["mood"] = "calm"
        document["windows"][1]["color"] = {"of": "tea"}  # type: ignore[index]

    changed(path, add)
    assert asyncio.run(read(path)) == (WORKSPACE, ())
    asyncio.run(kept(path, Workspace(windows=WORKSPACE.windows[:2])))
    document = json.loads(path.read_text())
    assert document["mood"] == "calm"


def test_a_file_cut_short_gives_back_the_windows_before_the_cut(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: raw.index(b'"p7"')])
    workspace, (notice,) = asyncio.run(read(path))

    assert [window.id.value for window in workspace.windows] == ["w1", "w2", "w3"]
    assert workspace.windows[:2] == WORKSPACE.windows[:2]
    assert [tab.project.value for tab in workspace.windows[2].tabs] == ["p6"]
    assert "tab 2 of window 3" in notice
    assert "whatever stood behind them" in notice
    assert list(path.parent.glob("workspace.json.corrupt-*"))
    assert asyncio.run(read(path)) == (workspace, ())


def test_every_cut_gives_back_what_stands_before_it_or_nothing(path: Path, tmp_path: Path) -> None:
    raw = path.read_bytes()
    for end in range(0, len(raw) - 2, 7):
        folder = tmp_path / str(end)
        folder.mkdir()
        (folder / path.name).write_bytes(raw[:end])
        workspace, notices = asyncio.run(read(folder / path.name))
        assert len(notices) == 1
        projects = [project.value for project in workspace.projects]
        assert projects == [f"p{number}" for number in range(1, len(projects) + 1)]


def test_what_is_wrong_is_left_out_by_itself_and_named(path: Path) -> None:
    def spoil(document: dict[str, object]) -> None:
        one, two, three = document["windows"]  # type: ignore[misc]
        one["geometry"]["width"] = -3  # type: ignore[index]
        one["tabs"][1] = "p2"  # type: ignore[index]
        one["textPercents"] = {"c1": 9000}  # type: ignore[index]
        two["tabs"].append({"id": "again", "project": "p1"})  # type: ignore[index]
        two["active"] = 7  # type: ignore[index]
        two["focused"] = {"p4": 4}  # type: ignore[index]
        three["tabs"] = None  # type: ignore[index]
        document["windows"] += [{"id": "w1"}, {}, 5]  # type: ignore[operator]

    changed(path, spoil)
    workspace, (notice,) = asyncio.run(read(path))

    assert [[tab.project.value for tab in one.tabs] for one in workspace.windows] == [
        ["p1", "p3"],
        ["p4", "p5"],
        [],
    ]
    assert workspace.windows[0].geometry is None
    assert workspace.windows[1].active == TabId("t-p4")
    assert workspace.last_used == WindowId("w2")
    for lost in (
        "the place of window 1",
        "tab 2 of window 1",
        "the sizes of text in window 1",
        "tab 3 of window 2",
        "which tab of window 2 was in front",
        "the cells in focus of window 2",
        "the tabs of window 3",
        "window 4",
        "window 5",
        "window 6",
    ):
        assert lost in notice


def test_a_file_of_an_earlier_version_has_no_popped_out_cells(path: Path) -> None:
    changed(path, lambda document: document.pop("poppedOut"))
    workspace, notices = asyncio.run(read(path))

    assert (workspace, notices) == (replace(WORKSPACE, popped_out=()), ())


def test_a_popped_out_cell_that_is_wrong_is_left_out_by_itself_and_named(path: Path) -> None:
    def spoil(document: dict[str, object]) -> None:
        cells = document["poppedOut"]
        cells[0]["session"] = 7  # type: ignore[index]
        cells += [cells[1], 5]  # type: ignore[index, operator]

    changed(path, spoil)
    workspace, (notice,) = asyncio.run(read(path))

    assert workspace == replace(WORKSPACE, popped_out=WORKSPACE.popped_out[1:])
    for number in (1, 3, 4):
        assert f"popped-out cell {number}" in notice

    changed(path, lambda document: document.update({"poppedOut": "none"}))
    workspace, (notice,) = asyncio.run(read(path))
    assert workspace == replace(WORKSPACE, popped_out=())
    assert "the cells that were popped out" in notice


def test_a_backup_goes_before_what_is_left_of_the_file(path: Path) -> None:
    asyncio.run(kept(path, Workspace(windows=WORKSPACE.windows[:2])))
    path.write_bytes(path.read_bytes()[:-40])
    workspace, (notice,) = asyncio.run(read(path))

    assert workspace == WORKSPACE
    assert "its backup is used" in notice


def test_a_file_without_any_window_left_is_the_usual_beginning(path: Path) -> None:
    path.write_text('{"version": 1, "windows": 3}')
    workspace, (notice,) = asyncio.run(read(path))

    assert workspace == Workspace()
    assert "defaults are used" in notice


@pytest.mark.parametrize(
    ("text", "document", "is_cut"),
    [
        ('{"a": 1}', {"a": 1}, False),
        ('{"a": [1, 2', {"a": [1]}, True),
        ('{"a": {"b": "x]}', {"a": {}}, True),
        ('{"a": "q\\"}", "b', {"a": 'q"}'}, True),
        ('{"a": 1}} trailing', {"a": 1}, True),
        ("no object", {}, True),
        ("", {}, True),
    ],
)
def test_the_beginning_of_an_object_is_read(
    text: str, document: dict[str, object], is_cut: bool
) -> None:
    beginning = beginning_of_object(text.encode())
    assert (beginning.document, beginning.is_cut) == (document, is_cut)
