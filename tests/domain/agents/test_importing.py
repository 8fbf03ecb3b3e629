import pytest

from idea.domain.agents.importing import ImportedRole, imported_role


@pytest.mark.parametrize(
    ("file", "text", "name", "role"),
    [
        ("a/critic.md", '---\nname: "code critic"\ntools: x\n---\nRead.\n', "code critic", "Read."),
        (
            "a/critic.md",
            "---\ntools: x\n---\n# The Critic\nRead.",
            "The Critic",
            "# The Critic\nRead.",
        ),
        ("a/critic.md", "Read.", "critic", "Read."),
        ("RULES.md", "--- no front\nx", "RULES", "--- no front\nx"),
        ("x.md", "# " + "y" * 90, "y" * 60, "# " + "y" * 90),
        (".md", "# \n", "Agent", "#"),
    ],
)
def test_a_file_of_another_program_becomes_a_role(
    file: str, text: str, name: str, role: str
) -> None:
    assert imported_role(file, text) == ImportedRole(name, role)
