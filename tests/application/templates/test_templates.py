"""Templates: versions, drift, syncs and their undoing."""

import random

import pytest

from idea.application.agents.delete_agent import DeleteAgent, DeleteAgentRequest
from idea.application.agents.restore_agent import RestoreAgent, RestoreAgentRequest
from idea.application.agents.views import AgentView
from idea.application.templates.create_agent_from_template import (
    CreateAgentFromTemplate,
    CreateAgentFromTemplateRequest,
)
from idea.application.templates.create_template import CreateTemplate, CreateTemplateRequest
from idea.application.templates.delete_template import DeleteTemplate, DeleteTemplateRequest
from idea.application.templates.detect_drift import DetectDrift, DetectDriftRequest
from idea.application.templates.link_agent import LinkAgent, LinkAgentRequest
from idea.application.templates.list_deleted_templates import (
    ListDeletedTemplates,
    ListDeletedTemplatesRequest,
)
from idea.application.templates.list_templates import ListTemplates, ListTemplatesRequest
from idea.application.templates.restore_template import RestoreTemplate, RestoreTemplateRequest
from idea.application.templates.show_template import ShowTemplate, ShowTemplateRequest
from idea.application.templates.sync_agents import SyncAgents, SyncAgentsRequest
from idea.application.templates.undo_sync import UndoSync, UndoSyncRequest
from idea.application.templates.unlink_agent import UnlinkAgent, UnlinkAgentRequest
from idea.application.templates.update_template import UpdateTemplate, UpdateTemplateRequest
from idea.application.templates.views import DriftView, SyncView, TemplateView
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import Noticed
from idea.domain.ids import ProfileId, ProjectId, TemplateId
from idea.domain.templates.shelf import Shelf, TemplateEntry
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name
OWN = "/home/me/IdeA/templates"
BASE = "one\ntwo\nthree\n"


class TemplateStage(AgentStage):
    """Agents and templates, and what is done with them in few words."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_into: list[ProjectId] = []

    async def make(self, name: str = "Critic", content: str = BASE) -> TemplateView:
        use_case = CreateTemplate(self.templates, self.agents)
        request = CreateTemplateRequest(name=name, content=content, profile="one")
        return await use_case.execute(request, Person())

    async def edit(self, template: str, content: str) -> TemplateView:
        use_case = UpdateTemplate(self.templates)
        return await use_case.execute(
            UpdateTemplateRequest(template=template, content=content), Person()
        )

    async def agent(self, name: str, *, follow: bool = True) -> AgentView:
        use_case = CreateAgentFromTemplate(
            templates=self.templates,
            agents=self.agents,
            profiles=self.profiles,
            views=self.views,
            ids=self.ids,
        )
        request = CreateAgentFromTemplateRequest(
            project=GARDEN, template="critic", name=name, follow=follow
        )
        return await use_case.execute(request, Person())

    def write(self, agent: str, text: str) -> None:
        self.files.files[f"/garden/.ideai/agents/{agent}.md"] = text.encode()

    def role(self, agent: str) -> str:
        return self.text(f"agents/{agent}.md") or ""

    async def drifts(self, project: str = GARDEN) -> dict[str, DriftView]:
        async def looked_into(found: ProjectId) -> None:
            self.looked_into.append(found)

        use_case = DetectDrift(self.syncs, self.agents, lambda: [A_PROJECT], looked_into)
        found = await use_case.execute(DetectDriftRequest(project=project), Person())
        return {one.name: one for one in found}

    async def sync(self, *agents: str, **more: bool) -> tuple[SyncView, ...]:
        use_case = SyncAgents(self.syncs, self.agents, lambda: [A_PROJECT])
        project = GARDEN if agents else ""
        request = SyncAgentsRequest(project=project, agents=agents, **more)
        return await use_case.execute(request, Person())

    async def undo(self, agent: str, undo: str) -> AgentView:
        use_case = UndoSync(self.syncs, self.agents, self.views)
        return await use_case.execute(
            UndoSyncRequest(project=GARDEN, agent=agent, undo=undo), Person()
        )


@on_a_loop
async def test_a_person_without_templates_gets_some_once() -> None:
    stage = TemplateStage()

    assert await stage.templates.load() == ()
    [one] = await ListTemplates(stage.templates).execute(ListTemplatesRequest(), Person())

    assert (one.id, one.name, one.version) == ("reviewer", "Reviewer", 1)
    stage.index.kept = Shelf()
    await stage.templates.load()
    assert await stage.templates.all() == ()
    await stage.ended()


@on_a_loop
async def test_every_change_of_the_text_is_a_version_that_can_be_read_again() -> None:
    stage = TemplateStage()
    await stage.make()

    changed = await stage.edit("critic", BASE + "four\n")
    same = await stage.edit("critic", BASE + "four")
    renamed = await UpdateTemplate(stage.templates).execute(
        UpdateTemplateRequest(template="critic", name="Judge", profile="two"), Person()
    )

    assert (changed.version, same.version, renamed.version) == (2, 2, 2)
    assert (renamed.name, renamed.profile, renamed.versions) == ("Judge", "two", (2, 1))
    show = ShowTemplate(stage.templates)
    old = await show.execute(ShowTemplateRequest(template="critic", version=1), Person())
    new = await show.execute(ShowTemplateRequest(template="critic"), Person())
    assert (old.content, new.content) == (BASE, BASE + "four\n")
    with pytest.raises(NotFoundError, match="Version 7"):
        await show.execute(ShowTemplateRequest(template="critic", version=7), Person())
    with pytest.raises(NotFoundError, match="there are critic"):
        await show.execute(ShowTemplateRequest(template="no"), Person())
    await stage.ended()


@on_a_loop
async def test_a_text_changed_elsewhere_is_the_next_version_and_is_said_once() -> None:
    stage = TemplateStage()
    await stage.make()
    stage.files.files[f"{OWN}/md/critic.md"] = b"changed\n"

    found = [await stage.templates.get(TemplateId("critic")) for _ in range(2)]

    assert [one.version for one in found] == [2, 2]
    assert [one.sentence for one in stage.bus.of(Noticed)] == [
        f"{OWN}/md/critic.md was changed: it is version 2 now."
    ]
    assert await stage.templates.version(TemplateId("critic"), 2) == "changed\n"
    del stage.files.files[f"{OWN}/md/critic.md"]
    with pytest.raises(NotFoundError, match="is missing"):
        await stage.templates.get(TemplateId("critic"))
    assert await stage.templates.all() == ()
    await stage.ended()


@on_a_loop
async def test_what_others_write_into_the_index_is_taken_in() -> None:
    stage = TemplateStage()
    await stage.make()
    entry = stage.index.kept
    assert entry is not None

    stage.index.write(Shelf())
    await stage.templates.refresh()
    assert await stage.templates.all() == ()
    stage.index.spoil("It is damaged.")
    await stage.templates.refresh()
    assert [one.sentence for one in stage.bus.of(Noticed)] == ["It is damaged."]
    await stage.ended()


@on_a_loop
async def test_a_deleted_template_leaves_agents_and_versions() -> None:
    stage = TemplateStage()
    await stage.make()
    await stage.edit("critic", "two\n")
    await stage.agent("A")
    delete = DeleteTemplate(stage.templates)

    gone = await delete.execute(DeleteTemplateRequest(template="critic"), Person())

    assert stage.files.files[gone.kept] == b"two\n"
    assert stage.role("a") == "two\n"
    assert await stage.drifts() == {}
    again = await stage.make()
    assert again.version == 3, "A version's number is never given twice."
    with pytest.raises(ConflictError):
        await stage.make()
    await stage.templates.close()
    await stage.ended()


@on_a_loop
async def test_an_agent_saved_as_a_template_follows_it() -> None:
    stage = TemplateStage()
    await stage.create("Reviewer", role="Read.")
    create = CreateTemplate(stage.templates, stage.agents)

    made = await create.execute(
        CreateTemplateRequest(name="Reading", project=GARDEN, agent="Reviewer"), Person()
    )

    [agent] = await stage.views.all(A_PROJECT)
    assert (made.content, made.profile) == ("Read.\n", "one")
    assert (agent.template, agent.template_version, agent.synchronized) == ("reading", 1, True)
    with pytest.raises(InvalidError, match="give one of them"):
        await create.execute(CreateTemplateRequest(name="X"), Person())
    await stage.ended()


@on_a_loop
async def test_an_agent_can_be_linked_relinked_and_unlinked() -> None:
    stage = TemplateStage()
    await stage.make()
    await stage.edit("critic", BASE + "four\n")
    await stage.create("Scratch", role=BASE + "four")
    link = LinkAgent(stage.templates, stage.agents, stage.views)

    linked = await link.execute(
        LinkAgentRequest(project=GARDEN, agent="Scratch", template="critic"), Person()
    )
    free = await link.execute(
        LinkAgentRequest(project=GARDEN, agent="Scratch", template="critic", follow=False),
        Person(),
    )

    assert (linked.template_version, linked.synchronized) == (2, True)
    assert (free.template_version, free.synchronized) == (2, False)
    alone = await UnlinkAgent(stage.agents, stage.views).execute(
        UnlinkAgentRequest(project=GARDEN, agent="Scratch"), Person()
    )
    assert (alone.template, alone.synchronized) == ("", False)
    with pytest.raises(InvalidError, match="came from no template"):
        await stage.sync("Scratch")
    await stage.ended()


@on_a_loop
async def test_a_template_without_an_engine_wants_one_named() -> None:
    stage = TemplateStage()
    create = CreateTemplate(stage.templates, stage.agents)
    await create.execute(CreateTemplateRequest(name="Critic", content=BASE), Person())

    with pytest.raises(InvalidError, match="Nothing says what the agent should run on"):
        await stage.agent("A")
    await stage.ended()


@on_a_loop
async def test_the_matrix_of_followers() -> None:
    """Three follow, one of them edited here; one does not follow; one is nobody's."""
    stage = TemplateStage()
    await stage.make()
    for name in ("A", "B", "Edited"):
        await stage.agent(name)
    await stage.agent("Free", follow=False)
    await stage.create("Scratch")
    stage.write("edited", "zero\n" + BASE)
    await stage.edit("critic", BASE + "four\n")
    await stage.edit("critic", BASE + "four\nfive\n")

    drifts = await stage.drifts()
    assert {name: (one.kind, one.drifting) for name, one in drifts.items()} == {
        "A": ("behind", True),
        "B": ("behind", True),
        "Edited": ("behind, edited here", True),
        "Free": ("a newer version exists", False),
    }
    assert stage.looked_into == []
    assert await stage.drifts("") == drifts
    assert stage.looked_into == [A_PROJECT.id], "Of all projects, each is let go of again."
    roles = {name: stage.role(name) for name in ("a", "b", "edited", "free", "scratch")}

    preview = await stage.sync(preview=True)
    assert [(one.name, one.written) for one in preview] == [
        *(("A", False), ("B", False), ("Edited", False)),
    ]
    assert {name: stage.role(name) for name in roles} == roles
    done = await stage.sync()

    assert [(one.name, one.conflicts, one.to_version) for one in done] == [
        *(("A", 0, 3), ("B", 0, 3), ("Edited", 0, 3)),
    ]
    assert "+five" in done[0].difference
    assert stage.role("a") == BASE + "four\nfive\n"
    assert stage.role("edited") == "zero\n" + BASE + "four\nfive\n"
    assert (stage.role("free"), stage.role("scratch")) == (roles["free"], roles["scratch"])
    assert not any(one.drifting for one in (await stage.drifts()).values())

    for one in done:
        await stage.undo(one.name, one.undo)
    assert {name: stage.role(name) for name in roles} == roles
    assert await stage.drifts() == drifts
    with pytest.raises(NotFoundError, match="not kept any more"):
        await stage.undo("A", done[0].undo)
    with pytest.raises(ConflictError, match="no sync of B"):
        await stage.undo("B", done[0].undo)
    await stage.ended()


@on_a_loop
async def test_who_does_not_follow_is_synced_when_named_and_edits_can_be_dropped() -> None:
    stage = TemplateStage()
    await stage.make()
    await stage.agent("Free", follow=False)
    await stage.agent("Edited")
    stage.write("edited", "mine\n")
    await stage.edit("critic", "theirs\n")

    [free] = await stage.sync("Free")
    [conflict] = await stage.sync("Edited", preview=True)
    [dropped] = await stage.sync("Edited", overwrite=True)
    again = await stage.sync("Edited")

    assert (free.conflicts, stage.role("free")) == (0, "theirs\n")
    assert (conflict.conflicts, dropped.conflicts) == (1, 0)
    assert stage.role("edited") == "theirs\n"
    assert [one.written for one in again] == [False]
    views = {one.name: one for one in await stage.views.all(A_PROJECT)}
    assert (views["Free"].synchronized, views["Free"].template_version) == (False, 2)
    await stage.ended()


@on_a_loop
async def test_two_syncs_within_a_second_keep_both_roles() -> None:
    stage = TemplateStage()
    await stage.make()
    await stage.agent("A")
    roles, undos = [], []
    for number in range(3):
        await stage.edit("critic", f"{number}\n")
        stage.write("a", f"here {number}\n")
        roles.append(stage.role("a"))
        [one] = await stage.sync("A", overwrite=True)
        undos.append(one.undo)
        await stage.undo("A", one.undo)
        assert stage.role("a") == roles[-1]
    assert len(set(roles)) == 3
    await stage.ended()


@pytest.mark.parametrize("seed", range(12))
def test_random_edits_syncs_and_undos_lose_nothing(seed: int) -> None:
    """After any sequence, undoing every sync in reverse gives each role its very bytes back."""

    @on_a_loop
    async def scenario() -> None:
        rng = random.Random(seed)
        stage = TemplateStage()
        await stage.make()
        for name in ("A", "B"):
            await stage.agent(name, follow=rng.random() < 0.7)
        for step in range(20):
            match rng.randrange(3):
                case 0:
                    lines = [rng.choice("abcde") for _ in range(rng.randrange(1, 6))]
                    await stage.edit("critic", "".join(f"{line}\n" for line in lines))
                case 1:
                    stage.write(rng.choice("ab"), f"{step}\n{stage.role('a')}")
                case _:
                    name = rng.choice("AB")
                    before = stage.role(name.lower())
                    version = {one.name: one for one in await stage.views.all(A_PROJECT)}
                    [one] = await stage.sync(name, overwrite=rng.random() < 0.3)
                    if one.written and rng.random() < 0.6:
                        view = await stage.undo(name, one.undo)
                        assert stage.role(name.lower()) == before
                        assert view.template_version == version[name].template_version
                    elif not one.conflicts:
                        drift = (await stage.drifts())[name]
                        assert not drift.drifting
        await stage.ended()

    scenario()


def test_a_shelf_has_each_template_once() -> None:
    entry = TemplateEntry(
        id=TemplateId("a"), name="A", version=1, content_hash="x", default_profile=ProfileId("one")
    )

    assert Shelf().with_entry(entry).with_entry(entry) == Shelf((entry,))
    assert Shelf((entry,)).without(entry.id) == Shelf()
    with pytest.raises(ConflictError):
        Shelf((entry, entry))
    with pytest.raises(NotFoundError, match="there are none yet"):
        Shelf().get(entry.id)


@on_a_loop
async def test_an_agent_that_is_taken_back_follows_its_template_as_before() -> None:
    stage = TemplateStage()
    await stage.make()
    view = await stage.agent("Reader")
    await stage.edit("critic", BASE + "four\n")
    delete = DeleteAgent(stage.agents, stage.launches, stage.views)
    restore = RestoreAgent(stage.agents, stage.views, stage.ids)

    gone = await delete.execute(DeleteAgentRequest(project=GARDEN, agent="Reader"), Person())
    back = await restore.execute(
        RestoreAgentRequest(
            project=GARDEN,
            kept=gone.kept,
            name=gone.agent.name,
            profile=gone.agent.profile,
            template=gone.agent.template,
            template_version=gone.agent.template_version,
            synchronized=gone.agent.synchronized,
        ),
        Person(),
    )

    assert (back.template, back.template_version, back.synchronized) == (
        *(view.template, view.template_version, True),
    )
    assert (await stage.drifts())["Reader"].synced_version == 1
    await stage.ended()


@on_a_loop
async def test_a_template_is_taken_back_with_the_version_it_had() -> None:
    stage = TemplateStage()
    made = await stage.make()
    gone = await DeleteTemplate(stage.templates).execute(
        DeleteTemplateRequest(template=made.id), Person()
    )
    restore = RestoreTemplate(stage.templates)
    request = RestoreTemplateRequest(
        template=made.id, kept=gone.kept, name=gone.name, profile=gone.profile
    )

    back = await restore.execute(request, Person())

    assert (back.name, back.version, back.content) == (made.name, made.version, made.content)
    assert gone.kept not in stage.files.files
    with pytest.raises(NotFoundError):
        await restore.execute(request, Person())
    await stage.ended()


@on_a_loop
async def test_a_template_with_a_successor_stays_in_the_trash() -> None:
    stage = TemplateStage()
    made = await stage.make()
    gone = await DeleteTemplate(stage.templates).execute(
        DeleteTemplateRequest(template=made.id), Person()
    )
    await stage.make()

    with pytest.raises(ConflictError):
        await RestoreTemplate(stage.templates).execute(
            RestoreTemplateRequest(template=made.id, kept=gone.kept), Person()
        )

    assert gone.kept in stage.files.files
    await stage.ended()


@on_a_loop
async def test_a_text_of_the_trash_that_was_edited_there_is_a_version_of_its_own() -> None:
    stage = TemplateStage()
    made = await stage.make()
    gone = await DeleteTemplate(stage.templates).execute(
        DeleteTemplateRequest(template=made.id), Person()
    )
    stage.files.files[gone.kept] = b"another\n"

    back = await RestoreTemplate(stage.templates).execute(
        RestoreTemplateRequest(template=made.id, kept=gone.kept), Person()
    )

    assert (back.version, back.content) == (made.version + 1, "another\n")
    await stage.ended()


@on_a_loop
async def test_a_template_that_was_changed_meanwhile_is_not_overwritten_unread() -> None:
    stage = TemplateStage()
    made = await stage.make()
    await stage.edit(made.id, "theirs\n")
    update = UpdateTemplate(stage.templates)

    with pytest.raises(ConflictError, match="changed elsewhere"):
        await update.execute(
            UpdateTemplateRequest(template=made.id, content="mine\n", instead_of=BASE), Person()
        )
    changed = await update.execute(
        UpdateTemplateRequest(template=made.id, content="mine\n", instead_of="theirs"), Person()
    )

    assert (changed.version, changed.content) == (3, "mine\n")
    await stage.ended()


@on_a_loop
async def test_deleted_templates_are_listed_until_they_are_back() -> None:
    stage = TemplateStage()
    await stage.make("Code critic")
    await stage.make("Other")
    delete, listing = DeleteTemplate(stage.templates), ListDeletedTemplates(stage.templates)
    await delete.execute(DeleteTemplateRequest(template="code-critic"), Person())

    (gone,) = await listing.execute(ListDeletedTemplatesRequest(), Person())

    assert (gone.id, gone.scope, gone.name) == ("code-critic", "global", "Code critic")
    back = RestoreTemplateRequest(template=gone.id, kept=gone.kept, name=gone.name)
    view = await RestoreTemplate(stage.templates).execute(back, Person())
    assert (view.name, view.content, view.version) == ("Code critic", BASE, 1)
    assert await listing.execute(ListDeletedTemplatesRequest(), Person()) == ()
    await stage.ended()
