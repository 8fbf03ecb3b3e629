"""What everything that looks into transcripts has to do."""

import asyncio
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta

from idea.domain.ports.transcripts import Transcripts

EARLY = datetime(2026, 1, 1, tzinfo=UTC)
LATE = EARLY + timedelta(hours=1)


class TranscriptsContract(ABC):
    """`at()` is below an empty folder."""

    transcripts: Transcripts

    @abstractmethod
    def at(self, path: str) -> str:
        """Return an absolute path."""

    @abstractmethod
    def write(self, path: str, text: str, at: datetime) -> None:
        """Let a program write a transcript; later calls write newer ones."""

    def hold(self, pattern: str, text: str) -> bool:
        return asyncio.run(self.transcripts.hold(self.at(pattern), text))

    def first_lines(self, pattern: str, since: datetime) -> list[str]:
        found = asyncio.run(self.transcripts.first_lines(self.at(pattern), since))
        return [line.rstrip("\n") for line in found]

    def test_a_text_is_found_in_any_file_of_the_pattern(self) -> None:
        self.write("projects/a/one.jsonl", "head\nuser: hello\n", EARLY)
        self.write("projects/b/two.jsonl", "", LATE)

        assert self.hold("projects/*/one.jsonl", "user: hello")
        assert not self.hold("projects/*/one.jsonl", "user: bye")
        assert not self.hold("projects/*/two.jsonl", "user")
        assert self.hold("projects/*/two.jsonl", "")
        assert not self.hold("projects/*/three.jsonl", "")

    def test_first_lines_come_from_the_newest_and_not_from_before(self) -> None:
        self.write("chats/one.jsonl", "first\nmore", EARLY)
        self.write("chats/two.jsonl", "second\nmore", LATE)

        assert self.first_lines("chats/*.jsonl", EARLY) == ["second", "first"]
        assert self.first_lines("chats/*.jsonl", LATE) == ["second"]
        assert self.first_lines("other/*.jsonl", EARLY) == []

    def test_signs_of_patterns_in_brackets_mean_themselves(self) -> None:
        self.write("notes [old]?/one.jsonl", "first", EARLY)
        self.write("notes oy/one.jsonl", "second", LATE)

        assert self.hold("notes [[]old][?]/*.jsonl", "first")
        assert self.first_lines("notes [[]old][?]/*.jsonl", EARLY) == ["first"]
        assert not self.hold("notes [*]/*.jsonl", "")

    def test_beginnings_come_with_their_paths_the_newest_first(self) -> None:
        self.write("running/7.json", '{\n"id": 1}', EARLY)
        self.write("running/78.json", "later", LATE)

        found = asyncio.run(self.transcripts.beginnings(self.at("running/7*.json")))

        assert found == (
            (self.at("running/78.json"), "later"),
            (self.at("running/7.json"), '{\n"id": 1}'),
        )
        assert asyncio.run(self.transcripts.beginnings(self.at("running/8.json"))) == ()

    def test_the_ending_is_that_of_the_newest_file(self) -> None:
        self.write("chats/one.jsonl", "old\n", EARLY)
        self.write("chats/two.jsonl", "first\nlast\n", LATE)

        assert asyncio.run(self.transcripts.ending(self.at("chats/*.jsonl"))) == "first\nlast\n"
        assert asyncio.run(self.transcripts.ending(self.at("other/*.jsonl"))) == ""
