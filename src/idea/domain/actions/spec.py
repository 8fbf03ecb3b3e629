"""What an action is, apart from the code that carries it out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from idea.domain.actions.arguments import Argument
from idea.domain.actions.keys import KeySequence, Platform, parse_keys
from idea.domain.actions.when import Condition, parse_when
from idea.domain.errors import InvalidError

_ID = re.compile(r"[a-z]+\.[a-z]+(_[a-z0-9]+)*")


class Menu(StrEnum):
    """The menus of the window, in their order; those of a context open at the pointer."""

    FILE = "File"
    EDIT = "Edit"
    VIEW = "View"
    CELL = "Cell"
    LAYOUT = "Layout"
    RANGE = "Range"
    ARRANGE = "Arrange"
    AGENTS = "Agents"
    LIBRARY = "Library"
    GO = "Go"
    HELP = "Help"
    CELL_CONTEXT = "Cell (context)"
    RANGE_CONTEXT = "Range (context)"
    SESSION_CONTEXT = "Session (context)"
    """Of a row of the side bar: its actions concern that session, not the focused cell."""
    AGENT_CONTEXT = "Agent (context)"
    """Of a row of the side bar that is an agent's, whether it runs or not."""
    SKILL_CONTEXT = "Skill (context)"
    TEMPLATE_CONTEXT = "Template (context)"
    RECIPE_CONTEXT = "Recipe (context)"
    DRIFT_CONTEXT = "Agent behind (context)"
    """Of an agent, of any project, that is behind its template."""
    TAB_CONTEXT = "Tab (context)"
    ENGINE_CONTEXT = "Engine (context)"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an action stands: a menu and a group in it; groups are separated by a line."""

    menu: Menu
    group: int


@dataclass(frozen=True, slots=True)
class Keys:
    """What starts an action on each platform, the first one shown."""

    linux: tuple[KeySequence, ...] = ()
    windows: tuple[KeySequence, ...] = ()
    mac: tuple[KeySequence, ...] = ()

    def on(self, platform: Platform) -> tuple[KeySequence, ...]:
        """Return what starts it on one platform."""
        return {
            Platform.LINUX: self.linux,
            Platform.WINDOWS: self.windows,
            Platform.MAC: self.mac,
        }[platform]


NO_KEYS = Keys()


def keys(elsewhere: str, *, mac: str) -> Keys:
    """Return chords for Linux and Windows and for macOS, several separated by spaces."""
    chords = tuple(map(parse_keys, elsewhere.split()))
    return Keys(linux=chords, windows=chords, mac=tuple(map(parse_keys, mac.split())))


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One thing a person can do in the window."""

    id: str
    """`family.verb_noun`, never renamed."""
    title: str
    sentence: str
    """What it does, for the docs and the palette."""
    title_now: str = ""
    """The title while its words are known, as in `Undo {undo}`."""
    effect: str = ""
    """What it would do now; `{cell}`, `{range}`, `{session}`, `{project}` and `{others}` stand
    for what has the focus."""
    keys: Keys = NO_KEYS
    places: tuple[Place, ...] = ()
    when: Condition
    in_palette: bool = True
    argument: Argument | None = None
    """What it can be told besides; None for nothing."""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise InvalidError(f"{self.id!r} is not an action id; write it as family.verb_noun.")
        if not self.title or not self.sentence.endswith("."):
            raise InvalidError(f"Action {self.id} needs a title and a whole sentence.")

    def titled(self, words: Mapping[str, str]) -> str:
        """Return the title for now; `words` say what has the focus, and what undo would undo."""
        return filled(self.title_now, words) or self.title

    def effect_now(self, words: Mapping[str, str]) -> str:
        """Return what it would do now; empty where a word for that is not known."""
        return filled(self.effect, words)

    @property
    def bare_title(self) -> str:
        """The title without the sign that something is asked first."""
        return self.title.removesuffix("…")

    @property
    def family(self) -> str:
        """The part of the id before the dot."""
        return self.id.partition(".")[0]


def filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with its `{…}` replaced by words; empty when one of them is not known."""
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return "" if "{" in text else text


def spec(
    action_id: str,
    title: str,
    sentence: str,
    *,
    title_now: str = "",
    effect: str = "",
    keys: Keys = NO_KEYS,
    places: tuple[tuple[Menu, int], ...] = (),
    when: str = "",
    in_palette: bool = True,
    argument: Argument | None = None,
) -> ActionSpec:
    """Return a spec from its plain parts."""
    return ActionSpec(
        id=action_id,
        title=title,
        sentence=sentence,
        title_now=title_now,
        effect=effect,
        keys=keys,
        places=tuple(Place(menu, group) for menu, group in places),
        when=parse_when(when),
        in_palette=in_palette,
        argument=argument,
    )
