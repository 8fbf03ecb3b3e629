"""Which of the project's own instruction files reach a program, and which must be told to it.

A program reads files of certain names in its working folder and in the folders above it. Names
may hide each other: of a group only the first found anywhere on the way counts, so the file that
IdeA writes into the agent's folder can hide the project's, or be hidden by it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from idea.domain.profiles.profile import AgentProfile, ConventionFile


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionsPlan:
    """What becomes of the instruction files in a project's root."""

    read: tuple[str, ...]
    """The program reads these by itself."""
    inlined: tuple[str, ...]
    """These go into the agent's document, because nothing else would tell them."""
    hides_document: str = ""
    """A file of the project because of which the program would not read the agent's document."""


def plan_instructions(profile: AgentProfile, present: Collection[str]) -> InstructionsPlan:
    """Decide about the files that are `present` in the project's root."""
    injection = profile.injection
    target = injection.target if isinstance(injection, ConventionFile) else ""
    read: list[str] = []
    hidden: list[str] = []
    hides_document = ""
    for group in profile.instructions.reads:
        on_the_way = [name for name in group if name in present or name == target]
        read += [name for name in on_the_way[:1] if name in present]
        hidden += [name for name in on_the_way[1:] if name in present]
        if target in on_the_way[1:]:
            hides_document = on_the_way[0]
    inlined = [name for name in hidden if name != target]
    if not read and not inlined:
        inlined = [name for name in profile.instructions.inline if name in present][:1]
    return InstructionsPlan(read=tuple(read), inlined=tuple(inlined), hides_document=hides_document)
