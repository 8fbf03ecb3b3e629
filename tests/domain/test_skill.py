import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import SkillId
from idea.domain.skill import (
    Skill,
    SkillRef,
    SkillScope,
    content_hash,
    skill_of,
    skill_text,
)

COMMIT = SkillRef(SkillScope.GLOBAL, SkillId("commit"))


def test_a_skill_is_named_with_its_scope_or_is_global() -> None:
    assert SkillRef.parse("commit") == COMMIT == SkillRef.parse(str(COMMIT))
    assert SkillRef.parse("project:commit") == SkillRef(SkillScope.PROJECT, SkillId("commit"))


@pytest.mark.parametrize("text", ["ours:commit", "", "project:", "Commit"])
def test_what_names_no_skill_is_refused(text: str) -> None:
    with pytest.raises(InvalidError):
        SkillRef.parse(text)


@pytest.mark.parametrize(("name", "content"), [(" ", "text"), ("Commit", "\n")])
def test_a_skill_has_a_name_and_a_text(name: str, content: str) -> None:
    with pytest.raises(InvalidError):
        Skill(ref=COMMIT, name=name, content=content)


def test_line_ends_and_blanks_at_the_end_are_no_difference() -> None:
    assert content_hash("a  \r\nb\n\n") == content_hash("a\nb")
    assert content_hash("a\nb") != content_hash("a\n b")


def test_a_file_of_a_skill_begins_with_its_name() -> None:
    skill = Skill(ref=COMMIT, name="Commit well", content="Say why.")

    assert skill_of(COMMIT, skill_text(skill)) == skill
    assert skill_text(skill) == "# Commit well\n\nSay why.\n"


def test_a_file_without_a_heading_names_its_skill_itself() -> None:
    assert skill_of(SkillRef.parse("run-tests"), "Do.\n").name == "Run tests"
    with pytest.raises(InvalidError, match="says nothing"):
        skill_of(COMMIT, "# Commit\n")
