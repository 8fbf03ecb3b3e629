"""Composes what the engine knows of AI programs and of the agents that run on them."""

from pathlib import Path

from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.profiles.profiles import Profiles
from idea.application.projects.project_lookup import ProjectLookup
from idea.domain.events import ProfilesChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.session_environment import SessionEnvironment
from idea.infrastructure.places import Places
from idea.infrastructure.profiles.profile_files import FileProfileStore
from idea.infrastructure.programs.local_runner import LocalProcessRunner
from idea.infrastructure.programs.local_search import LocalProgramSearch
from idea.infrastructure.stores.user_files import agreements_file


def build_profiles(
    places: Places, bus: EventBus, projects: ProjectLookup, environment: SessionEnvironment
) -> Profiles:
    """Return the engines that agents can run on; nothing is read or looked for yet."""
    return Profiles(
        store=FileProfileStore(places.profiles_file, bus),
        programs=DetectedPrograms(
            search=LocalProgramSearch(),
            runner=LocalProcessRunner(),
            environment=environment,
            home=str(Path.home()),
            announce=lambda: bus.publish(ProfilesChanged()),
        ),
        projects=projects,
        agreements=agreements_file(places.agreements_file, bus),
    )
