"""What stands in the head of a page of the library: a name, and what is known about it."""

from idea.application.skills.views import SkillView
from idea.application.templates.views import TemplateView
from idea.presentation.desktop.viewmodels.library import Library


def skill_head(skill: SkillView) -> tuple[str, str]:
    """Return a skill's name, whose it is and who has it."""
    whose = "this project's" if skill.scope == "project" else "yours, for all projects"
    users = ", ".join(skill.used_by) or "no agent here"
    return skill.name, f"skill, {whose} · used by {users}"


def template_head(template: TemplateView, library: Library, project: str) -> tuple[str, str]:
    """Return a template's name, its version and how its agents stand to it."""
    drifts = [one for one in library.books.drifts if one.template == template.id]
    behind = sum(one.drifting for one in drifts)
    agents = f"{len(drifts)} {'agent' if len(drifts) == 1 else 'agents'} of it"
    told = f"{agents}, {behind} behind" if behind else agents if drifts else "no agent of it yet"
    profiles = library.profiles(project)
    names = {} if profiles is None else {one.id: one.name for one in profiles.profiles}
    runs = f" · runs on {names.get(template.profile, template.profile)}" if template.profile else ""
    return template.name, f"template v{template.version} · {told}{runs}"
