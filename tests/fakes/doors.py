"""The command line's doors, opened onto canned answers; what was asked is kept."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import override

from idea.domain.diagnosis import Finding
from idea.domain.errors import ConflictError, IdeaError, NotFoundError
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.ports.terminal_link import TerminalLinks
from idea.presentation.cli.doors import Doors


class FakeDoors(Doors):
    """Answers by use-case name; an error among the answers is raised."""

    def __init__(self, answers: Mapping[str, object] | None = None) -> None:
        self.answers = dict(answers or {})
        self.asked: list[tuple[str, dict[str, object]]] = []
        self.windows: list[tuple[str, ...]] = []
        self.findings: list[Finding] = []
        self.links: TerminalLinks | None = None
        self.factory: ScreenFactory | None = None
        self.engine_runs = True
        self.saved: dict[str, bytes] = {}
        self.programs = False
        """Whether programs wait for an engine."""

    @override
    def call(self, name: str, request: Mapping[str, object]) -> object:
        self.asked.append((name, dict(request)))
        answer = self.answers.get(name, NotFoundError(f"Nothing answers {name}."))
        if isinstance(answer, IdeaError):
            raise answer
        return answer

    @override
    def call_running(self, name: str, request: Mapping[str, object]) -> object | None:
        return self.call(name, request) if self.engine_runs else None

    @override
    def programs_wait(self) -> bool:
        return self.programs and not self.engine_runs

    @override
    def terminals(self) -> tuple[TerminalLinks, Callable[[], None]]:
        assert self.links is not None
        return self.links, lambda: None

    @override
    def screens(self, core: str | None) -> ScreenFactory:
        assert self.factory is not None
        return self.factory

    @override
    def replay(self, recordings: Iterable[str], core: str | None) -> Iterator[str]:
        for recording in recordings:
            yield f"{core}: {recording.strip()}"

    @override
    def save_new(self, path: str, pieces: Iterable[bytes]) -> None:
        if path in self.saved:
            raise ConflictError(f"There is a file {path} already; name another.")
        self.saved[path] = b"".join(pieces)

    @override
    def diagnose(self) -> Sequence[Finding]:
        return self.findings

    @override
    def bundle(self, path: str) -> str:
        self.save_new(path, [b"bundle"])
        return path

    @override
    def open_window(self, paths: Sequence[str]) -> int:
        self.windows.append(tuple(paths))
        return 0
