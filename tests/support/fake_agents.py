"""Agents on the fake AI program, through an engine of their own."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from idea.application.agents.create_agent import CreateAgentRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.agents.list_resumable import ListResumableRequest
from idea.application.agents.stop_agent import StopAgentRequest
from idea.application.agents.views import AgentView, ResumableView
from idea.application.profiles.save_profile import SaveProfileRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.send_text import SendTextRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.views import SessionView
from support import fake_ai
from support.background import until
from support.engine_window import Window

PROFILE: Final = "fake-ai"
TRANSCRIPTS: Final = ".fake-ai/conversations"


def install(folder: Path, name: str = PROFILE) -> Path:
    """Put the fake program into a folder, under a name; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{fake_ai.__file__}" "$@"\n')
    program.chmod(0o755)
    return program


def install_script(folder: Path, name: str = PROFILE) -> Path:
    """Put the fake program into a folder as a script that an interpreter runs."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f"#!{sys.executable}\n{Path(fake_ai.__file__).read_text()}")
    program.chmod(0o755)
    return program


def profile(command: str, name: str = PROFILE, **more: object) -> str:
    """Return the fake program's profile as a person would write it."""
    document: dict[str, Any] = {
        "version": 1,
        "id": name,
        "name": fake_ai.NAME,
        "command": command,
        "contextInjection": {"strategy": "conventionFile", "target": fake_ai.ROLE_FILE},
        "grant": ["--add-dir", "{projectRoot}"],
        "session": {
            "assign": ["--session-id", "{conversationId}"],
            "resume": ["--resume", "{conversationId}"],
            "transcript": {
                "files": f"{{home}}/{TRANSCRIPTS}/{{conversationId}}.jsonl",
                "contains": '"type":"user"',
            },
        },
        "instructions": {"reads": [], "inline": ["AGENTS.md"]},
        "startup": [{"kind": "trust", "pattern": "Do you trust this folder"}],
    }
    return json.dumps({**document, **more})


class FakeAgents:
    """Defines, launches and talks to agents on the fake program."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.project = str(window.project)
        self.folder = window.project / ".ideai"

    def add_profile(self, home: Path, name: str = PROFILE, **more: object) -> Path:
        """Install the program outside of every PATH, and add its profile to the person's own."""
        program = install(home / "programs", name)
        self.window.ask(SaveProfileRequest(text=profile(str(program), name, **more)))
        return program

    def define(self, *names: str, engine: str = PROFILE) -> Sequence[AgentView]:
        """Define agents whose role begins with their name."""
        return [
            self.window.ask(
                CreateAgentRequest(
                    project=self.project, name=name, profile=engine, role=f"# {name}\n\nBe {name}."
                )
            )
            for name in names
        ]

    def launch(self, name: str, **more: Any) -> SessionView:
        """Launch an agent; in the background unless a cell is named."""
        where = {} if "cell" in more else {"background": True}
        request = LaunchAgentRequest(project=self.project, agent=name, **where, **more)
        return self.window.ask(request)

    def stop(self, name: str) -> AgentView:
        """Stop an agent."""
        return self.window.ask(StopAgentRequest(project=self.project, agent=name))

    def ask(self, session: SessionView, question: str) -> None:
        """Type a question and see it answered."""
        self.see(session, f"\n{fake_ai.PROMPT.strip()}")
        self.type(session, question)
        self.see(session, f"You asked: {question}")

    def type(self, session: SessionView, text: str) -> None:
        """Type a line."""
        self.window.ask(SendTextRequest(session=session.id, text=text, enter=True))

    def see(self, session: SessionView, text: str) -> str:
        """Wait until a session shows a text; returns all it shows."""
        until(lambda: text in self.screen(session), f"{text!r} on the screen")
        return self.screen(session)

    def screen(self, session: SessionView) -> str:
        """Return what a session shows, its scrollback included."""
        return "\n".join(self.window.ask(ReadScreenRequest(session=session.id, history=200)).lines)

    def listed(self) -> Sequence[AgentView]:
        """Return all agents."""
        return self.window.ask(ListAgentsRequest(project=self.project))

    def resumable(self) -> Sequence[ResumableView]:
        """Return what was interrupted."""
        return self.window.ask(ListResumableRequest(project=self.project))

    def sessions(self) -> Sequence[SessionView]:
        """Return the sessions that run an agent and live."""
        listed = self.window.ask(ListSessionsRequest(project=self.project))
        return [one for one in listed if one.agent and one.status == "running"]

    def shown(self, session: SessionView) -> SessionView:
        """Return what a session is now."""
        return self.window.ask(ShowSessionRequest(session=session.id))

    def documents(self) -> list[Path]:
        """Return the documents that lie in the agents' run folders."""
        return list(self.folder.glob(f"run/*/{fake_ai.ROLE_FILE}"))

    def transcripts(self, home: Path) -> dict[str, list[str]]:
        """Return what was asked in each conversation, by its id."""
        files = (home / TRANSCRIPTS).glob("*.jsonl")
        return {file.stem: fake_ai.Conversation(file).asked() for file in files}
