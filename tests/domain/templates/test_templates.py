from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.agents.agent import Agent
from idea.domain.errors import InvalidError
from idea.domain.ids import AgentId, ProfileId, TemplateId
from idea.domain.templates.merging import merge
from idea.domain.templates.syncing import DriftKind, drift_of, plan_sync
from idea.domain.templates.template import AgentTemplate

V1 = AgentTemplate(id=TemplateId("reviewer"), name="Reviewer", content="one\ntwo\nthree\n")
V2 = V1.edited("one\ntwo\nthree\nfour\n")
AGENT = Agent(
    id=AgentId("1"), name="Reviewer", role_path="agents/reviewer.md", profile=ProfileId("one")
).linked(V1.id, 1, synchronized=True)
FREE = replace(AGENT, synchronized=False)
EDITED = "zero\none\ntwo\nthree\n"


def test_a_change_of_the_text_is_a_version() -> None:
    assert (V1.version, V2.version) == (1, 2)
    assert V1.edited("one  \r\ntwo\nthree") is V1
    assert V1.content_hash != V2.content_hash


def test_a_file_changed_elsewhere_is_a_version_too() -> None:
    assert V1.found_edited(V1.content_hash) is V1
    assert V1.found_edited("another").version == 2


@pytest.mark.parametrize(
    "change",
    [{"name": " "}, {"content": "\n"}, {"version": 0}],
    ids=lambda change: next(iter(change)),
)
def test_a_template_has_a_name_a_text_and_a_version(change: dict[str, object]) -> None:
    with pytest.raises(InvalidError):
        replace(V1, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("agent", "template", "role", "kind"),
    [
        (AGENT, V1, V1.content, DriftKind.NONE),
        (AGENT, V1, EDITED, DriftKind.EDITED),
        (AGENT, V2, V1.content, DriftKind.BEHIND),
        (AGENT, V2, EDITED, DriftKind.CONFLICT),
        (AGENT, V2, V2.content, DriftKind.BEHIND),
        (FREE, V1, EDITED, DriftKind.NONE),
        (FREE, V2, EDITED, DriftKind.NEWER_EXISTS),
    ],
)
def test_how_an_agent_stands_to_its_template(
    agent: Agent, template: AgentTemplate, role: str, kind: DriftKind
) -> None:
    drift = drift_of(agent, template, role=role, base=V1.content)

    assert drift is not None
    assert drift.kind is kind
    assert drift.is_drifting is (kind in {DriftKind.BEHIND, DriftKind.CONFLICT})
    assert drift.versions_behind == template.version - 1


def test_who_has_another_template_or_none_stands_nowhere() -> None:
    other = replace(V1, id=TemplateId("other"))

    assert drift_of(AGENT, other, role="", base=None) is None
    assert drift_of(AGENT.unlinked(), V1, role="", base=None) is None


def test_a_sync_replaces_what_nobody_edited() -> None:
    drift = drift_of(AGENT, V2, role=V1.content, base=V1.content)
    assert drift is not None

    plan = plan_sync(drift, role=V1.content, base=V1.content)

    assert (plan.role, plan.conflicts) == (V2.content, 0)
    assert plan.agent == AGENT.linked(V1.id, 2, synchronized=True)


def test_a_sync_keeps_what_was_edited_here() -> None:
    drift = drift_of(AGENT, V2, role=EDITED, base=V1.content)
    assert drift is not None

    merged = plan_sync(drift, role=EDITED, base=V1.content)
    replaced = plan_sync(drift, role=EDITED, base=V1.content, replace=True)

    assert (merged.role, merged.conflicts) == ("zero\none\ntwo\nthree\nfour\n", 0)
    assert replaced.role == V2.content


def test_without_the_old_text_every_difference_is_for_the_person() -> None:
    drift = drift_of(AGENT, V2, role=V1.content, base=None)
    assert drift is not None
    assert drift.kind is DriftKind.CONFLICT

    plan = plan_sync(drift, role=V1.content, base=None)

    assert plan.conflicts == 1
    assert V1.content in plan.role
    assert V2.content in plan.role


def test_a_free_agent_synced_by_hand_stays_free() -> None:
    drift = drift_of(FREE, V2, role=V1.content, base=V1.content)
    assert drift is not None

    assert plan_sync(drift, role=V1.content, base=V1.content).agent == FREE.linked(
        V1.id, 2, synchronized=False
    )


def test_both_sides_changing_one_line_is_a_conflict() -> None:
    merged = merge("a\nb\nc\n", "a\nB\nc\n", "a\nbb\nc\n", names=("mine", "theirs"))

    assert merged.text == "a\n<<<<<<< mine\nB\n=======\nbb\n>>>>>>> theirs\nc\n"
    assert merged.conflicts == 1


def test_the_same_change_on_both_sides_is_none() -> None:
    assert merge("a\nb\n", "a\nB\n", "a\nB\n").text == "a\nB\n"


TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=8).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(base=TEXTS, other=TEXTS)
def test_a_side_that_changed_nothing_takes_the_other(base: str, other: str) -> None:
    assert merge(base, base, other).text == other
    assert merge(base, other, base).text == other
    assert merge(base, other, other).text == other


@given(base=TEXTS, ours=TEXTS, theirs=TEXTS)
def test_sides_may_be_swapped(base: str, ours: str, theirs: str) -> None:
    assert merge(base, ours, theirs).conflicts == merge(base, theirs, ours).conflicts
