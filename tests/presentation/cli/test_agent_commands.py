"""`idea agent`, `idea skill` and `idea template`: what each asks for and prints."""

import io
import json
from collections.abc import Mapping
from typing import NamedTuple, override

import pytest

from fakes.doors import FakeDoors
from idea.domain.errors import ConflictError
from idea.presentation.cli.main import run

AGENT = {
    "id": "a1b2c3d4-0000",
    "project": "p1",
    "name": "Reviewer",
    "role_path": "/src/.ideai/agents/reviewer.md",
    "profile": "one",
    "engine": "Engine One",
    "skills": ["global:commit"],
    "template": "critic",
    "template_version": 2,
    "synchronized": True,
    "session": "s1",
    "cell": "A2",
    "since": "2026-01-01T00:00:00Z",
    "faults": [],
}
RESTING = AGENT | {"name": "Resting", "session": "", "cell": "", "template": "", "skills": []}
HIDDEN = AGENT | {"name": "Hidden", "cell": "", "faults": ["Its role is missing."]}
TEXT = {"agent": AGENT, "role": "# Reviewer\n\nRead.\n"}
CONTEXT = {
    "agent": AGENT,
    "sections": [
        {"name": "role", "text": "Read.", "source": "agents/reviewer.md", "tokens": 2},
        {"name": "memory", "text": "", "source": "no notes", "tokens": 0},
    ],
    "document": "Where you work\n",
    "tokens": 9,
    "file": "/src/.ideai/run/a1/ONE.md",
    "command": ["/usr/bin/one", "-x"],
    "also_read": ["RULES.md"],
    "hidden_by": "OTHER.md",
    "difference": "-old\n+new",
    "changed": ["role"],
    "granted": ["--add-dir", "/src"],
    "left_by_program": [".one/state.json"],
    "left_in_project": [".one.tags"],
}
SKILL = {"id": "commit", "scope": "global", "name": "Commit", "content": "Why.", "used_by": []}
TEMPLATE = {
    "id": "critic",
    "name": "Critic",
    "version": 2,
    "content": "Read.\n",
    "profile": "one",
    "versions": [2, 1],
}
DRIFT = {
    "project": "p1",
    "agent": "a1",
    "name": "Reviewer",
    "template": "critic",
    "synced_version": 1,
    "version": 2,
    "kind": "behind",
    "drifting": True,
}
SYNC = {
    "project": "p1",
    "agent": "a1",
    "name": "Reviewer",
    "from_version": 1,
    "to_version": 2,
    "conflicts": 1,
    "difference": "-one\n+two",
    "written": True,
    "undo": "1:a1|x.md",
}
KEPT = {
    "kept": "trash/one.md",
    "at": "2026-01-01T00:00:00+00:00",
    "why": "before a sync",
    "version": 3,
}
SESSION = {
    "session": "s1",
    "engine": "Engine One",
    "started_at": "2026-01-01T00:00:00+00:00",
    "ended_at": "",
    "reason": "It was stopped.",
    "live": False,
    "cell": "A1",
    "conversation": "talk-1",
    "can_resume": True,
}
P = ["-p", "ledger"]
IN = {"project": "ledger"}


class Case(NamedTuple):
    """What is typed, what is asked for, what answers, and what is printed of it."""

    words: list[str]
    name: str
    asked: dict[str, object]
    answered: object
    printed: list[str]


def test_agents_are_listed_with_what_is_wrong_with_the_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = "agents.json is damaged."
    agents = [AGENT, RESTING, HIDDEN]
    doors = FakeDoors({"agents.list_agents": agents, "agents.list_troubles": [wrong]})

    assert run(["agent", "list", *P], doors) == 0
    said = capsys.readouterr()
    assert run(["agent", "list", *P, "--json"], doors) == 0

    assert doors.asked[:2] == [("agents.list_agents", IN), ("agents.list_troubles", IN)]
    for text in ("A2", "background", "Its role is missing."):
        assert text in said.out
    assert said.err == f"{wrong}\n"
    assert json.loads(capsys.readouterr().out) == agents


@pytest.mark.parametrize(
    "case",
    [
        Case(
            ["agent", "create", "R", "--engine", "one", "--skill", "commit", "-f", "-"],
            "agents.create_agent",
            IN | {"name": "R", "profile": "one", "role": "typed", "skills": ["commit"]},
            AGENT,
            ["Reviewer is defined: /src/.ideai/agents/reviewer.md"],
        ),
        Case(
            ["agent", "create", "R", "--template", "critic", "--no-follow"],
            "templates.create_agent_from_template",
            IN | {"template": "critic", "name": "R", "profile": "", "skills": [], "follow": False},
            AGENT,
            ["is defined"],
        ),
        Case(
            ["agent", "show", "R"],
            "agents.show_agent",
            IN | {"agent": "R"},
            TEXT,
            ["critic v2, followed", "A2", "# Reviewer"],
        ),
        Case(
            ["agent", "role", "R"], "agents.show_agent", IN | {"agent": "R"}, TEXT, ["# Reviewer"]
        ),
        Case(
            ["agent", "role", "R", "-f", "-"],
            "agents.write_role",
            IN | {"agent": "R", "role": "typed"},
            TEXT,
            ["# Reviewer"],
        ),
        Case(
            ["agent", "rename", "R", "Critic"],
            "agents.rename_agent",
            IN | {"agent": "R", "name": "Critic"},
            AGENT,
            ["It is called Reviewer now."],
        ),
        Case(
            ["agent", "clone", "R"],
            "agents.clone_agent",
            IN | {"agent": "R", "name": ""},
            AGENT,
            ["Reviewer is defined"],
        ),
        Case(
            ["agent", "delete", "R"],
            "agents.delete_agent",
            IN | {"agent": "R"},
            {"agent": AGENT, "kept": "trash/x.md"},
            [
                ".ideai/trash/x.md",
                "idea agent restore trash/x.md --name Reviewer --engine one --skill global:commit",
                "--template critic@2 --follow",
            ],
        ),
        Case(
            ["agent", "restore", ".ideai/trash/x.md", "--name", "R", "--engine", "one"],
            "agents.restore_agent",
            IN
            | {"kept": "trash/x.md", "name": "R", "profile": "one", "skills": []}
            | {"template": "", "template_version": 0, "synchronized": False},
            AGENT,
            ["Reviewer is back"],
        ),
        Case(
            [
                *("agent", "restore", "trash/x.md", "--name", "R", "--engine", "one"),
                *("--template", "critic@2", "--follow"),
            ],
            "agents.restore_agent",
            IN
            | {"kept": "trash/x.md", "name": "R", "profile": "one", "skills": []}
            | {"template": "critic", "template_version": 2, "synchronized": True},
            AGENT,
            ["Reviewer is back"],
        ),
        Case(
            ["agent", "import"],
            "agents.list_importable",
            IN,
            [{"file": "RULES.md", "name": "Rules", "profile": "one"}],
            ["RULES.md  Rules  one"],
        ),
        Case(
            ["agent", "import", "RULES.md"],
            "agents.import_agents",
            IN | {"files": ["RULES.md"], "profile": ""},
            [AGENT],
            ["Reviewer is defined"],
        ),
        Case(
            ["agent", "stop", "R"],
            "agents.stop_agent",
            IN | {"agent": "R"},
            RESTING,
            ["does not run"],
        ),
        Case(
            ["agent", "engine", "R", "two"],
            "agents.change_engine",
            IN | {"agent": "R", "profile": "two"},
            AGENT,
            ["Reviewer runs on Engine One, and was launched anew in A2."],
        ),
        Case(
            ["agent", "engine", "R", "two"],
            "agents.change_engine",
            IN | {"agent": "R", "profile": "two"},
            RESTING,
            ["Resting runs on Engine One."],
        ),
        Case(
            ["agent", "context", "R"],
            "agents.inspect_agent",
            IN | {"agent": "R"},
            CONTEXT,
            [
                *("about 9 tokens", "no notes", "/usr/bin/one -x", "RULES.md", "+new"),
                *("--add-dir /src", ".one/state.json", ".one.tags"),
            ],
        ),
        Case(
            ["agent", "context", "R", "--document"],
            "agents.inspect_agent",
            IN | {"agent": "R"},
            CONTEXT,
            ["Where you work"],
        ),
        Case(
            ["agent", "history", "R"],
            "agents.list_kept_roles",
            IN | {"agent": "R"},
            [KEPT, KEPT | {"version": 0, "why": "deleted"}],
            ["before a sync from v3", "deleted", "trash/one.md"],
        ),
        Case(
            ["agent", "history", "R", "--restore", "trash/one.md"],
            "agents.restore_role",
            IN | {"agent": "R", "kept": "trash/one.md", "preview": False},
            TEXT,
            ["Read."],
        ),
        Case(
            ["agent", "history", "R", "--show", "trash/one.md"],
            "agents.restore_role",
            IN | {"agent": "R", "kept": "trash/one.md", "preview": True},
            TEXT,
            ["Read."],
        ),
        Case(
            ["agent", "sessions", "R"],
            "agents.list_agent_sessions",
            IN | {"agent": "R"},
            [SESSION, SESSION | {"reason": "", "cell": "", "can_resume": False}],
            ["It was stopped.", "in the background", "talk-1", "yes"],
        ),
        Case(
            ["agent", "resumable"],
            "agents.list_resumable",
            IN,
            [{"agent": AGENT, "reason": "It crashed.", "sentence": "It goes on."}],
            ["It crashed.", "It goes on."],
        ),
        Case(
            ["agent", "dismiss", "R"],
            "agents.dismiss_resumable",
            IN | {"agent": "R"},
            AGENT,
            ["is not offered"],
        ),
        Case(
            ["agent", "follow", "R", "critic", "--only-tell"],
            "templates.link_agent",
            IN | {"agent": "R", "template": "critic", "follow": False},
            AGENT,
            ["linked to critic v2"],
        ),
        Case(
            ["agent", "unfollow", "R"],
            "templates.unlink_agent",
            IN | {"agent": "R"},
            AGENT,
            ["goes its own way"],
        ),
        Case(
            ["project", "context"],
            "projects.show_context",
            IN,
            {"project": "p1", "path": "/src/.ideai/CONTEXT.md", "text": "A ledger.\n"},
            ["A ledger."],
        ),
        Case(
            ["skill", "list"],
            "skills.list_skills",
            IN,
            {"skills": [SKILL], "notices": []},
            ["commit"],
        ),
        Case(
            ["skill", "show", "commit"],
            "skills.list_skills",
            IN,
            {"skills": [SKILL], "notices": []},
            ["# Commit", "Why."],
        ),
        Case(
            ["skill", "create", "Commit", "-f", "-"],
            "skills.create_skill",
            IN | {"name": "Commit", "content": "typed"},
            SKILL,
            ["global:commit"],
        ),
        Case(
            ["skill", "import"],
            "skills.list_importable_skills",
            IN,
            [{"file": "~/.one/x.md", "name": "X", "profile": "one", "description": "Does x."}],
            ["~/.one/x.md", "Does x."],
        ),
        Case(
            ["skill", "import", "~/.one/x.md", "--scope", "project"],
            "skills.import_skills",
            IN | {"files": ["~/.one/x.md"], "scope": "project"},
            [SKILL],
            ["global:commit"],
        ),
        Case(
            ["skill", "restore", "commit", "/trash/x.md"],
            "skills.restore_skill",
            IN | {"skill": "commit", "kept": "/trash/x.md"},
            SKILL,
            ["global:commit is back"],
        ),
        Case(
            ["skill", "delete", "commit"],
            "skills.delete_skill",
            IN | {"skill": "commit"},
            {"skill": "global:commit", "kept": "/trash/x.md"},
            ["/trash/x.md"],
        ),
        Case(
            ["skill", "assign", "commit", "R", "--at", "1"],
            "skills.assign_skill",
            IN | {"skill": "commit", "agent": "R", "at": 0},
            AGENT,
            ["Reviewer has global:commit."],
        ),
        Case(
            ["skill", "unassign", "commit", "R"],
            "skills.unassign_skill",
            IN | {"skill": "commit", "agent": "R"},
            RESTING,
            ["Resting has no skills."],
        ),
        Case(
            ["template", "create", "Critic", "--agent", "R"],
            "templates.create_template",
            IN | {"name": "Critic", "content": "", "agent": "R", "profile": ""},
            TEMPLATE,
            ["critic v2"],
        ),
        Case(
            ["template", "drift"],
            "templates.detect_drift",
            IN,
            [DRIFT],
            ["v1", "v2", "behind"],
        ),
        Case(
            ["template", "sync", "R"],
            "templates.sync_agents",
            IN | {"agents": ["R"], "preview": False, "overwrite": False},
            [SYNC, SYNC | {"written": False, "conflicts": 0}],
            ["1 places to be decided by hand; undo: 1:a1|x.md", "Reviewer is up to date."],
        ),
        Case(
            ["template", "sync", "--preview"],
            "templates.sync_agents",
            IN | {"agents": [], "preview": True, "overwrite": False},
            [SYNC],
            ["v1 → v2", "+two"],
        ),
        Case(
            ["template", "undo", "R", "1:a1|x.md"],
            "templates.undo_sync",
            IN | {"agent": "R", "undo": "1:a1|x.md"},
            AGENT,
            ["back at critic v2"],
        ),
    ],
    ids=lambda case: " ".join(case.words),
)
def test_a_command_of_a_project(
    case: Case, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = FakeDoors({case.name: case.answered})
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))

    assert run([*case.words, *P], doors) == 0
    said = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))
    assert run([*case.words, *P, "--json"], doors) == 0

    assert doors.asked[0] == (case.name, case.asked)
    for text in case.printed:
        assert text in said
    assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "case",
    [
        Case(
            ["list"], "templates.list_templates", {}, [TEMPLATE], ["critic  Critic  v2       one"]
        ),
        Case(
            ["show", "critic", "--version", "1"],
            "templates.show_template",
            {"template": "critic", "version": 1},
            TEMPLATE,
            ["Read."],
        ),
        Case(
            ["update", "critic", "--name", "Judge"],
            "templates.update_template",
            {"template": "critic", "content": None, "name": "Judge", "profile": None},
            TEMPLATE,
            ["critic v2"],
        ),
        Case(
            ["delete", "critic"],
            "templates.delete_template",
            {"template": "critic"},
            {"template": "critic", "kept": "/trash/x.md"},
            ["/trash/x.md"],
        ),
        Case(
            ["restore", "critic", "/trash/x.md", "--name", "Critic"],
            "templates.restore_template",
            {"template": "critic", "kept": "/trash/x.md", "name": "Critic", "profile": ""},
            {"id": "critic", "version": 3},
            ["critic v3 is back"],
        ),
    ],
    ids=lambda case: case.words[0],
)
def test_a_command_about_templates_alone(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({case.name: case.answered})

    assert run(["template", *case.words], doors) == 0

    assert doors.asked == [(case.name, case.asked)]
    assert case.printed[0] in capsys.readouterr().out


def test_a_program_typed_into_a_shell_is_adopted_by_its_session(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = FakeDoors({"agents.adopt_session": AGENT})

    assert run(["agent", "adopt", "s1", "--name", "R"], doors) == 0

    assert doors.asked == [("agents.adopt_session", {"session": "s1", "name": "R"})]
    assert "Reviewer is defined" in capsys.readouterr().out


def test_a_launch_prints_the_session(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    doors = FakeDoors({"agents.launch_agent": {"id": "s1"}})

    words = ["agent", "launch", "R", "--at", "A2", "--new", "--model", "big", "--wait", "0", *P]
    assert run(words, doors) == 0

    [(_, asked)] = doors.asked
    environment = asked.pop("environment")
    assert isinstance(environment, dict)
    assert environment["DISPLAY"] == ":7"
    assert asked == IN | {
        "agent": "R",
        "cell": "A2",
        "background": False,
        "resume": False,
        "conversation_of": "",
        "model": "big",
    }
    assert capsys.readouterr().out == "s1\n"


@pytest.mark.parametrize(
    ("state", "sentence", "code", "printed"),
    [
        ("runs", "", 0, "s1\n"),
        ("asks", "One of R asks you to log in.", 0, "s1\n"),
        ("ended", "One of R ended with exit code 3.", 1, ""),
    ],
)
def test_a_launch_says_what_becomes_of_it(
    state: str, sentence: str, code: int, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    start = {"state": state, "sentence": sentence}
    doors = FakeDoors({"agents.launch_agent": {"id": "s1"}, "agents.await_start": start})

    assert run(["agent", "launch", "R", *P], doors) == code

    assert doors.asked[1] == ("agents.await_start", IN | {"agent": "R", "within_s": 3.0})
    told = capsys.readouterr()
    assert told.out == printed
    assert sentence in told.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["agent", "create", "R", "--template", "t", "-f", "-"], "name one."),
        (["skill", "create", "S"], "A skill needs a text"),
        (["skill", "update", "s"], "Name a text with --file, or another name"),
        (["skill", "create", "S", "-f", "gone.md"], "gone.md cannot be read: No such file"),
        (["skill", "show", "project:s"], "There is no skill project:s"),
    ],
)
def test_what_is_missing_is_said(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    doors = FakeDoors({"skills.list_skills": {"skills": [SKILL], "notices": []}})

    assert run([*words, *P], doors) == 1

    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "name", "content"),
    [(["-f", "-"], "Commit", "typed"), (["--name", "Say why"], "Say why", "Why.")],
)
def test_a_skill_is_renamed_or_written_anew(
    words: list[str],
    name: str,
    content: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"skills": [SKILL], "notices": []}
    doors = FakeDoors({"skills.list_skills": found, "skills.update_skill": SKILL})
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))

    assert run(["skill", "update", "commit", *words, *P], doors) == 0

    assert doors.asked[-1][1] == IN | {"skill": "commit", "name": name, "content": content}
    assert "is changed" in capsys.readouterr().out


def test_what_hides_the_document_is_said_aside(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({"agents.inspect_agent": CONTEXT})

    assert run(["agent", "context", "R", *P], doors) == 0

    assert "reads OTHER.md of the project instead" in capsys.readouterr().err


def test_a_projects_context_is_written_from_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = {"project": "p1", "path": "/src/.ideai/CONTEXT.md", "text": ""}
    doors = FakeDoors({"projects.show_context": empty, "projects.write_context": empty})
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))

    assert run(["project", "context", "edit", "-f", "-", *P], doors) == 0

    assert doors.asked[1] == ("projects.write_context", IN | {"text": "typed"})
    assert "Nothing is written yet: /src/.ideai/CONTEXT.md" in capsys.readouterr().out


def test_a_role_is_edited_in_the_persons_editor(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = FakeDoors({"agents.show_agent": TEXT, "agents.write_role": TEXT})
    monkeypatch.setattr("click.edit", lambda text, extension: f"{text}More{extension}")

    assert run(["agent", "edit", "R", *P], doors) == 0

    assert doors.asked[1:] == [
        (
            "agents.write_role",
            IN
            | {
                "agent": AGENT["id"],
                "role": f"{TEXT['role']}More.md",
                "instead_of": TEXT["role"],
            },
        )
    ]
    assert capsys.readouterr().out == "The role of Reviewer is saved.\n"
    monkeypatch.setattr("click.edit", lambda text, **_: text)
    assert run(["agent", "edit", "R", *P], doors) == 0
    assert capsys.readouterr().err == "Nothing was changed.\n"
    assert len(doors.asked) == 3


class ChangedElsewhere(FakeDoors):
    """Has a role that says something else by now."""

    @override
    def call(self, name: str, request: Mapping[str, object]) -> object:
        answer = super().call(name, request)
        if "instead_of" in request:
            raise ConflictError("The role of R was changed elsewhere meanwhile.")
        return answer


def test_a_role_that_was_changed_elsewhere_meanwhile_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = ChangedElsewhere({"agents.show_agent": TEXT, "agents.write_role": TEXT})
    monkeypatch.setattr("click.edit", lambda _text, **_: "Mine.")

    assert run(["agent", "edit", "R", *P], doors) == 0

    assert doors.asked[-1][1]["keep_replaced"] is True
    assert "changed elsewhere meanwhile. That text is kept" in capsys.readouterr().err
