"""idea doctor: what is installed, what is wrong, and how to mend it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

import click

from idea.domain.diagnosis import Finding, Health
from idea.presentation.cli.output import show, table
from idea.presentation.cli.parameters import as_json, doors

_MARKS = {Health.FINE: "ok", Health.NOTE: "note", Health.WRONG: "wrong"}


@click.command("doctor")
@as_json
@click.pass_context
def doctor_command(context: click.Context, *, as_json: bool) -> None:
    """Look at everything IdeA depends on; exit code 1 when something is wrong."""
    findings = cast(Sequence[Finding], doors().diagnose())
    lines = table(
        ("", "WHAT", "FOUND"),
        [(_MARKS[finding.health], finding.id, finding.fact) for finding in findings],
    )
    remedies = [f"{finding.id}: {finding.remedy}" for finding in findings if finding.remedy]
    show(
        [asdict(finding) for finding in findings],
        as_json=as_json,
        text="\n".join((lines, "", *remedies)) if remedies else lines,
    )
    if any(finding.health is Health.WRONG for finding in findings):
        context.exit(1)
