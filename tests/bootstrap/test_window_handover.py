import pytest

from idea.bootstrap import window_handover
from idea.bootstrap.window_handover import front_folder, hand_over
from idea.domain.errors import ProcessError

PROJECTS = [{"id": f"p{number}", "root": f"/work/{number}"} for number in (1, 2, 3)]
WINDOWS = [{"id": "w1", "active": "p2"}, {"id": "w2", "active": "p3"}, {"id": "w3", "active": None}]


class RunningEngine:
    """Stands for a starter whose engine answers with what it was given."""

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers
        self.called: list[tuple[str, dict[str, object]]] = []

    def ensure_running(self) -> "RunningEngine":
        return self

    def call(self, _address: object, name: str, params: dict[str, object]) -> object:
        self.called.append((name, params))
        answer = self.answers.get(name)
        if isinstance(answer, ProcessError):
            raise answer
        return answer


def play(monkeypatch: pytest.MonkeyPatch, answers: dict[str, object]) -> RunningEngine:
    engine = RunningEngine(answers)
    monkeypatch.setattr(window_handover, "call_once", engine.call)
    return engine


def test_paths_are_opened_by_the_window_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = play(monkeypatch, {})

    assert hand_over(engine, ["/src/a", "/src/b"]) == 0  # type: ignore[arg-type]
    assert engine.called == [
        ("projects.open_project", {"path": "/src/a"}),
        ("projects.open_project", {"path": "/src/b"}),
    ]


def test_without_a_path_the_front_tab_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = play(
        monkeypatch,
        {
            "workspace.get_workspace": {"windows": [{"id": "w1", "active": "p2"}]},
            "projects.list_projects": [
                {"id": "p1", "root": "/src/a"},
                {"id": "p2", "root": "/src/b"},
            ],
        },
    )

    assert hand_over(engine, []) == 0  # type: ignore[arg-type]
    assert engine.called[-1] == ("projects.open_project", {"path": "/src/b"})


def test_a_refusal_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = play(monkeypatch, {"projects.open_project": ProcessError("It cannot be opened.")})

    assert hand_over(engine, ["/src/a"]) == 1  # type: ignore[arg-type]
    assert capsys.readouterr().err == "It cannot be opened.\n"


@pytest.mark.parametrize(
    ("used", "windows", "folders"),
    [
        ("w1", WINDOWS, ["/work/2"]),
        ("w2", WINDOWS, ["/work/3"]),
        ("w3", WINDOWS, []),
        ("", WINDOWS[:2], ["/work/3"]),
        ("", [], []),
    ],
)
def test_the_front_tab_of_the_window_used_last_is_raised(
    used: str, windows: list[dict[str, object]], folders: list[str]
) -> None:
    assert front_folder({"windows": windows, "last_used": used}, PROJECTS) == folders


def test_an_engine_that_tells_no_window_used_last_means_the_newest() -> None:
    assert front_folder({"windows": WINDOWS[:1]}, PROJECTS) == ["/work/2"]
