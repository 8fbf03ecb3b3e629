"""What agents are made of, as far as the engine was asked: skills, templates, engines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from idea.application.deleted_texts import DeletedText
from idea.application.profiles.views import ProfilesView, ProfileView
from idea.application.recipes.views import RecipesShown, RecipeView
from idea.application.skills.views import SkillsView, SkillView
from idea.application.templates.views import DriftView, TemplateView

_NO_RECIPES: Mapping[str, RecipesShown] = MappingProxyType({})
_NO_DELETED: Mapping[tuple["DeletedKind", str], tuple[DeletedText, ...]] = MappingProxyType({})
_NO_SKILLS: Mapping[str, SkillsView] = MappingProxyType({})
_NO_PROFILES: Mapping[str, ProfilesView] = MappingProxyType({})


class DeletedKind(StrEnum):
    """What can be deleted and restored; the value is a word for people."""

    SKILL = "skill"
    TEMPLATE = "template"
    RECIPE = "recipe"

    @property
    def action(self) -> str:
        """What restores one."""
        return f"{self.value}.restore"


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Everything of the library at one moment; what depends on a project, by its id."""

    skills: Mapping[str, SkillsView] = _NO_SKILLS
    profiles: Mapping[str, ProfilesView] = _NO_PROFILES
    templates: tuple[TemplateView, ...] | None = None
    """None before they are known."""
    recipes: Mapping[str, RecipesShown] = _NO_RECIPES
    deleted: Mapping[tuple[DeletedKind, str], tuple[DeletedText, ...]] = _NO_DELETED
    """By kind and project: what is in the trash; under "" what depends on none."""
    drifts: tuple[DriftView, ...] = ()
    """Of the agents of all projects that came from templates."""


class Library:
    """Plain Python, main thread only; `changed` is called when something is another."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.books = Books()

    def skills(self, project: str) -> SkillsView | None:
        """Return the skills that agents of a project may have; None before they are known."""
        return self.books.skills.get(project)

    def skill(self, project: str, ref: str) -> SkillView | None:
        """Return one of them, named as `global:commit`."""
        found = self.skills(project)
        views = () if found is None else found.skills
        return next((one for one in views if skill_ref(one) == ref), None)

    def recipes(self, project: str) -> RecipesShown | None:
        """Return the recipes that a project may open; None before they are known."""
        return self.books.recipes.get(project)

    def recipe(self, project: str, ref: str) -> RecipeView | None:
        """Return one of them, named as `global:web`."""
        found = self.recipes(project)
        views = () if found is None else found.recipes
        return next((one for one in views if recipe_ref(one) == ref), None)

    def deleted(self, kind: DeletedKind, project: str) -> tuple[DeletedText, ...]:
        """Return what of a kind is in the trash and concerns a project."""
        return self.books.deleted.get((kind, project), ())

    def profiles(self, project: str) -> ProfilesView | None:
        """Return the engines a project sees; None before they are known."""
        return self.books.profiles.get(project)

    def profile(self, project: str, profile: str) -> ProfileView | None:
        """Return one of them."""
        found = self.profiles(project)
        views = () if found is None else found.profiles
        return next((one for one in views if one.id == profile), None)

    def template(self, template: str) -> TemplateView | None:
        """Return a template."""
        return next((one for one in self.books.templates or () if one.id == template), None)

    def engine_of(self, template: str) -> str:
        """Return what agents made of a template run on; empty where it names nothing."""
        known = self.template(template)
        return "" if known is None else known.profile

    @property
    def behind(self) -> tuple[DriftView, ...]:
        """Agents of all projects that follow a template and are behind it."""
        return tuple(one for one in self.books.drifts if one.drifting)

    def drift(self, agent: str) -> DriftView | None:
        """Return how an agent stands to its template; None when it came from none."""
        return next((one for one in self.books.drifts if one.agent == agent), None)

    def facts(self, project: str) -> frozenset[str]:
        """Return what is true of the library, in the words of the catalogue."""
        found = self.profiles(project)
        views = () if found is None else found.profiles
        stated = {
            "template.behind": bool(self.behind),
            **{f"{kind}.deleted": bool(self.deleted(kind, project)) for kind in DeletedKind},
            "profile.brought": any(not one.agreed for one in views),
            "profile.found": any(one.path and one.agreed for one in views),
            "profile.own": any(one.origin == "yours" for one in views),
        }
        return frozenset(name for name, holds in stated.items() if holds)

    def show_skills(self, project: str, skills: SkillsView) -> None:
        """Take the skills that agents of a project may have."""
        self._take(replace(self.books, skills={**self.books.skills, project: skills}))

    def show_recipes(self, project: str, recipes: RecipesShown) -> None:
        """Take the recipes that a project may open."""
        self._take(replace(self.books, recipes={**self.books.recipes, project: recipes}))

    def show_deleted(
        self, kind: DeletedKind, project: str, deleted: tuple[DeletedText, ...]
    ) -> None:
        """Take what of a kind is in the trash and concerns a project."""
        known = {**self.books.deleted, (kind, project): deleted}
        self._take(replace(self.books, deleted=known))

    def show_profiles(self, project: str, profiles: ProfilesView) -> None:
        """Take the engines a project sees."""
        self._take(replace(self.books, profiles={**self.books.profiles, project: profiles}))

    def show_templates(self, templates: tuple[TemplateView, ...]) -> None:
        """Take the templates."""
        self._take(replace(self.books, templates=templates))

    def show_drifts(self, drifts: tuple[DriftView, ...]) -> None:
        """Take how the agents of all projects stand to their templates."""
        self._take(replace(self.books, drifts=drifts))

    def _take(self, books: Books) -> None:
        if books != self.books:
            self.books = books
            self._changed()


def recipe_ref(recipe: RecipeView) -> str:
    """Return what a recipe is named by, such as `project:web`."""
    return f"{recipe.scope}:{recipe.id}"


def skill_ref(skill: SkillView) -> str:
    """Return a skill as agents name it."""
    return f"{skill.scope}:{skill.id}"
