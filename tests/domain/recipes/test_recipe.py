"""Recipes: what they may say, how they are written, and their variables."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId, RecipeId
from idea.domain.layout.notation import numbered, read, write
from idea.domain.layout.tree import leaf_ids, nodes
from idea.domain.recipes.placing import with_fresh_ids
from idea.domain.recipes.recipe import (
    Recipe,
    RecipeCell,
    RecipeRef,
    RecipeScope,
    RecipeVariable,
)
from idea.domain.recipes.recipe_codec import fingerprint, recipe_of, recipe_text

REF = RecipeRef(RecipeScope.PROJECT, RecipeId("web"))
A, B = NodeId("a"), NodeId("b")
SERVER = RecipeCell(
    command=("serve", "--port", "{{port}}"), folder="web/{{ stage }}", title="on {{port}}"
)
WEB = Recipe(
    ref=REF,
    name="Web",
    tree=read("a | b"),
    cells={A: SERVER, B: RecipeCell(agent="Reviewer")},
    variables=(
        RecipeVariable(name="port", question="Which port?", default="8000"),
        RecipeVariable(name="stage"),
    ),
)
TEXTS = st.text(max_size=12).filter(lambda text: "{{" not in text)


def a_file(**other: object) -> dict[str, Any]:
    return {**json.loads(recipe_text(WEB)), **other}


def test_a_recipe_is_the_same_after_its_file() -> None:
    assert str(REF) == "project:web"
    assert recipe_of(REF, recipe_text(WEB)) == WEB


@given(
    command=st.lists(TEXTS, max_size=3).filter(lambda words: not words or bool(words[0])),
    folder=TEXTS,
    title=TEXTS,
    default=st.none() | TEXTS,
    question=TEXTS,
)
def test_any_recipe_is_the_same_after_its_file(
    command: list[str], folder: str, title: str, default: str | None, question: str
) -> None:
    recipe = Recipe(
        ref=REF,
        name="Any",
        tree=read("[a b; c c] | d"),
        cells={A: RecipeCell(command=tuple(command), folder=folder, title=title)},
        variables=(RecipeVariable(name="v", question=question, default=default),),
    )
    assert recipe_of(REF, recipe_text(recipe)) == recipe


def test_values_stand_in_place_of_variables_and_are_read_by_no_shell() -> None:
    filled = WEB.filled({"stage": "a b; rm -rf {{port}}"})

    assert filled[A] == RecipeCell(
        command=("serve", "--port", "8000"), folder="web/a b; rm -rf {{port}}", title="on 8000"
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [({}, "needs a value for stage"), ({"stage": "x", "prot": "1"}, "no variable 'prot'")],
)
def test_a_missing_or_a_strange_value_is_said(values: dict[str, str], words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        WEB.filled(values)


def test_what_a_cell_runs_is_said_in_words() -> None:
    said = [SERVER.said(), RecipeCell(agent="Ada").said(), RecipeCell(folder="x").said()]
    assert said == [
        "serve --port {{port}} in web/{{ stage }}",
        "agent Ada",
        "a shell in x",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "recipe: must be an object"),
        (json.dumps(a_file(version=2)), "version: must be 1"),
        (json.dumps(a_file(name=3)), "name: must be a text"),
        (json.dumps(a_file(name=" ")), "needs a name"),
        (json.dumps(a_file(variables={})), "variables: must be a list"),
        (json.dumps(a_file(variables=[{"name": 1}])), r"variables\[0\].name: must be a text"),
        (json.dumps(a_file(variables=[{"name": "a b"}])), "no name of a variable"),
        (json.dumps(a_file(variables=[{"name": "x"}, {"name": "x"}])), "two variables"),
        (json.dumps(a_file(variables=[])), "uses {{port}}, but has no such"),
        (json.dumps(a_file(layout={})), "layout"),
        (json.dumps(a_file(cells={"z": {}})), "no cell 'z'"),
        (json.dumps(a_file(cells={"a": {"command": "ls"}})), "cells.a.command: must be a list"),
        (json.dumps(a_file(cells={"a": {"command": [""]}})), "begins with a program"),
        (
            json.dumps(a_file(cells={"a": {"command": ["ls"], "agent": "Ada"}})),
            "a command or an agent",
        ),
    ],
)
def test_a_file_that_is_no_recipe_says_which_key_is_wrong(text: str, words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        recipe_of(REF, text)


def test_every_change_of_a_recipe_has_another_fingerprint() -> None:
    assert fingerprint(recipe_text(WEB)) != fingerprint(recipe_text(WEB) + " ")


@pytest.mark.parametrize("text", ["a", "a | (b / c)", "[a b; c c] | (d / [e f; g h])"])
def test_a_tree_under_fresh_ids_has_its_shape_and_no_id_of_before(text: str) -> None:
    tree = read(text)
    again, ids = with_fresh_ids(tree, numbered("new"))

    back = {fresh: old for old, fresh in ids.items()}
    assert write(again, lambda cell: back[cell].value) == write(tree)
    assert not {node.id for node in nodes(tree)} & {node.id for node in nodes(again)}
    assert [ids[leaf] for leaf in leaf_ids(tree)] == list(leaf_ids(again))
