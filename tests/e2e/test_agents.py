"""Agents on a fake AI program, with a real engine, keeper and worker: what they promise."""

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_troubles import ListTroublesRequest
from idea.application.agents.rename_agent import RenameAgentRequest
from idea.application.agents.stop_agent import StopAgentRequest
from idea.application.engine_feed import EngineLost
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.save_profile import SaveProfileRequest
from idea.application.profiles.views import ProfileView
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import EngineState
from idea.domain.errors import NotFoundError, StoreError
from idea.infrastructure.places import find_places
from support import fake_ai
from support.background import until
from support.engine_window import WITHIN_S, window_on
from support.everything import kill_everything, nothing_is_left
from support.fake_agents import FakeAgents, install, install_script, profile

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(180)]

TEAM = ("Ada", "Bob", "Cyd")
MANY = 8


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "ledger"
    folder.mkdir()
    return folder


@contextlib.contextmanager
def agents_on(project: Path) -> Iterator[FakeAgents]:
    with window_on(project) as window:
        yield FakeAgents(window)


def idea(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "idea", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=WITHIN_S,
    )


def git_status(project: Path) -> set[str]:
    """Return what git sees as new in the project's root."""
    said = subprocess.run(
        ["git", "status", "--porcelain"], cwd=project, capture_output=True, text=True, check=True
    )
    return {line[3:] for line in said.stdout.splitlines()}


def test_agents_of_one_engine_keep_apart_and_each_resumes_its_own_after_a_kill_of_everything(
    project: Path, isolated_home: Path
) -> None:
    """Meanwhile the project holds one folder of ours, and may be moved."""
    subprocess.run(["git", "init", "-q", project], check=True)
    with agents_on(project) as agents:
        agents.add_profile(isolated_home)
        agents.define(*TEAM)
        sessions = {name: agents.launch(name) for name in TEAM}
        for name, session in sessions.items():
            agents.ask(session, f"what does {name} do")
        for name, session in sessions.items():
            shown = agents.screen(session)
            assert f"I read: Where you work, {name}" in shown
            assert [other for other in TEAM if f"what does {other} do" in shown] == [name]
        before = agents.transcripts(isolated_home)
        assert sorted(before.values()) == [[f"what does {name} do"] for name in TEAM]
        assert git_status(project) == {".ideai/"}
        agents.window.client.stop()
        kill_everything()

    project = project.rename(project.with_name("moved"))
    with agents_on(project) as agents:
        until(agents.listed, "the agents in their new place")
        offered = agents.resumable()
        assert [(one.agent.name, one.can_resume) for one in offered] == [(n, True) for n in TEAM]
        assert {one.conversation for one in offered} == set(before)
        for name in TEAM:
            session = agents.launch(name)
            agents.ask(session, f"go on, {name}")
            shown = agents.screen(session)
            assert f"Earlier you asked: what does {name} do" in shown
            assert [other for other in TEAM if f"what does {other} do" in shown] == [name]
        assert agents.resumable() == ()
        after = agents.transcripts(isolated_home)
        assert sorted(after.values()) == [
            [f"what does {name} do", f"go on, {name}"] for name in TEAM
        ]
    assert git_status(project) == {".ideai/"}
    shutil.rmtree(project / ".ideai")
    assert git_status(project) == set()


def test_an_agent_lives_with_a_program_that_is_particular(
    project: Path, isolated_home: Path
) -> None:
    with agents_on(project) as agents:
        asks = {"FAKE_AI_ASKS_TRUST": "1", "FAKE_AI_SCREEN": "alternate"}
        agents.add_profile(isolated_home, environment=asks)
        agents.define("Ada")
        session = agents.launch("Ada", cell="A1")
        agents.see(session, "Do you trust this folder?")
        assert not (isolated_home / ".fake-ai" / "trusted").exists(), "That is the person's to say."
        agents.stop("Ada")

        # The id of the launch in which nothing was said is used up; another is taken.
        session = agents.launch("Ada")
        agents.see(session, "Do you trust this folder?")
        agents.type(session, "y")
        agents.ask(session, "first")
        agents.type(session, "/exit")
        until(lambda: not agents.sessions(), "the end by itself")
        assert agents.resumable() == ()
        until(lambda: not agents.documents(), "nothing of ours left behind")

        session = agents.launch("Ada")
        agents.see(session, "Earlier you asked: first")
        agents.stop("Ada")
        session = agents.launch("Ada", resume=False)
        agents.ask(session, "second")
        assert "first" not in agents.screen(session)
        assert sorted(agents.transcripts(isolated_home).values()) == [[], ["first"], ["second"]]

        agents.add_profile(isolated_home, "fake-dead", environment={"FAKE_AI_DIES": "1"})
        agents.define("Bob", engine="fake-dead")
        session = agents.launch("Bob")
        agents.see(session, "no such account")
        until(lambda: agents.shown(session).status == "exited", "its end")
        assert agents.shown(session).reason == "It ended with exit code 3 right after its start."
        assert agents.resumable() == (), "What ended by itself is not offered."


def test_a_program_typed_into_a_shell_becomes_an_agent_with_its_conversation(
    project: Path, isolated_home: Path
) -> None:
    with agents_on(project) as agents:
        program = install_script(isolated_home / "programs")
        talks = json.loads(profile(str(program)))["session"] | {"anyFolder": True}
        agents.window.ask(SaveProfileRequest(text=profile(str(program), session=talks)))
        shell = agents.window.open_shell("sh")
        agents.type(shell, f"{program} --session-id typed-by-hand")
        until(lambda: agents.shown(shell).adoptable == fake_ai.NAME, "it is noticed")
        agents.ask(shell, "first")

        adopted = json.loads(idea("agent", "adopt", shell.id, "--name", "Ada", "--json").stdout)

        assert (adopted["name"], adopted["session"]) == ("Ada", shell.id)
        assert "You asked: first" in agents.screen(shell), "The program is not touched."
        agents.type(shell, "/exit")
        until(lambda: not agents.shown(shell).agent, "the shell is a shell again")
        session = agents.launch("Ada")
        agents.see(session, "Earlier you asked: first")
        assert "I read: Where you work, Ada" in agents.screen(session)
        assert session.id != shell.id
        agents.ask(session, "second")
        assert agents.transcripts(isolated_home) == {"typed-by-hand": ["first", "second"]}


def test_the_command_line_says_why_a_program_died_at_once(
    project: Path, isolated_home: Path
) -> None:
    with agents_on(project) as agents:
        agents.add_profile(isolated_home, "fake-dead", environment={"FAKE_AI_DIES": "1"})
        agents.define("Bob", engine="fake-dead")

        done = subprocess.run(
            [sys.executable, "-m", "idea", "agent", "launch", "Bob", "-p", str(project)],
            capture_output=True,
            text=True,
            check=False,
        )

    assert (done.returncode, done.stdout) == (1, "")
    assert "of Bob ended with exit code 3 right after its start. Its last words: " in done.stderr
    assert "no such account" in done.stderr


def test_programs_are_found_without_path_and_a_start_file_that_hangs_delays_nothing(
    project: Path, isolated_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    go, begun = tmp_path / "go", tmp_path / "begun"
    rc_only = isolated_home / "somewhere"
    (isolated_home / ".profile").write_text(
        f'touch {begun}; while [ ! -e {go} ]; do sleep 0.1; done; export PATH="$PATH:{rc_only}"\n'
    )
    install(isolated_home / ".nvm" / "versions" / "node" / "v22.1.0" / "bin", "ai-of-nvm")
    install(isolated_home / ".bun" / "bin", "ai-of-bun")
    install(rc_only, "ai-of-rc")
    names = ("ai-of-nvm", "ai-of-bun", "ai-of-rc")

    with agents_on(project) as agents:
        for name in names:
            agents.window.ask(SaveProfileRequest(text=profile(name, name)))

        def found() -> dict[str, ProfileView]:
            listed = agents.window.ask(ListProfilesRequest()).profiles
            return {one.id: one for one in listed if one.id in names}

        first = agents.window.ask(ListProfilesRequest())
        assert first.looking
        quick = found()
        assert [quick[name].where for name in names] == ["nvm", "bun", ""]
        until(begun.exists, "the start file")
        go.touch()
        until(lambda: not agents.window.ask(ListProfilesRequest()).looking, "the whole look")
        assert [found()[name].version for name in names] == [fake_ai.VERSION] * 3
        assert found()["ai-of-rc"].path == str(rc_only / "ai-of-rc")

        for name in names:
            agents.define(name, engine=name)
            agents.see(agents.launch(name), f"I read: Where you work, {name}")


def test_many_agents_launched_at_once_run_and_leave_nothing(
    project: Path, isolated_home: Path
) -> None:
    names = [f"Agent {number}" for number in range(MANY)]
    with agents_on(project) as agents:
        agents.add_profile(isolated_home)
        agents.define(*names)
        window = agents.window

        def launched(name: str) -> LaunchAgentRequest:
            return LaunchAgentRequest(project=str(project), agent=name, background=True)

        # Each is asked for twice in the same moment, and runs once.
        asked = [launched(name) for name in names for _ in range(2)]
        waiting = [window.client.thread.submit(window.client.use_cases.execute(o)) for o in asked]
        views = [one.result(WITHIN_S) for one in waiting]
        assert len({view.id for view in views}) == MANY
        for view in views[::2]:
            agents.see(view, f"I read: Where you work, {view.name}")
        pids = [view.pid for view in views[::2]]

        stops = [StopAgentRequest(project=str(project), agent=name) for name in names]
        ending = [window.client.thread.submit(window.client.use_cases.execute(o)) for o in stops]
        assert [one.result(WITHIN_S).session for one in ending] == [""] * MANY
        assert [pid for pid in pids if psutil.pid_exists(pid)] == []
        until(lambda: not agents.documents(), "nothing of ours left behind")
    assert nothing_is_left()


def test_an_agent_stays_one_through_another_engine_and_edits_behind_its_back(
    project: Path, isolated_home: Path
) -> None:
    with agents_on(project) as agents:
        agents.add_profile(isolated_home)
        [ada, _] = agents.define("Ada", "Bob")
        session = agents.launch("Ada")
        agents.ask(session, "before")

        replacing = subprocess.Popen([sys.executable, "-m", "idea", "engine", "replace"])
        # The engine before does it, the one after, or the one that leaves refuses in a sentence.
        launched = idea("agent", "launch", "Bob", "--background", "-p", str(project))
        assert replacing.wait(WITHIN_S) == 0
        agents.window.hear(lambda news: isinstance(news, EngineLost))
        agents.window.hear(lambda news: isinstance(news, EngineState))
        running = [one.name for one in agents.sessions()].count("Bob")
        assert running <= 1
        assert running == 1 or launched.returncode != 0, launched.stderr

        record = next(agents.window.places.sessions.glob(f"*/{session.id}/session.json"))
        assert json.loads(record.read_text())["agent"]["id"] == ada.id
        listed = json.loads(idea("session", "list", "--json").stdout)
        assert {one["id"]: one["agent"] for one in listed}[session.id] == ada.id
        assert agents.launch("Ada").id == session.id
        agents.ask(session, "after")

        # Its own folder goes away under it, then its definition.
        shutil.rmtree(agents.folder / "run" / ada.id)
        manifest = agents.folder / "agents.json"
        document = json.loads(manifest.read_text())
        document["agents"] = [one for one in document["agents"] if one["id"] != ada.id]
        manifest.write_text(json.dumps(document))
        assert [one.name for one in agents.listed()] == ["Bob"]
        agents.ask(session, "orphaned")
        agents.window.ask(StopSessionRequest(session=session.id))
        until(lambda: session.id not in {one.id for one in agents.sessions()}, "its end")
        [ended] = [o for o in agents.window.ask(ListSessionsRequest()) if o.id == session.id]
        assert ended.agent == ada.id


def test_files_edited_by_hand_are_taken_or_named_and_nothing_in_them_is_lost(
    project: Path, isolated_home: Path
) -> None:
    with agents_on(project) as agents:
        agents.add_profile(isolated_home)
        agents.define("Ada", "Bob")
        manifest = agents.folder / "agents.json"
        good = json.loads(manifest.read_text())

        def told() -> str:
            assert [one.name for one in agents.listed()] == ["Ada", "Bob"], "None is lost."
            return " ".join(agents.window.ask(ListTroublesRequest(project=str(project))))

        manifest.write_text(json.dumps(good)[:-1] + ",}")
        until(lambda: "agents.json is damaged (line 1" in told(), "the trailing comma")
        assert "agents.json is damaged" in idea("agent", "list", "-p", str(project)).stderr
        twice = json.loads(json.dumps(good))
        twice["agents"][1]["md"] = twice["agents"][0]["md"]
        manifest.write_text(json.dumps(twice))
        until(lambda: "Ada and Bob share the role agents/ada.md" in told(), "one path twice")
        # What replaces it keeps it beside itself.
        agents.define("Cyd")
        assert agents.window.ask(ListTroublesRequest(project=str(project))) == ()
        kept = [json.loads(one.read_text()) for one in agents.folder.glob("agents.json.corrupt-*")]
        assert twice in kept

        # Another program and IdeA write in turn; each one's part is kept.
        edited = json.loads(manifest.read_text())
        edited["team"] = "core"
        edited["agents"][0] |= {"colour": "blue", "profileId": "unheard-of"}
        manifest.write_text(json.dumps(edited))
        (agents.folder / "agents" / "bob.md").unlink()
        agents.window.ask(RenameAgentRequest(project=str(project), agent="Cyd", name="Dan"))
        after = json.loads(manifest.read_text())
        assert (after["team"], after["agents"][0]["colour"]) == ("core", "blue")
        assert [one["name"] for one in after["agents"]] == ["Ada", "Bob", "Dan"]
        faults = {one.name: one.faults for one in agents.listed()}
        assert faults["Ada"] == ("There is no engine 'unheard-of'; choose another.",)
        assert faults["Bob"][0].startswith("The role of Bob is missing: there is no ")
        assert faults["Dan"] == ()
        for name, why in (("Ada", "There is no engine 'unheard-of'"), ("Bob", "is missing")):
            with pytest.raises(NotFoundError, match=why):
                agents.launch(name)


def test_what_a_cloned_project_and_damaged_files_of_ones_own_do_is_one_sentence(
    project: Path, isolated_home: Path
) -> None:
    own = find_places()
    templates = own.data / "templates"
    templates.mkdir(parents=True)
    (templates / "index.json").write_text("{,")
    (own.data / "skills").write_text("not a folder")
    with agents_on(project) as agents:
        window = agents.window
        with pytest.raises(StoreError, match="skills could not be read"):
            window.ask(ListSkillsRequest())
        assert window.ask(ListTemplatesRequest()) == ()
        assert [one.read_text() for one in templates.glob("index.json.corrupt-*")] == ["{,"]

        agents.add_profile(isolated_home)
        agents.define("Ada", "Bob")
        (agents.folder / "agents" / "ada.md").unlink()
        (agents.folder / "agents" / "ada.md").symlink_to("/etc/passwd")
        with pytest.raises(StoreError, match=r"ada\.md is a link that leads out of the project"):
            agents.launch("Ada")
        assert agents.sessions() == []
        assert agents.documents() == []

        own.profiles_file.write_text("{")
        until(
            lambda: "profiles.json is damaged" in str(window.ask(ListProfilesRequest()).notices),
            "the damage",
        )
        # What was read before is used until the file can be read again.
        agents.see(agents.launch("Bob"), "I read: Where you work, Bob")
