"""What a person without any project is told of the AI programs of this machine."""

from dataclasses import dataclass

from idea.application.profiles.views import ProfilesView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.library_rows import engine_shape, engine_words
from idea.presentation.desktop.viewmodels.session_look import Shape

_WORDS = "Agents run on AI programs that you have already. IdeA logs in nowhere."


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRow:
    """One program."""

    id: str
    name: str
    detail: str
    right: str
    about: str
    shape: Shape
    is_usable: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginesFoundView:
    """What was found so far."""

    words: str = "Looking for AI programs…"
    rows: tuple[EngineRow, ...] = ()


def engines_found_view(found: ProfilesView | None, chosen: str) -> EnginesFoundView:
    """Return the programs that are here; `chosen` is the engine that new agents get.

    A plain command that is not an AI program is left out until the person made it one.
    """
    if found is None:
        return EnginesFoundView()
    there = [one for one in found.profiles if one.path and (one.version or one.origin == "yours")]
    looking = " Still looking…" if found.looking else ""
    if not there:
        words = "No AI program was found yet." if looking else "No AI program was found here."
        more = "" if looking else " Install one, or add a command of your own."
        return EnginesFoundView(words=f"{words}{more}{looking}")
    rows = tuple(
        EngineRow(
            id=one.id,
            name=visible(one.name),
            detail=visible(one.version),
            right="new agents" if one.id == chosen else "",
            about=engine_words(one),
            shape=engine_shape(one),
            is_usable=one.agreed,
            is_chosen=one.id == chosen,
        )
        for one in there
    )
    return EnginesFoundView(words=f"{_WORDS}{looking}", rows=rows)
