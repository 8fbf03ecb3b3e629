import pytest

from idea.domain.errors import InvalidError
from idea.domain.skill_importing import ImportedSkill, check_pattern, imported_skill


@pytest.mark.parametrize(
    ("file", "text", "name", "description", "content"),
    [
        (
            "a/skills/pdf/SKILL.md",
            "---\nname: pdf-forms\ndescription: Fills forms.\n---\n# PDF\n\nDo.",
            *("pdf-forms", "Fills forms.", "Fills forms.\n\nDo."),
        ),
        ("a/skills/pdf-forms/SKILL.md", "Do.", "Pdf forms", "", "Do."),
        ("SKILL.md", "Do.", "Skill", "", "Do."),
        ("a/commands/fix_issue.md", "# Fix an issue\n\nDo.", "Fix an issue", "", "Do."),
        ("a/prompts/plan.prompt.md", "# Plan", "Plan", "", "# Plan"),
        (
            "a/commands/plan.toml",
            'description = "Plans."\nprompt = """\nThink.\n"""\nlevel = 3\n',
            *("Plan", "Plans.", "Plans.\n\nThink."),
        ),
        ("a/.md", "# \u202e\n\nDo.", "\\u202e", "", "Do."),
        ("a/--.md", "Do.", "Skill", "", "Do."),
    ],
)
def test_a_file_of_another_program_becomes_a_skill(
    file: str, text: str, name: str, description: str, content: str
) -> None:
    expected = ImportedSkill(name=name, description=description, content=content)

    assert imported_skill(file, text) == expected


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("x.md", " \n"),
        ("x.md", "---\nname: x\n---\n"),
        ("x.toml", "prompt ="),
        ("x.toml", 'description = "x"'),
        ("x.toml", "prompt = 3"),
    ],
)
def test_a_file_that_says_nothing_becomes_none(file: str, text: str) -> None:
    assert imported_skill(file, text) is None


@pytest.mark.parametrize(
    "pattern", ["", "/etc/*.md", "a//b.md", "../x.md", "a/../x", "a\\b", "./a"]
)
def test_a_pattern_stays_below_where_it_is_looked_for(pattern: str) -> None:
    with pytest.raises(InvalidError, match="must be a path of names"):
        check_pattern(pattern)


def test_a_pattern_may_have_any_names() -> None:
    check_pattern(".one/skills/*/SKILL.md")
