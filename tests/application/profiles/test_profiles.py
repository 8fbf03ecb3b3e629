"""Engines: what is listed, found, checked, kept and agreed to."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fakes.event_bus import FakeEventBus
from fakes.process_runner import FakeProcessRunner
from fakes.profile_store import FakeProfileStore
from fakes.program_search import FakeProgramSearch
from fakes.session_environment import FakeSessionEnvironment
from fakes.stored_value import FakeStoredValue
from idea.application.agreements import Agreements
from idea.application.profiles.agree_to_profile import AgreeToProfile, AgreeToProfileRequest
from idea.application.profiles.check_profile import CheckProfile, CheckProfileRequest
from idea.application.profiles.delete_profile import DeleteProfile, DeleteProfileRequest
from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.profiles.list_profiles import ListProfiles, ListProfilesRequest
from idea.application.profiles.profiles import Profiles
from idea.application.profiles.save_profile import SaveProfile, SaveProfileRequest
from idea.application.profiles.show_profile import ShowProfile, ShowProfileRequest
from idea.application.profiles.views import ProfilesView
from idea.application.projects.project_lookup import ProjectLookup
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import ProfilesChanged
from idea.domain.ids import ProfileId, ProjectId
from idea.domain.ports.process_runner import Output
from idea.domain.ports.profile_store import KnownProfile, ProfileOrigin
from idea.domain.profiles.profile import AgentProfile, Stdin
from idea.domain.project import Project

ONE = AgentProfile(id=ProfileId("one"), name="One", command="one", injection=Stdin())
TWO = replace(ONE, id=ProfileId("two"), name="Two", command="two", is_verified=True)
BROUGHT = KnownProfile(
    profile=replace(ONE, name="The project's", command="./one"),
    origin=ProfileOrigin.PROJECT,
    file="/src/ledger/.ideai/profiles/one.json",
    fingerprint="abc",
)
LEDGER = Project(
    id=ProjectId("p1"),
    name="ledger",
    root="/src/ledger",
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
)


class _OneProject(ProjectLookup):
    async def resolve(self, text: str, /) -> Project:
        if text not in {LEDGER.name, LEDGER.id.value}:
            raise NotFoundError(f"There is no project {text!r}.")
        return LEDGER


class Stage:
    """Everything about profiles, made of fakes."""

    def __init__(self) -> None:
        self.store = FakeProfileStore(ONE, TWO)
        self.search = FakeProgramSearch()
        self.runner = FakeProcessRunner()
        self.environment = FakeSessionEnvironment()
        self.agreements = FakeStoredValue[dict[str, tuple[str, ...]]]({})
        self.bus = FakeEventBus()
        self.looks_done = 0
        self.programs = DetectedPrograms(
            search=self.search,
            runner=self.runner,
            environment=self.environment,
            home="/home/me",
            announce=self._done,
        )
        self.profiles = Profiles(
            store=self.store,
            programs=self.programs,
            projects=_OneProject(),
            agreements=Agreements(self.agreements),  # type: ignore[arg-type] # Values are mappings.
        )

    def _done(self) -> None:
        self.looks_done += 1

    async def list(self, **wishes: object) -> ProfilesView:
        request = ListProfilesRequest(**wishes)  # type: ignore[arg-type]
        return await ListProfiles(self.profiles).execute(request, Person())


def run[R](answer: Awaitable[R]) -> R:
    async def waiting() -> R:
        return await answer

    return asyncio.run(waiting())


def test_a_whole_look_finds_where_programs_are_and_which_versions() -> None:
    stage = Stage()
    stage.environment.login["PATH"] = "/opt/rc-only"
    stage.search.programs = {"/opt/rc-only/one": "", "/home/me/.nvm/bin/two": "nvm"}
    stage.runner.outputs["/opt/rc-only/one", "--version"] = Output(0, "One 1.2.3\n")
    stage.runner.outputs["/home/me/.nvm/bin/two", "--version"] = Output(0, "no number")

    view = run(stage.list(wait=True))

    one, two = view.profiles
    assert (one.path, one.where, one.version, one.fault) == (
        *("/opt/rc-only/one", "your PATH", "1.2.3", ""),
    )
    assert (two.where, two.version) == ("nvm", "")
    assert two.fault == "two --version names no version."
    assert (one.verified, two.verified) == (False, True)
    assert not view.looking
    assert stage.looks_done == 1


def test_a_program_in_a_tools_folder_finds_its_runtime_beside_it() -> None:
    stage = Stage()
    stage.search.programs = {"/home/me/.nvm/bin/two": "nvm"}
    stage.runner.outputs["/home/me/.nvm/bin/two", "--version"] = Output(0, "2.0")

    run(stage.list(wait=True))

    [(_, variables)] = stage.runner.runs
    assert variables["PATH"] == "/home/me/.nvm/bin:/usr/bin"


def test_a_slow_login_delays_nothing_and_its_news_come_later() -> None:
    stage = Stage()
    stage.environment.login["PATH"] = "/opt/rc-only"
    stage.search.programs = {"/usr/bin/one": "", "/opt/rc-only/two": ""}
    stage.runner.outputs["/opt/rc-only/two", "--version"] = Output(0, "2.0")

    async def scenario() -> None:
        stage.environment.answers.clear()
        at_once = await stage.list()

        assert at_once.looking
        assert [one.path for one in at_once.profiles] == ["/usr/bin/one", ""]
        stage.environment.answers.set()
        later = await stage.list(detect=True, wait=True)
        assert [one.path for one in later.profiles] == ["", "/opt/rc-only/two"]
        assert not later.looking

    run(scenario())


def test_looks_that_go_on_end_with_the_engine() -> None:
    stage = Stage()

    async def scenario() -> None:
        stage.environment.answers.clear()
        await stage.list()
        await stage.profiles.close()

        assert not stage.programs.is_looking

    run(scenario())
    assert stage.looks_done == 0


def test_a_program_that_hangs_or_is_missing_is_said() -> None:
    stage = Stage()
    stage.search.programs = {"/usr/bin/one": ""}
    stage.runner.hangs.add(("/usr/bin/one", "--version"))

    one, two = run(stage.list(wait=True)).profiles

    assert one.fault == "/usr/bin/one did not end within 20 s."
    assert two.fault == "two is not on this machine."


def test_what_is_known_is_not_asked_again() -> None:
    stage = Stage()
    stage.search.programs = {"/usr/bin/one": ""}
    stage.runner.outputs["/usr/bin/one", "--version"] = Output(0, "1.0.0")

    async def scenario() -> None:
        await stage.list(wait=True)
        await stage.list(wait=True)
        detected = await stage.programs.detect(ONE)
        assert detected.version is not None

    run(scenario())
    assert len(stage.runner.runs) == 1


def test_one_profile_is_shown_as_a_file_has_it() -> None:
    stage = Stage()

    shown = run(ShowProfile(stage.profiles).execute(ShowProfileRequest(profile="one"), Person()))

    assert shown.view.name == "One"
    assert '"command": "one"' in shown.text
    with pytest.raises(NotFoundError, match=r"no engine 'three'; there are one, two\."):
        run(ShowProfile(stage.profiles).execute(ShowProfileRequest(profile="three"), Person()))


def test_a_check_keeps_nothing_and_tells_whether_the_program_is_here() -> None:
    stage = Stage()
    text = stage.store.spell(replace(ONE, id=ProfileId("mine"), command="mine"))

    checked = run(CheckProfile(stage.profiles).execute(CheckProfileRequest(text=text), Person()))

    assert checked.view.fault == "mine is not on this machine."
    assert stage.store.own == {}
    with pytest.raises(InvalidError):
        run(CheckProfile(stage.profiles).execute(CheckProfileRequest(text="{}"), Person()))


def test_an_own_profile_is_kept_announced_and_deleted_again() -> None:
    stage = Stage()
    text = stage.store.spell(replace(ONE, name="Mine"))
    delete = DeleteProfile(stage.profiles, stage.bus)

    saved = run(
        SaveProfile(stage.profiles, stage.bus).execute(SaveProfileRequest(text=text), Person())
    )
    gone = run(delete.execute(DeleteProfileRequest(profile="one"), Person()))

    assert (saved.view.name, saved.view.origin) == ("Mine", "yours")
    assert gone.text == saved.text
    assert stage.bus.of(ProfilesChanged) == [ProfilesChanged(), ProfilesChanged()]
    with pytest.raises(NotFoundError, match="comes with IdeA and cannot be deleted"):
        run(delete.execute(DeleteProfileRequest(profile="one"), Person()))


def test_what_a_project_brings_is_run_only_once_agreed_and_as_it_was_agreed() -> None:
    stage = Stage()
    stage.store.brought["/src/ledger"] = [BROUGHT]
    agree = AgreeToProfile(stage.profiles, stage.bus)
    request = AgreeToProfileRequest(profile="one", project="ledger")

    with pytest.raises(ConflictError, match=r"runs './one'; agree to it first"):
        run(stage.profiles.usable(ONE.id, "ledger"))
    assert run(stage.profiles.usable(TWO.id, "ledger")) == TWO
    assert run(stage.list(project="ledger")).profiles[0].agreed is False

    assert run(agree.execute(request, Person())).agreed
    assert run(agree.execute(request, Person())).agreed
    assert run(stage.profiles.usable(ONE.id, "ledger")) == BROUGHT.profile
    assert stage.agreements.kept == {"p1": ("abc",)}

    stage.store.brought["/src/ledger"] = [replace(BROUGHT, fingerprint="changed")]
    with pytest.raises(ConflictError):
        run(stage.profiles.usable(ONE.id, "ledger"))


def test_agreements_outlive_the_engine() -> None:
    stage = Stage()
    stage.agreements.kept = {"p1": ("abc",)}
    stage.store.brought["/src/ledger"] = [BROUGHT]

    assert run(stage.profiles.load()) == ()
    assert run(stage.profiles.usable(ONE.id, "ledger")) == BROUGHT.profile
