"""idea recipe: grids with a name, and what runs in their cells."""

import os

import click

from idea.application.terminals.client_variables import client_variables
from idea.domain.errors import InvalidError
from idea.domain.visible import visible
from idea.presentation.cli.deleted_texts import show_deleted
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    named_project,
    of_project,
    project,
)


@click.group("recipe")
def recipe_group() -> None:
    """Save a project's grid with what it runs, and open it again anywhere."""


def _given(project: str | None) -> str:
    return "" if project is None else named_project(project)


@recipe_group.command("list")
@of_project
@as_json
def list_recipes(*, project: str | None, as_json: bool) -> None:
    """List your recipes; with a project, its own as well."""
    found = answer("recipes.list_recipes", project=_given(project))
    rows = [
        (
            f"{one['scope']}:{one['id']}",
            visible(one["name"]),
            str(one["cells"]),
            ", ".join(each["name"] for each in one["variables"]) or "-",
            "" if one["agreed"] else "agree to it first",
        )
        for one in found["recipes"]
    ]
    headings = ("RECIPE", "NAME", "CELLS", "VARIABLES", "")
    show(found, as_json=as_json, text=table(headings, rows))
    for sentence in found["notices"]:
        tell(sentence)


@recipe_group.command("show")
@click.argument("recipe")
@of_project
@as_json
def show_recipe(recipe: str, *, project: str | None, as_json: bool) -> None:
    """Print what each cell of RECIPE starts, by address."""
    one = _found(recipe, project)
    rows = [(address, visible(runs)) for address, runs in one["runs"].items()]
    show(one, as_json=as_json, text=table(("CELL", "STARTS"), rows))


@recipe_group.command("save")
@click.argument("name")
@click.option("--in-project", is_flag=True, help="Keep it in the project, so that it travels.")
@click.option("--over", is_flag=True, help="Replace the recipe of this name.")
@click.option("--cells", default="", metavar="RANGE", help="Save only a range such as A1:B2.")
@project
@as_json
def save(
    name: str, *, in_project: bool, over: bool, cells: str, project: str | None, as_json: bool
) -> None:
    """Save the project's grid, with what its cells run, as the recipe NAME."""
    saved = answer(
        "recipes.save_recipe",
        name=name,
        in_project=in_project,
        over=over,
        cells=cells,
        project=named_project(project),
    )
    one = saved["recipe"]
    show(saved, as_json=as_json, text=f"{one['scope']}:{one['id']} {one['file']}")
    for sentence in saved["notices"]:
        tell(sentence)


@recipe_group.command("open")
@click.argument("recipe")
@click.option("--set", "values", metavar="NAME=VALUE", multiple=True, help="What a variable is.")
@project
@as_json
def open_recipe(
    recipe: str, *, values: tuple[str, ...], project: str | None, as_json: bool
) -> None:
    """Make RECIPE the project's grid; what ran goes on in the background.

    Raises:
        InvalidError: A value has no name.
    """
    chosen: dict[str, str] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidError(f"{text!r} is no value; write NAME=VALUE.")
        chosen[name] = value
    opened = answer(
        "recipes.open_recipe",
        recipe=recipe,
        values=chosen,
        project=named_project(project),
        environment=client_variables(os.environ),
    )
    show(opened, as_json=as_json, text="\n".join(opened["sessions"]))
    for sentence in opened["notices"]:
        tell(sentence)


@recipe_group.command("agree")
@click.argument("recipe")
@project
@as_json
def agree(recipe: str, *, project: str | None, as_json: bool) -> None:
    """Agree to what a RECIPE that came with a project starts, as it is now."""
    one = answer("recipes.agree_to_recipe", recipe=recipe, project=named_project(project))
    rows = [(address, visible(runs)) for address, runs in one["runs"].items()]
    show(one, as_json=as_json, text=table(("CELL", "MAY START"), rows))


@recipe_group.command("rename")
@click.argument("recipe")
@click.argument("name")
@of_project
@as_json
def rename(recipe: str, name: str, *, project: str | None, as_json: bool) -> None:
    """Call RECIPE by another NAME; its file stays where it is."""
    one = answer("recipes.rename_recipe", recipe=recipe, name=name, project=_given(project))
    show(one, as_json=as_json, text=f"{one['scope']}:{one['id']} is called {one['name']} now.")


@recipe_group.command("deleted")
@of_project
@as_json
def deleted(*, project: str | None, as_json: bool) -> None:
    """List the recipes in the trash, yours and with a project its own."""
    found = answers("recipes.list_deleted_recipes", project=_given(project))
    show_deleted("RECIPE", found, as_json=as_json)


@recipe_group.command("restore")
@click.argument("recipe")
@click.argument("kept")
@of_project
@as_json
def restore(recipe: str, kept: str, *, project: str | None, as_json: bool) -> None:
    """Take RECIPE back from the trash, where it is KEPT as its deletion or 'deleted' said."""
    one = answer("recipes.restore_recipe", recipe=recipe, kept=kept, project=_given(project))
    show(one, as_json=as_json, text=f"{one['scope']}:{one['id']} is back.")


@recipe_group.command("delete")
@click.argument("recipe")
@of_project
@as_json
def delete(recipe: str, *, project: str | None, as_json: bool) -> None:
    """Move RECIPE into the trash; what it started goes on."""
    gone = answer("recipes.delete_recipe", recipe=recipe, project=_given(project))
    show(gone, as_json=as_json, text=gone["kept"])


def _found(recipe: str, project: str | None) -> Answer:
    """Return one recipe.

    Raises:
        InvalidError: There is none.
    """
    for one in answer("recipes.list_recipes", project=_given(project))["recipes"]:
        known = {one["id"], f"{one['scope']}:{one['id']}"}
        if recipe in known or recipe.casefold() == one["name"].casefold():
            found: Answer = one
            return found
    raise InvalidError(f"There is no recipe {recipe!r}; 'idea recipe list' shows all.")
