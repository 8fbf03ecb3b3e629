"""A program that behaves like an AI command-line program, and is honest about being none.

It reads `FAKE.md` of the folder it is started in, keeps a transcript a conversation below
`~/.fake-ai`, answers by repeating what it was asked, and ends at `/exit` or a second Ctrl+C.
Standard library only, so that any Python starts it in an instant.

FAKE_AI_ASKS_TRUST=1    ask whether the folder is to be trusted, once a folder
FAKE_AI_SCREEN=alternate    draw on the alternate screen
FAKE_AI_DIES=1    end at once with a sentence and code 3
"""

import argparse
import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

VERSION = "1.4.2"
NAME = "Fake AI"
ROLE_FILE = "FAKE.md"
PROMPT = "> "
_OWN = Path(".fake-ai")
_ENTER_ALTERNATE, _LEAVE_ALTERNATE = "\x1b[?1049h\x1b[H\x1b[2J", "\x1b[?1049l"


def say(text: str = "", *, end: str = "\n") -> None:
    """Print at once."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


class Conversation:
    """What was asked under one id, on the disk from the first question on."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def exists(self) -> bool:
        """Whether a launch used the id."""
        return self._file.exists()

    def begin(self) -> None:
        """Use the id up."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._note({"type": "start", "folder": str(Path.cwd())})

    def ask(self, text: str) -> None:
        """Note a question."""
        self._note({"type": "user", "text": text})

    def asked(self) -> list[str]:
        """Return the questions so far."""
        notes = [json.loads(line) for line in self._file.read_text().splitlines()]
        return [note["text"] for note in notes if note["type"] == "user"]

    def _note(self, note: dict[str, str]) -> None:
        with self._file.open("a") as file:
            file.write(json.dumps(note, separators=(",", ":")) + "\n")


def headings(document: str) -> list[str]:
    """Return the headings of the first level."""
    return re.findall(r"(?m)^# (.+)$", document)


def main(words: Sequence[str]) -> int:
    """Do what the arguments say; the exit code tells whether that went well."""
    parser = argparse.ArgumentParser(prog="fake-ai")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--add-dir", default="")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--session-id", default="")
    which.add_argument("--resume", default="")
    asked = parser.parse_args(words)
    if asked.version:
        say(f"{VERSION} ({NAME})")
        return 0
    if os.environ.get("FAKE_AI_DIES"):
        return _refuse("the model's server says: no such account.", code=3)
    name = asked.session_id or asked.resume or "plain"
    conversation = Conversation(Path.home() / _OWN / "conversations" / f"{name}.jsonl")
    if asked.resume and not conversation.exists:
        return _refuse(f"No conversation found with id {asked.resume}.")
    if asked.session_id and conversation.exists:
        return _refuse(f"The id {asked.session_id} is in use already.")
    if not conversation.exists:
        conversation.begin()
    alternate = os.environ.get("FAKE_AI_SCREEN") == "alternate"
    say(_ENTER_ALTERNATE if alternate else "", end="")
    try:
        if not _is_trusted():
            return 1
        _banner(conversation)
        return _talk(conversation)
    finally:
        say(_LEAVE_ALTERNATE if alternate else "", end="")


def _refuse(sentence: str, *, code: int = 1) -> int:
    sys.stderr.write(f"error: {sentence}\n")
    return code


def _is_trusted() -> bool:
    if not os.environ.get("FAKE_AI_ASKS_TRUST"):
        return True
    known = Path.home() / _OWN / "trusted"
    folder = str(Path.cwd())
    if known.exists() and folder in known.read_text().splitlines():
        return True
    say(f"Do you trust this folder?\n  {folder}\n  y: yes, n: no and leave")
    if sys.stdin.readline().strip() != "y":
        return False
    known.parent.mkdir(exist_ok=True)
    with known.open("a") as file:
        file.write(f"{folder}\n")
    return True


def _banner(conversation: Conversation) -> None:
    file = Path(ROLE_FILE)
    role = headings(file.read_text(errors="replace")) if file.exists() else []
    say(f"{NAME} {VERSION}")
    say(f"I read: {', '.join(role) or 'nothing'}")
    for question in conversation.asked():
        say(f"Earlier you asked: {question}")


def _talk(conversation: Conversation) -> int:
    interrupted = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        nonlocal interrupted
        if interrupted:
            raise EOFError
        interrupted = True
        say("\nPress Ctrl+C again to leave.")

    signal.signal(signal.SIGINT, interrupt)
    while True:
        say(PROMPT, end="")
        try:
            line = sys.stdin.readline()
        except EOFError:
            return 0
        text = line.strip()
        if not line or text == "/exit":
            return 0
        if text:
            interrupted = False
            conversation.ask(text)
            say(f"You asked: {text}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
