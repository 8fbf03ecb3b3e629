"""Which conversation belongs to a run of an agent, and whether it is still there."""

import json
import re
from collections.abc import Mapping

from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.terminals.session_launcher import with_folder_on_path
from idea.domain.errors import ProcessError
from idea.domain.ports.process_runner import ProcessRunner
from idea.domain.ports.session_environment import SessionEnvironment
from idea.domain.ports.transcripts import Transcripts
from idea.domain.profiles.arguments import Place, filled
from idea.domain.profiles.conversations import FoundByCommand, FoundInFiles, filled_pattern
from idea.domain.profiles.invocation import LaunchPlaces
from idea.domain.profiles.profile import AgentProfile
from idea.domain.terminal import TerminalSession

_LISTING_LIMIT_S = 30.0
_SHORT = 8


class Conversations:
    """Finds and verifies conversations; never takes the latest of all for an agent's own."""

    def __init__(
        self,
        *,
        transcripts: Transcripts,
        runner: ProcessRunner,
        programs: DetectedPrograms,
        environment: SessionEnvironment,
    ) -> None:
        self._transcripts = transcripts
        self._runner = runner
        self._programs = programs
        self._environment = environment

    async def of(
        self, session: TerminalSession, profile: AgentProfile, places: LaunchPlaces
    ) -> str:
        """Return the conversation a session had that can be gone on with; empty for none.

        The agent's folder is its alone, so what was said there since the session began is its own.
        """
        run = session.run
        if run is None or not profile.conversations.can_resume:
            return ""
        known = run.conversation or await self._found(session, profile, places)
        if known and await self._exists(known, profile, places):
            return known
        return ""

    async def _exists(self, conversation: str, profile: AgentProfile, places: LaunchPlaces) -> bool:
        transcript = profile.conversations.transcript
        if transcript is None:
            return True
        values = {
            **_places(places),
            Place.CONVERSATION: conversation,
            Place.CONVERSATION_START: conversation[:_SHORT],
        }
        pattern = filled_pattern(transcript.files, values)
        return await self._transcripts.hold(pattern, transcript.contains)

    async def _found(
        self, session: TerminalSession, profile: AgentProfile, places: LaunchPlaces
    ) -> str:
        match profile.conversations.find:
            case FoundInFiles(files=files, id=pattern, where=where):
                path = filled_pattern(files, _places(places))
                [folder] = filled([where], _places(places))
                lines = await self._transcripts.first_lines(path, session.started_at)
                # JSON may write a path's separators and letters otherwise; both are looked for.
                spellings = {folder, json.dumps(folder)[1:-1]}
                own = (line for line in lines if any(one in line for one in spellings))
                ids = (found for line in own if (found := re.search(pattern, line)))
                return next((found[1] for found in ids), "")
            case FoundByCommand() as command:
                return await self._listed(command, profile, places)
            case None:
                return ""

    async def _listed(
        self, finding: FoundByCommand, profile: AgentProfile, places: LaunchPlaces
    ) -> str:
        program = (await self._programs.detect(profile)).found
        if program is None:
            return ""
        login = await self._environment.login_variables()
        try:
            said = await self._runner.run(
                (program.path, *filled(finding.arguments, _places(places))),
                cwd=places.run_folder,
                environment=with_folder_on_path(login, program.folder_to_add),
                limit_s=_LISTING_LIMIT_S,
            )
        except ProcessError:
            return ""
        for entry in _objects(said.text):
            if entry.get(finding.where) == places.run_folder:
                return str(entry.get(finding.id, ""))
        return ""


def _places(places: LaunchPlaces) -> dict[Place, str]:
    return {
        Place.PROJECT_ROOT: places.project_root,
        Place.AGENT_RUN_DIR: places.run_folder,
        Place.HOME: places.home,
    }


def _objects(text: str) -> list[Mapping[str, object]]:
    """Return the objects of the first JSON list in what a program said."""
    start = text.find("[")
    try:
        found, _ = json.JSONDecoder().raw_decode(text[start:]) if start >= 0 else ([], 0)
    except ValueError:
        return []
    return [one for one in found if isinstance(one, dict)]
