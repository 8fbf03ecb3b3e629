"""How one launch of an agent's program looks, worked out from values alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.domain.profiles.arguments import Place, filled
from idea.domain.profiles.conversations import Assign, Resume, SessionPlan
from idea.domain.profiles.profile import AgentProfile, ConventionFile, Env, Flag, Stdin

DOCUMENT_FILE = "AGENT.md"
"""What the document is called where the program does not choose the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchPlaces:
    """Absolute folders of one launch, without a separator at the end."""

    project_root: str
    run_folder: str
    home: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """What to write, what to start, and what to type once it waits."""

    command: tuple[str, ...]
    environment: Mapping[str, str]
    """What comes on top of a session's usual variables."""
    folder: str
    document_file: str
    """The document's name in the run folder."""
    typed: str = ""
    """The document, where it has to be typed."""


def document_file(profile: AgentProfile) -> str:
    """Return the document's name in the run folder."""
    injection = profile.injection
    return injection.target if isinstance(injection, ConventionFile) else DOCUMENT_FILE


def place_values(places: LaunchPlaces, file: str) -> dict[Place, str]:
    """Return what stands for places in arguments; `file` is the document's name."""
    return {
        Place.PROJECT_ROOT: places.project_root,
        Place.AGENT_RUN_DIR: places.run_folder,
        Place.HOME: places.home,
        Place.CONTEXT_FILE: f"{places.run_folder}/{file}",
    }


def prepare_invocation(
    profile: AgentProfile,
    *,
    executable: str,
    places: LaunchPlaces,
    plan: SessionPlan,
    document: str,
    model: str = "",
) -> Invocation:
    """Return how to start a program of this profile; `executable` is where it was found.

    Without `model` the program chooses one itself.
    """
    injection = profile.injection
    file = document_file(profile)
    path = f"{places.run_folder}/{file}"
    values = {**place_values(places, file), Place.MODEL: model}
    asked = _asked(profile, plan)
    usual = (
        *profile.arguments,
        *profile.grant,
        *(profile.model_arguments if model else ()),
        *(injection.arguments if isinstance(injection, Flag) else ()),
    )
    first = isinstance(plan, Resume) and profile.conversations.resume_first
    arguments = (*asked, *usual) if first else (*usual, *asked)
    if plan is not None:
        values[Place.CONVERSATION] = plan.conversation
    names = tuple(profile.environment)
    environment = dict(zip(names, filled(tuple(profile.environment.values()), values), strict=True))
    if isinstance(injection, Env):
        environment[injection.variable] = path
    return Invocation(
        command=(executable, *filled(arguments, values)),
        environment=environment,
        folder=places.run_folder,
        document_file=file,
        typed=document if isinstance(injection, Stdin) else "",
    )


def _asked(profile: AgentProfile, plan: SessionPlan) -> tuple[str, ...]:
    match plan:
        case Assign():
            return profile.conversations.assign
        case Resume():
            return profile.conversations.resume
        case None:
            return ()
