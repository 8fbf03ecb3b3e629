"""Recipes: saved from a grid, agreed to, opened, and what goes wrong then."""

import json

import pytest

from fakes.layout_store import FakeLayoutStore
from fakes.stored_value import FakeStoredValue
from idea.application.agreements import Agreements
from idea.application.layouts.cells_of_sessions import CellsOfSessions
from idea.application.layouts.facts import RegisteredSessions
from idea.application.layouts.layouts import Layouts
from idea.application.recipes.agree_to_recipe import AgreeToRecipe, AgreeToRecipeRequest
from idea.application.recipes.delete_recipe import DeleteRecipe, DeleteRecipeRequest
from idea.application.recipes.list_deleted_recipes import (
    ListDeletedRecipes,
    ListDeletedRecipesRequest,
)
from idea.application.recipes.list_recipes import ListRecipes, ListRecipesRequest
from idea.application.recipes.open_recipe import AgentInCell, OpenRecipe, OpenRecipeRequest
from idea.application.recipes.recipes import Recipes
from idea.application.recipes.rename_recipe import RenameRecipe, RenameRecipeRequest
from idea.application.recipes.restore_recipe import RestoreRecipe, RestoreRecipeRequest
from idea.application.recipes.save_recipe import SaveRecipe, SaveRecipeRequest
from idea.application.recipes.views import RecipeOpened, RecipeSaved, RecipesShown
from idea.application.terminals.session_launcher import SessionLauncher, SessionOrder
from idea.application.text_folder import TextFolder
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import RecipesChanged
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.codec import decode, encode
from idea.domain.layout.notation import read, write
from idea.domain.layout.tree import leaf_ids
from idea.domain.location import LOCAL
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name
OWN = "/home/me/IdeA/recipes"
OURS = "/garden/.ideai/recipes"
SHELL = ("/bin/sh", "-l")


class RecipeStage(AgentStage):
    """Recipes over fakes, with a real grid."""

    def __init__(self, text: str = "a") -> None:
        super().__init__()
        self.files.folders |= {"/garden/web", "/garden/.ideai", "/home/me/IdeA"}
        self.shell = SHELL
        layout_store = FakeLayoutStore()
        layout_store.hold(A_PROJECT.id)
        layout_store.save_tree(A_PROJECT.id, read(text))
        self.locked = False
        self.layouts = Layouts(
            store=layout_store,
            projects=self.projects,
            sessions=RegisteredSessions(lambda: self.sessions),
            ids=self.ids,
            events=self.bus,
            is_locked=lambda _: self.locked,
        )
        self.launcher = SessionLauncher(
            sessions=self.sessions,
            hosts=self.hosts,
            projects=self.projects,
            cells=CellsOfSessions(self.layouts),
            ids=self.ids,
            clock=self.clock,
            shell=lambda _: self.shell,
        )
        rules = LOCAL.rules("/home/me/IdeA")
        self.recipes = Recipes(
            own=TextFolder(self.files, "/home/me/IdeA", rules, within=None),
            projects=self.projects,
            folder=self.agents.folder,
            agreements=Agreements(FakeStoredValue({})),
            clock=self.clock,
            events=self.bus,
        )
        self.launched: list[AgentInCell] = []
        self.names = {"agent-1": "Reviewer"}

    async def start(self, cell: str, *command: str, cwd: str = "") -> SessionId:
        order = SessionOrder(project=GARDEN, cell=cell, command=command, cwd=cwd)
        return (await self.launcher.launch(order)).session.id

    async def save(
        self, name: str, *, in_project: bool = False, over: bool = False, cells: str = ""
    ) -> RecipeSaved:
        async def agent_name(project: ProjectId, agent: str) -> str:
            assert project == A_PROJECT.id
            return self.names.get(agent, "")

        saving = SaveRecipe(
            self.recipes,
            self.layouts,
            self.sessions,
            shells=self.launcher.shells,
            agent_name=agent_name,
        )
        request = SaveRecipeRequest(
            project=GARDEN, name=name, in_project=in_project, over=over, cells=cells
        )
        return await saving.execute(request, Person())

    async def opened(self, recipe: str, **values: str) -> RecipeOpened:
        async def launch_agent(wanted: AgentInCell) -> SessionId:
            self.launched.append(wanted)
            return await self.start(wanted.cell, "one")

        opening = OpenRecipe(
            self.recipes,
            self.layouts,
            launcher=self.launcher,
            sessions=self.sessions,
            hosts=self.hosts,
            launch_agent=launch_agent,
        )
        request = OpenRecipeRequest(project=GARDEN, recipe=recipe, values=values)
        return await opening.execute(request, Person())

    async def listed(self, project: str = GARDEN) -> RecipesShown:
        return await ListRecipes(self.recipes).execute(
            ListRecipesRequest(project=project), Person()
        )

    async def agree(self, recipe: str, seen: str = "") -> None:
        request = AgreeToRecipeRequest(recipe=recipe, project=GARDEN, seen=seen)
        await AgreeToRecipe(self.recipes).execute(request, Person())

    def write(self, path: str, drawing: str, cells: object, variables: object = ()) -> str:
        value = {
            "version": 1,
            "name": "Web",
            "variables": variables,
            "layout": encode(read(drawing)),
            "cells": cells,
        }
        text = json.dumps(value)
        self.files.folders.add(path.rpartition("/")[0])
        self.files.files[path] = text.encode()
        return text


@on_a_loop
async def test_a_saved_grid_opens_with_the_same_shape_and_programs() -> None:
    stage = RecipeStage("a | (b / c)")
    await stage.start("a", "make", "watch", cwd="/garden/web")
    await stage.start("b")
    saved = await stage.save("My Grid")

    assert saved.recipe.runs == {"A1": "make watch in web", "B1.A1": "a shell"}
    assert saved.recipe.file == f"{OWN}/my-grid.json"
    first = dict((await stage.layouts.show(GARDEN)).sessions)
    opened = await stage.opened("my-grid")

    tree = decode(opened.layout.tree)
    letters = dict(zip(leaf_ids(tree), "abc", strict=True))
    assert write(tree, lambda cell: letters[cell]) == "a | (b / c)"
    assert not set(opened.layout.sessions.values()) & set(first.values())
    assert list(opened.layout.sessions.values()) == list(opened.sessions)
    started = [stage.sessions.record(SessionId(one)).session for one in opened.sessions]
    assert [(one.command, one.cwd) for one in started] == [
        (("make", "watch"), "/garden/web"),
        (SHELL, "/garden"),
    ]
    assert opened.notices == ("2 sessions went to the background.",)
    assert all(stage.sessions.record(SessionId(one)).session.is_live for one in first.values())
    undone = await stage.layouts.undo(GARDEN)
    assert (undone.sessions, decode(undone.tree)) == (first, read("a | (b / c)"))
    await stage.ended()


@on_a_loop
async def test_a_range_is_saved_alone_in_its_normal_form() -> None:
    stage = RecipeStage("[a b c; d e f]")
    await stage.start("d", "make", "watch")
    await stage.start("b", "top")
    await stage.start("f", "vim")
    whole = (await stage.layouts.grid(A_PROJECT.id)).layout.tree
    for cells, shape, runs in (
        ("A1:A2", "n2 / n3", {"A2": "make watch"}),
        ("a1:b2", "[n2 n3; n4 n5]", {"B1": "top", "A2": "make watch"}),
        ("B1", "n1", {"A1": "top"}),
    ):
        saved = await stage.save(f"Part {cells}", cells=cells)
        tree = decode(json.loads(saved.recipe.text)["layout"])
        assert (write(tree), saved.recipe.runs) == (shape, runs)
    assert (await stage.layouts.grid(A_PROJECT.id)).layout.tree == whole
    with pytest.raises(NotFoundError, match="no cell Z9"):
        await stage.save("Nothing", cells="A1:Z9")
    await stage.ended()


@on_a_loop
async def test_a_recipe_that_came_with_the_project_starts_nothing_before_the_person_agreed() -> (
    None
):
    stage = RecipeStage()
    text = stage.write(f"{OURS}/web.json", "a | b", {"a": {"command": ["evil"]}})

    before = await stage.layouts.show(GARDEN)
    with pytest.raises(ConflictError, match="came with this project"):
        await stage.opened("web")
    assert await stage.layouts.show(GARDEN) == before
    assert [one.agreed for one in (await stage.listed()).recipes] == [False]
    with pytest.raises(ConflictError, match="changed meanwhile"):
        await stage.agree("web", seen=text + " ")
    await stage.agree("web", seen=text)
    assert len((await stage.opened("web")).sessions) == 1
    stage.write(f"{OURS}/web.json", "a | b", {"a": {"command": ["worse"]}})
    with pytest.raises(ConflictError, match="came with this project"):
        await stage.opened("project:web")
    await stage.ended()


@on_a_loop
async def test_a_grid_that_starts_nothing_and_what_the_person_saved_need_no_agreement() -> None:
    stage = RecipeStage()
    stage.write(f"{OURS}/empty.json", "a | b", {})
    await stage.start("a", "make")
    await stage.save("Ours", in_project=True)

    assert [one.agreed for one in (await stage.listed()).recipes] == [True, True]
    assert (await stage.opened("empty")).sessions == ()
    assert len((await stage.opened("ours")).sessions) == 1
    await stage.ended()


@on_a_loop
async def test_what_cannot_start_is_said_and_the_other_cells_start() -> None:
    stage = RecipeStage()
    stage.write(
        f"{OWN}/web.json",
        "a | b | c",
        {
            "a": {"command": ["make"], "folder": "gone"},
            "b": {"agent": "Reviewer"},
            "c": {
                "command": ["serve", "{{port}}"],
                "folder": "/garden/web",
                "title": "at {{port}}",
            },
        },
        [{"name": "port"}],
    )

    with pytest.raises(InvalidError, match="needs a value for port"):
        await stage.opened("web")
    opened = await stage.opened("web", port="80")

    assert opened.notices == ("A1: There is no folder /garden/gone.",)
    assert [one.agent for one in stage.launched] == ["Reviewer"]
    assert NodeId(stage.launched[0].cell) in leaf_ids(decode(opened.layout.tree))
    view = stage.sessions.view(SessionId(opened.sessions[1]))
    assert (view.command, view.cwd, view.name) == (("serve", "80"), "/garden/web", "at 80")
    await stage.ended()


@on_a_loop
async def test_a_locked_grid_opens_no_recipe_and_starts_nothing() -> None:
    stage = RecipeStage()
    stage.write(f"{OWN}/web.json", "a | b", {"a": {}})
    stage.locked = True

    with pytest.raises(ConflictError, match="locked"):
        await stage.opened("web")
    assert stage.sessions.views() == ()
    await stage.ended()


@on_a_loop
async def test_a_recipe_is_not_written_over_unless_it_is_said_and_goes_into_the_trash() -> None:
    stage = RecipeStage()
    await stage.save("Web")
    with pytest.raises(ConflictError, match="recipe web already"):
        await stage.save("web")
    await stage.save("Web", over=True)

    gone = await DeleteRecipe(stage.recipes).execute(DeleteRecipeRequest(recipe="web"), Person())

    assert gone.recipe.name == "Web"
    assert gone.kept in stage.files.files
    with pytest.raises(NotFoundError, match="no recipe 'web'"):
        await stage.opened("web")
    await stage.ended()


@on_a_loop
async def test_a_recipe_is_opened_by_its_name_too_but_an_id_comes_first() -> None:
    stage = RecipeStage()
    await stage.save("Web and log")
    stage.write(f"{OWN}/other.json", "a | b", {})  # Its name is Web.
    assert (await stage.recipes.find("web", None)).recipe.ref.id.value == "other"
    await stage.save("Web")
    assert (await stage.recipes.find("web", None)).recipe.ref.id.value == "web"

    for text in ("Web and log", "web AND log"):
        assert (await stage.recipes.find(text, None)).recipe.ref.id.value == "web-and-log"
    with pytest.raises(InvalidError, match="not a valid recipe id"):
        await stage.recipes.find("Web, no log", None)
    await stage.ended()


@on_a_loop
async def test_files_that_are_no_recipes_are_said_and_cost_no_other() -> None:
    stage = RecipeStage()
    stage.write(f"{OWN}/good.json", "a", {})
    for name, text in (("bad", b"{"), ("No Slug", b"{}"), ("binary", b"\xff"), (".x", b"")):
        stage.files.files[f"{OWN}/{name}.json"] = text
    stage.files.files[f"{OWN}/notes.txt"] = b"passed over"

    shown = await stage.listed("")

    assert [one.id for one in shown.recipes] == ["good"]
    assert len(shown.notices) == 3
    with pytest.raises(InvalidError, match=r"bad\.json: It is not JSON"):
        await stage.opened("bad")
    with pytest.raises(InvalidError, match="global or of the project"):
        await stage.opened("mine:good")
    await stage.ended()


@on_a_loop
async def test_a_deleted_recipe_is_listed_and_comes_back_as_it_was_agreement_included() -> None:
    stage = RecipeStage()
    saved = await stage.save("Web", in_project=True)
    await stage.save("Own")
    deleting = DeleteRecipe(stage.recipes)
    for recipe in ("project:web", "own"):
        await deleting.execute(DeleteRecipeRequest(recipe=recipe, project=GARDEN), Person())
    stage.files.files["/home/me/IdeA/trash/20200101T000000-recipes-odd.json"] = b"{"
    listing = ListDeletedRecipes(stage.recipes)

    of_person = await listing.execute(ListDeletedRecipesRequest(), Person())
    both = await listing.execute(ListDeletedRecipesRequest(project=GARDEN), Person())

    assert [one.name for one in of_person] == ["Own"]
    assert [(one.scope, one.id, one.name) for one in both] == [
        ("global", "own", "Own"),
        ("project", "web", "Web"),
    ]
    restoring = RestoreRecipe(stage.recipes)
    kept = both[1].kept
    request = RestoreRecipeRequest(recipe="project:web", kept=kept, project=GARDEN)
    back = await restoring.execute(request, Person())
    assert back == saved.recipe
    assert stage.bus.published[-1] == RecipesChanged(A_PROJECT.id)
    with pytest.raises(NotFoundError, match="any more"):
        await restoring.execute(request, Person())
    with pytest.raises(InvalidError, match="global or of the project"):
        await restoring.execute(RestoreRecipeRequest(recipe="mine:web", kept=kept), Person())
    await stage.save("Own")
    with pytest.raises(ConflictError, match="own already"):
        await restoring.execute(RestoreRecipeRequest(recipe="own", kept=both[0].kept), Person())
    assert await listing.execute(ListDeletedRecipesRequest(project=GARDEN), Person()) == ()
    await stage.ended()


@on_a_loop
async def test_a_renamed_recipe_keeps_its_file_what_nobody_knows_and_its_agreement() -> None:
    stage = RecipeStage()
    stage.write(f"{OURS}/web.json", "a | b", {"a": {"command": ["serve"], "mood": "calm"}})
    naming = RenameRecipe(stage.recipes)
    request = RenameRecipeRequest(recipe="web", name=" Site ", project=GARDEN)
    assert not (await naming.execute(request, Person())).agreed
    await stage.agree("web")

    renamed = await naming.execute(
        RenameRecipeRequest(recipe="web", name="Site 2", project=GARDEN), Person()
    )

    assert (renamed.id, renamed.name, renamed.agreed) == ("web", "Site 2", True)
    assert json.loads(renamed.text)["cells"]["a"] == {"command": ["serve"], "mood": "calm"}
    with pytest.raises(InvalidError, match="needs a name"):
        await naming.execute(RenameRecipeRequest(recipe="web", name=" ", project=GARDEN), Person())
    stage.write(f"{OWN}/mine.json", "a", {})
    mine = await naming.execute(RenameRecipeRequest(recipe="mine", name="Mine"), Person())
    assert (mine.scope, mine.name) == ("global", "Mine")
    assert stage.bus.published[-1] == RecipesChanged(None)
    await stage.ended()
