"""Actions on agents."""

from idea.domain.actions.arguments import Argument, ArgumentKind
from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

_OF_AN_AGENT = ((Menu.CELL_CONTEXT, 5), (Menu.AGENT_CONTEXT, 2))

AGENT_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "agent.launch",
        "Launch agent…",
        "Lets you choose an agent and starts it in an empty cell, or goes to it when it runs.",
        keys=keys("Ctrl+Shift+I", mac="Cmd+I"),
        places=((Menu.AGENTS, 1), (Menu.AGENT_CONTEXT, 1)),
        when="project.open",
    ),
    spec(
        "agent.create",
        "New agent…",
        "Makes an agent of a template, which is launched, or one whose role you write.",
        places=((Menu.AGENTS, 1),),
        when="project.open",
    ),
    spec(
        "agent.adopt",
        "Make an agent of it",
        "Makes an agent of the AI program that was typed into the shell of the focused cell; what "
        "it should read applies from its next launch.",
        effect="{session} goes on; what it should read applies from its next launch",
        places=((Menu.AGENTS, 1), (Menu.CELL_CONTEXT, 5)),
        when="session.adoptable",
    ),
    spec(
        "agent.change_engine",
        "Change engine…",
        "Runs the agent of the focused cell on another engine; role and skills stay, its "
        "conversation does not.",
        effect="{session}; role and skills stay, its conversation does not",
        places=((Menu.AGENTS, 2), *_OF_AN_AGENT),
        when="agent.shown",
    ),
    spec(
        "agent.begin_anew",
        "New conversation",
        "Stops the agent of the focused cell and launches it without its conversation.",
        effect="{session}; what was said stays with its program",
        places=((Menu.AGENTS, 2), *_OF_AN_AGENT),
        when="agent.shown",
    ),
    spec(
        "agent.open_page",
        "Agent's page…",
        "Shows an agent in place of the grid: its role, what it reads, its sessions, its history.",
        keys=keys("Ctrl+Alt+Shift+I", mac="Cmd+Shift+I"),
        argument=Argument(kind=ArgumentKind.AGENT, question="Whose page?", is_required=False),
        title_now="{agent}'s page",
        # A cell's menu has Edit role, which leads to the same page, for agents alone.
        places=((Menu.AGENTS, 3), (Menu.AGENT_CONTEXT, 2)),
        when="project.open or agent.shown",
    ),
    spec(
        "agent.close_page",
        "Back to the grid",
        "Shows the grid again in place of a page.",
        places=((Menu.AGENTS, 3),),
        when="page.shown",
    ),
    spec(
        "agent.show_context",
        "What it reads",
        "Shows the very document that the agent of the focused cell reads at launch, part by part.",
        places=((Menu.AGENTS, 3), *_OF_AN_AGENT),
        when="agent.shown",
    ),
    spec(
        "agent.give_skill",
        "Give a skill…",
        "Gives the agent of the focused cell a skill; it reads it at its next launch.",
        places=((Menu.AGENTS, 3), *_OF_AN_AGENT),
        when="agent.shown",
    ),
    spec(
        "agent.order_skills",
        "Order of its skills…",
        "Lets you say in which order the agent of the focused cell reads its skills.",
        places=((Menu.AGENTS, 3), *_OF_AN_AGENT),
        when="agent.shown",
    ),
    spec(
        "agent.edit_role",
        "Edit role",
        "Opens the role of the focused cell's agent on its page.",
        places=((Menu.AGENTS, 3), *_OF_AN_AGENT),
        when="agent.shown",
    ),
    spec(
        "agent.edit_role_outside",
        "Edit role in your editor",
        "Opens the role of the focused cell's agent in a cell, with the editor you named in "
        "VISUAL or EDITOR.",
        places=((Menu.AGENTS, 3),),
        when="agent.shown",
    ),
    spec(
        "agent.rename",
        "Rename agent…",
        "Calls the agent of the focused cell otherwise; its role's file stays where it is.",
        places=((Menu.AGENTS, 5), (Menu.AGENT_CONTEXT, 3)),
        when="agent.shown",
    ),
    spec(
        "agent.clone",
        "Clone agent",
        "Makes another agent like the one of the focused cell, so that both can run at once.",
        places=((Menu.AGENTS, 5), (Menu.AGENT_CONTEXT, 3)),
        when="agent.shown",
    ),
    spec(
        "agent.resume",
        "Resume agents…",
        "Lists agents that a crash or a restart of the computer interrupted.",
        places=((Menu.AGENTS, 4),),
        when="project.open",
    ),
    spec(
        "agent.delete",
        "Delete agent…",
        "Takes the agent of the focused cell off the project once you agreed; its role goes into "
        "the project's trash, and undo brings both back.",
        effect="{session}; its role goes into the trash",
        places=((Menu.AGENTS, 5), (Menu.AGENT_CONTEXT, 4)),
        when="agent.shown and agent.rests",
    ),
)
