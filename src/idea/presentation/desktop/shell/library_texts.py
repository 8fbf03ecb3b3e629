"""The texts of the library as pages show them: skills, templates, a project's context.

Main thread only.
"""

from collections.abc import Callable, Sequence
from typing import override

from idea.application.projects.project_context import ShowContextRequest, WriteContextRequest
from idea.application.skills.create_skill import CreateSkillRequest
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.skills.update_skill import UpdateSkillRequest
from idea.application.skills.views import SkillsView, SkillView
from idea.application.templates.create_template import CreateTemplateRequest
from idea.application.templates.show_template import ShowTemplateRequest
from idea.application.templates.update_template import UpdateTemplateRequest
from idea.application.templates.views import TemplateView
from idea.domain.errors import NotFoundError
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.text_pages import Failed, PageText, Wanted
from idea.presentation.desktop.viewmodels.library import Library, skill_ref
from idea.presentation.desktop.viewmodels.library_heads import skill_head, template_head

SKILL, TEMPLATE, CONTEXT = "skill", "template", "context"
NEW_SKILL, NEW_PROJECT_SKILL, NEW_TEMPLATE = "new skill", "new project skill", "new template"
"""What the key of a text begins with; but for the context, what it is called comes behind."""

type Buttons = Sequence[tuple[str, Callable[[], object]]]


class SkillText(PageText):
    """What a skill says; its name stands in the head alone."""

    def __init__(
        self, ref: str, project: str, library: Library, runner: Runner, buttons: Buttons
    ) -> None:
        super().__init__(f"{SKILL}:{ref}", project, "Skill", buttons)
        self._ref = ref
        self._library = library
        self._runner = runner

    @property
    @override
    def head(self) -> tuple[str, str] | None:
        skill = self._library.skill(self.project, self._ref)
        return None if skill is None else skill_head(skill)

    @override
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        def found(views: SkillsView) -> None:
            skill = next((one for one in views.skills if skill_ref(one) == self._ref), None)
            if skill is None:
                failed(NotFoundError("This skill is no more; copy what you want to keep."))
            else:
                then(skill.content)

        self._runner.ask_in_place(ListSkillsRequest(project=self.project), found, failed)

    @override
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        skill = self._library.skill(self.project, self._ref)
        request = UpdateSkillRequest(
            skill=self._ref,
            name="" if skill is None else skill.name,
            content=wanted.text,
            project=self.project,
            instead_of=wanted.instead_of,
            keep_replaced=wanted.keep_replaced,
        )
        self._runner.ask_in_place(request, lambda _: then(wanted.text), failed)


class TemplateText(PageText):
    """What a template says; another text is its next version."""

    def __init__(
        self, template: str, project: str, library: Library, runner: Runner, buttons: Buttons
    ) -> None:
        super().__init__(f"{TEMPLATE}:{template}", project, "Template", buttons)
        self._template = template
        self._library = library
        self._runner = runner

    @property
    @override
    def head(self) -> tuple[str, str] | None:
        template = self._library.template(self._template)
        return None if template is None else template_head(template, self._library, self.project)

    @override
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        request = ShowTemplateRequest(template=self._template)
        self._runner.ask_in_place(request, lambda found: then(found.content), failed)

    @override
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        request = UpdateTemplateRequest(
            template=self._template, content=wanted.text, instead_of=wanted.instead_of
        )
        self._runner.ask_in_place(request, lambda _: then(wanted.text), failed)


class ContextText(PageText):
    """What every agent of a project is told about it."""

    def __init__(self, project: str, name: str, runner: Runner) -> None:
        super().__init__(CONTEXT, project, "Context of the project", ())
        self._name = name
        self._runner = runner

    @property
    @override
    def head(self) -> tuple[str, str] | None:
        return f"Context of {self._name}", "every agent of the project reads it · .ideai/CONTEXT.md"

    @override
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        request = ShowContextRequest(project=self.project)
        self._runner.ask_in_place(request, lambda found: then(found.text), failed)

    @override
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        request = WriteContextRequest(
            project=self.project,
            text=wanted.text,
            instead_of=wanted.instead_of,
            keep_replaced=wanted.keep_replaced,
        )
        self._runner.ask_in_place(request, lambda _: then(wanted.text), failed)


class NewSkillText(PageText):
    """A skill that is written down when its text is saved for the first time."""

    is_new = True

    def __init__(
        self,
        name: str,
        project: str,
        runner: Runner,
        made: Callable[[SkillView], object],
        *,
        of_project: bool,
    ) -> None:
        """`made` hears the skill once there is one."""
        kind = NEW_PROJECT_SKILL if of_project else NEW_SKILL
        super().__init__(f"{kind}:{name}", project, "Skill", ())
        self._name = name
        self._runner = runner
        self._made = made
        self._of_project = of_project

    @property
    @override
    def head(self) -> tuple[str, str] | None:
        whose = "this project's" if self._of_project else "yours, for all projects"
        return self._name, f"new skill, {whose} · say what to do, then save"

    @override
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        """Say nothing: there is nothing yet."""

    @override
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        def made(skill: SkillView) -> None:
            then(wanted.text)
            self._made(skill)

        project = self.project if self._of_project else ""
        request = CreateSkillRequest(name=self._name, content=wanted.text, project=project)
        self._runner.ask_in_place(request, made, failed)


class NewTemplateText(PageText):
    """A template that is kept when its text is saved for the first time."""

    is_new = True

    def __init__(
        self, name: str, project: str, runner: Runner, made: Callable[[TemplateView], object]
    ) -> None:
        """`made` hears the template once there is one."""
        super().__init__(f"{NEW_TEMPLATE}:{name}", project, "Template", ())
        self._name = name
        self._runner = runner
        self._made = made

    @property
    @override
    def head(self) -> tuple[str, str] | None:
        return self._name, "new template · write the role, then save"

    @override
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        """Say nothing: there is nothing yet."""

    @override
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        def made(template: TemplateView) -> None:
            then(wanted.text)
            self._made(template)

        request = CreateTemplateRequest(name=self._name, content=wanted.text)
        self._runner.ask_in_place(request, made, failed)
