"""Opens skills, templates and the project's context, each on a page in place of the grid."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from idea.application.skills.views import SkillView
from idea.application.templates.views import TemplateView
from idea.presentation.desktop.shell.library_texts import (
    ContextText,
    NewSkillText,
    NewTemplateText,
    SkillText,
    TemplateText,
)
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.text_pages import TextPages
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
        do: Callable[[str, RowName], None],
    ) -> None:
        """`do` carries out an action on what a row of the side bar stands for."""
        self._desk = stage.desk
        self._runner = stage.runner
        self._library = library
        self._skin = skin
        self._window = window
        self._pages = pages
        self._do = do

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "skill.create": self._create_skill,
            "template.create": self._create_template,
            "project.edit_context": self._edit_context,
        }

    def edit_skill(self, skill: SkillView) -> None:
        """Open what a skill says."""
        self._pages.open(self._skill_text(skill, self._desk.current))

    def edit_template(self, template: TemplateView) -> None:
        """Open what a template says."""
        self._pages.open(self._template_text(template, self._desk.current))

    def _edit_context(self) -> None:
        project = self._desk.state.project(self._desk.current)
        if project is not None:
            self._pages.open(ContextText(project.id, project.name, self._runner))

    def _create_skill(self) -> None:
        project = self._desk.current

        def begin(name: str, of_project: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            def made(skill: SkillView) -> None:
                self._pages.become(text, self._skill_text(skill, project))

            text = NewSkillText(name, project, self._runner, made, of_project=of_project)
            self._pages.open(text)

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
            def made(template: TemplateView) -> None:
                self._pages.become(text, self._template_text(template, project))

            text = NewTemplateText(name, project, self._runner, made)
            self._pages.open(text)

        NameDialog.ask(
            "New template",
            "Name the role that agents are to share, then write it.",
            self._skin,
            self._window,
            begin,
            verb="Write it",
        )

    def _skill_text(self, skill: SkillView, project: str) -> SkillText:
        ref = skill_ref(skill)
        name = RowName(RowKind.SKILL, ref)
        buttons = (("Give to an agent…", lambda: self._do("skill.give", name)),)
        return SkillText(ref, project, self._library, self._runner, buttons)

    def _template_text(self, template: TemplateView, project: str) -> TemplateText:
        name = RowName(RowKind.TEMPLATE, template.id)
        buttons = (
            ("Sync agents…", lambda: self._do("template.sync", name)),
            ("Engine…", lambda: self._do("template.choose_engine", name)),
            ("Versions…", lambda: self._do("template.show_versions", name)),
            ("New agent from it…", lambda: self._do("template.make_agent", name)),
        )
        return TemplateText(template.id, project, self._library, self._runner, buttons)
