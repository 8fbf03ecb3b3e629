"""What a command line that somebody typed says."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ProfileId
from idea.domain.profiles.conversations import Conversations, FoundByProcess
from idea.domain.profiles.profile import AgentProfile, ConventionFile
from idea.domain.profiles.typed_command import conversation_in, program_names, recognised

CODER = AgentProfile(
    id=ProfileId("coder"), name="Coder", command="coder", injection=ConventionFile("CODER.md")
)
ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
TALKS = Conversations(
    assign=("--session-id", "{conversationId}"), resume=("--resume", "{conversationId}")
)
JOINED = Conversations(assign=("--id", "{conversationId}"), resume=("--resume={conversationId}",))
COMMAND = Conversations(assign=("--id", "{conversationId}"), resume=("resume", "{conversationId}"))


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (("coder",), ("coder",)),
        (("/usr/bin/node", "--no-warnings", "/opt/bin/coder", "-x"), ("node", "coder")),
        (("coder", "coder"), ("coder",)),
        ((), ()),
        (("",), ()),
    ],
)
def test_a_program_may_be_a_script_of_another(
    command: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert program_names(command) == names
    expected = CODER if "coder" in names else None
    assert recognised(command, {"coder": CODER}) is expected


@pytest.mark.parametrize(
    ("talks", "command", "found"),
    [
        (TALKS, ("coder", "--session-id", ID), ID),
        (TALKS, ("coder", "-v", "--resume", ID, "--add-dir", "/x"), ID),
        (TALKS, ("coder", "--resume"), ""),
        (TALKS, ("coder", "--resume", "latest one"), ""),
        (TALKS, ("coder",), ""),
        (JOINED, ("coder", f"--resume={ID}"), ID),
        (COMMAND, ("coder", "resume", ID), ID),
        (COMMAND, ("coder", "resume", "--last"), ""),
        (Conversations(), ("coder", ID), ""),
    ],
)
def test_a_conversation_is_taken_from_the_arguments_that_name_it(
    talks: Conversations, command: tuple[str, ...], found: str
) -> None:
    assert conversation_in(command, talks) == found


def test_the_file_of_a_running_program_is_named_by_its_process() -> None:
    FoundByProcess(files="{home}/.coder/{processId}.json", id="(.*)")
    with pytest.raises(InvalidError, match="processId"):
        FoundByProcess(files="{home}/.coder/*.json", id="(.*)")
