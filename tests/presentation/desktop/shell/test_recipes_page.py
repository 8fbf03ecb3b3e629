"""The page of recipes in the side bar, and what comes back from the trash."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from idea.application.recipes.delete_recipe import DeleteRecipeRequest
from idea.application.recipes.list_recipes import ListRecipesRequest
from idea.application.recipes.open_recipe import OpenRecipeRequest
from idea.application.recipes.rename_recipe import RenameRecipeRequest
from idea.application.recipes.restore_recipe import RestoreRecipeRequest
from idea.application.recipes.views import RecipeOpened, RecipesShown
from idea.application.skills.restore_skill import RestoreSkillRequest
from idea.application.templates.restore_template import RestoreTemplateRequest
from idea.application.use_case import Request
from idea.application.views import AgentsOutdated, RecipesOutdated, SettingShown
from idea.domain.errors import ConflictError
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.viewmodels.panels import snapshot
from support.desktop import a_session
from support.shelves import GONE_RECIPE, GONE_SKILL, GONE_TEMPLATE, Shelves
from support.window import Stand, a_grid, an_engine, play, settle

pytestmark = pytest.mark.usefixtures("shelves")


@pytest.fixture
def shelves(qtbot: QtBot, stand: Stand) -> Shelves:
    """A library; the window shows its page of recipes."""
    shelves = Shelves(stand)
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    settle(qtbot, stand)
    show(qtbot, stand, "recipes")
    return shelves


def show(qtbot: QtBot, stand: Stand, page: str) -> None:
    stand.window.invoke(f"view.show_{page}")
    play(qtbot, stand, SettingShown("window.side_bar_page", page))
    settle(qtbot, stand)


def rows(stand: Stand) -> list[str]:
    return snapshot(stand.window.side_bar.list.view).splitlines()


def of_row(stand: Stand, popped_up: list[QMenu], row: str) -> dict[str, QAction]:
    """Click a row; return what its menu has."""
    stand.window.side_bar.list.chosen.emit(row)
    return {action.text(): action for action in popped_up[-1].actions() if action.text()}


def test_recipes_stand_by_whose_they_are_with_their_cells_and_what_they_start(
    stand: Stand,
) -> None:
    assert rows(stand) == [
        "This project's (2)",
        "  idle     Web (3 cells, make watch, a shell) -",
        "  needs you Spy (1 cell, spy) -",
        "Yours (1)",
        "  idle     Own (2 cells, top) -",
    ]
    bar = stand.window.side_bar
    spoken = [part.name for part in bar.list.spoken_parts()]
    assert spoken[0] == (
        "Web, 3 cells, make watch, a shell; A1 make watch; B1 a shell; a click opens its menu"
    )
    assert "asks before it starts them" in spoken[1]
    assert spoken[2].startswith(
        "Own, 2 cells, top; A1 top; A2 top; A3 top; A4 top; 2 more; a click"
    )
    assert bar.head.accessibleName() == "Recipes"


def test_a_page_without_recipes_says_what_to_do_and_does_it(
    qtbot: QtBot, shelves: Shelves, stand: Stand
) -> None:
    shelves.recipes = RecipesShown(recipes=(), notices=("/web.json: It is not JSON.",))
    play(qtbot, stand, RecipesOutdated("p1"))
    settle(qtbot, stand)

    assert rows(stand)[-1] == "A recipe is a grid with a name, and what its cells start."
    assert "Cannot be used (1)" in rows(stand)
    stand.window.side_bar.list.begun.emit()
    [asking] = [each for each in stand.window.findChildren(NameDialog) if each.isVisible()]
    assert asking.windowTitle() == "Save as recipe"


def test_a_click_on_a_recipe_starts_nothing_and_its_menu_opens_it(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    opened = RecipeOpened(layout=a_grid("a"), sessions=(), notices=())
    stand.use_cases.answer(OpenRecipeRequest, lambda _: opened)
    menu = of_row(stand, popped_up, "recipe:project:web")
    assert list(menu) == ["Open", "Rename recipe…", "Delete recipe"]
    assert stand.asked(OpenRecipeRequest) == []

    menu["Open"].trigger()
    settle(qtbot, stand)
    assert [request.recipe for request in stand.asked(OpenRecipeRequest)] == ["project:web"]


def test_a_recipe_is_renamed_and_deleted_from_its_row_and_undo_brings_it_back(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    of_row(stand, popped_up, "recipe:project:web")["Rename recipe…"].trigger()
    [asking] = [each for each in stand.window.findChildren(NameDialog) if each.isVisible()]
    assert asking.box.text() == "Web"
    asking.box.setText("Site")
    asking.take.click()
    settle(qtbot, stand)
    assert stand.asked(RenameRecipeRequest) == [
        RenameRecipeRequest(recipe="project:web", name="Site", project="p1")
    ]

    of_row(stand, popped_up, "recipe:project:web")["Delete recipe"].trigger()
    settle(qtbot, stand)
    assert stand.asked(DeleteRecipeRequest) == [
        DeleteRecipeRequest(recipe="project:web", project="p1")
    ]
    assert stand.window.banner.sentence == "The recipe Web is in the trash."
    stand.window.banner._button.click()
    settle(qtbot, stand)
    assert stand.asked(RestoreRecipeRequest) == [
        RestoreRecipeRequest(recipe="project:web", kept="/trash/web.json", project="p1")
    ]


def test_recipes_are_read_anew_when_they_changed_and_when_their_page_is_shown(
    qtbot: QtBot, stand: Stand
) -> None:
    before = len(stand.asked(ListRecipesRequest))
    play(qtbot, stand, RecipesOutdated(""))
    settle(qtbot, stand)
    show(qtbot, stand, "recipes")

    assert len(stand.asked(ListRecipesRequest)) == before + 2


type Case = tuple[str, int, object, Request[object], str]

TRASH: dict[str, Case] = {
    "skill": (
        "skills",
        0,
        GONE_SKILL,
        RestoreSkillRequest(skill="global:old", kept="x-skills-old.md", project="p1"),
        "yours, deleted just now",
    ),
    "template": (
        "templates",
        1,
        GONE_TEMPLATE,
        RestoreTemplateRequest(template="was", kept="x-templates-md-was.md", name="Was"),
        "yours, deleted just now",
    ),
    "recipe": (
        "recipes",
        2,
        GONE_RECIPE,
        RestoreRecipeRequest(recipe="project:past", kept="x-recipes-past.json", project="p1"),
        "this project's",
    ),
}


@pytest.mark.parametrize("kind", TRASH)
def test_what_is_deleted_stands_behind_all_else_and_can_be_restored(
    qtbot: QtBot, shelves: Shelves, stand: Stand, kind: str
) -> None:
    page, place, one, request, detail = TRASH[kind]
    show(qtbot, stand, page)
    assert not any("Deleted" in row for row in rows(stand))
    with pytest.raises(ConflictError, match=f"no deleted {kind} is in the trash"):
        stand.window.registry.invoke(f"{kind}.restore")

    shelves.deleted = tuple((one,) if at == place else () for at in range(3))  # type: ignore[misc]
    for news in (AgentsOutdated(""), RecipesOutdated("")):
        play(qtbot, stand, news)
    settle(qtbot, stand)
    assert rows(stand)[-1] == "  ended    Deleted: 1 () -"

    stand.window.side_bar.list.chosen.emit(f"trash:{kind}")
    settle(qtbot, stand)
    palette = stand.window.palette_box
    assert palette.is_open
    [entry] = palette.entries
    assert entry.detail == detail
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    settle(qtbot, stand)

    assert stand.asked(type(request)) == [request]
    assert stand.window.banner.sentence == f"The {kind} {entry.title} is back."


def test_what_was_restored_elsewhere_meanwhile_is_said_to_be_there_no_more(
    qtbot: QtBot, shelves: Shelves, stand: Stand
) -> None:
    shelves.deleted = ((), (), (GONE_RECIPE,))
    play(qtbot, stand, RecipesOutdated("p1"))
    settle(qtbot, stand)
    shelves.deleted = ((), (), ())
    stand.window.invoke("recipe.restore")
    settle(qtbot, stand)

    assert not stand.window.palette_box.is_open
    assert stand.window.banner.sentence == "No deleted recipe is in the trash."


def test_a_row_without_a_caption_is_found_where_it_is_drawn(
    qtbot: QtBot, shelves: Shelves, stand: Stand
) -> None:
    shelves.deleted = ((), (), (GONE_RECIPE,))
    play(qtbot, stand, RecipesOutdated("p1"))
    settle(qtbot, stand)
    found = stand.window.side_bar.list
    point = found.row_point("trash:recipe")
    assert point.y() > found.row_point("recipe:global:own").y() + 20
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton, pos=QPoint(point.x(), point.y()))
    settle(qtbot, stand)
    assert stand.window.palette_box.is_open
