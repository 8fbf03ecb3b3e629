"""Recipes as texts: the person's in their own folder, a project's in `.ideai/recipes`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from idea.application.agreements import Agreements
from idea.application.deleted_texts import DeletedText, trash_stamp
from idea.application.projects.project_lookup import ProjectLookup
from idea.application.recipes.views import RecipeVariableView, RecipeView
from idea.application.text_folder import TextFolder, deleted_texts
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, StoreError
from idea.domain.events import RecipesChanged
from idea.domain.ids import RecipeId
from idea.domain.layout.address import addresses
from idea.domain.layout.tree import leaf_ids
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.project import Project
from idea.domain.recipes.recipe import Recipe, RecipeRef, RecipeScope
from idea.domain.recipes.recipe_codec import fingerprint, recipe_of, recipe_text, renamed

_FOLDER = "recipes"
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRecipe:
    """A recipe as its file has it."""

    recipe: Recipe
    text: str
    file: str
    """Absolute."""
    agreed: bool

    def view(self) -> RecipeView:
        """Return it as every door shows it."""
        recipe = self.recipe
        names, cells = addresses(recipe.tree), leaf_ids(recipe.tree)
        runs = {names[one]: recipe.cells[one].said() for one in cells if one in recipe.cells}
        return RecipeView(
            id=recipe.ref.id.value,
            scope=recipe.ref.scope.value,
            name=recipe.name,
            file=self.file,
            agreed=self.agreed,
            cells=len(cells),
            runs=runs,
            variables=tuple(
                RecipeVariableView(name=one.name, question=one.question, default=one.default)
                for one in recipe.variables
            ),
            text=self.text,
        )


class Recipes:
    """Reads and writes recipes; used on the event loop's thread."""

    def __init__(
        self,
        *,
        own: TextFolder,
        projects: ProjectLookup,
        folder: Callable[[Project], Awaitable[TextFolder]],
        agreements: Agreements,
        clock: Clock,
        events: EventBus,
    ) -> None:
        """`folder` returns the texts of a project's own folder."""
        self._own = own
        self._projects = projects
        self._folder = folder
        self._agreements = agreements
        self._clock = clock
        self._events = events

    async def project(self, text: str) -> Project:
        """Return the project a text means.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Several are meant.
        """
        return await self._projects.resolve(text)

    async def all(self, project: Project | None) -> tuple[list[FoundRecipe], list[str]]:
        """Return the recipes that a project may open, and what is wrong with other files."""
        found: list[FoundRecipe] = []
        notices: list[str] = []
        for scope, folder in await self._folders(project):
            for name in await folder.names(_FOLDER):
                if not name.endswith(_SUFFIX) or name.startswith("."):
                    continue
                try:
                    ref = RecipeRef(scope, RecipeId(name.removesuffix(_SUFFIX)))
                    one = await self._read(ref, project)
                    if one is not None:
                        found.append(one)
                except InvalidError as error:
                    notices.append(f"{folder.path(f'{_FOLDER}/{name}')}: {error.sentence}")
                except StoreError as error:
                    notices.append(error.sentence)
        return found, notices

    async def find(self, text: str, project: Project | None) -> FoundRecipe:
        """Return the recipe that `web`, `project:web` or a name such as `Web, with a log` means.

        A project's stands before others, an id before a name.

        Raises:
            NotFoundError: There is none.
            InvalidError: The text names none, or its file holds none.
            StoreError: Its file cannot be read.
        """
        try:
            return await self._of_id(text, project)
        except (NotFoundError, InvalidError):
            wanted = text.strip().casefold()
            for one in (await self.all(project))[0]:
                if wanted == one.recipe.name.casefold():
                    return one
            raise

    async def _of_id(self, text: str, project: Project | None) -> FoundRecipe:
        scope, name = _named(text)
        scopes = (scope,) if scope else (RecipeScope.PROJECT, RecipeScope.GLOBAL)
        for each in scopes:
            if each is RecipeScope.PROJECT and project is None:
                continue
            ref = RecipeRef(each, RecipeId(name))
            try:
                found = await self._read(ref, project)
            except InvalidError as error:
                folder = await self._texts(each, project)
                raise InvalidError(f"{folder.path(_file(ref))}: {error.sentence}") from error
            if found is not None:
                return found
        raise NotFoundError(f"There is no recipe {name!r}; 'idea recipe list' shows all.")

    async def save(
        self, recipe: Recipe, project: Project | None, *, over: bool = False
    ) -> FoundRecipe:
        """Write a recipe; what the person saves into a project is agreed to by that.

        Raises:
            ConflictError: There is one of this id, and none is to be written `over`.
            StoreError: It could not be written.
        """
        folder = await self._texts(recipe.ref.scope, project)
        name = _file(recipe.ref)
        if not over and await folder.read(name) is not None:
            raise ConflictError(f"There is a recipe {recipe.ref.id} already.")
        text = recipe_text(recipe)
        await folder.write(name, text)
        if project is not None and recipe.ref.scope is RecipeScope.PROJECT:
            await self._agreements.add(project.id.value, fingerprint(text))
        self._announce(recipe.ref, project)
        return FoundRecipe(recipe=recipe, text=text, file=folder.path(name), agreed=True)

    async def agree(self, text: str, project: Project, seen: str = "") -> FoundRecipe:
        """Remember that the person agreed to what a project's recipe starts, as it is now.

        Raises:
            NotFoundError: There is none.
            ConflictError: Its file does not say what was `seen`, where that is not empty.
            InvalidError: Its file holds none.
        """
        found = await self.find(text, project)
        if seen not in {"", found.text}:
            raise ConflictError("The recipe was changed meanwhile; look at it again.")
        await self._agreements.add(project.id.value, fingerprint(found.text))
        self._announce(found.recipe.ref, project)
        return replace(found, agreed=True)

    async def delete(self, text: str, project: Project | None) -> tuple[FoundRecipe, str]:
        """Put a recipe into the trash; returns it and its absolute path there.

        Raises:
            NotFoundError: There is none.
            StoreError: It could not be moved.
        """
        found = await self.find(text, project)
        ref = found.recipe.ref
        folder = await self._texts(ref.scope, project)
        kept = await folder.discard(_file(ref), trash_stamp(self._clock.now()))
        self._announce(ref, project)
        return found, folder.path(kept)

    async def deleted(self, project: Project | None) -> tuple[DeletedText, ...]:
        """Return the recipes that are in the trash, the person's before those of a project.

        Raises:
            StoreError: The trash cannot be read.
        """
        return await deleted_texts(await self._folders(project), _FOLDER, _SUFFIX, _name_of)

    async def restore(self, text: str, kept: str, project: Project | None) -> FoundRecipe:
        """Take a recipe back, named as `global:web`, whose file is in the trash as `kept`.

        Raises:
            NotFoundError: The trash has no such file.
            ConflictError: There is a recipe of this id by now.
            InvalidError: The file holds no recipe, or the text names none.
            StoreError: It could not be moved.
        """
        scope, name = _named(text)
        ref = RecipeRef(scope or RecipeScope.GLOBAL, RecipeId(name))
        folder = await self._texts(ref.scope, project)
        content, file = await folder.discarded(kept)
        recipe_of(ref, content)
        if await folder.read(_file(ref)) is not None:
            raise ConflictError(f"There is a recipe {ref.id} already.")
        await folder.write(_file(ref), content)
        await folder.remove(file)
        self._announce(ref, project)
        return await self.find(str(ref), project)

    async def give_name(self, text: str, name: str, project: Project | None) -> FoundRecipe:
        """Give a recipe another name; an agreement to it holds for what is written now as well.

        Raises:
            NotFoundError: There is none.
            InvalidError: The name says nothing, or the file holds no recipe.
            StoreError: It could not be written.
        """
        found = await self.find(text, project)
        ref = found.recipe.ref
        folder = await self._texts(ref.scope, project)
        content = renamed(ref, found.text, name.strip())
        await folder.write(_file(ref), content)
        if found.agreed and project is not None and ref.scope is RecipeScope.PROJECT:
            await self._agreements.add(project.id.value, fingerprint(content))
        self._announce(ref, project)
        return await self.find(str(ref), project)

    def _announce(self, ref: RecipeRef, project: Project | None) -> None:
        is_of_project = ref.scope is RecipeScope.PROJECT and project is not None
        self._events.publish(RecipesChanged(project.id if is_of_project and project else None))

    async def _read(self, ref: RecipeRef, project: Project | None) -> FoundRecipe | None:
        folder = await self._texts(ref.scope, project)
        text = await folder.read(_file(ref))
        if text is None:
            return None
        is_own = ref.scope is RecipeScope.GLOBAL or project is None
        recipe = recipe_of(ref, text)
        agreed = (
            is_own
            or not recipe.cells
            or (project is not None and self._agreements.has(project.id.value, fingerprint(text)))
        )
        return FoundRecipe(recipe=recipe, text=text, file=folder.path(_file(ref)), agreed=agreed)

    async def _folders(self, project: Project | None) -> list[tuple[RecipeScope, TextFolder]]:
        folders = [(RecipeScope.GLOBAL, self._own)]
        if project is not None:
            folders.append((RecipeScope.PROJECT, await self._folder(project)))
        return folders

    async def _texts(self, scope: RecipeScope, project: Project | None) -> TextFolder:
        if scope is RecipeScope.GLOBAL:
            return self._own
        if project is None:
            raise InvalidError("A recipe of a project needs a project; name one.")
        return await self._folder(project)


def _file(ref: RecipeRef) -> str:
    return f"{_FOLDER}/{ref.id}{_SUFFIX}"


def _named(text: str) -> tuple[RecipeScope | None, str]:
    """Return the scope that a text such as `global:web` names, None for none, and what follows.

    Raises:
        InvalidError: There is no such scope.
    """
    scope, separator, name = text.strip().rpartition(":")
    if separator and scope not in set(RecipeScope):
        raise InvalidError(f"A recipe is global or of the project, not {scope!r}.")
    return (RecipeScope(scope) if separator else None), name


def _name_of(scope: str, recipe: str, text: str) -> str:
    return recipe_of(RecipeRef(RecipeScope(scope), RecipeId(recipe)), text).name
