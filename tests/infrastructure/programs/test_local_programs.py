import asyncio
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import override

import psutil
import pytest

from contracts.process_runner import ProcessRunnerContract
from contracts.program_search import ProgramSearchContract
from contracts.transcripts import EARLY, TranscriptsContract
from idea.domain.errors import ProcessError
from idea.infrastructure.programs.local_runner import LocalProcessRunner
from idea.infrastructure.programs.local_search import TOOL_FOLDERS, LocalProgramSearch
from idea.infrastructure.programs.transcripts import LocalTranscripts


@pytest.mark.posix
class TestLocalProcessRunner(ProcessRunnerContract):
    runner = LocalProcessRunner()

    @override
    def talker(self, says: str, code: int) -> tuple[str, ...]:
        script = f"import sys; sys.stdout.write({says!r}); sys.exit({code})"
        return (sys.executable, "-S", "-c", script)

    @override
    def sleeper(self) -> tuple[str, ...]:
        return ("/bin/sleep", "1000")

    def test_what_it_started_is_ended_with_it(self, tmp_path: Path) -> None:
        said = tmp_path / "pid"
        script = f"sleep 1000 & echo $! > {said}; wait"

        with pytest.raises(ProcessError):
            self.run(("/bin/sh", "-c", script), 0.5)

        child = int(said.read_text())
        gone, alive = psutil.wait_procs(
            [psutil.Process(child)] if psutil.pid_exists(child) else [], timeout=30
        )
        assert alive == [], gone

    def test_errors_are_heard_too_and_there_is_no_input(self) -> None:
        assert self.run(("/bin/sh", "-c", "cat; echo wrong >&2")).text == "wrong\n"


def make_program(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)


@pytest.mark.posix
class TestLocalProgramSearch(ProgramSearchContract):
    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path) -> None:
        self.root = tmp_path
        self.search = LocalProgramSearch(
            {"PATH": str(tmp_path / "own"), "HOME": str(tmp_path)},
            folders=(("a tool", "~/tool"), ("versions", "~/versions/*/bin")),
        )

    @override
    def at(self, *parts: str) -> str:
        return str(self.root.joinpath(*parts))

    @override
    def install(self, path: str) -> None:
        make_program(Path(path))

    def test_of_several_versions_the_newest_counts(self) -> None:
        for version in ("v9.2.0", "v20.10.1", "v20.9.7"):
            self.install(self.at("versions", version, "bin", "one"))

        found = self.find("one")

        assert found is not None
        assert found.path == self.at("versions", "v20.10.1", "bin", "one")

    def test_what_cannot_be_run_is_no_program(self) -> None:
        (self.root / "login").mkdir()
        (self.root / "login" / "text").write_text("")
        (self.root / "login" / "folder").mkdir()
        if os.getuid():
            assert self.find("text") is None
        assert self.find("folder") is None
        assert self.find("login/text") is None

    def test_relative_entries_of_path_are_passed_over(self) -> None:
        found = asyncio.run(self.search.find("sh", {"PATH": ".:bin:", "HOME": self.at()}))

        assert found is None


def test_the_folders_of_common_tools_are_known() -> None:
    tools = {name for name, _ in TOOL_FOLDERS}

    assert {"nvm", "fnm", "volta", "asdf", "mise", "bun", "pipx", "uv", "Homebrew", "npm"} <= tools
    assert all(folder.startswith(("~/", "/")) for _, folder in TOOL_FOLDERS)


class TestLocalTranscripts(TranscriptsContract):
    transcripts = LocalTranscripts()

    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path) -> None:
        self.root = tmp_path

    @override
    def at(self, path: str) -> str:
        return str(self.root / path)

    @override
    def write(self, path: str, text: str, at: datetime) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (at.timestamp(), at.timestamp()))

    def test_a_folder_in_the_place_of_a_file_has_nothing(self) -> None:
        (self.root / "chats" / "folder.jsonl").mkdir(parents=True)

        assert not self.hold("chats/*.jsonl", "")
        assert self.first_lines("chats/*.jsonl", EARLY) == []
