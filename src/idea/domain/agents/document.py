"""What an agent reads at launch: one Markdown document, composed from values already loaded.

The order of the sections is fixed; an empty one is left out, and nothing tells that it could have
been there, so that an agent without memory and skills reads what it would read if these did not
exist. Sections are separated by a rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from idea.domain.agents.hand_over import HAND_OVER_HEAD
from idea.domain.skill import Skill

_RULE = "\n\n---\n\n"
_CHARACTERS_PER_TOKEN = 4


class SectionKind(StrEnum):
    """What a section is for, in the order of the document."""

    ROOT = "project root"
    DELEGATION = "delegation"
    CONTEXT = "project context"
    INSTRUCTIONS = "project instructions"
    ROLE = "role"
    SKILLS = "skills"
    MEMORY = "memory"
    HAND_OVER = "hand-over"


@dataclass(frozen=True, slots=True)
class Instructions:
    """A file of the project that the program would not read by itself."""

    file: str
    """Relative to the project's root."""
    text: str


@dataclass(frozen=True, slots=True)
class RecalledNote:
    """One line about a note of the project's memory."""

    title: str
    file: str
    hook: str
    kind: str

    @property
    def line(self) -> str:
        """The note as the document lists it."""
        return f"- [{self.title}]({self.file}) — {self.hook} ({self.kind})"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentParts:
    """Everything a document is made of; texts may be empty."""

    root: str
    """The project's absolute path."""
    role: str
    role_path: str
    """Relative to the project's root."""
    delegation: str = ""
    """How to hand work to other agents."""
    context: str = ""
    """`.ideai/CONTEXT.md`."""
    instructions: Sequence[Instructions] = ()
    skills: Sequence[Skill] = ()
    memory: Sequence[RecalledNote] = ()
    hand_over: str = ""
    """What the engine before this one was doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the document, and where it comes from."""

    kind: SectionKind
    text: str
    """Empty when the section is left out."""
    source: str
    """For the person: a file, names, or why there is nothing."""

    @property
    def tokens(self) -> int:
        """About how many tokens a model counts for it."""
        return estimated_tokens(self.text)


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text costs: one for four characters."""
    return -(-len(text) // _CHARACTERS_PER_TOKEN)


def sections(parts: DocumentParts) -> tuple[Section, ...]:
    """Return all eight sections in order, those without a text included."""
    skills = ", ".join(str(skill.ref.id) for skill in parts.skills)
    notes = len(parts.memory)
    return tuple(
        Section(kind=kind, text=text.strip(), source=source if text.strip() else nothing)
        for kind, text, source, nothing in (
            (SectionKind.ROOT, _root(parts.root), "always there", ""),
            (SectionKind.DELEGATION, parts.delegation, "always there", "no requests yet"),
            (SectionKind.CONTEXT, parts.context, ".ideai/CONTEXT.md", "nothing written yet"),
            (
                SectionKind.INSTRUCTIONS,
                _instructions(parts.instructions),
                ", ".join(one.file for one in parts.instructions),
                "the program reads them by itself, or there are none",
            ),
            (SectionKind.ROLE, parts.role, parts.role_path, "the role is empty"),
            (SectionKind.SKILLS, _skills(parts.skills), skills, "no skills"),
            (SectionKind.MEMORY, _memory(parts.memory), f"{notes} notes", "no notes"),
            (SectionKind.HAND_OVER, parts.hand_over, "the engine before", "same engine as before"),
        )
    )


def document(parts: Sequence[Section]) -> str:
    """Return the document as it is written; ends with one line end."""
    return _RULE.join(section.text for section in parts if section.text) + "\n"


def without_hand_over(text: str) -> str:
    """Return a document without the note of the engine before, which is told once only."""
    kept, rule, _ = text.rpartition(f"{_RULE}{HAND_OVER_HEAD}")
    return f"{kept}\n" if rule else text


def _root(root: str) -> str:
    return (
        "# Where you work\n\n"
        f"The project is at `{root}`. Read and change files there, by absolute path or after "
        "changing into it; the folder you were started in is private to you and holds nothing of "
        "the project."
    )


def _instructions(files: Sequence[Instructions]) -> str:
    return "\n\n".join(
        f"# The project's instructions ({one.file})\n\n{one.text.strip()}"
        for one in files
        if one.text.strip()
    )


def _skills(skills: Sequence[Skill]) -> str:
    if not skills:
        return ""
    texts = (f"## {skill.name}\n\n{skill.content.strip()}" for skill in skills)
    return "\n\n".join(("# Skills", *texts))


def _memory(notes: Sequence[RecalledNote]) -> str:
    if not notes:
        return ""
    return "\n".join(("# Project memory", "", *(note.line for note in notes)))
