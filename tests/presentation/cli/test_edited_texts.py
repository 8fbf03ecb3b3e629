"""Texts that are edited in the person's own editor."""

from collections.abc import Mapping
from typing import NamedTuple, override

import pytest

from fakes.doors import FakeDoors
from idea.domain.errors import ConflictError
from idea.presentation.cli.main import run

SKILL = {"id": "commit", "scope": "global", "name": "Commit", "content": "Why.", "used_by": []}
TEMPLATE = {"id": "critic", "name": "Critic", "version": 2, "content": "Read.\n", "profile": ""}
CONTEXT = {"project": "p1", "path": "/src/.ideai/CONTEXT.md", "text": "A garden."}


class Texts(FakeDoors):
    """Has a skill, a template and a context, which somebody may have changed meanwhile."""

    def __init__(self, *, changed: bool = False) -> None:
        self._changed = changed
        super().__init__(
            {
                "skills.list_skills": {"skills": [SKILL], "notices": []},
                "skills.update_skill": SKILL,
                "templates.show_template": TEMPLATE,
                "templates.update_template": TEMPLATE | {"version": 3},
                "projects.show_context": CONTEXT,
                "projects.write_context": CONTEXT,
            }
        )

    @override
    def call(self, name: str, request: Mapping[str, object]) -> object:
        answer = super().call(name, request)
        if self._changed and request.get("instead_of") is not None:
            raise ConflictError("It was changed elsewhere meanwhile.")
        return answer


class Edit(NamedTuple):
    """A command, what the text said before, and how the use case is told of it."""

    command: list[str]
    before: str
    field: str
    also: dict[str, object]


@pytest.mark.parametrize(
    "edit",
    [
        Edit(["skill", "edit", "commit"], "Why.", "content", {"skill": "commit", "name": "Commit"}),
        Edit(["template", "edit", "critic"], "Read.\n", "content", {"template": "critic"}),
        Edit(["project", "context", "edit", "-p", "p1"], "A garden.", "text", {"project": "p1"}),
    ],
    ids=["skill", "template", "context"],
)
def test_a_text_is_edited_instead_of_what_it_said(
    edit: Edit, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, before, field, also = edit
    doors = Texts()
    monkeypatch.setattr("click.edit", lambda text, **_: text)
    assert run(command, doors) == 0
    assert capsys.readouterr().err == "Nothing was changed.\n"

    monkeypatch.setattr("click.edit", lambda text, extension: f"{text}More{extension}")
    assert run(command, doors) == 0
    asked = doors.asked[-1][1]
    assert asked.items() >= {**also, field: f"{before}More.md", "instead_of": before}.items()

    changed = Texts(changed=True)
    assert run(command, changed) == 0
    assert changed.asked[-1][1].get("instead_of") is None
    assert changed.asked[-1][1][field] == f"{before}More.md"
    assert "changed elsewhere meanwhile. That text is" in capsys.readouterr().err
