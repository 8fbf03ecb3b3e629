"""A library in the window, as a test would have it."""

from dataclasses import replace

from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.deleted_texts import DeletedText
from idea.application.profiles.agree_to_profile import AgreeToProfileRequest
from idea.application.profiles.delete_profile import DeleteProfileRequest
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.save_profile import SaveProfileRequest
from idea.application.profiles.show_profile import ShowProfileRequest
from idea.application.profiles.views import ProfilesView, ProfileText
from idea.application.recipes.delete_recipe import DeletedRecipe, DeleteRecipeRequest
from idea.application.recipes.list_deleted_recipes import ListDeletedRecipesRequest
from idea.application.recipes.list_recipes import ListRecipesRequest
from idea.application.recipes.rename_recipe import RenameRecipeRequest
from idea.application.recipes.restore_recipe import RestoreRecipeRequest
from idea.application.recipes.views import RecipesShown, RecipeView
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.delete_skill import DeletedSkill, DeleteSkillRequest
from idea.application.skills.list_deleted_skills import ListDeletedSkillsRequest
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.skills.restore_skill import RestoreSkillRequest
from idea.application.skills.unassign_skill import UnassignSkillRequest
from idea.application.skills.update_skill import UpdateSkillRequest
from idea.application.skills.views import SkillsView, SkillView
from idea.application.templates.create_template import CreateTemplateRequest
from idea.application.templates.delete_template import DeletedTemplate, DeleteTemplateRequest
from idea.application.templates.detect_drift import DetectDriftRequest
from idea.application.templates.link_agent import LinkAgentRequest
from idea.application.templates.list_deleted_templates import ListDeletedTemplatesRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.templates.restore_template import RestoreTemplateRequest
from idea.application.templates.sync_agents import SyncAgentsRequest
from idea.application.templates.undo_sync import UndoSyncRequest
from idea.application.templates.update_template import UpdateTemplateRequest
from idea.application.templates.views import DriftView, TemplateView
from support import team
from support.desktop import NOW
from support.window import Stand

REVIEWER = replace(team.REVIEWER, skills=("global:commit",))
BACKEND = replace(REVIEWER, id="a2", name="Backend", skills=())
COMMIT = SkillView(
    id="commit", scope="global", name="Commit", content="Say why.", used_by=("Reviewer",)
)
OURS = SkillView(id="ours", scope="project", name="Ours", content="Do.")
CRITIC = TemplateView(id="critic", name="Critic", version=7, content="# C\n\nReads.", profile="")
DRIFT = replace(team.DRIFT, synced_version=5, version=7)
PLAN = replace(team.PLAN, from_version=5, to_version=7, conflicts=1, difference="-now\n+after")
ONE = replace(team.ONE, where="in PATH")
MINE = replace(ONE, id="mine", name="Mine", origin="yours", verified=False)
GONE = replace(ONE, id="gone", name="Gone", path="", fault="gone is not on this machine.")
WEB = RecipeView(
    id="web",
    scope="project",
    name="Web",
    file="/src/.ideai/recipes/web.json",
    agreed=True,
    cells=3,
    runs={"A1": "make watch", "B1": "a shell"},
    variables=(),
    text="{}",
)
SPY = replace(WEB, id="spy", name="Spy", agreed=False, cells=1, runs={"A1": "spy"})
OWN = replace(
    WEB,
    id="own",
    scope="global",
    name="Own",
    cells=2,
    runs={f"A{row}": "top" for row in range(1, 7)},
)
GONE_SKILL = DeletedText(
    id="old", scope="global", name="Old", kept="x-skills-old.md", deleted=NOW.isoformat()
)
GONE_TEMPLATE = replace(GONE_SKILL, id="was", name="Was", kept="x-templates-md-was.md")
GONE_RECIPE = replace(
    GONE_SKILL, id="past", scope="project", name="Past", kept="x-recipes-past.json", deleted=""
)
BROUGHT = replace(ONE, id="brought", name="Brought", origin="project", agreed=False)


class Shelves:
    """A library as an engine would have it."""

    def __init__(self, stand: Stand) -> None:
        self.skills = SkillsView(skills=(OURS, COMMIT))
        self.templates: tuple[TemplateView, ...] = (CRITIC,)
        self.drifts: tuple[DriftView, ...] = (DRIFT,)
        self.profiles = ProfilesView(profiles=(ONE, MINE, GONE, BROUGHT), looking=False)
        self.recipes = RecipesShown(recipes=(WEB, SPY, OWN), notices=())
        self.deleted: tuple[tuple[DeletedText, ...], ...] = ((), (), ())
        """Skills, templates, recipes."""
        text = ProfileText(view=BROUGHT, text="{}")
        answer = stand.use_cases.answer
        answer(ListAgentsRequest, lambda _: (REVIEWER, BACKEND))
        answer(ListSkillsRequest, lambda _: self.skills)
        answer(ListTemplatesRequest, lambda _: self.templates)
        answer(DetectDriftRequest, lambda _: self.drifts)
        answer(ListProfilesRequest, lambda _: self.profiles)
        answer(ListRecipesRequest, lambda _: self.recipes)
        answer(ListDeletedSkillsRequest, lambda _: self.deleted[0])
        answer(ListDeletedTemplatesRequest, lambda _: self.deleted[1])
        answer(ListDeletedRecipesRequest, lambda _: self.deleted[2])
        answer(DeleteRecipeRequest, lambda _: DeletedRecipe(recipe=WEB, kept="/trash/web.json"))
        answer(RestoreRecipeRequest, lambda _: WEB)
        answer(RenameRecipeRequest, lambda _: WEB)
        answer(SetSettingRequest, lambda request: request.value)
        for kind in (AssignSkillRequest, UnassignSkillRequest, LinkAgentRequest, UndoSyncRequest):
            answer(kind, lambda _: REVIEWER)
        for kind in (UpdateSkillRequest, RestoreSkillRequest):
            answer(kind, lambda _: COMMIT)
        for kind in (UpdateTemplateRequest, RestoreTemplateRequest, CreateTemplateRequest):
            answer(kind, lambda _: CRITIC)
        answer(DeleteSkillRequest, lambda _: DeletedSkill(skill="project:ours", kept="/trash/o.md"))
        answer(
            DeleteTemplateRequest,
            lambda _: DeletedTemplate(template="critic", kept="/t.md", name="Critic", profile="x"),
        )
        answer(
            SyncAgentsRequest,
            lambda request: (
                PLAN if request.preview else replace(PLAN, written=True, undo="5:a1|x"),
            ),
        )
        answer(AgreeToProfileRequest, lambda _: BROUGHT)
        answer(ShowProfileRequest, lambda _: text)
        answer(SaveProfileRequest, lambda _: text)
        answer(DeleteProfileRequest, lambda _: ProfileText(view=MINE, text='{"id": "mine"}'))
