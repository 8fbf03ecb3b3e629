"""Recipes as the texts of their files, both ways; reading is strict and names the key.

    {"version": 1, "name", "variables": [{"name", "question"?, "default"?}],
     "layout": a tree as in `layout.json`,
     "cells": {leaf id: {"command"?: [...], "agent"?, "folder"?, "title"?}}}

Keys nobody knows are left alone: IdeA writes a recipe anew only when the person saves another one
under its name.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.codec import decode, encode
from idea.domain.layout.shape import normalised
from idea.domain.recipes.recipe import Recipe, RecipeCell, RecipeRef, RecipeVariable

_VERSION = 1


def recipe_text(recipe: Recipe) -> str:
    """Return a recipe as its file has it."""
    value = {
        "version": _VERSION,
        "name": recipe.name,
        "variables": [dict(_variable_keys(one)) for one in recipe.variables],
        "layout": encode(recipe.tree),
        "cells": {cell.value: dict(_cell_keys(what)) for cell, what in recipe.cells.items()},
    }
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def recipe_of(ref: RecipeRef, text: str) -> Recipe:
    """Return the recipe a file holds.

    Raises:
        InvalidError: It is none; the sentence names the key.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"It is not JSON: {error}.") from error
    found = _object(value, "recipe")
    if found.get("version") != _VERSION:
        raise InvalidError(f"version: must be {_VERSION}, is {found.get('version')!r}.")
    variables = found.get("variables", [])
    if not isinstance(variables, list):
        raise InvalidError("variables: must be a list.")
    cells = _object(found.get("cells", {}), "cells")
    return Recipe(
        ref=ref,
        name=_text(found, "name", "name"),
        tree=normalised(decode(found.get("layout"), "layout")),
        cells={NodeId(cell): _cell(what, f"cells.{cell}") for cell, what in cells.items()},
        variables=tuple(
            _variable(one, f"variables[{index}]") for index, one in enumerate(variables)
        ),
    )


def renamed(ref: RecipeRef, text: str, name: str) -> str:
    """Return a recipe's text with another name, and everything else in it as it was.

    Raises:
        InvalidError: The name says nothing, or the text is no recipe.
    """
    recipe = replace(recipe_of(ref, text), name=name)
    value = {**json.loads(text), "name": recipe.name}
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def fingerprint(text: str) -> str:
    """Return what stands for a recipe's text in the person's agreement to it."""
    return f"recipe {hashlib.sha256(text.encode()).hexdigest()}"


def _variable_keys(variable: RecipeVariable) -> Iterator[tuple[str, object]]:
    yield "name", variable.name
    if variable.question:
        yield "question", variable.question
    if variable.default is not None:
        yield "default", variable.default


def _cell_keys(cell: RecipeCell) -> Iterator[tuple[str, object]]:
    if cell.command:
        yield "command", list(cell.command)
    for key, text in (("agent", cell.agent), ("folder", cell.folder), ("title", cell.title)):
        if text:
            yield key, text


def _variable(value: object, path: str) -> RecipeVariable:
    found = _object(value, path)
    return RecipeVariable(
        name=_text(found, "name", path),
        question=_text(found, "question", path, otherwise=""),
        default=_text(found, "default", path) if "default" in found else None,
    )


def _cell(value: object, path: str) -> RecipeCell:
    found = _object(value, path)
    command = found.get("command", [])
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise InvalidError(f"{path}.command: must be a list of texts.")
    return RecipeCell(
        command=tuple(str(word) for word in command),
        agent=_text(found, "agent", path, otherwise=""),
        folder=_text(found, "folder", path, otherwise=""),
        title=_text(found, "title", path, otherwise=""),
    )


def _object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise InvalidError(f"{path}: must be an object.")
    return {str(key): inner for key, inner in value.items()}


def _text(found: Mapping[str, object], key: str, path: str, *, otherwise: str | None = None) -> str:
    value = found.get(key, otherwise)
    if not isinstance(value, str):
        raise InvalidError(f"{path if path == key else f'{path}.{key}'}: must be a text.")
    return value
