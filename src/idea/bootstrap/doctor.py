"""What `idea doctor` looks at, in the order it tells it."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from idea.domain.diagnosis import Finding, Health
from idea.domain.errors import IdeaError
from idea.infrastructure.doctor.bundle import build_bundle
from idea.infrastructure.doctor.engines import check_engines
from idea.infrastructure.doctor.examination import examine
from idea.infrastructure.doctor.installation import (
    check_libraries,
    check_python,
    check_window_system,
)
from idea.infrastructure.doctor.log_sizes import check_logs
from idea.infrastructure.doctor.reports import check_reports
from idea.infrastructure.doctor.running import check_keeper, check_version, check_workers
from idea.infrastructure.doctor.surroundings import (
    check_damaged_files,
    check_folders,
    check_limits,
    check_linger,
    check_settings,
    check_shell,
    check_space,
)
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.event_bus import InMemoryEventBus
from idea.infrastructure.files.new_file import write_new_file
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.places import Places
from idea.infrastructure.profiles.profile_files import FileProfileStore
from idea.infrastructure.programs.local_search import LocalProgramSearch
from idea.infrastructure.screen.select import select_core


def diagnose(places: Places, starter: EngineStarter) -> Sequence[Finding]:
    """Look at everything IdeA depends on."""
    return examine(
        (
            ("idea", check_python),
            ("libraries", check_libraries),
            ("core", _check_core),
            ("window system", check_window_system),
            ("folders", partial(check_folders, places)),
            ("space", partial(check_space, places)),
            ("damaged", partial(check_damaged_files, places)),
            ("settings", partial(check_settings, places)),
            ("shell", check_shell),
            ("engines", partial(_check_engines, places)),
            ("open files", check_limits),
            ("linger", check_linger),
            ("logs", partial(check_logs, places)),
            ("crashes", partial(check_reports, FileCrashReports(places.reports, places.logs))),
            ("engine", partial(_check_engine, places, starter)),
        )
    )


def _check_engines(places: Places) -> Iterator[Finding]:
    store = FileProfileStore(places.profiles_file, InMemoryEventBus())
    yield from check_engines(store, LocalProgramSearch())


def _check_core() -> Iterator[Finding]:
    name = select_core(None).name
    is_native = "ghostty" in name
    yield Finding(
        id="core",
        health=Health.FINE if is_native else Health.NOTE,
        fact=name,
        remedy="" if is_native else "It is slow and does not reflow; there is no faster one here.",
    )


def bundle(places: Places, starter: EngineStarter, path: Path) -> Path:
    """Pack what was found, with logs, versions and settings, into a new file; returns its path.

    Raises:
        ConflictError: There is such a file already.
        StoreError: It cannot be written.
    """
    if path.is_dir():
        path /= f"idea-doctor-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
    write_new_file(path, (build_bundle(places, diagnose(places, starter)),))
    return path


def _check_engine(places: Places, starter: EngineStarter) -> Iterator[Finding]:
    address = starter.running()
    yield from check_keeper(places, engine_runs=address is not None)
    if address is None:
        yield Finding(id="engine", health=Health.NOTE, fact="does not run; it starts when needed")
        return
    try:
        status = call_once(address, "engine.engine_status", {}, timeout_s=5.0)
    except IdeaError as error:
        yield Finding(
            id="engine",
            health=Health.WRONG,
            fact=error.sentence,
            remedy="Its log is in the state folder under logs/.",
        )
        return
    known = status if isinstance(status, dict) else {}
    yield Finding(
        id="engine",
        health=Health.FINE,
        fact=f"pid {known.get('pid')}, version {known.get('version')}, "
        f"{known.get('sessions')} live session(s), since {known.get('since')}",
    )
    yield from check_version(str(known.get("version")))
    yield from check_workers(int(str(known.get("pid"))))
