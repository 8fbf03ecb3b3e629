"""The document of an agent: order, what is left out, what it costs."""

from collections.abc import Collection
from dataclasses import replace
from itertools import chain, combinations

import pytest

from idea.domain.agents.document import (
    DocumentParts,
    Instructions,
    RecalledNote,
    SectionKind,
    document,
    estimated_tokens,
    sections,
)
from idea.domain.skill import Skill, SkillRef

ROOT = "/home/me/ledger"
MARKS = {
    SectionKind.DELEGATION: "Ask others through IdeA.",
    SectionKind.CONTEXT: "A ledger for small firms.",
    SectionKind.INSTRUCTIONS: "Never touch the schema.",
    SectionKind.ROLE: "You read changes.",
    SectionKind.SKILLS: "Run the tests first.",
    SectionKind.MEMORY: "- [Dates](dates.md) — all UTC (project)",
    SectionKind.HAND_OVER: "You were half way.",
}
EMPTY = DocumentParts(root=ROOT, role="", role_path=".ideai/agents/reviewer.md")
FULL = DocumentParts(
    root=ROOT,
    role_path=".ideai/agents/reviewer.md",
    delegation=MARKS[SectionKind.DELEGATION],
    context=MARKS[SectionKind.CONTEXT],
    instructions=[Instructions("RULES.md", MARKS[SectionKind.INSTRUCTIONS])],
    role=MARKS[SectionKind.ROLE],
    skills=[Skill(ref=SkillRef.parse("test"), name="Test", content=MARKS[SectionKind.SKILLS])],
    memory=[RecalledNote(title="Dates", file="dates.md", hook="all UTC", kind="project")],
    hand_over=MARKS[SectionKind.HAND_OVER],
)
FIELDS = {
    SectionKind.DELEGATION: "delegation",
    SectionKind.CONTEXT: "context",
    SectionKind.INSTRUCTIONS: "instructions",
    SectionKind.ROLE: "role",
    SectionKind.SKILLS: "skills",
    SectionKind.MEMORY: "memory",
    SectionKind.HAND_OVER: "hand_over",
}
SUBSETS = list(chain.from_iterable(combinations(FIELDS, size) for size in range(len(FIELDS) + 1)))


def parts_with(kinds: Collection[SectionKind]) -> DocumentParts:
    given = {FIELDS[kind]: getattr(FULL, FIELDS[kind]) for kind in kinds}
    return replace(EMPTY, **given)


def test_there_are_128_subsets() -> None:
    assert len(SUBSETS) == 2**7


@pytest.mark.parametrize("kinds", SUBSETS, ids=lambda kinds: "+".join(kinds) or "none")
def test_every_subset_is_composed_in_order_and_names_nothing_it_lacks(
    kinds: tuple[SectionKind, ...],
) -> None:
    text = document(sections(parts_with(kinds)))
    places = [text.index(MARKS[kind]) for kind in kinds]

    assert ROOT in text
    assert places == sorted(places)
    assert text.count("\n\n---\n\n") == len(kinds)
    assert not any(mark in text for kind, mark in MARKS.items() if kind not in kinds)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_without_memory_and_skills_nothing_tells_that_there_could_be_some() -> None:
    text = document(sections(replace(FULL, skills=[], memory=[])))

    assert text == (
        f"{sections(EMPTY)[0].text}\n\n---\n\nAsk others through IdeA.\n\n---\n\n"
        "A ledger for small firms.\n\n---\n\n"
        "# The project's instructions (RULES.md)\n\nNever touch the schema.\n\n---\n\n"
        "You read changes.\n\n---\n\nYou were half way.\n"
    )


def test_skills_and_memory_are_lists_under_a_title() -> None:
    by_kind = {section.kind: section for section in sections(FULL)}

    assert by_kind[SectionKind.SKILLS].text == "# Skills\n\n## Test\n\nRun the tests first."
    assert by_kind[SectionKind.SKILLS].source == "test"
    assert by_kind[SectionKind.MEMORY].text.startswith("# Project memory\n\n- [Dates]")
    assert by_kind[SectionKind.ROLE].source == ".ideai/agents/reviewer.md"


def test_what_is_left_out_says_why() -> None:
    left_out = {section.kind: section.source for section in sections(EMPTY) if not section.text}

    assert set(left_out) == set(FIELDS)
    assert all(left_out.values())


def test_blank_texts_are_no_texts() -> None:
    blank = replace(EMPTY, context=" \n", instructions=[Instructions("RULES.md", "\n")])

    assert document(sections(blank)) == document(sections(EMPTY))


def test_four_characters_are_about_a_token() -> None:
    assert [estimated_tokens(text) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]
    assert sections(EMPTY)[1].tokens == 0
    assert sections(EMPTY)[0].tokens > 10
