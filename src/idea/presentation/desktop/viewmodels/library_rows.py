"""The pages of the side bar, and the rows of those that show something of the library."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import override

from idea.application.profiles.views import ProfilesView, ProfileView
from idea.application.recipes.views import RecipesShown, RecipeView
from idea.application.skills.views import SkillsView, SkillView
from idea.application.templates.views import DriftView, TemplateView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.library import (
    DeletedKind,
    Library,
    recipe_ref,
    skill_ref,
)
from idea.presentation.desktop.viewmodels.panels import SectionView, SideBarView
from idea.presentation.desktop.viewmodels.recipes import recipe_words
from idea.presentation.desktop.viewmodels.session_look import SessionLook, Shape

_TOLD_CELLS = 4
"""So many cells of a recipe are told in its hint."""


class Page(StrEnum):
    """A page of the side bar; the value is that of `window.side_bar_page`."""

    SESSIONS = "sessions"
    TEMPLATES = "templates"
    SKILLS = "skills"
    RECIPES = "recipes"
    ENGINES = "engines"

    @property
    def action(self) -> str:
        """What shows it."""
        return f"view.show_{self.value}"


PAGE_TITLES = {
    Page.SESSIONS: "Agents and sessions",
    Page.TEMPLATES: "Templates",
    Page.SKILLS: "Skills",
    Page.RECIPES: "Recipes",
    Page.ENGINES: "Engines",
}


class RowKind(StrEnum):
    """What a row of the side bar stands for that is no session and no agent."""

    TEMPLATE = "template"
    SKILL = "skill"
    ENGINE = "engine"
    RECIPE = "recipe"
    DRIFT = "drift"
    TRASH = "trash"
    """How many of a kind are deleted; its id is that kind."""
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class RowName:
    """The id of such a row, taken apart."""

    kind: RowKind
    id: str

    @override
    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


def row_name(row: str) -> RowName | None:
    """Return what a row stands for; None for a session's or an agent's."""
    kind, separator, name = row.partition(":")
    return RowName(RowKind(kind), name) if separator and kind in set(RowKind) else None


def library_view(page: Page, library: Library, project: str, chosen: str) -> SideBarView:
    """Return a page of the library; `chosen` is the engine that new agents get."""
    match page:
        case Page.SKILLS:
            deleted = library.deleted(DeletedKind.SKILL, project)
            return _skills_view(library.skills(project), len(deleted))
        case Page.RECIPES:
            deleted = library.deleted(DeletedKind.RECIPE, project)
            return _recipes_view(library.recipes(project), len(deleted))
        case Page.TEMPLATES:
            return _templates_view(library, project)
        case Page.ENGINES:
            return _engines_view(library.profiles(project), chosen)
        case Page.SESSIONS:
            return SideBarView()


def template_rows(
    templates: Sequence[TemplateView], behind: Sequence[DriftView]
) -> tuple[SessionLook, ...]:
    """Return a row for each template, with how many agents are behind it."""
    return tuple(
        _row(
            RowName(RowKind.TEMPLATE, one.id),
            one.name,
            _template_words(one, [drift for drift in behind if drift.template == one.id]),
            about="a click opens it",
        )
        for one in templates
    )


def _skills_view(found: SkillsView | None, deleted: int) -> SideBarView:
    if found is None:
        return SideBarView()
    own = [one for one in found.skills if one.scope == "global"]
    brought = [one for one in found.skills if one.scope == "project"]
    sections = (
        SectionView("This project's", tuple(map(_skill_row, brought))),
        SectionView("Yours", tuple(map(_skill_row, own))),
        _notices(found.notices),
        _trash(DeletedKind.SKILL, deleted),
    )
    empty = "" if found.skills else "A skill tells agents how to do one kind of work."
    return _with_rows(sections, empty, "New skill")


def _skill_row(skill: SkillView) -> SessionLook:
    users = len(skill.used_by)
    names = ", ".join(skill.used_by)
    return _row(
        RowName(RowKind.SKILL, skill_ref(skill)),
        skill.name,
        f"used by {users}" if users else "",
        about=f"{visible(names)} read it; a click opens it" if users else "a click opens it",
    )


def _recipes_view(found: RecipesShown | None, deleted: int) -> SideBarView:
    if found is None:
        return SideBarView()
    own = [one for one in found.recipes if one.scope == "global"]
    brought = [one for one in found.recipes if one.scope == "project"]
    sections = (
        SectionView("This project's", tuple(map(_recipe_row, brought))),
        SectionView("Yours", tuple(map(_recipe_row, own))),
        _notices(found.notices),
        _trash(DeletedKind.RECIPE, deleted),
    )
    empty = "" if found.recipes else "A recipe is a grid with a name, and what its cells start."
    return _with_rows(sections, empty, "Save this grid")


def _recipe_row(recipe: RecipeView) -> SessionLook:
    runs = "; ".join(_recipe_parts(recipe))
    parts = runs, "" if recipe.agreed else "asks before it starts them", "a click opens its menu"
    return _row(
        RowName(RowKind.RECIPE, recipe_ref(recipe)),
        recipe.name,
        recipe_words(recipe),
        shape=Shape.IDLE if recipe.agreed else Shape.NEEDS_YOU,
        about="; ".join(part for part in parts if part),
    )


def _recipe_parts(recipe: RecipeView) -> Iterator[str]:
    """Give what the first cells of a recipe start, and how many more there are."""
    starts = [f"{address} {visible(what)}" for address, what in recipe.runs.items()]
    yield from starts[:_TOLD_CELLS]
    if len(starts) > _TOLD_CELLS:
        yield f"{len(starts) - _TOLD_CELLS} more"


def _trash(kind: DeletedKind, count: int) -> SectionView:
    """Return a quiet line behind everything, without a caption; none where nothing is deleted."""
    row = _row(
        RowName(RowKind.TRASH, kind.value),
        f"Deleted: {count}",
        "",
        shape=Shape.ENDED,
        about="a click lets you restore one",
    )
    return SectionView("", (row,) if count else ())


def _templates_view(library: Library, project: str) -> SideBarView:
    templates = library.books.templates
    if templates is None:
        return SideBarView()
    sections = (
        SectionView("Yours", template_rows(templates, library.behind)),
        SectionView("Behind, in all projects", tuple(map(_drift_row, library.behind))),
        _trash(DeletedKind.TEMPLATE, len(library.deleted(DeletedKind.TEMPLATE, project))),
    )
    empty = "" if templates else "A template is a role that several agents share."
    return _with_rows(sections, empty, "New template")


def _template_words(template: TemplateView, behind: Sequence[DriftView]) -> str:
    words = f"v{template.version}"
    if not behind:
        return words
    return f"{words}, {len(behind)} {'agent' if len(behind) == 1 else 'agents'} behind"


def _drift_row(drift: DriftView) -> SessionLook:
    edited = ", edited here" if "edited" in drift.kind else ""
    return _row(
        RowName(RowKind.DRIFT, f"{drift.project}:{drift.agent}"),
        drift.name,
        f"v{drift.synced_version} → v{drift.version}{edited}",
        shape=Shape.NEEDS_YOU if edited else Shape.IDLE,
        about=f"from {visible(drift.template)}; a click shows what a sync would change",
    )


def _engines_view(found: ProfilesView | None, chosen: str) -> SideBarView:
    if found is None:
        return SideBarView(empty="Looking for AI programs…")
    waiting = [one for one in found.profiles if not one.agreed]
    there = [one for one in found.profiles if one.agreed and one.path]
    missing = [one for one in found.profiles if one.agreed and not one.path]
    sections = (
        SectionView("Came with this project", tuple(_engine_row(one, chosen) for one in waiting)),
        SectionView("On this machine", tuple(_engine_row(one, chosen) for one in there)),
        SectionView(
            "Still looked for" if found.looking else "Not found",
            tuple(_engine_row(one, chosen) for one in missing),
        ),
        _notices(found.notices),
    )
    return _with_rows(sections, "")


def _engine_row(profile: ProfileView, chosen: str) -> SessionLook:
    own = {"yours": "yours", "project": "project"}.get(profile.origin, "")
    tried = "" if profile.verified or not profile.path else "not tried"
    # Where it was found is in the hint as well; beside what is doubtful there is no room for it.
    where = profile.where if profile.path and not tried else ""
    parts = profile.version, tried, own, where
    return _row(
        RowName(RowKind.ENGINE, profile.id),
        profile.name,
        visible(" · ".join(part for part in parts if part)),
        shape=engine_shape(profile),
        right="new agents" if profile.id == chosen else "",
        about=engine_words(profile),
    )


def engine_shape(profile: ProfileView) -> Shape:
    """Return the shape of what is known about an engine."""
    if not profile.agreed:
        return Shape.NEEDS_YOU
    if not profile.path:
        return Shape.ENDED
    if profile.fault:
        return Shape.FAILED
    return Shape.DONE if profile.verified else Shape.IDLE


def engine_words(profile: ProfileView) -> str:
    """Return in words where an engine is and what is known about it."""
    if not profile.agreed:
        return visible(f"came with this project and runs {profile.command}; agree to it first")
    if not profile.path:
        return visible(profile.fault or f"{profile.command} is looked for")
    tried = "tried with IdeA" if profile.verified else "not tried with IdeA yet"
    where = f"{profile.path} ({profile.where})" if profile.where else profile.path
    return visible("; ".join(part for part in (where, tried, profile.fault) if part))


def _notices(notices: Sequence[str]) -> SectionView:
    rows = tuple(
        _row(
            RowName(RowKind.NOTICE, str(number)),
            sentence,
            "",
            shape=Shape.FAILED,
            about="mend the file, or delete it",
        )
        for number, sentence in enumerate(notices)
    )
    return SectionView("Cannot be used", rows)


def _with_rows(sections: Sequence[SectionView], empty: str, button: str = "") -> SideBarView:
    shown = tuple(section for section in sections if section.rows)
    return SideBarView(shown, empty=empty, button=button if empty else "")


def _row(
    name: RowName,
    title: str,
    detail: str,
    *,
    about: str,
    shape: Shape = Shape.IDLE,
    right: str = "",
) -> SessionLook:
    return SessionLook(
        id=str(name),
        shape=shape,
        name=visible(title),
        detail=detail,
        state="",
        age="",
        reason="",
        is_live=False,
        address=right,
        rests=True,
        about=about,
    )
