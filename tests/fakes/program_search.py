"""Programs that are where a test says."""

from collections.abc import Mapping
from typing import override

from idea.domain.ports.program_search import ProgramFound, ProgramSearch


class FakeProgramSearch(ProgramSearch):
    """Knows programs by path, those in tools' folders with the tool's name."""

    def __init__(self, own_path: str = "/usr/bin") -> None:
        self.programs: dict[str, str] = {}
        """The tool's name by path; empty for a folder that is only ever on a PATH."""
        self.own_path = own_path

    @override
    async def find(
        self, command: str, environment: Mapping[str, str] | None = None
    ) -> ProgramFound | None:
        if command.startswith("/"):
            there = command in self.programs
            where = "where its profile says"
            return ProgramFound(path=command, where=where, is_on_path=True) if there else None
        path = self.own_path if environment is None else environment.get("PATH", "")
        for folder in path.split(":"):
            if f"{folder}/{command}" in self.programs:
                return ProgramFound(path=f"{folder}/{command}", where="your PATH", is_on_path=True)
        for one, tool in self.programs.items():
            if tool and one.rpartition("/")[2] == command:
                return ProgramFound(path=one, where=tool, is_on_path=False)
        return None
