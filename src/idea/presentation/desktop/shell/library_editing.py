"""Opens skills, templates and the project's context, each on a page in place of the grid."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from idea.application.projects.text_drafts import ListTextDraftsRequest, TextDraftView
from idea.application.skills.views import SkillView
from idea.application.templates.views import TemplateView
from idea.domain.visible import visible
from idea.presentation.desktop.shell import library_texts as texts
from idea.presentation.desktop.shell.library_texts import (
    ContextText,
    NewSkillText,
    NewTemplateText,
    SkillText,
    TemplateText,
)
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.text_pages import PageText, TextPages
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.library import Library, skill_ref
from idea.presentation.desktop.viewmodels.library_rows import RowKind, RowName


class LibraryEditing:
    """Main thread only; dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        library: Library,
        skin: Skin,
        window: QWidget,
        *,
        pages: TextPages,
        notices: Notices,
        do: Callable[[str, RowName], None],
    ) -> None:
        """`do` carries out an action on what a row of the side bar stands for."""
        self._desk = stage.desk
        self._runner = stage.runner
        self._library = library
        self._skin = skin
        self._window = window
        self._pages = pages
        self._notices = notices
        self._do = do
        self._asked_for_drafts: set[str] = set()

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "skill.create": self._create_skill,
            "template.create": self._create_template,
            "project.edit_context": self._edit_context,
        }

    def follow(self) -> None:
        """Tell of what was typed in the project in front before this window, and not saved."""
        project = self._desk.current if self._desk.state.connected else ""
        if not project or project in self._asked_for_drafts:
            return
        self._asked_for_drafts.add(project)

        def tell(found: Sequence[TextDraftView]) -> None:
            waiting = [one for one in found if not self._pages.has(project, one.of)]
            first = next(filter(None, (self._text(one.of, project) for one in waiting)), None)
            if first is not None:
                is_context = first.key == texts.CONTEXT
                name = "the context" if is_context else first.key.rpartition(":")[2]
                self._notices.offer(
                    visible(f"What you typed in {name} was not saved; it is kept."),
                    "Show",
                    lambda: self._pages.open(first),
                    project,
                )

        self._runner.ask_quietly(ListTextDraftsRequest(project=project), tell)

    def edit_skill(self, skill: SkillView) -> None:
        """Open what a skill says."""
        self._pages.open(self._skill_text(skill_ref(skill), self._desk.current))

    def edit_template(self, template: TemplateView) -> None:
        """Open what a template says."""
        self._pages.open(self._template_text(template.id, self._desk.current))

    def _edit_context(self) -> None:
        project = self._desk.state.project(self._desk.current)
        if project is not None:
            self._pages.open(ContextText(project.id, project.name, self._runner))

    def _text(self, key: str, project: str) -> PageText | None:
        """Return the text that a key tells from others; None for one that nobody can open."""
        kind, _, name = key.partition(":")
        match kind:
            case texts.CONTEXT:
                known = self._desk.state.project(project)
                return None if known is None else ContextText(project, known.name, self._runner)
            case texts.SKILL:
                return self._skill_text(name, project)
            case texts.TEMPLATE:
                return self._template_text(name, project)
            case texts.NEW_SKILL | texts.NEW_PROJECT_SKILL:
                return self._new_skill(name, project, of_project=kind == texts.NEW_PROJECT_SKILL)
            case texts.NEW_TEMPLATE:
                return self._new_template(name, project)
            case _:
                return None

    def _new_skill(self, name: str, project: str, *, of_project: bool) -> NewSkillText:
        def made(skill: SkillView) -> None:
            self._pages.become(text, self._skill_text(skill_ref(skill), project))

        text = NewSkillText(name, project, self._runner, made, of_project=of_project)
        return text

    def _new_template(self, name: str, project: str) -> NewTemplateText:
        def made(template: TemplateView) -> None:
            self._pages.become(text, self._template_text(template.id, project))

        text = NewTemplateText(name, project, self._runner, made)
        return text

    def _create_skill(self) -> None:
        project = self._desk.current

        def begin(name: str, of_project: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            self._pages.open(self._new_skill(name, project, of_project=of_project))

        NameDialog.ask(
            "New skill",
            "Name the work it is about, then write how it is done.",
            self._skin,
            self._window,
            begin,
            verb="Write it",
            choice="For this project only",
        )

    def _create_template(self) -> None:
        project = self._desk.current

        def begin(name: str, _chosen: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            self._pages.open(self._new_template(name, project))

        NameDialog.ask(
            "New template",
            "Name the role that agents are to share, then write it.",
            self._skin,
            self._window,
            begin,
            verb="Write it",
        )

    def _skill_text(self, ref: str, project: str) -> SkillText:
        name = RowName(RowKind.SKILL, ref)
        buttons = (("Give to an agent…", lambda: self._do("skill.give", name)),)
        return SkillText(ref, project, self._library, self._runner, buttons)

    def _template_text(self, template: str, project: str) -> TemplateText:
        name = RowName(RowKind.TEMPLATE, template)
        buttons = (
            ("Sync agents…", lambda: self._do("template.sync", name)),
            ("Engine…", lambda: self._do("template.choose_engine", name)),
            ("Versions…", lambda: self._do("template.show_versions", name)),
            ("New agent from it…", lambda: self._do("template.make_agent", name)),
        )
        return TemplateText(template, project, self._library, self._runner, buttons)
