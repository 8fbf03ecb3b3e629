"""Opening, finding, closing and forgetting projects."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace

import pytest

from fakes.clock import FakeClock
from fakes.event_bus import FakeEventBus
from fakes.file_system import FakeFileSystem
from fakes.id_factory import FakeIdFactory
from fakes.project_folders import FakeProjectFolders
from fakes.remote_host import FakeRemoteHosts
from fakes.stored_value import FakeStoredValue
from idea.application.agreements import Agreements
from idea.application.projects.at_rest import KEPT, ProjectsAtRest
from idea.application.projects.close_project import CloseProject, CloseProjectRequest
from idea.application.projects.create_project import CreateProject, CreateProjectRequest
from idea.application.projects.forget_project import ForgetProject, ForgetProjectRequest
from idea.application.projects.list_projects import ListProjects, ListProjectsRequest
from idea.application.projects.open_project import OpenProject, OpenProjectRequest
from idea.application.projects.projects import Projects
from idea.application.use_case import Person
from idea.application.views import ProjectView
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.errors import (
    ConflictError,
    InvalidError,
    NotFoundError,
    RemoteError,
    StoreError,
)
from idea.domain.events import (
    Noticed,
    ProjectClosed,
    ProjectCreated,
    ProjectForgotten,
    ProjectOpened,
)
from idea.domain.ids import ProjectId
from idea.domain.project import ProjectEntry, ProjectFacts
from idea.domain.workspace import Workspace

ME = Person()


def run[R](answer: Awaitable[R]) -> R:
    async def waiting() -> R:
        return await answer

    return asyncio.run(waiting())


class House:
    """Everything the project family stands on."""

    def __init__(self) -> None:
        self.files = FakeFileSystem()
        self.files.folders |= {"/work", "/work/app", "/work/app/src", "/home"}
        self.registry: FakeStoredValue[tuple[ProjectEntry, ...]] = FakeStoredValue(())
        self.windows = FakeStoredValue(Workspace())
        self.folders = FakeProjectFolders()
        self.clock = FakeClock()
        self.ids = FakeIdFactory()
        self.bus = FakeEventBus()
        self.loaded_layouts: list[str] = []
        self.released_layouts: list[str] = []
        self.released_agents: list[str] = []
        self.live = 0
        self.live_in: set[str] = set()
        self.start()

    def start(self) -> None:
        """Begin anew with what was kept."""
        self.workspace = CurrentWorkspace(self.windows, self.ids, self.bus)
        self.projects = Projects(
            agreements=Agreements(FakeStoredValue({})),
            registry=self.registry,
            folders=self.folders,
            workspace=self.workspace,
            hosts=FakeRemoteHosts(self.files),
            clock=self.clock,
            ids=self.ids,
            events=self.bus,
        )
        self.at_rest = ProjectsAtRest(
            *(self.projects, lambda project: int(self.projects.get(project).name in self.live_in)),
            *(self._release_layout, self._release_agents),
        )
        self.notices = (*run(self.workspace.load()), *run(self.projects.load()))

    def open(self, path: str) -> ProjectView:
        async def load_layout(project) -> None:
            self.loaded_layouts.append(project.name)

        self.clock.advance(60)
        use_case = OpenProject(self.projects, self.bus, load_layout)
        return run(use_case.execute(OpenProjectRequest(path=path), ME))

    def create(self, path: str, name: str = "", *, make: bool = True) -> ProjectView:
        use_case = CreateProject(self.projects, self.bus)
        return run(use_case.execute(CreateProjectRequest(path=path, name=name, make=make), ME))

    async def _release_layout(self, project: ProjectId) -> None:
        self.released_layouts.append(project.value)

    async def _release_agents(self, project: ProjectId) -> None:
        self.released_agents.append(project.value)

    def close(self, project: str) -> ProjectView:
        use_case = CloseProject(self.projects, self.bus, self.at_rest)
        return run(use_case.execute(CloseProjectRequest(project=project), ME))

    def forget(self, project: str) -> ProjectView:
        use_case = ForgetProject(
            *(self.projects, self.bus, lambda _project: self.live),
            *(self._release_layout, self._release_agents),
        )
        return run(use_case.execute(ForgetProjectRequest(project=project), ME))

    def listed(self) -> list[tuple[str, bool]]:
        views = run(ListProjects(self.projects).execute(ListProjectsRequest(), ME))
        return [(view.name, view.is_open) for view in views]

    def resolve(self, text: str) -> str:
        return run(self.projects.resolve(text)).name


@pytest.fixture
def house() -> House:
    return House()


def test_opening_a_folder_makes_it_a_project_with_a_tab(house: House) -> None:
    view = house.open("/work/app")

    assert view == ProjectView(
        id="00000001-0000-4000-8000-000000000000",
        name="app",
        root="/work/app",
        is_open=True,
        created_at="2026-01-02T03:05:05+00:00",
    )
    assert house.loaded_layouts == ["app"]
    assert [event.project.root for event in house.bus.of(ProjectOpened)] == ["/work/app"]
    assert house.folders.facts["/work/app"].id.value == view.id
    assert house.registry.kept[0].project.id.value == view.id


def test_opening_it_again_by_any_spelling_raises_the_same_tab(house: House) -> None:
    house.files.links["/home/way"] = "/work/app"
    first = house.open("/work/app")
    again = house.open("/home/way/../way/.")

    assert again == first
    assert house.listed() == [("app", True)]
    assert len(house.bus.of(ProjectOpened)) == 2


def test_two_openings_at_once_make_one_project(house: House) -> None:
    async def both() -> tuple[str, str]:
        one, two = await asyncio.gather(
            house.projects.open("/work/app"), house.projects.open("/work/app/")
        )
        return one.id.value, two.id.value

    one, two = asyncio.run(both())

    assert one == two
    assert len(house.registry.kept) == 1


@pytest.mark.parametrize(
    ("path", "error", "sentence"),
    [
        ("app", InvalidError, "'app' is not an absolute path; give it from / on."),
        ("/work/gone", NotFoundError, "There is no folder /work/gone."),
        ("/work/file", InvalidError, "/work/file is not a folder; a project is a folder."),
        ("ssh://me@host/srv", RemoteError, "That machine cannot be reached."),
        ("\\\\wsl$\\Debian\\srv", RemoteError, "That machine cannot be reached."),
    ],
)
def test_what_cannot_be_a_project_is_refused_in_one_sentence(
    path: str, error: type[Exception], sentence: str, house: House
) -> None:
    house.files.files["/work/file"] = b""
    with pytest.raises(error) as refused:
        house.open(path)

    assert str(refused.value) == sentence
    assert house.registry.kept == ()
    assert house.bus.published == []


def test_a_cloned_folder_brings_its_name_and_id(house: House) -> None:
    facts = ProjectFacts(id=ProjectId("from-git"), name="Our app", created_at=house.clock.now())
    house.folders.facts["/work/app"] = facts
    view = house.open("/work/app")

    assert (view.id, view.name) == ("from-git", "Our app")


def test_a_copied_folder_gets_an_id_of_its_own_here(house: House) -> None:
    house.open("/work/app")
    house.files.folders.add("/work/copy")
    house.folders.facts["/work/copy"] = replace(house.folders.facts["/work/app"])
    copy = house.open("/work/copy")

    assert copy.name == "app"
    assert len({entry.project.id for entry in house.registry.kept}) == 2


def test_a_moved_folder_stays_the_project_it_was(house: House) -> None:
    before = house.open("/work/app")
    house.files.folders.remove("/work/app")
    house.files.folders.add("/work/moved")
    house.folders.facts["/work/moved"] = house.folders.facts.pop("/work/app")

    moved = house.open("/work/moved")

    assert (moved.id, moved.name, moved.root) == (before.id, "app", "/work/moved")
    assert [entry.project.root for entry in house.registry.kept] == ["/work/moved"]


def test_what_is_wrong_with_a_folder_is_told_once_and_the_project_opens(house: House) -> None:
    house.folders.notices["/work/app"] = ("project.json is damaged.",)
    house.open("/work/app")
    house.open("/work/app")

    assert house.bus.of(Noticed) == [Noticed("project.json is damaged.")]
    assert house.listed() == [("app", True)]


def test_creating_makes_the_folder_and_registers_without_a_tab(house: House) -> None:
    view = house.create("/work/new/deep", "Fresh")

    assert (view.name, view.root, view.is_open) == ("Fresh", "/work/new/deep", False)
    assert "/work/new/deep" in house.files.folders
    assert "/work/new/deep" in house.folders.facts
    assert [event.project.name for event in house.bus.of(ProjectCreated)] == ["Fresh"]
    with pytest.raises(ConflictError, match="/work/new/deep is the project Fresh already"):
        house.create("/work/new/deep")


def test_a_folder_that_does_not_exist_is_made_only_when_asked(house: House) -> None:
    with pytest.raises(NotFoundError, match=r"There is no folder /work/new\."):
        house.create("/work/new", make=False)

    assert "/work/new" not in house.files.folders
    assert house.listed() == []


def test_creating_answers_what_is_wrong_with_the_folder(house: House) -> None:
    house.folders.notices["/work/new"] = ("/work/new cannot be written.",)

    assert house.create("/work/new").notices == ("/work/new cannot be written.",)


def test_creating_over_a_file_is_refused(house: House) -> None:
    house.files.files["/work/file"] = b""
    with pytest.raises(StoreError):
        house.create("/work/file")


def test_projects_are_listed_open_first_then_the_last_opened(house: House) -> None:
    for name in ("a", "b", "c", "d"):
        house.files.folders.add(f"/work/{name}")
        house.open(f"/work/{name}")
    house.close("a")
    house.close("c")

    assert house.listed() == [("b", True), ("d", True), ("c", False), ("a", False)]
    assert [project.name for project in house.projects.opened()] == ["b", "d"]
    c = next(str(project.id) for project in house.projects.all() if project.name == "c")
    assert [project.name for project in house.projects.with_grids({c})] == ["b", "d", "c"]


def test_closing_announces_once_and_lets_the_project_stay(house: House) -> None:
    view = house.open("/work/app")
    closed = house.close("app")
    house.close("app")

    assert closed == replace(view, is_open=False)
    assert house.bus.of(ProjectClosed) == [ProjectClosed(ProjectId(view.id))]
    assert house.listed() == [("app", False)]


def test_of_closed_projects_only_the_last_few_are_held(house: House) -> None:
    names = [f"project-{number}" for number in range(KEPT + 3)]
    for name in names:
        house.files.folders.add(f"/work/{name}")
        house.open(f"/work/{name}")
    house.live_in = {names[1]}
    for name in names:
        house.close(name)

    held = [house.projects.get(project).name for project in house.folders.held]
    assert held == [names[1], *names[-KEPT:]]
    assert house.released_layouts == house.released_agents
    released = [house.projects.find(names[number]).id.value for number in (0, 2)]
    assert house.released_layouts == released

    house.live_in = set()
    house.open(f"/work/{names[0]}")
    house.close(names[-1])
    assert names[0] in {house.projects.get(project).name for project in house.folders.held}
    house.close(names[0])
    held = [house.projects.get(project).name for project in house.folders.held]
    assert sorted(held) == sorted([names[0], *names[-KEPT + 1 :]])


def test_who_only_looks_into_a_project_lets_go_of_it_again(house: House) -> None:
    for name in ("seen", "open", "busy", "closed"):
        house.files.folders.add(f"/work/{name}")
        house.open(f"/work/{name}")
        if name != "open":
            run(house.projects.hold(house.projects.find(name)))
            house.projects.close(house.projects.find(name).id)
    house.live_in = {"busy"}
    run(house.at_rest.add(house.projects.find("closed").id))
    for name in ("seen", "open", "busy", "closed"):
        run(house.at_rest.looked_into(house.projects.find(name).id))

    held = [house.projects.get(project).name for project in house.folders.held]
    assert held == ["open", "busy", "closed"]


def test_forgetting_lets_go_of_everything_but_the_files(house: House) -> None:
    view = house.open("/work/app")
    gone = house.forget("app")

    assert gone == replace(view, is_open=False)
    assert house.listed() == []
    assert house.released_layouts == house.released_agents == [view.id]
    assert house.folders.held == {}
    assert "/work/app" in house.folders.facts
    assert house.bus.published[-2:] == [
        ProjectClosed(ProjectId(view.id)),
        ProjectForgotten(ProjectId(view.id)),
    ]


@pytest.mark.parametrize(("live", "words"), [(1, "a running session"), (3, "3 running sessions")])
def test_a_project_with_running_sessions_is_not_forgotten(
    live: int, words: str, house: House
) -> None:
    house.open("/work/app")
    house.live = live
    with pytest.raises(ConflictError, match=f"app has {words}; stop what runs first"):
        house.forget("app")

    assert house.listed() == [("app", True)]


def test_forgetting_a_closed_project_announces_no_closing(house: House) -> None:
    house.create("/work/app")
    house.forget("app")

    assert house.bus.of(ProjectClosed) == []
    assert len(house.bus.of(ProjectForgotten)) == 1


def test_a_project_is_meant_by_id_prefix_name_or_path(house: House) -> None:
    house.files.links["/home/way"] = "/work/app/src"
    view = house.open("/work/app")
    house.open("/work")

    for text in (view.id, view.id[:8], "app", "/work/app", "/work/app/src/gone", "/home/way"):
        assert house.resolve(text) == "app"
    assert house.resolve("/work/other") == "work"


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", InvalidError, "Say which project: its name, its id or a path inside it."),
        ("gone", NotFoundError, "There is no project 'gone'; 'idea project list' shows those"),
        ("/home/x", NotFoundError, "No project is at /home/x; 'idea /home/x' makes it one."),
        ("0000000", ConflictError, "'0000000' means several projects: 00000001 (/work/app), "),
        ("same", ConflictError, "'same' means several projects: "),
    ],
)
def test_an_unclear_or_unknown_project_is_said_in_one_sentence(
    text: str, error: type[Exception], sentence: str, house: House
) -> None:
    house.open("/work/app")
    house.create("/work/1", "same")
    house.create("/work/2", "same")
    with pytest.raises(error) as refused:
        house.resolve(text)

    assert str(refused.value).startswith(sentence)


def test_an_unknown_id_is_not_found(house: House) -> None:
    with pytest.raises(NotFoundError, match="There is no project p9"):
        house.projects.get(ProjectId("p9"))


def test_a_restart_finds_projects_and_tabs_again(house: House) -> None:
    view = house.open("/work/app")
    house.start()

    assert house.listed() == [("app", True)]
    assert house.projects.get(ProjectId(view.id)).root == "/work/app"
    assert house.projects.is_open(ProjectId(view.id))
    assert house.projects.known == {ProjectId(view.id)}


def test_a_registry_that_cannot_be_read_today_costs_no_tab(house: House) -> None:
    house.open("/work/app")
    readable = house.registry
    house.registry = FakeStoredValue((), ("projects.json could not be read.",))
    house.start()
    assert house.notices == ("projects.json could not be read.",)
    assert house.listed() == []

    house.registry = readable
    house.start()
    assert house.listed() == [("app", True)]


def test_a_project_says_which_settings_it_wants_otherwise(house: House) -> None:
    view = house.open("/work/app")
    facts = house.folders.facts["/work/app"]
    house.folders.facts["/work/app"] = replace(
        facts, setting_overrides={"terminal.scrollback_lines": 5, "terminal.shell": "/bin/evil"}
    )

    assert house.projects.overrides(ProjectId(view.id)) == {"terminal.scrollback_lines": 5}
    assert house.open("/work/app").settings == {"terminal.scrollback_lines": 5}
