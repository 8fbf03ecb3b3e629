"""What the doctor says about an installation and its surroundings."""

import importlib.metadata
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.profile_store import FakeProfileStore
from fakes.program_search import FakeProgramSearch
from idea import __version__
from idea.domain.diagnosis import Finding, Health
from idea.infrastructure.doctor.engines import check_engines
from idea.infrastructure.doctor.examination import examine
from idea.infrastructure.doctor.installation import (
    LICENCES,
    check_libraries,
    check_python,
    check_window_system,
)
from idea.infrastructure.doctor.log_sizes import check_logs
from idea.infrastructure.doctor.reports import check_reports
from idea.infrastructure.doctor.running import check_keeper, check_version, running_keeper
from idea.infrastructure.doctor.surroundings import (
    check_damaged_files,
    check_folders,
    check_limits,
    check_settings,
    check_shell,
)
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.places import Places, find_places
from support.agent_stage import ONE, TWO


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


def test_session_logs_are_weighed_in_all_and_by_project_beside_their_bounds(
    places: Places,
) -> None:
    for project, session, mib in (("p", "one", 3), ("p", "two", 1), ("q", "three", 14)):
        folder = places.sessions / project / session
        folder.mkdir(parents=True)
        (folder / "segment").write_bytes(b"x" * (mib << 20))
    known = {"projects": [{"id": "p", "name": "ledger"}, {"id": "r", "name": "empty"}, 7]}
    places.projects_file.write_text(json.dumps(known))

    found = list(check_logs(places))

    assert [finding.fact for finding in found] == [
        "18.0 MiB of at most 2048 MiB; 32 MiB a session; 0.0 MiB of floods in memory",
        "q: 14.0 MiB in 1 session(s)",
        "ledger: 4.0 MiB in 2 session(s)",
    ]
    assert {finding.health for finding in found} == {Health.FINE}
    places.settings_file.write_text(
        '{"version": 1, "sessions.all_logs_limit_mib": 16, "sessions.log_limit_mib": 8}'
    )
    assert next((one.health, one.fact) for one in check_logs(places)) == (
        Health.FINE,
        "18.0 MiB of at most 16 MiB; 8 MiB a session; 0.0 MiB of floods in memory",
    )
    (places.sessions / "p" / "one" / "more").write_bytes(b"x")
    assert next(iter(check_logs(places))).health is Health.NOTE


def test_logs_can_be_weighed_where_nothing_can_be_read(places: Places) -> None:
    places.projects_file.write_text("{")
    places.settings_file.write_text("[]")

    assert [finding.id for finding in check_logs(places)] == ["logs"]


def test_a_keeper_is_told_by_its_lock_and_programs_that_wait_have_a_remedy(places: Places) -> None:
    (absent,) = check_keeper(places, engine_runs=True)
    assert "does not run" in absent.fact
    places.keeper_lock.write_text(json.dumps({"pid": os.getpid(), "version": "0.0.9"}))

    (served,) = check_keeper(places, engine_runs=True)
    (waiting,) = check_keeper(places, engine_runs=False)

    assert served.fact.startswith(f"pid {os.getpid()}, version 0.0.9, since 20")
    assert (served.health, served.remedy) == (Health.FINE, "")
    assert waiting.health is Health.NOTE
    assert "idea engine start" in waiting.remedy


@pytest.mark.parametrize("said", ["", "[]", '{"pid": "x"}', '{"pid": 0}', '{"pid": 99999999999}'])
def test_a_lock_that_names_no_process_is_no_keeper(places: Places, said: str) -> None:
    places.keeper_lock.write_text(said)

    assert running_keeper(places) is None


def test_an_engine_of_another_version_has_a_remedy() -> None:
    (finding,) = check_version("0.0.1")

    assert "the engine is 0.0.1" in finding.fact
    assert "idea engine replace" in finding.remedy
    assert list(check_version(__version__)) == []


def test_files_set_aside_are_named(places: Places) -> None:
    damaged = places.data / "settings.json.corrupt-20260101T000000Z"
    damaged.write_text("{")

    (finding,) = check_damaged_files(places)

    assert finding.fact == f"{damaged} was set aside"


def test_settings_that_cannot_be_right_are_named(places: Places) -> None:
    assert list(check_settings(places)) == []
    places.settings_file.write_text('{"version": 1, "terminal.font_size": 1000}')

    places.settings_file.rename(places.data / "elsewhere.json")
    places.settings_file.symlink_to("elsewhere.json")

    (fault,) = check_settings(places)

    assert fault.health is Health.NOTE
    assert fault.fact.startswith("terminal.font_size is a number from 6 to 72")
    places.settings_file.write_text("{")
    assert [finding.health for finding in check_settings(places)] == [Health.WRONG]


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


def test_ai_programs_are_named_with_where_they_are() -> None:
    store = FakeProfileStore(ONE, TWO)
    search = FakeProgramSearch()
    search.programs = {"/opt/two/bin/two": "a tool"}
    store.notices = ("profiles.json: profiles[0].id is missing; this profile is not used.",)

    found, wrong = check_engines(store, search)

    assert found.fact == "Engine Two (/opt/two/bin/two, found in a tool)"
    assert (wrong.health, wrong.fact) == (Health.WRONG, store.notices[0].rstrip("."))


def test_a_machine_without_an_ai_program_has_a_remedy() -> None:
    [finding] = check_engines(FakeProfileStore(ONE), FakeProgramSearch())

    assert finding.health is Health.NOTE
    assert "idea profile list" in finding.remedy


def test_crashes_are_counted_without_writing_anything(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    reports = FileCrashReports(tmp_path / "reports", logs)
    [finding] = check_reports(reports)
    assert (finding.health, finding.fact) == (Health.FINE, "none is known")

    (logs / "engine.fault").write_text("Fatal Python error: Aborted\n")
    reports.write("window", ["KeyError"], is_fatal=False)
    before = sorted(reports.folder.iterdir())
    [finding] = check_reports(reports)

    assert finding.health is Health.NOTE
    assert finding.fact.startswith("2 on record")
    assert sorted(reports.folder.iterdir()) == before


def test_every_part_that_is_needed_has_a_licence() -> None:
    needed = {
        re.split(r"[^a-z0-9-]", line.lower())[0]
        for line in importlib.metadata.requires("idea") or ()
        if "extra" not in line
    }
    assert needed == set(LICENCES)
