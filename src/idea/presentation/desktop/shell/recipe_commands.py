"""Carries out the actions on recipes."""

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.application.recipes.agree_to_recipe import AgreeToRecipeRequest
from idea.application.recipes.delete_recipe import DeletedRecipe, DeleteRecipeRequest
from idea.application.recipes.list_recipes import ListRecipesRequest
from idea.application.recipes.open_recipe import OpenRecipeRequest
from idea.application.recipes.rename_recipe import RenameRecipeRequest
from idea.application.recipes.restore_recipe import RestoreRecipeRequest
from idea.application.recipes.save_recipe import SaveRecipeRequest
from idea.application.recipes.views import RecipeOpened, RecipeSaved, RecipesShown, RecipeView
from idea.domain.visible import visible
from idea.presentation.desktop.shell.agree_dialog import AgreeDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.variables_dialog import VariablesDialog
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.library import Library, recipe_ref
from idea.presentation.desktop.viewmodels.recipes import recipe_entries


class RecipeCommands:
    """Main thread only; dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        library: Library,
        skin: Skin,
        window: QWidget,
        *,
        opener: PaletteOpener,
        notices: Notices,
    ) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._skin = skin
        self._window = window
        self._opener = opener
        self._notices = notices
        self._library = library
        self._on_one: Mapping[str, Callable[[RecipeView, str], None]] = {
            "recipe.open": self._open,
            "recipe.rename": self._rename,
            "recipe.delete": self._delete,
        }

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "recipe.open": lambda: self._choose("Which recipe?", self._open),
            "recipe.save": self._ask_name,
            "range.save_as_recipe": self._ask_name_of_range,
            "recipe.rename": lambda: self._choose("Rename which recipe?", self._rename),
            "recipe.delete": lambda: self._choose("Delete which recipe?", self._delete),
        }

    def do(self, action: str, ref: str) -> None:
        """Carry out an action on a recipe, named as `global:web`, if it is still there."""
        project = self._desk.current
        recipe = self._library.recipe(project, ref)
        if recipe is not None:
            self._on_one[action](recipe, project)

    def _choose(self, question: str, then: Callable[[RecipeView, str], None]) -> None:
        project = self._desk.current

        def offer(found: RecipesShown) -> None:
            known = {recipe_ref(one): one for one in found.recipes}
            if found.notices:
                self._notices.warn(visible(found.notices[0]))
            if known:
                self._opener.choose(
                    recipe_entries(found.recipes), question, lambda ref: then(known[ref], project)
                )
            elif not found.notices:
                self._notices.tell("There is no recipe yet. Save a layout as one.", project)

        self._ask(ListRecipesRequest(project=project), offer)

    def _open(self, recipe: RecipeView, project: str) -> None:
        if recipe.agreed:
            self._ask_variables(recipe, project)
            return
        room = max(map(len, recipe.runs), default=0)
        runs = "\n".join(
            f"{address:<{room}}  {visible(what)}" for address, what in recipe.runs.items()
        )
        AgreeDialog.ask_about(
            f"Let {visible(recipe.name)} start its programs?",
            visible(
                f"It came with this project, from {recipe.file}, and runs this with your rights. "
                "You are asked again when it changes."
            ),
            ("What it starts", runs),
            self._skin,
            self._window,
            agree=lambda: self._ask(
                AgreeToRecipeRequest(recipe=recipe_ref(recipe), project=project, seen=recipe.text),
                lambda agreed: self._ask_variables(agreed, project),
            ),
        )

    def _ask_variables(self, recipe: RecipeView, project: str) -> None:
        if recipe.variables:
            VariablesDialog.ask(
                recipe,
                self._skin,
                self._window,
                lambda values: self._start(recipe, project, values),
            )
        else:
            self._start(recipe, project, {})

    def _start(self, recipe: RecipeView, project: str, values: Mapping[str, str]) -> None:
        def told(opened: RecipeOpened) -> None:
            said = " ".join(opened.notices) or f"{recipe.name} is open."
            self._notices.offer(
                visible(said),
                "Undo",
                lambda: self._ask(UndoLayoutRequest(project=project)),
                project,
            )

        self._ask(
            OpenRecipeRequest(
                project=project,
                recipe=recipe_ref(recipe),
                values=dict(values),
                environment=self._stage.environment,
            ),
            told,
        )

    def _ask_name_of_range(self) -> None:
        marked = self._desk.marked(self._desk.current)
        if marked is not None:
            self._ask_name(marked.text)

    def _ask_name(self, cells: str = "") -> None:
        project, what = self._desk.current, cells or "The grid"
        NameDialog.ask(
            f"Save {cells} as recipe" if cells else "Save as recipe",
            f"{what} with what its cells run: a shell as a shell, a program with its arguments.",
            self._skin,
            self._window,
            lambda name, in_project: self._save(name, project, cells, in_project=in_project),
            verb="Save",
            choice="Keep it in the project, so that it travels",
        )

    def _save(self, name: str, project: str, cells: str, *, in_project: bool) -> None:
        def told(saved: RecipeSaved) -> None:
            said = [f"{saved.recipe.name} is saved in {saved.recipe.file}.", *saved.notices]
            self._notices.tell(visible(" ".join(said)), project)

        request = SaveRecipeRequest(project=project, name=name, in_project=in_project, cells=cells)
        self._ask(request, told)

    def _rename(self, recipe: RecipeView, project: str) -> None:
        def rename(name: str, _chosen: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            self._ask(RenameRecipeRequest(recipe=recipe_ref(recipe), name=name, project=project))

        NameDialog.ask(
            f"Rename {visible(recipe.name)}",
            f"Its file stays where it is: {visible(recipe.file)}.",
            self._skin,
            self._window,
            rename,
            name=recipe.name,
        )

    def _delete(self, recipe: RecipeView, project: str) -> None:
        def told(gone: DeletedRecipe) -> None:
            back = RestoreRecipeRequest(
                recipe=recipe_ref(gone.recipe), kept=gone.kept, project=project
            )
            self._notices.offer(
                visible(f"The recipe {gone.recipe.name} is in the trash."),
                "Undo",
                lambda: self._ask(back),
                project,
            )

        self._ask(DeleteRecipeRequest(recipe=recipe_ref(recipe), project=project), told)
