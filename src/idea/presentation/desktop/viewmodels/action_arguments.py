"""What the actions that are told something can be told now, for the palette."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from idea.application.agents.views import AgentView
from idea.application.views import ProjectView
from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.key_presets import KeyPreset
from idea.domain.actions.keys import Platform
from idea.domain.actions.spec import ActionSpec
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.layout.even_splitting import MOST_PARTS
from idea.domain.settings import SETTINGS
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.cells import CellView
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.keymap import shown_chord
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry
from idea.presentation.desktop.viewmodels.session_look import short_path
from idea.presentation.desktop.viewmodels.settings_page import setting_title, value_words

type Choices = Callable[[ActionSpec], Sequence[PaletteEntry]]
"""Returns what an action could be told, each entry with its argument."""

_LEAST_WORDS = 2
_LEAST_LETTERS = 3


def cell_choices(action: str, cells: Mapping[str, CellView]) -> tuple[PaletteEntry, ...]:
    """Return the cells of a grid by their addresses, with what they show."""
    return tuple(
        PaletteEntry(
            kind=Kind.CELL,
            id=action,
            argument=cell.address,
            title=cell.address,
            detail=cell.look.name if cell.look is not None else "empty",
            shape=cell.look.shape if cell.look is not None else None,
            key="↵",
        )
        for cell in cells.values()
    )


def count_choices(action: str) -> tuple[PaletteEntry, ...]:
    """Return into how many parts something can be divided."""
    return tuple(
        PaletteEntry(kind=Kind.COUNT, id=action, argument=str(count), title=str(count), key="↵")
        for count in range(2, MOST_PARTS + 1)
    )


def project_choices(
    action: str, projects: Sequence[ProjectView], home: str
) -> tuple[PaletteEntry, ...]:
    """Return every known project."""
    return tuple(
        PaletteEntry(
            kind=Kind.PROJECT,
            id=action,
            argument=each.id,
            title=each.name,
            detail=visible(short_path(each.root, home)),
            key="↵ go to" if each.is_open else "↵ open",
        )
        for each in projects
    )


def setting_choices(
    action: str, values: Mapping[str, object], query: str | None = None
) -> tuple[PaletteEntry, ...]:
    """Return every setting with its value; for a query only those it may mean."""
    if query is not None and len(query.strip()) < _LEAST_LETTERS:
        return ()
    found = []
    for setting in SETTINGS:
        value = setting.checked(values.get(setting.name, setting.default))
        found.append(
            PaletteEntry(
                kind=Kind.SETTING,
                id=action,
                argument=setting.name,
                title=setting_title(setting.name),
                detail=f"{setting.name}, {value_words(setting, value)}",
                about=setting.sentence,
                key="↵ change",
            )
        )
    return tuple(found)


def agent_choices(action: str, agents: Sequence[AgentView]) -> tuple[PaletteEntry, ...]:
    """Return the agents of a project."""
    return tuple(
        PaletteEntry(
            kind=Kind.AGENT,
            id=action,
            argument=each.id,
            title=visible(each.name),
            detail=visible(each.engine),
            key="↵",
        )
        for each in agents
    )


def window_choices(action: str, state: DeskState) -> tuple[PaletteEntry, ...]:
    """Return the other windows by their numbers, with the projects in them."""
    names = {project.id: project.name for project in state.projects}
    return tuple(
        PaletteEntry(
            kind=Kind.PROJECT,
            id=action,
            argument=str(number),
            title=f"Window {number}",
            detail=", ".join(names[each] for each in window.projects if each in names) or "empty",
            key="↵ move there",
        )
        for number, window in enumerate(state.windows, 1)
        if window.id != state.window
    )


def preset_choices(action: str, platform: Platform) -> tuple[PaletteEntry, ...]:
    """Return whose keys the usual ones can be like, with the leader of each."""
    return tuple(
        PaletteEntry(
            kind=Kind.KEYS,
            id=action,
            argument=preset.value,
            title=preset.display_name,
            detail=f"{shown_chord(leader, platform)} is the leader" if leader else "no leader",
            key="↵ use",
        )
        for preset in KeyPreset
        for leader in (preset.leader(platform),)
    )


def told_entries(
    query: str, enabled: frozenset[str], choices: Choices, key: Callable[[str], str]
) -> tuple[PaletteEntry, ...]:
    """Return the actions whose argument is typed already: "go to cell b2", "split into 3".

    The last word is the argument, or the beginning of one.
    """
    words = query.lower().split()
    if len(words) < _LEAST_WORDS:
        return ()
    found: list[PaletteEntry] = []
    for spec in CATALOGUE:
        if spec.argument is not None and spec.in_palette and spec.id in enabled:
            found += [
                replace(
                    choice,
                    kind=Kind.ACTION,
                    title=f"{spec.bare_title}: {choice.title}",
                    key=key(spec.id),
                    about=spec.sentence,
                )
                for choice in choices(spec)
                if choice.title.lower().startswith(words[-1])
            ]
    return tuple(found)


def project_called(name: str, projects: Sequence[ProjectView]) -> ProjectView:
    """Return the project of an id, a path, a name or the beginning of a name.

    Raises:
        NotFoundError: There is none.
        ConflictError: Several are meant.
    """
    for fits in (
        lambda one: name in {one.id, one.root},
        lambda one: one.name == name,
        lambda one: one.name.lower().startswith(name.lower()),
    ):
        match [one for one in projects if fits(one)]:
            case [one]:
                return one
            case []:
                continue
            case several:
                roots = ", ".join(visible(one.root) for one in several)
                raise ConflictError(f"{visible(name)!r} means several projects: {roots}.")
    raise NotFoundError(f"There is no project {visible(name)!r}.")


def agent_called(name: str, agents: Sequence[AgentView]) -> AgentView:
    """Return the agent of an id, a name or the beginning of a name.

    Raises:
        NotFoundError: There is none.
        ConflictError: Several are meant.
    """
    ways: tuple[Callable[[AgentView], bool], ...] = (
        lambda one: name == one.id,
        lambda one: name.lower() == one.name.lower(),
        lambda one: one.name.lower().startswith(name.lower()),
    )
    for fits in ways:
        match [one for one in agents if fits(one)]:
            case [one]:
                return one
            case []:
                continue
            case several:
                names = ", ".join(visible(one.name) for one in several)
                raise ConflictError(f"{visible(name)!r} means several agents: {names}.")
    raise NotFoundError(f"There is no agent {visible(name)!r} in this project.")
