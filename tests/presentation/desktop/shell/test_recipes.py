"""Recipes in the window: chosen, agreed to, asked about, opened, saved."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.application.recipes.agree_to_recipe import AgreeToRecipeRequest
from idea.application.recipes.delete_recipe import DeletedRecipe, DeleteRecipeRequest
from idea.application.recipes.list_recipes import ListRecipesRequest
from idea.application.recipes.open_recipe import OpenRecipeRequest
from idea.application.recipes.restore_recipe import RestoreRecipeRequest
from idea.application.recipes.save_recipe import SaveRecipeRequest
from idea.application.recipes.views import (
    RecipeOpened,
    RecipeSaved,
    RecipesShown,
    RecipeVariableView,
    RecipeView,
)
from idea.presentation.desktop.shell.agree_dialog import AgreeDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.variables_dialog import VariablesDialog
from support.window import Stand, a_grid, an_engine, play, settle

PORT = RecipeVariableView(name="port", question="Which port?", default="80")


def a_recipe(*, agreed: bool = True, variables: tuple[RecipeVariableView, ...] = ()) -> RecipeView:
    runs: Mapping[str, str] = {"A1": "serve --port {{port}}", "B1": "agent Ada"}
    return RecipeView(
        id="web",
        scope="project",
        name="Web",
        file="/src/.ideai/recipes/web.json",
        agreed=agreed,
        cells=2,
        runs=runs,
        variables=variables,
        text="the text",
    )


def begin(qtbot: QtBot, stand: Stand, *recipes: RecipeView, notices: tuple[str, ...] = ()) -> None:
    shown = RecipesShown(recipes=recipes, notices=notices)
    opened = RecipeOpened(layout=a_grid("a | b"), sessions=("s1",), notices=("B1: no agent Ada.",))
    stand.use_cases.answer(ListRecipesRequest, lambda _: shown)
    stand.use_cases.answer(OpenRecipeRequest, lambda _: opened)
    play(qtbot, stand, an_engine("a"))


def choose(qtbot: QtBot, stand: Stand, action: str) -> None:
    stand.window.invoke(action)
    settle(qtbot, stand)
    box = stand.window.palette_box
    assert [entry.title for entry in box.entries] == ["Web"]
    qtbot.keyClick(box.box, Qt.Key.Key_Return)
    settle(qtbot, stand)


def dialog[D](kind: type[D]) -> D:
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, kind)]
    assert found
    return found[-1]


def test_a_recipe_without_variables_opens_at_once_and_offers_undo(
    qtbot: QtBot, stand: Stand
) -> None:
    begin(qtbot, stand, a_recipe())
    choose(qtbot, stand, "recipe.open")

    [request] = stand.asked(OpenRecipeRequest)
    assert request == OpenRecipeRequest(
        project="p1", recipe="project:web", environment={"DISPLAY": ":1"}
    )
    assert stand.window.banner.sentence == "B1: no agent Ada."
    stand.window.banner._button.click()
    assert stand.asked(UndoLayoutRequest) == [UndoLayoutRequest(project="p1")]


def test_a_projects_recipe_is_shown_whole_and_opens_only_once_the_person_agrees(
    qtbot: QtBot, stand: Stand
) -> None:
    stand.use_cases.answer(AgreeToRecipeRequest, lambda _: a_recipe())
    begin(qtbot, stand, a_recipe(agreed=False))
    choose(qtbot, stand, "recipe.open")
    asking = dialog(AgreeDialog)
    assert asking.text.toPlainText() == "A1  serve --port {{port}}\nB1  agent Ada"
    assert asking.refuse.hasFocus() or asking.focusWidget() is asking.refuse
    asking.refuse.click()
    assert stand.asked(AgreeToRecipeRequest) == stand.asked(OpenRecipeRequest) == []

    choose(qtbot, stand, "recipe.open")
    dialog(AgreeDialog).agree.click()
    settle(qtbot, stand)

    assert stand.asked(AgreeToRecipeRequest) == [
        AgreeToRecipeRequest(recipe="project:web", project="p1", seen="the text")
    ]
    assert len(stand.asked(OpenRecipeRequest)) == 1


def test_variables_are_asked_for_with_what_they_usually_are(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, a_recipe(variables=(PORT,)))
    choose(qtbot, stand, "recipe.open")
    asking = dialog(VariablesDialog)
    box = asking.boxes["port"]
    assert (box.text(), box.accessibleName()) == ("80", "Which port?")
    box.setText("8000")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    settle(qtbot, stand)

    [request] = stand.asked(OpenRecipeRequest)
    assert request.values == {"port": "8000"}  # type: ignore[attr-defined]


def test_a_grid_is_saved_under_a_name(qtbot: QtBot, stand: Stand) -> None:
    saved = RecipeSaved(recipe=a_recipe(), notices=("B1 is empty in the recipe.",))
    stand.use_cases.answer(SaveRecipeRequest, lambda _: saved)
    begin(qtbot, stand)
    stand.window.invoke("recipe.save")
    asking = dialog(NameDialog)
    asking.box.setText("Web")
    asking.choice.setChecked(True)
    asking.take.click()
    settle(qtbot, stand)

    assert stand.asked(SaveRecipeRequest) == [
        SaveRecipeRequest(project="p1", name="Web", in_project=True)
    ]
    said = "Web is saved in /src/.ideai/recipes/web.json. B1 is empty in the recipe."
    assert stand.window.banner.sentence == said


def test_a_deleted_recipe_can_be_taken_back(qtbot: QtBot, stand: Stand) -> None:
    gone = DeletedRecipe(recipe=a_recipe(), kept="/trash/web.json")
    stand.use_cases.answer(DeleteRecipeRequest, lambda _: gone)
    begin(qtbot, stand, a_recipe())
    choose(qtbot, stand, "recipe.delete")

    assert stand.asked(DeleteRecipeRequest) == [
        DeleteRecipeRequest(recipe="project:web", project="p1")
    ]
    assert stand.window.banner.sentence == "The recipe Web is in the trash."
    stand.window.banner._button.click()
    assert stand.asked(RestoreRecipeRequest) == [
        RestoreRecipeRequest(recipe="project:web", kept="/trash/web.json", project="p1")
    ]


def test_without_recipes_it_says_how_to_get_one_or_what_is_wrong(
    qtbot: QtBot, stand: Stand
) -> None:
    begin(qtbot, stand)
    stand.window.invoke("recipe.open")
    settle(qtbot, stand)
    assert stand.window.banner.sentence == "There is no recipe yet. Save a layout as one."
    begin(qtbot, stand, notices=("web.json: It is not JSON.",))
    stand.window.invoke("recipe.open")
    settle(qtbot, stand)
    assert stand.window.banner.sentence == "web.json: It is not JSON."
