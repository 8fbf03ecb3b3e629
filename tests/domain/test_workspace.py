"""Windows, tabs, and the one tab of each project."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import NodeId, ProjectId, SessionId, TabId, WindowId
from idea.domain.workspace import PoppedOutCell, Tab, Window, WindowGeometry, Workspace


def a_tab(number: int) -> Tab:
    return Tab(id=TabId(f"t{number}"), project=ProjectId(f"p{number}"))


def a_window(name: str, *numbers: int, active: int | None = None) -> Window:
    front = active if active is not None else (numbers[-1] if numbers else None)
    return Window(
        id=WindowId(name),
        tabs=tuple(a_tab(number) for number in numbers),
        active=None if front is None else TabId(f"t{front}"),
    )


def drawn(workspace: Workspace) -> list[str]:
    """Draw windows as `w: p1 *p2`, the star before the tab in front."""
    return [
        f"{window.id}:"
        + "".join(f" {'*' if tab.id == window.active else ''}{tab.project}" for tab in window.tabs)
        for window in workspace.windows
    ]


TWO = Workspace(windows=(a_window("w1", 1, 2, active=1), a_window("w2", 3)))


def test_opening_a_project_puts_its_tab_in_front_and_reopening_raises_it() -> None:
    opened = TWO.with_open(a_tab(4), WindowId("w1"))
    again = opened.with_open(Tab(id=TabId("new"), project=ProjectId("p2")), WindowId("w2"))

    assert drawn(opened) == ["w1: p1 p2 *p4", "w2: *p3"]
    assert drawn(again) == ["w1: p1 *p2 p4", "w2: *p3"]
    assert opened.projects == tuple(ProjectId(f"p{number}") for number in (1, 2, 4, 3))


def test_closing_a_tab_brings_its_neighbour_to_the_front() -> None:
    assert drawn(TWO.without_project(ProjectId("p1"))) == ["w1: *p2", "w2: *p3"]
    assert drawn(TWO.without_project(ProjectId("p2"))) == ["w1: *p1", "w2: *p3"]
    assert drawn(TWO.without_project(ProjectId("p3"))) == ["w1: *p1 p2", "w2:"]
    assert TWO.without_project(ProjectId("p9")) is TWO


def test_closing_the_last_tab_in_front_shows_the_one_before_it() -> None:
    workspace = Workspace(windows=(a_window("w", 1, 2, 3),))

    assert drawn(workspace.without_project(ProjectId("p3"))) == ["w: p1 *p2"]


def test_ordering_tabs_puts_the_named_first_and_loses_none() -> None:
    window = a_window("w", 1, 2, 3)

    assert drawn(Workspace(windows=(window.ordered([ProjectId("p3"), ProjectId("p9")]),))) == [
        "w: *p3 p1 p2"
    ]


def test_windows_are_added_and_replaced() -> None:
    added = TWO.with_window(a_window("w3"))
    replaced = added.with_window(a_window("w2", 3, 4))

    assert drawn(added) == ["w1: *p1 p2", "w2: *p3", "w3:"]
    assert drawn(replaced) == ["w1: *p1 p2", "w2: p3 *p4", "w3:"]


def test_what_is_not_there_cannot_be_found() -> None:
    with pytest.raises(NotFoundError, match="no window w9"):
        TWO.window(WindowId("w9"))
    with pytest.raises(NotFoundError, match="p9 is not open"):
        TWO.with_active(ProjectId("p9"))


def test_the_window_of_a_project_is_known() -> None:
    assert TWO.window_of(ProjectId("p3")) == TWO.window(WindowId("w2"))
    assert TWO.window_of(ProjectId("p9")) is None


def test_impossible_workspaces_are_refused() -> None:
    with pytest.raises(InvalidError, match="must be one of its tabs"):
        Window(id=WindowId("w"), tabs=(a_tab(1),))
    with pytest.raises(InvalidError, match="must be one of its tabs"):
        Window(id=WindowId("w"), active=TabId("t1"))
    with pytest.raises(InvalidError, match="Two windows"):
        Workspace(windows=(a_window("w"), a_window("w")))
    with pytest.raises(InvalidError, match="Two tabs"):
        Workspace(windows=(a_window("v", 1), a_window("w", 1)))
    with pytest.raises(InvalidError, match="open in two tabs"):
        Workspace(
            windows=(
                a_window("v", 1),
                Window(
                    id=WindowId("w"),
                    tabs=(Tab(id=TabId("x"), project=ProjectId("p1")),),
                    active=TabId("x"),
                ),
            )
        )


@pytest.mark.parametrize(
    ("x", "y", "width", "height"),
    [(0, 0, 0, 10), (0, 0, 10, 2_000_000), (-2_000_000, 0, 10, 10), (0, 2_000_000, 10, 10)],
)
def test_an_impossible_place_of_a_window_is_refused(
    x: int, y: int, width: int, height: int
) -> None:
    with pytest.raises(InvalidError):
        WindowGeometry(x=x, y=y, width=width, height=height)


def test_a_window_may_lie_left_of_the_first_screen() -> None:
    assert WindowGeometry(x=-1920, y=-40, width=800, height=600).x == -1920


@given(st.lists(st.tuples(st.sampled_from("ocr"), st.integers(1, 5), st.integers(0, 1))))
def test_every_sequence_of_steps_keeps_a_project_in_at_most_one_tab(
    steps: list[tuple[str, int, int]],
) -> None:
    workspace = Workspace(windows=(a_window("w0"), a_window("w1")))
    for step, number, place in steps:
        project, window = ProjectId(f"p{number}"), WindowId(f"w{place}")
        before = set(workspace.projects)
        match step:
            case "o":
                workspace = workspace.with_open(a_tab(number), window)
                assert set(workspace.projects) == before | {project}
            case "c":
                workspace = workspace.without_project(project)
                assert set(workspace.projects) == before - {project}
            case _ if project in before:
                workspace = workspace.with_active(project)
                assert set(workspace.projects) == before
            case _:
                pass


@pytest.mark.parametrize(
    "percents", [(("a", 49),), (("a", 301),), tuple((str(n), 110) for n in range(1001))]
)
def test_an_impossible_size_of_text_is_refused(percents: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(InvalidError):
        Window(id=WindowId("w"), text_percents=percents)


def test_the_sizes_of_text_stay_when_tabs_change() -> None:
    window = Window(id=WindowId("w"), text_percents=(("a", 50), ("b", 300)))
    assert window.with_tab(a_tab(1)).without_tab(TabId("t1")).text_percents == window.text_percents


def test_a_tab_is_moved_within_its_window_and_the_one_in_front_stays() -> None:
    window = Workspace(windows=(a_window("w", 1, 2, 3, active=1),))

    assert drawn(window.with_moved(ProjectId("p3"), WindowId("w"), 0)) == ["w: p3 *p1 p2"]
    assert drawn(window.with_moved(ProjectId("p1"), WindowId("w"), 9)) == ["w: p2 p3 *p1"]


def test_a_tab_goes_to_another_window_with_what_was_pointed_at_in_it() -> None:
    p1, p2 = ProjectId("p1"), ProjectId("p2")
    a, b = (p1, NodeId("a")), (p2, NodeId("b"))
    source = replace(a_window("w1", 1, 2, active=1), focused=(a, b), zoomed=((p1, (NodeId("a"),)),))
    target = replace(a_window("w2", 3), focused=((p1, NodeId("old")),))
    moved = Workspace(windows=(source, target)).with_moved(p1, WindowId("w2"), 0)

    assert drawn(moved) == ["w1: *p2", "w2: *p1 p3"]
    assert moved.window(WindowId("w1")).focused == (b,)
    assert moved.window(WindowId("w1")).zoomed == ()
    assert moved.window(WindowId("w2")).focused == (a,)
    assert moved.window(WindowId("w2")).zoomed == ((p1, (NodeId("a"),)),)
    assert moved.last_used == WindowId("w2")


def test_a_window_whose_last_tab_is_moved_away_goes() -> None:
    assert drawn(TWO.with_moved(ProjectId("p3"), WindowId("w1"), 1)) == ["w1: p1 *p3 p2"]


def test_what_is_not_there_cannot_be_moved() -> None:
    with pytest.raises(NotFoundError):
        TWO.with_moved(ProjectId("p9"), WindowId("w1"), 0)
    with pytest.raises(NotFoundError):
        TWO.with_moved(ProjectId("p1"), WindowId("w9"), 0)


def test_the_window_in_use_is_the_last_used_or_the_newest() -> None:
    assert TWO.in_use == TWO.windows[1]
    assert replace(TWO, last_used=WindowId("w1")).in_use == TWO.windows[0]
    assert replace(TWO, last_used=WindowId("gone")).in_use == TWO.windows[1]
    assert Workspace().in_use is None


def test_a_second_window_is_beside_the_first_and_fills_no_screen() -> None:
    place = WindowGeometry(x=10, y=20, width=800, height=600, maximised=True, screen="DP-1")

    assert place.beside() == WindowGeometry(x=42, y=52, width=800, height=600, screen="DP-1")


def a_cell(name: str, project: int = 1, session: str = "s") -> PoppedOutCell:
    return PoppedOutCell(
        project=ProjectId(f"p{project}"), cell=NodeId(name), session=SessionId(session)
    )


def test_a_cell_is_popped_out_once_and_comes_back() -> None:
    out = TWO.with_popped_out(a_cell("a")).with_popped_out(a_cell("b", 3))
    again = out.with_popped_out(a_cell("a", session="other"))

    assert out.popped_out_cell(NodeId("b")) == a_cell("b", 3)
    assert out.popped_out_cell(NodeId("c")) is None
    assert again.popped_out == (a_cell("a", session="other"), a_cell("b", 3))
    assert again.without_popped_out(NodeId("a")).popped_out == (a_cell("b", 3),)
    assert again.without_popped_out(NodeId("c")) == again
    with pytest.raises(InvalidError, match="popped out twice"):
        replace(TWO, popped_out=(a_cell("a"), a_cell("a", 3)))


def test_the_popped_out_cells_of_a_project_come_back_when_its_tab_closes() -> None:
    out = replace(TWO, popped_out=(a_cell("a"), a_cell("b", 3), a_cell("c")))

    assert out.without_project(ProjectId("p1")).popped_out == (a_cell("b", 3),)
    assert out.with_moved(ProjectId("p3"), WindowId("w1"), 0).popped_out == out.popped_out
