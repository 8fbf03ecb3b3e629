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
@click.option(
    "--bundle",
    metavar="[PATH]",
    is_flag=False,
    flag_value=".",
    help="Pack logs, versions and settings into a new zip file, to be given away: nothing that "
    "programs printed or you typed, no titles, names, paths or variables.",
)
@as_json
@click.pass_context
def doctor_command(context: click.Context, bundle: str | None, *, as_json: bool) -> None:
    """Look at everything IdeA depends on; exit code 1 when something is wrong."""
    if bundle is not None:
        path = doors().bundle(bundle)
        show({"path": path}, as_json=as_json, text=path)
        return
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
