"""Which conversation belongs to a run of an agent, and whether it is still there."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.terminals.session_launcher import with_folder_on_path
from idea.domain.agents.run import AgentRun
from idea.domain.errors import ProcessError
from idea.domain.ports.process_runner import ProcessRunner
from idea.domain.ports.session_environment import SessionEnvironment
from idea.domain.ports.session_folder import FrontProgram
from idea.domain.ports.transcripts import Transcripts
from idea.domain.profiles.arguments import Place, filled
from idea.domain.profiles.conversations import (
    FoundByCommand,
    FoundByProcess,
    FoundInFiles,
    Transcript,
    filled_pattern,
)
from idea.domain.profiles.invocation import LaunchPlaces
from idea.domain.profiles.profile import AgentProfile
from idea.domain.profiles.turns import Turn, turns_in
from idea.domain.profiles.typed_command import conversation_in
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
        if run.adopted_in:
            if not profile.conversations.any_folder:
                return ""  # It could be gone on with where it was begun only.
            places = replace(places, run_folder=run.adopted_in)
        known = run.conversation or await self._found(session.started_at, profile, places, run)
        if known and await self._exists(known, profile, places):
            return known
        return ""

    async def said(
        self, session: TerminalSession, profile: AgentProfile, places: LaunchPlaces
    ) -> tuple[Turn, ...]:
        """Return what was said last in a session's conversation; none where nobody can tell."""
        transcript = profile.conversations.transcript
        if transcript is None or not transcript.turns:
            return ()
        conversation = await self.of(session, profile, places)
        if not conversation:
            return ()
        pattern = _transcript_of(conversation, transcript, places)
        return turns_in(await self._transcripts.ending(pattern), transcript.turns)

    async def of_running(
        self, program: FrontProgram, folder: str, profile: AgentProfile, places: LaunchPlaces
    ) -> str:
        """Return the conversation of a program that was typed into a shell; empty for unknown.

        It is the one that its command line names, or that a file of its process does, or the only
        one that was begun in its folder since. Of several none is taken.
        """
        named = conversation_in(program.command, profile.conversations)
        if named:
            return named
        running = profile.conversations.running
        if running is not None and (told := await self._of_process(running, program, places)):
            return told
        there = replace(places, run_folder=folder)
        if isinstance(profile.conversations.find, FoundInFiles):
            return await self._in_files(profile.conversations.find, program.started_at, there)
        return ""

    async def _of_process(
        self, finding: FoundByProcess, program: FrontProgram, places: LaunchPlaces
    ) -> str:
        for pid in program.pids:
            values = {**_places(places), Place.PROCESS: str(pid)}
            pattern = filled_pattern(finding.files, values)
            for file in await self._transcripts.beginnings(pattern):
                found = (re.search(finding.id, text) for text in file)
                if (first := next(filter(None, found), None)) is not None:
                    return first[1]
        return ""

    async def _exists(self, conversation: str, profile: AgentProfile, places: LaunchPlaces) -> bool:
        transcript = profile.conversations.transcript
        if transcript is None:
            return True
        pattern = _transcript_of(conversation, transcript, places)
        return await self._transcripts.hold(pattern, transcript.contains)

    async def _found(
        self, since: datetime, profile: AgentProfile, places: LaunchPlaces, run: AgentRun
    ) -> str:
        match profile.conversations.find:
            case FoundInFiles() as finding:
                only = bool(run.adopted_in)
                return await self._in_files(finding, since, places, only=only)
            case FoundByCommand() as command:
                return await self._listed(command, profile, places)
            case None:
                return ""

    async def _in_files(
        self, finding: FoundInFiles, since: datetime, places: LaunchPlaces, *, only: bool = True
    ) -> str:
        """Return the newest conversation of a folder; of several none if it must be the `only`."""
        path = filled_pattern(finding.files, _places(places))
        [folder] = filled([finding.where], _places(places))
        lines = await self._transcripts.first_lines(path, since)
        # JSON may write a path's separators and letters otherwise; both are looked for.
        spellings = {folder, json.dumps(folder)[1:-1]}
        own = (line for line in lines if any(one in line for one in spellings))
        ids = [found[1] for line in own if (found := re.search(finding.id, line))]
        return ids[0] if ids and not (only and len(set(ids)) > 1) else ""

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
            if not finding.where or entry.get(finding.where) == places.run_folder:
                return str(entry.get(finding.id, ""))
        return ""


def _transcript_of(conversation: str, transcript: Transcript, places: LaunchPlaces) -> str:
    values = {
        **_places(places),
        Place.CONVERSATION: conversation,
        Place.CONVERSATION_START: conversation[:_SHORT],
    }
    return filled_pattern(transcript.files, values)


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
