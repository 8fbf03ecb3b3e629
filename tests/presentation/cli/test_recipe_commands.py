"""idea recipe: what it asks for and prints."""

import json
from typing import Any

import pytest

from fakes.doors import FakeDoors
from idea.presentation.cli.main import run

PROJECT = {
    "id": "11111111-aaaa",
    "name": "ledger",
    "root": "/src/ledger",
    "is_open": True,
    "created_at": "2026-01-01T00:00:00Z",
}
HERE = ["--project", "ledger"]
WEB: dict[str, Any] = {
    "id": "web",
    "scope": "project",
    "name": "Web",
    "file": "/src/ledger/.ideai/recipes/web.json",
    "agreed": False,
    "cells": 2,
    "runs": {"A1": "serve --port {{port}}", "B1": "agent Ada"},
    "variables": [{"name": "port", "question": "", "default": "80"}],
    "text": "{}",
}
EMPTY = {**WEB, "id": "empty", "scope": "global", "name": "Empty", "agreed": True, "variables": []}
LISTED = {"recipes": [WEB, EMPTY], "notices": ["x.json: It is not JSON."]}


def _doors(name: str, found: object) -> FakeDoors:
    return FakeDoors({"projects.list_projects": [PROJECT], f"recipes.{name}": found})


def test_recipes_are_listed_with_what_they_ask_and_whether_they_may_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = _doors("list_recipes", LISTED)
    assert run(["recipe", "list", *HERE], doors) == 0

    told = capsys.readouterr()
    assert [line.split() for line in told.out.splitlines()] == [
        ["RECIPE", "NAME", "CELLS", "VARIABLES"],
        ["project:web", "Web", "2", "port", "agree", "to", "it", "first"],
        ["global:empty", "Empty", "2", "-"],
    ]
    assert told.err == "x.json: It is not JSON.\n"
    assert doors.asked[-1] == ("recipes.list_recipes", {"project": "ledger"})


def test_what_a_recipe_starts_is_shown_before_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recipe", "show", "project:web", *HERE], _doors("list_recipes", LISTED)) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "A1    serve --port {{port}}",
        "B1    agent Ada",
    ]
    assert run(["recipe", "show", "WEB", *HERE], _doors("list_recipes", LISTED)) == 0
    assert "agent Ada" in capsys.readouterr().out
    assert run(["recipe", "show", "gone", *HERE], _doors("list_recipes", LISTED)) == 1
    assert "no recipe 'gone'" in capsys.readouterr().err


def test_opening_takes_values_of_variables(capsys: pytest.CaptureFixture[str]) -> None:
    opened = {"layout": {}, "sessions": ["s1", "s2"], "notices": ["B1: no agent Ada."]}
    doors = _doors("open_recipe", opened)
    words = ["recipe", "open", "web", "--set", "port=8000", "--set", "name=a=b", *HERE]

    assert run(words, doors) == 0

    name, request = doors.asked[-1]
    assert name == "recipes.open_recipe"
    assert request["values"] == {"port": "8000", "name": "a=b"}
    told = capsys.readouterr()
    assert (told.out, told.err) == ("s1\ns2\n", "B1: no agent Ada.\n")
    assert run(["recipe", "open", "web", "--set", "port", *HERE], doors) == 1
    assert "write NAME=VALUE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "use_case", "request_", "found"),
    [
        (
            ["save", "Web", "--in-project", "--over", "--cells", "A1:B2"],
            "save_recipe",
            {
                "name": "Web",
                "in_project": True,
                "over": True,
                "cells": "A1:B2",
                "project": "ledger",
            },
            {"recipe": WEB, "notices": ["A1 is empty in the recipe."]},
        ),
        (["agree", "web"], "agree_to_recipe", {"recipe": "web", "project": "ledger"}, WEB),
        (
            ["delete", "web"],
            "delete_recipe",
            {"recipe": "web", "project": "ledger"},
            {"recipe": WEB, "kept": "/trash/web"},
        ),
        (
            ["rename", "web", "Site"],
            "rename_recipe",
            {"recipe": "web", "name": "Site", "project": "ledger"},
            WEB,
        ),
        (
            ["restore", "web", "x-recipes-web.json"],
            "restore_recipe",
            {"recipe": "web", "kept": "x-recipes-web.json", "project": "ledger"},
            WEB,
        ),
    ],
)
def test_the_others_ask_for_their_use_case(
    words: list[str],
    use_case: str,
    request_: dict[str, object],
    found: object,
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = _doors(use_case, found)
    assert run(["recipe", *words, *HERE, "--json"], doors) == 0
    assert doors.asked[-1] == (f"recipes.{use_case}", request_)
    assert json.loads(capsys.readouterr().out) == found


def test_deleted_recipes_are_listed_by_what_restores_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    gone = {
        "id": "web",
        "scope": "project",
        "name": "Web",
        "kept": "x-recipes-web.json",
        "deleted": "2026-01-02T03:04:05+00:00",
    }
    doors = _doors("list_deleted_recipes", [gone])
    assert run(["recipe", "deleted", *HERE], doors) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == [
        *("project:web", "Web", "2026-01-02T03:04:05+00:00", "x-recipes-web.json")
    ]
    assert run(["recipe", "deleted", *HERE, "--json"], doors) == 0
    assert json.loads(capsys.readouterr().out) == [{**gone, "id": "project:web"}]
