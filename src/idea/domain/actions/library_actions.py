"""Actions on what agents are made of: templates, skills and engines, and a project's context."""

from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

_PAGES: tuple[tuple[str, str, str, str, str], ...] = (
    ("sessions", "Agents and sessions", "agents, sessions and templates", "A", "A"),
    ("templates", "Templates", "templates and the agents that are behind them", "T", "T"),
    ("skills", "Skills", "your skills and the project's", "S", "S"),
    ("recipes", "Recipes", "your recipes and the project's, with what they start", "V", "V"),
    ("engines", "Engines", "the AI programs that agents can run on", "E", "E"),
)

LIBRARY_ACTIONS: tuple[ActionSpec, ...] = (
    *(
        spec(
            f"view.show_{page}",
            title,
            f"Shows {what} in the side bar, and gives it the keyboard.",
            keys=keys(f"Ctrl+Alt+Shift+{key}", mac=f"Cmd+Alt+{mac}"),
            places=((Menu.VIEW, 5),),
            when="project.open",
        )
        for page, title, what, key, mac in _PAGES
    ),
    spec(
        "skill.create",
        "New skill…",
        "Opens a page on which you write a skill, yours or this project's.",
        places=((Menu.LIBRARY, 1),),
        when="project.open",
    ),
    spec(
        "skill.edit",
        "Edit skill",
        "Opens what a skill says in place of the grid; its agents read it at their next launch.",
        places=((Menu.LIBRARY, 1), (Menu.SKILL_CONTEXT, 1)),
        when="project.open",
    ),
    spec(
        "skill.give",
        "Give skill to an agent…",
        "Gives a skill to an agent, which reads it at its next launch.",
        places=((Menu.LIBRARY, 1), (Menu.SKILL_CONTEXT, 1)),
        when="project.open",
    ),
    spec(
        "skill.take",
        "Take skill from an agent…",
        "Takes a skill from an agent; the skill itself stays.",
        places=((Menu.LIBRARY, 1), (Menu.SKILL_CONTEXT, 1)),
        when="project.open",
    ),
    spec(
        "skill.rename",
        "Rename skill…",
        "Gives a skill another name; its file and the agents that have it stay.",
        places=((Menu.LIBRARY, 1), (Menu.SKILL_CONTEXT, 2)),
    ),
    spec(
        "skill.import",
        "Import skills…",
        "Lists skills and commands that other programs keep, and copies those you choose.",
        places=((Menu.LIBRARY, 1),),
    ),
    spec(
        "skill.delete",
        "Delete skill",
        "Moves a skill that no agent of the project has into the trash; it can be undone.",
        places=((Menu.LIBRARY, 1), (Menu.SKILL_CONTEXT, 2)),
    ),
    spec(
        "skill.restore",
        "Restore skill…",
        "Lists the deleted skills in the trash, and takes back the one you choose.",
        places=((Menu.LIBRARY, 1),),
        when="skill.deleted",
    ),
    spec(
        "template.create",
        "New template…",
        "Opens a page on which you write a role that several agents can share.",
        places=((Menu.LIBRARY, 2),),
        when="project.open",
    ),
    spec(
        "template.edit",
        "Edit template",
        "Opens what a template says in place of the grid; another text is its next version.",
        places=((Menu.LIBRARY, 2), (Menu.TEMPLATE_CONTEXT, 1)),
        when="project.open",
    ),
    spec(
        "template.make_agent",
        "New agent from it…",
        "Makes an agent of a template and launches it on the engine you choose.",
        places=((Menu.TEMPLATE_CONTEXT, 1),),
        when="project.open",
        in_palette=False,
    ),
    spec(
        "template.sync",
        "Sync agents…",
        "Shows what would bring the agents of all projects up to date with their templates, and "
        "does it once you agreed.",
        places=((Menu.LIBRARY, 2), (Menu.TEMPLATE_CONTEXT, 1), (Menu.DRIFT_CONTEXT, 1)),
        when="template.behind",
    ),
    spec(
        "template.pin",
        "Stay at this version",
        "Lets an agent that is behind its template no longer follow it.",
        places=((Menu.DRIFT_CONTEXT, 1),),
        when="template.behind",
        in_palette=False,
    ),
    spec(
        "template.choose_engine",
        "Engine of a template…",
        "Chooses the engine that is offered first for agents made of a template.",
        places=((Menu.LIBRARY, 2), (Menu.TEMPLATE_CONTEXT, 2)),
    ),
    spec(
        "template.show_versions",
        "Versions of a template…",
        "Shows what a template said before, and brings one of these texts back.",
        places=((Menu.LIBRARY, 2), (Menu.TEMPLATE_CONTEXT, 2)),
    ),
    spec(
        "template.rename",
        "Rename template…",
        "Gives a template another name; its agents go on following it.",
        places=((Menu.LIBRARY, 2), (Menu.TEMPLATE_CONTEXT, 2)),
    ),
    spec(
        "template.delete",
        "Delete template",
        "Moves a template into the trash; agents keep their roles, and it can be undone.",
        places=((Menu.LIBRARY, 2), (Menu.TEMPLATE_CONTEXT, 2)),
    ),
    spec(
        "template.restore",
        "Restore template…",
        "Lists the deleted templates in the trash, and takes back the one you choose.",
        places=((Menu.LIBRARY, 2),),
        when="template.deleted",
    ),
    spec(
        "agent.save_as_template",
        "Save as template…",
        "Makes a template of the role of the focused cell's agent, which follows it from then on.",
        effect="{session}; it follows the template from then on",
        places=((Menu.AGENTS, 3), (Menu.AGENT_CONTEXT, 2)),
        when="agent.shown",
    ),
    spec(
        "project.edit_context",
        "Context of the project",
        "Opens what every agent of the project is told about it.",
        places=((Menu.AGENTS, 3), (Menu.LIBRARY, 4)),
        when="project.open",
    ),
    spec(
        "profile.look_again",
        "Look for engines again",
        "Looks anew for the programs that agents can run on, and asks each for its version.",
        places=((Menu.LIBRARY, 3),),
    ),
    spec(
        "profile.create",
        "Add a command…",
        "Lets agents run on a program of your own: as data, to be filled in and checked.",
        places=((Menu.LIBRARY, 3),),
    ),
    spec(
        "profile.edit",
        "Edit engine…",
        "Opens an engine as data, to read and to change it; yours stands before IdeA's.",
        places=((Menu.LIBRARY, 3), (Menu.ENGINE_CONTEXT, 1)),
    ),
    spec(
        "profile.choose",
        "Use for new agents",
        "Offers this engine first, and takes it where neither you nor a template names one.",
        places=((Menu.ENGINE_CONTEXT, 1),),
        when="profile.found",
        in_palette=False,
    ),
    spec(
        "profile.agree",
        "Agree to engine…",
        "Lets the command of an engine that came with this project be run, as it is now.",
        places=((Menu.LIBRARY, 3), (Menu.ENGINE_CONTEXT, 1)),
        when="profile.brought",
    ),
    spec(
        "profile.delete",
        "Delete engine",
        "Deletes an engine of your own; one of IdeA's that it covered is used again.",
        places=((Menu.LIBRARY, 3), (Menu.ENGINE_CONTEXT, 2)),
        when="profile.own",
    ),
)
