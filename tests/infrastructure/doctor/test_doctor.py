"""What the doctor says about an installation and its surroundings."""

from collections.abc import Iterator

import pytest

from idea.domain.diagnosis import Finding, Health
from idea.infrastructure.doctor.examination import examine
from idea.infrastructure.doctor.installation import (
    check_libraries,
    check_python,
    check_window_system,
)
from idea.infrastructure.doctor.surroundings import (
    check_damaged_files,
    check_folders,
    check_limits,
    check_shell,
    check_space,
)
from idea.infrastructure.places import Places, find_places


@pytest.fixture
def places() -> Places:
    found = find_places()
    found.prepare()
    return found


def test_a_check_that_fails_is_a_finding() -> None:
    def broken() -> Iterator[Finding]:
        raise RuntimeError("no tongue")

    found = examine((("python", check_python), ("broken", broken)))

    assert [(finding.id, finding.health) for finding in found] == [
        ("idea", Health.FINE),
        ("broken", Health.WRONG),
    ]
    assert "no tongue" in found[1].fact


def test_installed_libraries_are_named_with_their_versions() -> None:
    found = {finding.id: finding for finding in check_libraries()}

    assert found["PySide6-Essentials"].health is Health.FINE
    assert found["starlette"].fact[0].isdigit()


def test_no_display_is_a_note_not_a_fault() -> None:
    found = {finding.id: finding.health for finding in check_window_system({})}

    assert found["display"] is Health.NOTE


def test_folders_are_named_and_made(places: Places) -> None:
    assert [(finding.id, finding.health) for finding in check_folders(places)] == [
        ("data", Health.FINE),
        ("state", Health.FINE),
        ("runtime", Health.FINE),
    ]


def test_session_logs_are_weighed(places: Places) -> None:
    (places.sessions / "p").mkdir()
    (places.sessions / "p" / "segment").write_bytes(b"x" * (3 << 20))

    (finding,) = check_space(places)

    assert "session logs take 3.0 MiB" in finding.fact


def test_files_set_aside_are_named(places: Places) -> None:
    damaged = places.data / "settings.json.corrupt-20260101T000000Z"
    damaged.write_text("{")

    (finding,) = check_damaged_files(places)

    assert finding.fact == f"{damaged} was set aside"


@pytest.mark.parametrize(
    ("shell", "health"), [("/bin/sh", Health.FINE), ("/no/shell", Health.NOTE), ("", Health.NOTE)]
)
def test_a_shell_that_cannot_start_is_noted(shell: str, health: Health) -> None:
    (finding,) = check_shell({"SHELL": shell})

    assert finding.health is health


def test_the_limit_of_open_files_is_told() -> None:
    assert [finding.id for finding in check_limits()] == ["open files"]


def test_every_remedy_is_a_sentence(places: Places) -> None:
    found = (
        *check_window_system({}),
        *check_shell({}),
        *check_folders(places),
        *check_limits(),
    )

    assert [
        finding for finding in found if finding.remedy and not finding.remedy.endswith(".")
    ] == []
