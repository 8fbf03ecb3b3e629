from dataclasses import replace

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ProfileId
from idea.domain.profiles.conversations import (
    Assign,
    Conversations,
    FoundByCommand,
    FoundInFiles,
    Resume,
    Transcript,
    resolve_session_plan,
)
from idea.domain.profiles.instructions import InstructionsPlan, plan_instructions
from idea.domain.profiles.invocation import LaunchPlaces, prepare_invocation
from idea.domain.profiles.profile import (
    AgentProfile,
    ContextInjection,
    ConventionFile,
    Env,
    Flag,
    Instructions,
    StartupKind,
    StartupQuestion,
    Stdin,
    Variant,
    asked,
)
from idea.domain.profiles.versions import Version

BY_ASSIGNED_ID = Conversations(
    assign=("--session-id", "{conversationId}"), resume=("--resume={conversationId}",)
)
BY_COMMAND = Conversations(
    resume=("resume", "{conversationId}"),
    resume_first=True,
    find=FoundByCommand(arguments=("list",), id="id", where="folder"),
)
PROFILE = AgentProfile(
    id=ProfileId("one"),
    name="One",
    command="one",
    injection=ConventionFile("ONE.md"),
    arguments=("--quiet", 'trust={x="{projectRoot}"}'),
    grant=("--add-dir", "{projectRoot}"),
    environment={"ONE_HOME": "{home}/.one", "PLAIN": "1"},
    conversations=BY_ASSIGNED_ID,
    model_arguments=("--model", "{model}"),
)
PLACES = LaunchPlaces(
    project_root="/src/ledger", run_folder="/src/ledger/.ideai/run/7", home="/home/me"
)


def command(profile: AgentProfile = PROFILE, plan: Assign | Resume | None = None) -> str:
    made = prepare_invocation(
        profile, executable="/bin/one", places=PLACES, plan=plan, document="d"
    )
    return " ".join(made.command)


def test_places_are_filled_and_other_braces_stay() -> None:
    made = prepare_invocation(
        PROFILE, executable="/bin/one", places=PLACES, plan=Assign("c1"), document="d", model="big"
    )

    assert made.command == (
        *("/bin/one", "--quiet", 'trust={x="/src/ledger"}', "--add-dir", "/src/ledger"),
        *("--model", "big", "--session-id", "c1"),
    )
    assert made.environment == {"ONE_HOME": "/home/me/.one", "PLAIN": "1"}
    assert made.folder == PLACES.run_folder
    assert (made.document_file, made.typed) == ("ONE.md", "")


def test_a_place_is_filled_once() -> None:
    odd = replace(PLACES, project_root="/src/{home}")

    made = prepare_invocation(PROFILE, executable="one", places=odd, plan=None, document="")

    assert "/src/{home}" in made.command


@pytest.mark.parametrize(
    ("injection", "arguments", "variables", "typed"),
    [
        (Flag("--read"), ("--read", f"{PLACES.run_folder}/AGENT.md"), {}, ""),
        (Flag("-c=file:{path}"), (f"-c=file:{PLACES.run_folder}/AGENT.md",), {}, ""),
        (Env("ROLE"), (), {"ROLE": f"{PLACES.run_folder}/AGENT.md"}, ""),
        (Stdin(), (), {}, "the document"),
    ],
)
def test_the_document_reaches_the_program(
    injection: ContextInjection, arguments: tuple[str, ...], variables: dict[str, str], typed: str
) -> None:
    bare = AgentProfile(id=ProfileId("b"), name="B", command="b", injection=injection)

    made = prepare_invocation(
        bare, executable="b", places=PLACES, plan=None, document="the document"
    )

    assert made.command == ("b", *arguments)
    assert (made.environment, made.typed) == (variables, typed)
    assert made.document_file == "AGENT.md"


def test_who_resumes_by_a_command_says_it_first() -> None:
    bare = AgentProfile(
        id=ProfileId("b"),
        name="B",
        command="b",
        injection=Stdin(),
        arguments=("-x",),
        conversations=BY_COMMAND,
    )

    assert command(bare, Resume("c1")) == "/bin/one resume c1 -x"
    assert command(bare) == "/bin/one -x"
    assert command(PROFILE, Resume("c1")).endswith("--add-dir /src/ledger --resume=c1")


@pytest.mark.parametrize(
    ("conversations", "known", "plan"),
    [
        (Conversations(), None, None),
        (Conversations(), "c1", None),
        (BY_ASSIGNED_ID, None, Assign("fresh")),
        (BY_ASSIGNED_ID, "c1", Resume("c1")),
        (BY_COMMAND, None, None),
        (BY_COMMAND, "c1", Resume("c1")),
    ],
)
def test_a_known_conversation_is_resumed_else_one_is_begun(
    conversations: Conversations, known: str | None, plan: Assign | Resume | None
) -> None:
    assert resolve_session_plan(conversations, known, fresh="fresh") == plan
    assert conversations.can_resume is bool(conversations.resume)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ConventionFile("../ONE.md"),
        lambda: ConventionFile(".."),
        lambda: ConventionFile(""),
        lambda: Flag(" "),
        lambda: Flag("--x={projectRoot}"),
        lambda: Env("1X"),
        lambda: replace(PROFILE, name=" "),
        lambda: replace(PROFILE, command=""),
        lambda: replace(PROFILE, working_folder="{projectRoot}"),
        lambda: replace(PROFILE, arguments=("{nothing}",)),
        lambda: replace(PROFILE, grant=("{model}",)),
        lambda: replace(PROFILE, environment={"A B": ""}),
        lambda: replace(PROFILE, environment={"A": "{conversationId}"}),
        lambda: replace(PROFILE, model_arguments=("--model",)),
        lambda: Conversations(assign=("--session-id",)),
        lambda: Conversations(resume=("--resume", "{conversationId}")),
        lambda: Transcript(files="{home}/x.jsonl"),
        lambda: FoundByCommand(arguments=(), id="id", where="folder"),
        lambda: FoundInFiles(files="{conversationId}", id="(.*)"),
        lambda: StartupQuestion(StartupKind.TRUST, "("),
        lambda: Variant(profile=PROFILE),
        lambda: Version("1"),
    ],
)
def test_a_profile_that_cannot_work_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidError):
        make()


def test_an_unknown_place_is_named_with_those_that_are_known() -> None:
    with pytest.raises(InvalidError, match=r"\{runDir\} means nothing here; .*\{agentRunDir\}"):
        replace(PROFILE, arguments=("{runDir}",))


def test_a_variant_serves_its_versions() -> None:
    old = replace(PROFILE, grant=())
    middle = replace(PROFILE, arguments=())
    whole = replace(
        PROFILE,
        variants=(
            Variant(before=Version("1.10.0"), profile=old),
            Variant(since=Version("1.10"), before=Version("2.0"), profile=middle),
        ),
    )

    assert whole.for_version(Version("1.9.9")) == old
    assert whole.for_version(Version("1.10")) == middle
    assert whole.for_version(Version("2.0.0")) == PROFILE
    assert whole.for_version(None) == PROFILE
    assert PROFILE.for_version(None) is PROFILE
    with pytest.raises(InvalidError, match="no variants"):
        Variant(since=Version("3.0"), profile=whole)


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("2.1.332 (One)", "2.1.332"),
        ("one-cli 0.171.0\n", "0.171.0"),
        ("WARNING: home\nCLI 1.0.102.", "1.0.102"),
        ("no number", None),
        ("7", None),
    ],
)
def test_a_version_is_read_from_what_a_program_says(said: str, version: str | None) -> None:
    found = Version.said(said)

    assert (None if found is None else found.text) == version


def reading(*groups: tuple[str, ...], inline: tuple[str, ...] = ("RULES.md",)) -> AgentProfile:
    return replace(PROFILE, instructions=Instructions(reads=groups, inline=inline))


@pytest.mark.parametrize(
    ("profile", "present", "plan"),
    [
        # Our own file hides the project's, so that is told.
        (reading(("ONE.md", "RULES.md")), {"RULES.md"}, ((), ("RULES.md",), "")),
        # Both bear one name, and are read in each folder.
        (reading(("ONE.md", "RULES.md")), {"ONE.md"}, (("ONE.md",), (), "")),
        # The project's file hides ours.
        (reading(("RULES.md", "ONE.md")), {"RULES.md"}, (("RULES.md",), (), "RULES.md")),
        # Independent groups are all read.
        (reading(("ONE.md",), ("RULES.md",)), {"RULES.md"}, (("RULES.md",), (), "")),
        # Nothing of the project reaches the program.
        (reading(("ONE.md",)), {"RULES.md", "OTHER.md"}, ((), ("RULES.md",), "")),
        (reading(), set(), ((), (), "")),
        (replace(reading(("A", "B")), injection=Stdin()), {"B"}, (("B",), (), "")),
    ],
)
def test_instructions_of_the_project_are_told_when_nothing_else_tells_them(
    profile: AgentProfile, present: set[str], plan: tuple[tuple[str, ...], tuple[str, ...], str]
) -> None:
    read, inlined, hides = plan

    assert plan_instructions(profile, present) == InstructionsPlan(
        read=read, inlined=inlined, hides_document=hides
    )


def test_a_transcript_names_the_conversation() -> None:
    found = Transcript(files="{home}/.one/**/{conversationId}.jsonl", contains="user")

    assert replace(BY_ASSIGNED_ID, transcript=found).transcript == found


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["", "Please log in to continue."], StartupKind.LOGIN),
        (["Not signed in. Please log in to contin", "ue."], StartupKind.LOGIN),
        (["  Do you trust the files in this ", "  folder?"], StartupKind.TRUST),
        (["log in", "", "to continue"], None),
        ([], None),
    ],
)
def test_a_question_is_seen_where_a_narrow_cell_cuts_it(
    lines: list[str], found: StartupKind | None
) -> None:
    questions = (
        StartupQuestion(StartupKind.TRUST, "trust the files in this folder"),
        StartupQuestion(StartupKind.LOGIN, "log in to continue"),
    )

    assert asked(questions, lines) is found
