"""What the page of an agent shows, as values computed from what the engine told."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from idea.application.agents.views import (
    DRAFT,
    AgentSessionView,
    AgentView,
    ContextView,
    KeptRoleView,
)
from idea.application.templates.views import DriftView, TemplateView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.session_look import SessionLook, Shape, age_words


class PageTab(StrEnum):
    """The parts of the page; the value is what its tab says."""

    ROLE = "Role"
    CONTEXT = "Context"
    SESSIONS = "Sessions"
    HISTORY = "History"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPageView:
    """The head of the page."""

    name: str
    shape: Shape
    state: str
    """What the agent does, where and since when, in words."""
    is_live: bool
    address: str
    """The cell that shows it; empty for none."""
    engine: str
    template: str
    drift: str
    """How it stands to its template, where there is something to say."""
    is_behind: bool
    """Whether a sync with the template would bring a newer version."""
    skills: tuple[tuple[str, str], ...]
    """What each is called for `skills.unassign_skill`, and what a person calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRow:
    """Something in a list of the page, and what can be done with it."""

    id: str
    shape: Shape | None
    title: str
    detail: str
    actions: tuple[tuple[str, str], ...]
    """Name and word of each, the usual one first."""


def agent_page_view(
    agent: AgentView, look: SessionLook | None, drift: DriftView | None, version: str
) -> AgentPageView:
    """Return the head; `look` is that of its live session, `version` that of its program."""
    template = f"{agent.template} v{agent.template_version}" if agent.template else "None"
    return AgentPageView(
        name=visible(agent.name),
        shape=_shape(agent, look),
        state=_state(agent, look),
        is_live=look is not None,
        address="" if look is None else look.address,
        engine=visible(f"{agent.engine} {version}".strip()),
        template=visible(template),
        drift="" if drift is None else drift_words(drift),
        is_behind=drift is not None and drift.version > drift.synced_version,
        skills=tuple((one, visible(one.partition(":")[2])) for one in agent.skills),
    )


def drift_words(drift: DriftView) -> str:
    """Return how an agent stands to its template; empty when it is up to date."""
    behind = drift.version - drift.synced_version
    versions = "1 version behind" if behind == 1 else f"{behind} versions behind"
    match drift.kind:
        case "behind":
            return versions
        case "behind, edited here":
            return f"{versions}, edited here"
        case "a newer version exists":
            return f"v{drift.version} exists"
        case "up to date":
            return ""
        case kind:
            return kind


def context_title(context: ContextView) -> str:
    """Return what stands above the sections."""
    return visible(f"What {context.agent.engine} reads at launch")


def tokens_words(context: ContextView) -> str:
    """Return what all of it costs, about."""
    return f"{context.tokens:,} tokens"


def change_words(context: ContextView) -> str:
    """Return what a relaunch would change; empty for nothing."""
    if not context.difference:
        return ""
    lines = context.difference.splitlines()[2:]
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    counted = [
        f"{number} {'line' if number == 1 else 'lines'} {word}"
        for number, word in ((added, "added"), (removed, "removed"))
        if number
    ]
    where = ", ".join(context.changed).capitalize() or "The document"
    return visible(
        f"Changed since the last launch. {where}: {' and '.join(counted) or 'changed'}. "
        "Relaunch to apply."
    )


def context_notes(context: ContextView, home: str = "") -> tuple[tuple[str, str], ...]:
    """Return what else there is to know about the document: a caption and words for each."""
    notes = [
        ("Also read by the program itself", ", ".join(context.also_read)),
        ("Works on the project by", " ".join(context.granted)),
        ("Written to", _short(context.file, home)),
        ("Started as", _command_words(context.command)),
        ("The program itself wrote, beside it", ", ".join(context.left_by_program)),
        ("Its engine itself keeps, in the project", ", ".join(context.left_in_project)),
    ]
    return tuple((caption, visible(words)) for caption, words in notes if words)


def hidden_words(context: ContextView) -> str:
    """Return that the program would not read the document at all; empty when it does."""
    if not context.hidden_by:
        return ""
    return visible(f"The program reads {context.hidden_by} of the project instead of this!")


def fresh_lines(context: ContextView, role: str) -> frozenset[int]:
    """Return the lines of a role, from 0, that the running agent has not read."""
    if "role" not in context.changed:
        return frozenset()
    added = {
        line[1:].rstrip() for line in context.difference.splitlines()[2:] if line.startswith("+")
    }
    return frozenset(
        number
        for number, line in enumerate(role.splitlines())
        if line.strip() and line.rstrip() in added
    )


def session_rows(
    sessions: Sequence[AgentSessionView], looks: Mapping[str, SessionLook], now: datetime
) -> tuple[PageRow, ...]:
    """Return an agent's sessions, the newest first; `looks` are those the window knows."""
    lives = any(one.live for one in sessions)
    return tuple(_session_row(one, looks.get(one.session), now, lives=lives) for one in sessions)


def history_rows(
    kept: Sequence[KeptRoleView],
    template: TemplateView | None,
    agent: AgentView,
    now: datetime,
) -> tuple[PageRow, ...]:
    """Return what a role said before, then the versions of its template; each newest first."""
    before = [
        PageRow(
            id=one.kept,
            shape=None,
            title=_kept_title(one),
            detail=_ago(one.at, now),
            actions=(("read_kept", "Read"), ("restore", "Restore")),
        )
        for one in kept
    ]
    versions = [
        PageRow(
            id=str(version),
            shape=None,
            title=visible(f"{template.name} v{version}"),
            detail=_version_detail(version, template, agent),
            actions=(("read_version", "Read"),),
        )
        for version in ((template.versions or (template.version,)) if template else ())
        if template is not None
    ]
    return (*before, *versions)


def _session_row(
    one: AgentSessionView, look: SessionLook | None, now: datetime, *, lives: bool
) -> PageRow:
    actions: list[tuple[str, str]] = []
    if one.live:
        actions = [("open", f"Open {one.cell}" if one.cell else "Show"), ("stop", "Stop…")]
        state = f"{look.state if look else 'running'}, in {one.cell or 'the background'}"
    else:
        actions = [("read", "Read")]
        if one.can_resume and not lives:
            actions.append(("resume", "Resume"))
        if look is not None:
            actions.append(("open", f"Open {one.cell}" if one.cell else "Show"))
        state = one.reason
    conversation = f"conversation {one.conversation[:8]}" if one.conversation else ""
    if conversation and not one.live and not one.can_resume:
        conversation += ", gone or empty"
    shape = look.shape if look else Shape.ENDED
    parts = (f"started {_ago(one.started_at, now)}", state, conversation)
    return PageRow(
        id=one.session,
        shape=shape,
        title=visible(one.engine),
        detail=visible(" · ".join(part for part in parts if part)),
        actions=tuple(actions),
    )


def _kept_title(one: KeptRoleView) -> str:
    match one.why:
        case "before a sync":
            return f"Before the sync from v{one.version}"
        case kept if kept == DRAFT:
            return "Typed and not saved"
        case "deleted":
            return "When an agent was deleted"
        case _:
            return "Before an edit"


def _version_detail(version: int, template: TemplateView, agent: AgentView) -> str:
    said = []
    if version == max(template.versions or (template.version,)):
        said.append("the newest")
    if version == agent.template_version:
        said.append("the one this agent has")
    return ", ".join(said)


def _ago(moment: str, now: datetime) -> str:
    age = age_words(moment, now)
    return "just now" if age == "now" else f"{age} ago" if age else ""


def _shape(agent: AgentView, look: SessionLook | None) -> Shape:
    if look is not None:
        return look.shape
    return Shape.FAILED if agent.faults else Shape.ENDED


def _state(agent: AgentView, look: SessionLook | None) -> str:
    if look is not None:
        where = f"in {look.address}" if look.address else "in the background"
        since = f", {look.age}" if look.age not in {"", "now"} else ""
        return visible(f"{look.state} {where}{since}")
    return visible(" ".join(agent.faults)) or "does not run"


def _command_words(command: Sequence[str]) -> str:
    """Return a command with dots for what each launch fills in."""
    return re.sub(r"\{\w+\}", "…", " ".join(command))


def _short(path: str, home: str) -> str:
    return f"~{path[len(home) :]}" if home and path.startswith(f"{home}/") else path
