"""Takes deleted skills, templates and recipes back from the trash. Main thread only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from idea.application.deleted_texts import DeletedText
from idea.application.recipes.list_deleted_recipes import ListDeletedRecipesRequest
from idea.application.recipes.restore_recipe import RestoreRecipeRequest
from idea.application.skills.list_deleted_skills import ListDeletedSkillsRequest
from idea.application.skills.restore_skill import RestoreSkillRequest
from idea.application.templates.list_deleted_templates import ListDeletedTemplatesRequest
from idea.application.templates.restore_template import RestoreTemplateRequest
from idea.application.use_case import Request
from idea.domain.visible import visible
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.library import DeletedKind
from idea.presentation.desktop.viewmodels.library_trash import deleted_entries, deleted_ref


@dataclass(frozen=True, slots=True)
class _Trash:
    """How one kind of texts is listed and restored; both are asked with a project."""

    listed: Callable[[str], Request[tuple[DeletedText, ...]]]
    restored: Callable[[DeletedText, str], Request[Any]]


_TRASHES: Mapping[DeletedKind, _Trash] = {
    DeletedKind.SKILL: _Trash(
        lambda project: ListDeletedSkillsRequest(project=project),
        lambda one, project: RestoreSkillRequest(
            skill=deleted_ref(one), kept=one.kept, project=project
        ),
    ),
    DeletedKind.TEMPLATE: _Trash(
        lambda _: ListDeletedTemplatesRequest(),
        lambda one, _: RestoreTemplateRequest(template=one.id, kept=one.kept, name=one.name),
    ),
    DeletedKind.RECIPE: _Trash(
        lambda project: ListDeletedRecipesRequest(project=project),
        lambda one, project: RestoreRecipeRequest(
            recipe=deleted_ref(one), kept=one.kept, project=project
        ),
    ),
}


def list_request(kind: DeletedKind, project: str) -> Request[tuple[DeletedText, ...]]:
    """Return what asks for the deleted texts of a kind."""
    return _TRASHES[kind].listed(project)


class TrashCommands:
    """Lets the person choose what comes back; `now` is the time."""

    def __init__(
        self,
        stage: Stage,
        *,
        opener: PaletteOpener,
        notices: Notices,
        now: Callable[[], datetime],
    ) -> None:
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._opener = opener
        self._notices = notices
        self._now = now

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {kind.action: partial(self._offer, kind) for kind in DeletedKind}

    def _offer(self, kind: DeletedKind) -> None:
        project = self._desk.current

        def offer(found: tuple[DeletedText, ...]) -> None:
            known = {deleted_ref(one): one for one in found}
            if known:
                self._opener.choose(
                    deleted_entries(kind, found, self._now()),
                    f"Restore which {kind.value}?",
                    lambda ref: self._restore(kind, known[ref], project),
                )
            else:
                self._notices.tell(f"No deleted {kind.value} is in the trash.", project)

        self._ask(list_request(kind, project), offer)

    def _restore(self, kind: DeletedKind, one: DeletedText, project: str) -> None:
        said = visible(f"The {kind.value} {one.name} is back.")
        self._ask(
            _TRASHES[kind].restored(one, project), lambda _: self._notices.tell(said, project)
        )
