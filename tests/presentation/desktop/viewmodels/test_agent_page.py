"""What the page of an agent says, from what the engine told."""

from dataclasses import replace

import pytest

from idea.application.agents.views import KeptRoleView
from idea.presentation.desktop.viewmodels.agent_page import (
    agent_page_view,
    change_words,
    context_notes,
    drift_words,
    fresh_lines,
    history_rows,
    session_rows,
    tokens_words,
)
from idea.presentation.desktop.viewmodels.agents import engine_entries
from idea.presentation.desktop.viewmodels.session_look import Shape, session_look
from idea.presentation.desktop.viewmodels.template_choices import template_choices
from support import team
from support.desktop import NOW
from support.team import BROKEN, LIVE, ONE, REVIEWER, TEMPLATE, a_context

DRIFT = replace(team.DRIFT, version=3, kind="behind")
PAST = replace(
    team.PAST,
    started_at="2026-09-01T11:59:50+00:00",
    ended_at="2026-09-01T11:59:55+00:00",
    reason="It crashed.",
    conversation="",
    can_resume=False,
)


@pytest.mark.parametrize(
    ("kind", "version", "words"),
    [
        ("behind", 3, "1 version behind"),
        ("behind", 4, "2 versions behind"),
        ("behind, edited here", 4, "2 versions behind, edited here"),
        ("a newer version exists", 4, "v4 exists"),
        ("edited here", 2, "edited here"),
        ("up to date", 2, ""),
    ],
)
def test_how_an_agent_stands_to_its_template_is_said_in_few_words(
    kind: str, version: int, words: str
) -> None:
    assert drift_words(replace(DRIFT, kind=kind, version=version)) == words


def test_the_head_of_an_agent_that_cannot_be_launched_says_why() -> None:
    view = agent_page_view(BROKEN, None, None, "")

    assert (view.shape, view.state) == (Shape.FAILED, "Its role is missing.")
    assert (view.engine, view.template, view.drift) == ("Engine One", "None", "")
    assert agent_page_view(REVIEWER, None, None, "").state == "does not run"


def test_an_agent_in_the_background_says_so() -> None:
    look = session_look(replace(LIVE, cell=None, address=None), NOW)

    assert agent_page_view(REVIEWER, look, None, "").state == "running in the background, 4 m"


def difference(*lines: str) -> str:
    return "\n".join(("--- last launch", "+++ now", "@@ -1 +1 @@", *lines))


def test_a_change_is_counted_in_lines_and_named_by_its_sections() -> None:
    context = a_context(difference("+one", "+two", "-three"))

    assert change_words(replace(context, changed=("role", "skills"))) == (
        "Changed since the last launch. Role, skills: 2 lines added and 1 line removed. "
        "Relaunch to apply."
    )
    assert "The document: " in change_words(context)
    assert change_words(replace(context, difference="")) == ""
    assert tokens_words(replace(context, tokens=3210)) == "3,210 tokens"


def test_lines_of_the_role_that_were_not_read_are_marked_and_no_blank_ones() -> None:
    context = replace(a_context(difference("+fresh", "+", "-old")), changed=("role",))

    assert fresh_lines(context, "kept\n\nfresh\nkept\n") == {2}
    assert fresh_lines(replace(context, changed=("skills",)), "fresh") == frozenset()


def test_only_what_there_is_to_know_stands_below_the_sections() -> None:
    context = replace(a_context(""), also_read=(), file="/home/me/x/.ideai/run/a1/ONE.md")
    context = replace(context, command=("/usr/bin/one", "-x", "--id", "{conversationId}"))

    assert context_notes(context, "/home/me") == (
        ("Written to", "~/x/.ideai/run/a1/ONE.md"),
        ("Started as", "/usr/bin/one -x --id …"),
    )


def test_sessions_offer_what_can_be_done_with_them() -> None:
    gone = replace(PAST, conversation="talk-123456")
    back = replace(gone, session="s1", can_resume=True)
    rows = session_rows((back, gone, PAST), {}, NOW)

    assert [[word for _, word in row.actions] for row in rows] == [
        ["Read", "Resume"],
        ["Read"],
        ["Read"],
    ]
    assert [row.detail for row in rows] == [
        "started just now · It crashed. · conversation talk-123",
        "started just now · It crashed. · conversation talk-123, gone or empty",
        "started just now · It crashed.",
    ]


def test_nothing_is_resumed_beside_a_session_that_lives() -> None:
    looks = {"s1": session_look(LIVE, NOW)}
    live = replace(PAST, session="s1", live=True, cell="", reason="")
    rows = session_rows((live, replace(PAST, can_resume=True)), looks, NOW)

    assert [[word for _, word in row.actions] for row in rows] == [["Show", "Stop…"], ["Read"]]
    assert rows[0].detail == "started just now · running, in the background"


def test_the_history_has_what_was_replaced_and_every_version() -> None:
    kept = [
        KeptRoleView(kept=f"trash/{number}.md", at="2026-08-31T12:00:00+00:00", why=why)
        for number, why in enumerate(("replaced by an edit", "deleted"))
    ]

    rows = history_rows(kept, TEMPLATE, REVIEWER, NOW)
    assert [(row.title, row.detail) for row in rows] == [
        ("Before an edit", "1 d ago"),
        ("When an agent was deleted", "1 d ago"),
        ("Critic v1", "the newest"),
    ]
    assert history_rows((), None, REVIEWER, NOW) == ()


def test_an_agent_that_is_pinned_may_follow_again() -> None:
    pinned = replace(REVIEWER, template="critic", template_version=2)

    assert [one.title for one in template_choices((TEMPLATE,), pinned)] == [
        "Follow critic again",
        "No template",
    ]
    newer = replace(TEMPLATE, version=3)
    assert template_choices((newer,), pinned)[0].title == "Sync with critic…"


def test_engines_that_were_tried_come_before_the_others_and_the_chosen_one_first() -> None:
    engines = [
        replace(ONE, id="any", name="Any command", verified=False),
        ONE,
        replace(ONE, id="two", name="Two", verified=False),
    ]

    ids = [entry.id for entry in engine_entries(engines, verb="launch", first="two")]

    assert ids == ["two", "one", "any"]
