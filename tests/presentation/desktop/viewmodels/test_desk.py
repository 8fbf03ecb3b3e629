from dataclasses import replace

import pytest

from idea.application.engine_feed import EngineLost
from idea.application.views import LayoutShown, ProjectShown, SessionShown, SettingShown
from idea.domain.layout.geometry import Extent
from idea.domain.layout.tree import Side
from idea.presentation.desktop.viewmodels.desk import Desk
from support.desktop import NOW, a_project, a_session, a_state
from support.window import a_grid, an_engine

S1 = a_session("s1", name="Backend", cell="a")
S2 = a_session("s2", name="Reviewer", cell="b")


def a_desk(drawing: str = "[a b; c d]", *sessions: object) -> Desk:
    desk = Desk(lambda: NOW, "/home/me")
    desk.receive(an_engine(drawing, sessions))  # type: ignore[arg-type]
    return desk


def test_the_first_cell_of_the_first_tab_has_the_focus() -> None:
    desk = a_desk()

    assert (desk.current, desk.focused_cell) == ("p1", "a")


@pytest.mark.parametrize(("remembered", "focused"), [("c", "c"), ("gone", "a")])
def test_a_focus_from_before_is_taken_if_its_cell_is_still_there(
    remembered: str, focused: str
) -> None:
    desk = Desk(lambda: NOW, "/home/me")
    desk.remember_focus("p1", remembered)
    desk.receive(an_engine("[a b; c d]", ()))

    assert desk.focused_cell == focused


def test_focus_goes_to_the_neighbour_and_stops_at_the_edge() -> None:
    desk = a_desk()
    for side in (Side.RIGHT, Side.RIGHT, Side.DOWN):
        desk.focus_towards(side, None)

    assert desk.focused_cell == "d"
    assert desk.neighbour(Side.RIGHT) == ""
    assert desk.neighbour(Side.LEFT) == "c"


def test_zoom_is_a_view_and_follows_the_focus() -> None:
    desk = a_desk()
    layout = desk.layout
    desk.toggle_zoom()
    desk.focus_towards(Side.RIGHT, None)

    assert (desk.selection("p1").zoomed, desk.layout) == ({"b"}, layout)
    desk.toggle_zoom()
    assert not desk.selection("p1").zoomed


def test_zoom_may_end_when_another_cell_gets_the_focus() -> None:
    desk = a_desk()
    desk.receive(SettingShown("window.zoom_follows_focus", value=False))
    desk.toggle_zoom()
    desk.focus("a")
    assert desk.selection("p1").zoomed == {"a"}
    desk.focus("b")
    assert not desk.selection("p1").zoomed


def test_room_is_made_for_one_cell_until_another_gets_the_focus() -> None:
    desk = a_desk()
    layout = desk.layout
    desk.toggle_room()
    desk.focus("a")
    assert (desk.grown("p1"), desk.layout) == ("a", layout)
    desk.focus("b")
    assert desk.grown("p1") == ""
    desk.toggle_room()
    desk.toggle_room()
    assert desk.grown("p1") == ""


def test_in_the_accordion_the_focused_cell_is_the_grown_one() -> None:
    desk = a_desk()
    desk.receive(SettingShown("window.accordion", value=True))
    assert desk.grown("p1") == "a"
    desk.focus("d")
    assert desk.grown("p1") == "d"


def test_a_grown_cell_that_is_gone_has_no_room_any_more() -> None:
    desk = a_desk()
    desk.focus("d")
    desk.toggle_room()
    desk.receive(LayoutShown(a_grid("a | b", revision=2)))
    assert desk.grown("p1") == ""


def test_the_size_of_cards_is_a_setting() -> None:
    desk = a_desk()
    assert {cell.card for cell in desk.cells("p1").values()} == {Extent(380, 200)}
    desk.receive(SettingShown("window.card_width", value=0))
    assert {cell.card for cell in desk.cells("p1").values()} == {Extent(0, 200)}


def test_a_range_grows_from_the_focus_and_focus_ends_it() -> None:
    desk = a_desk()
    desk.extend_mark(Side.RIGHT)
    desk.extend_mark(Side.DOWN)
    marked = desk.marked("p1")

    assert marked is not None
    assert (marked.text, desk.focused_cell) == ("A1:B2", "a")
    assert desk.selection("p1").cells == {"a", "b", "c", "d"}
    desk.focus("c")
    assert desk.marked("p1") is None


def test_the_whole_grid_can_be_a_range() -> None:
    desk = a_desk()
    desk.mark_all()
    marked = desk.marked("p1")

    assert marked is not None
    assert marked.text == "A1:B2"
    desk.clear_mark()
    assert desk.marked("p1") is None


def test_what_is_gone_is_pointed_at_no_longer() -> None:
    desk = a_desk()
    desk.mark_between("b", "d")
    desk.focus("d")
    desk.toggle_zoom()
    desk.receive(LayoutShown(a_grid("a | b", revision=2)))

    assert (desk.focused_cell, desk.selection("p1").zoomed) == ("b", frozenset())
    assert desk.marked("p1") is None


def test_facts_follow_the_focus() -> None:
    desk = a_desk("a | b", S1, a_session("s9"))
    desk.receive(SessionShown(a_session("s1", cell="a", status="exited", code=0)))

    assert desk.facts() == {
        "project.open",
        "cell.focused",
        "cell.several",
        "cell.in_grid",
        "session.shown",
        "session.ended",
        "cell.any_ended",
        "session.background",
        "layout.can_undo",
    }
    desk.focus("b")
    assert "cell.empty" in desk.facts()


@pytest.mark.parametrize(("drawing", "spans"), [("[a a; b c]", True), ("[a b; c d]", False)])
def test_a_merged_cell_says_that_it_spans(drawing: str, spans: bool) -> None:
    assert ("cell.spans" in a_desk(drawing).facts()) is spans


def test_words_say_what_a_merge_would_put_into_the_background() -> None:
    desk = a_desk("[a b; c d]", S1, S2)
    desk.mark_between("a", "b")

    assert desk.words() == {
        "project": "ledger",
        "lock": "Lock",
        "cell": "A1",
        "range": "A1:B1",
        "session": "Backend",
        "others": ", Reviewer goes to the background",
    }


def test_a_title_names_its_session_also_after_news_of_it() -> None:
    desk = a_desk("a | b", S1)
    desk.name_session("s1", "vim segment.py")
    desk.receive(SessionShown(a_session("s1", name="zsh", cell="a", address="A1")))

    look = desk.cells("p1")["a"].look
    assert look is not None
    assert (look.name, look.detail) == ("vim segment.py", "~/src/ledger")


@pytest.mark.parametrize(
    ("title", "name"), [("\u25c7  Ready (ledger)     ", "\u25c7 Ready (ledger)"), ("   ", "zsh")]
)
def test_a_title_is_shown_without_its_padding_and_a_blank_one_not_at_all(
    title: str, name: str
) -> None:
    desk = a_desk("a | b", a_session("s1", name="zsh", cell="a"))
    desk.name_session("s1", "vim segment.py")
    desk.name_session("s1", title)

    look = desk.cells("p1")["a"].look
    assert look is not None
    assert look.name == name


def test_an_opened_project_comes_to_the_front_and_tabs_go_round() -> None:
    desk = a_desk()
    desk.receive(ProjectShown(a_project("p2"), raise_tab=True))
    assert desk.current == "p2"
    desk.step_tab(1)
    assert desk.current == "p1"
    desk.step_tab(-1)
    assert desk.current == "p2"
    desk.receive(ProjectShown(a_project("p2", open_=False), raise_tab=False))
    assert desk.current == "p1"


@pytest.mark.parametrize(("wished", "front"), [("p2", "p2"), ("gone", "p1")])
def test_a_tab_from_before_is_in_front_also_when_it_is_told_before_the_tabs(
    wished: str, front: str
) -> None:
    desk = Desk(lambda: NOW, "/home/me")
    desk.show_project(wished)
    state = an_engine("a", ())
    desk.receive(replace(state, projects=(*state.projects, a_project("p2"))))

    assert desk.current == front
    desk.show_project("gone")
    assert desk.current == front


def test_without_projects_nothing_is_in_front() -> None:
    desk = Desk(lambda: NOW)
    desk.receive(a_state())
    desk.focus_towards(Side.LEFT, None)
    desk.extend_mark(Side.LEFT)
    desk.mark_to("a")

    assert (desk.current, desk.cells(""), desk.facts()) == ("", {}, frozenset())


def test_every_change_is_told() -> None:
    desk = a_desk()
    told: list[int] = []
    desk.on_change = lambda: told.append(1)

    desk.focus("b")
    desk.focus("b")
    desk.receive(EngineLost("Gone."))

    assert len(told) == 2


def test_the_focus_of_a_vanished_cell_goes_to_what_is_in_its_place() -> None:
    desk = a_desk("a | (b / c)")
    desk.focus("c")
    desk.receive(LayoutShown(a_grid("a | b", revision=2)))

    assert desk.focused_cell == "b"


def test_the_text_of_one_cell_is_scaled_until_the_cell_is_gone() -> None:
    desk = a_desk("[a b]", S1)
    desk.focus("b")
    for step in (1, 1, -1, 1):
        desk.scale_text(step)
    desk.focus("a")
    desk.scale_text(-1)
    assert [desk.state.text_percent(cell) for cell in ("a", "b", None)] == [90, 125, 100]

    desk.receive(SettingShown("terminal.text_percent", 200))
    assert [desk.state.text_percent(cell) for cell in ("a", "b", None)] == [180, 250, 200]

    desk.scale_text(0)
    assert desk.state.text_percent("a") == 200
    desk.receive(LayoutShown(a_grid("[a c]", revision=2)))
    desk.receive(LayoutShown(a_grid("[a b]", revision=3)))
    assert desk.state.text_percent("b") == 200


def test_scaling_text_is_told_when_it_changes_something() -> None:
    desk = a_desk("[a b]", S1)
    told: list[int] = []
    desk.on_change = lambda: told.append(desk.state.text_percent("a"))
    desk.scale_text(0)
    desk.scale_text(1)
    desk.scale_text(0)
    assert told == [110, 100]


def test_cells_keep_the_size_of_their_text_into_the_next_window() -> None:
    desk = a_desk("[a b]", S1)
    desk.scale_text(1)
    desk.remember_text({"a": 50, "b": 200, "elsewhere": 70})
    assert [desk.state.text_percent(cell) for cell in ("a", "b")] == [110, 200]
    assert dict(desk.texts.by_cell) == {"a": 110, "b": 200, "elsewhere": 70}


def test_a_range_is_shown_alone_until_it_is_left_and_the_grid_stays_as_it_is() -> None:
    desk = a_desk("[a b c; d e f]")
    layout = desk.layout
    desk.focus("f")
    desk.mark_between("a", "e")
    desk.toggle_range_zoom()
    now = desk.selection("p1")
    assert (now.focused, now.zoomed, desk.marked("p1")) == ("a", frozenset("abde"), None)
    assert "cell.zoomed" in desk.facts()
    desk.focus("e")
    assert desk.selection("p1").zoomed == frozenset("abde")
    desk.mark_to("b")
    marked = desk.marked("p1")
    assert (marked and marked.text, desk.selection("p1").zoomed) == ("B1:B2", frozenset("abde"))
    desk.extend_mark(Side.RIGHT)
    assert desk.selection("p1").zoomed == frozenset("abde")
    desk.clear_mark()
    desk.toggle_range_zoom()
    assert (desk.selection("p1").zoomed, desk.layout) == (frozenset(), layout)


def test_zoom_of_a_range_ends_with_the_focus_elsewhere_and_by_the_key_of_a_cell() -> None:
    desk = a_desk("[a b c; d e f]")
    for leave in (lambda: desk.focus("c"), desk.toggle_zoom):
        desk.mark_between("a", "e")
        desk.toggle_range_zoom()
        leave()
        assert not desk.selection("p1").zoomed


def test_a_zoomed_range_follows_its_cells_through_changes_of_the_grid() -> None:
    desk = a_desk("a | b | c | d")
    desk.mark_between("b", "d")
    desk.toggle_range_zoom()
    desk.focus("c")
    desk.receive(LayoutShown(a_grid("a | b | new | d", revision=2)))
    now = desk.selection("p1")
    assert (now.focused, now.zoomed) == ("new", frozenset(("b", "new", "d")))
    desk.receive(LayoutShown(a_grid("a | b", revision=3)))
    now = desk.selection("p1")
    assert (now.focused, now.zoomed) == ("b", frozenset("b"))


def test_a_selected_range_is_called_by_where_it_went_and_not_selected_once_it_is_torn() -> None:
    desk = a_desk("a | b | c")
    desk.mark_between("a", "b")
    desk.receive(LayoutShown(a_grid("c | a | b", revision=2)))
    marked = desk.marked("p1")
    assert (marked and marked.text, desk.selection("p1").cells) == ("B1:C1", frozenset("ab"))
    desk.receive(LayoutShown(a_grid("a | c | b", revision=3)))
    assert (desk.marked("p1"), desk.selection("p1").cells) == (None, frozenset())


def test_a_range_is_shown_alone_again_after_a_restart() -> None:
    desk = a_desk("[a b; c d]")
    desk.point_first_at({"p1": "c"}, {"p1": ("a", "c")})
    assert desk.selection("p1").zoomed == frozenset("ac")
    assert desk.pointing.zoomed(["p1"]) == {"p1": ("a", "c")}
