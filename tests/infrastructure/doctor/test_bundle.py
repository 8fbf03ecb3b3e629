"""What may be given away: our own words, and nothing that came from outside."""

import io
import json
import logging
import zipfile

import pytest

from idea.domain.diagnosis import Finding, Health
from idea.domain.errors import StoreError
from idea.infrastructure.doctor.bundle import build_bundle
from idea.infrastructure.doctor.clean_logs import clean_log
from idea.infrastructure.doctor.our_words import OurWords
from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.places import Places, find_places

SECRET = "hunter2-Ünïque"
ENDLESS = " (12ab34cd) does not end; try again."
STALLED = ": view 99ffee00 stalled and is cut off"
UNWRITTEN = " could not be written: the disk is full."


@pytest.fixture(scope="module")
def words() -> OurWords:
    return OurWords()


@pytest.fixture
def places() -> Places:
    found = find_places()
    found.prepare()
    return found


def contents(bundle: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def _raised(error: Exception) -> Exception:
    """Return an error as it is when it was caught."""
    try:
        raise error
    except type(error) as caught:
        return caught


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The engine leaves", "The engine leaves"),
        ("The loop was 57 ms late", "The loop was 57 ms late"),
        ("The engine 0.1.0 serves at /home/me/x.sock", "The engine 0.1.0 serves at …"),
        (f"12ab34cd{STALLED}", f"12ab34cd{STALLED}"),
        (f"{SECRET}: view 99ffee00 stalled and is cut off", f"…{STALLED}"),
        (f"/home/{SECRET}{UNWRITTEN}", f"…{UNWRITTEN}"),
        (f"12345678{ENDLESS}", f"…{ENDLESS}"),
        ("1234", "…"),
        (SECRET, "…"),
        (f"The engine leaves {SECRET}", "…"),
        ("The engine leaves\n", "…"),
        ("", ""),
    ],
)
def test_of_a_text_only_our_own_words_stay(words: OurWords, text: str, left: str) -> None:
    assert words.ours(text) == left


def test_whatever_stands_in_a_sentence_is_left_out(words: OurWords) -> None:
    """The property everything rests on: no part of a value is ever in what is left."""
    for sentence in words.sentences():
        assert SECRET not in words.ours(SECRET.join(sentence))


def test_a_text_without_end_takes_no_time(words: OurWords) -> None:
    assert words.ours("could not be written: " * 100_000) == "…"


def test_a_log_keeps_times_places_and_kinds_of_exceptions(places: Places, words: OurWords) -> None:
    handler = open_log("engine", places.logs)
    log = logging.getLogger("idea.infrastructure.loop_lag")
    try:
        error = StoreError(f"The log in /home/{SECRET} cannot be read: the disk is full.")
        log.error("Leaving: %s failed", SECRET, exc_info=_raised(error))
        log.warning("The loop was %.0f ms late", 57)
    finally:
        close_log(handler)
    lines = (places.logs / "engine.log").read_text(encoding="utf-8").splitlines()
    assert SECRET in "".join(lines)

    cleaned = list(clean_log(lines, words))

    assert SECRET not in "".join(cleaned)
    first, *_, raised, last = cleaned
    assert first.endswith(" error idea.infrastructure.loop_lag Leaving: … failed\n")
    assert first[:24] == lines[0][:24]
    assert raised == "  StoreError: The log in … cannot be read: the disk is full.\n"
    assert last.endswith(" warning idea.infrastructure.loop_lag The loop was 57 ms late\n")
    assert any("File " in line and ", line " in line for line in cleaned)


def test_places_in_our_code_are_named_and_others_are_not(words: OurWords) -> None:
    package = words.package
    lines = [
        "Fatal Python error: Segmentation fault",
        "Current thread 0x00007f12 [hunter2] (most recent call first):",
        f'  File "{package}/domain/visible.py", line 12 in visible',
        f'  File "/home/{SECRET}/x.py", line 3 in {SECRET}',
        f'  File "{package}/{SECRET}.py", line 3 in {SECRET}',
        f"{SECRET}Error: {SECRET}",
        f"Fatal Python error: {SECRET}",
        f"ValueError: {SECRET}",
        SECRET,
    ]

    cleaned = list(clean_log(lines, words))

    assert cleaned == [
        "Fatal Python error: Segmentation fault\n",
        "  Thread (most recent call first):\n",
        '    File "idea/domain/visible.py", line 12, in visible\n',
        '    File "…", line 3\n',
        '    File "…", line 3\n',
        "  (2 lines left out)\n",
        "  ValueError: …\n",
        "  (1 lines left out)\n",
    ]


def test_a_bundle_holds_chosen_things_and_none_of_the_secrets(places: Places) -> None:
    """Session logs never go in; settings, findings and process logs only as our own words."""
    session = places.sessions / "11111111-2222-3333-4444-555555555555" / SECRET
    session.mkdir(parents=True)
    (session / "stream-00000000000000000000.records").write_bytes(SECRET.encode() * 1000)
    (session / "session.json").write_text(json.dumps({"title": SECRET, "cwd": f"/{SECRET}"}))
    (places.logs / f"{SECRET}.log").write_text(SECRET)
    for name in ("engine.log", "engine.log.1", "engine-output.log", "keeper.log", "window.fault"):
        (places.logs / name).write_text(
            f"2026-01-01T00:00:00.000Z 7 info idea {SECRET}\n"
            f"2026-01-01T00:00:00Z keeper 7 {SECRET}\n"
            f"2026-01-01T00:00:00.000Z 7 info hunter2.x The engine leaves\n{SECRET}\n",
            encoding="utf-8",
        )
    chosen = {"version": 1, "terminal.font_size": 15.0, "appearance.theme": "dark"}
    chosen |= {"terminal.shell": f"/bin/{SECRET}", "terminal.cursor_shape": SECRET, SECRET: SECRET}
    places.settings_file.write_text(json.dumps(chosen), encoding="utf-8")
    projects = {"projects": [{"id": "11111111-2222-3333-4444-555555555555", "name": SECRET}]}
    places.projects_file.write_text(json.dumps(projects), encoding="utf-8")
    places.keymap_file.write_text(json.dumps({SECRET: [SECRET]}), encoding="utf-8")
    fact = f"/home/{SECRET}/settings.json.corrupt-1 was set aside"
    finding = Finding(id="damaged", health=Health.NOTE, fact=fact, remedy=f"Mend {SECRET}.")

    bundle = build_bundle(places, (finding,))

    found = contents(bundle)
    for secret in (SECRET.encode(), SECRET.encode("utf-16-le"), b"hunter2"):
        assert secret not in bundle
        assert not [name for name, text in found.items() if secret in (name + text).encode()]
    assert set(found) == {
        "README.txt",
        "about.json",
        *(f"logs/{name}" for name in ("engine.log", "engine.log.1", "engine-output.log")),
        *(f"logs/{name}" for name in ("keeper.log", "window.fault")),
    }
    about = json.loads(found["about.json"])
    assert about["settings"] == {
        "terminal.font_size": 15.0,
        "appearance.theme": "dark",
        "terminal.shell": "changed",
        "terminal.cursor_shape": "changed",
        "unknown": 1,
    }
    assert about["findings"][0]["fact"].startswith("…")
    assert about["findings"][0]["fact"].endswith(" was set aside")
    assert about["logs"][0]["project"] == 1
    assert about["versions"]["idea"]
    assert "The engine leaves" in found["logs/engine.log"]


def test_crash_reports_are_packed_also_those_nobody_has_made_yet(places: Places) -> None:
    reports = FileCrashReports(places.reports, places.logs)
    kept = reports.write("window", [f"KeyError: {SECRET}"], is_fatal=False)
    assert kept is not None
    (places.logs / "engine.fault").write_text(f"Fatal Python error: Aborted\n{SECRET}\n")
    (places.reports / "mine.txt").write_text(SECRET)

    packed = contents(build_bundle(places, ()))

    found = {name: text for name, text in packed.items() if name.startswith("reports/")}
    assert len(found) == 2
    assert "KeyError: …" in found[f"reports/{kept.name}"]
    assert any("Fatal Python error: Aborted" in text for text in found.values())
    assert all(SECRET not in text for text in packed.values())
