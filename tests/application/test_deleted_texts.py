"""What a trash has of a folder."""

from datetime import UTC, datetime

from idea.application.deleted_texts import TrashedFile, deleted_from, trash_stamp

_TRASH = (
    "20260102T030405-skills-commit.md",
    "20260102T030405-2-skills-commit.md",
    "20260101T000000-skills-say-why.md",
    "20260103T000000-skills-there.md",
    "20269999T000000-skills-odd.md",
    "20260104T000000-agents-ada.md",
    "20260104T000000-skills-ada.json",
    "skills-mine.md",
)


def test_the_newest_text_of_each_id_that_is_not_there_any_more_is_deleted() -> None:
    found = deleted_from("skills", ".md", trash=_TRASH, there=("there.md", "other.md"))

    assert found == (
        TrashedFile("odd", "20269999T000000-skills-odd.md", ""),
        TrashedFile("commit", "20260102T030405-2-skills-commit.md", "2026-01-02T03:04:05+00:00"),
        TrashedFile("say-why", "20260101T000000-skills-say-why.md", "2026-01-01T00:00:00+00:00"),
    )


def test_a_folder_in_a_folder_is_told_from_others() -> None:
    kept = f"{trash_stamp(datetime(2026, 1, 2, tzinfo=UTC))}-templates-md-critic.md"
    trash = (kept, "20260102T000000-templates-history-critic-1.md")

    assert [one.id for one in deleted_from("templates/md", ".md", trash=trash, there=())] == [
        "critic"
    ]
