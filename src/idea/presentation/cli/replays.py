"""idea session replay and idea session export: what a session showed, at any moment kept.

What feeds a core is imported by the commands themselves: listing sessions has 250 ms.
"""

# ruff: noqa: PLC0415 - See above.

import time
from collections.abc import Iterable, Iterator
from typing import cast

import click

from idea.presentation.cli.output import json_text, tell
from idea.presentation.cli.parameters import as_json, doors, history

_PRINTED_AT_ONCE = 64 * 1024


@click.command("replay")
@click.argument("session")
@click.option(
    "--at",
    "moment",
    metavar="MOMENT",
    help="12:34 or 12:34:56 (the last such time), an ISO time, -5m or -1h30m before the end, or "
    "seq:N; the end when left out. Times are local.",
)
@click.option("--ansi", is_flag=True, help="Print colours too.")
@history
@as_json
def replay_command(
    session: str, moment: str | None, history: int, *, ansi: bool, as_json: bool
) -> None:
    """Print what a session showed at a moment, while it runs and after its end."""
    from idea.domain.ports.terminal_core import ScreenFactory
    from idea.domain.stream.records import Gap
    from idea.presentation.cli.history import history_of
    from idea.presentation.cli.moments import local_time, parse_moment, shown_moment
    from idea.presentation.cli.replaying import screen_at
    from idea.presentation.cli.screen_text import screen_answer, styled_lines

    kept = history_of(session, _now_ms())
    place = kept.end if moment is None else kept.place_of(parse_moment(moment, kept.end_ms))
    gaps: list[tuple[Gap, int]] = []
    factory = cast(ScreenFactory, doors().screens(None))
    up_to = None if moment is None else place.seq
    with screen_at(kept, factory, up_to, lambda gap, at_ms: gaps.append((gap, at_ms))) as core:
        shown = screen_answer(kept.id, core, history)
        lines = list(styled_lines(core, history)) if ansi else cast("list[str]", shown["lines"])
    behind = kept.hole_after(place)
    if behind is not None:
        sentence = f"What came from here until {shown_moment(behind.at_ms)} is not kept."
        gaps.append((Gap(behind.start - place.seq, sentence, reset=False), place.at_ms))
    if as_json:
        marks = [{"at": local_time(at_ms).isoformat(), "reason": gap.reason} for gap, at_ms in gaps]
        told = {"at": local_time(place.at_ms).isoformat(), "seq": place.seq, "gaps": marks}
        click.echo(json_text(shown | told))
        return
    # A core's cells hold no control characters, and what joins an emoji must stay as it is.
    click.echo("\n".join(lines).rstrip("\n"), color=ansi)
    for gap, at_ms in gaps:
        tell(f"{shown_moment(at_ms)}: {gap.reason}")
    tell(f"{kept.name} as of {shown_moment(place.at_ms)}, seq:{place.seq}.")


@click.command("export")
@click.argument("session")
@click.option("--asciicast", is_flag=True, help="Write asciicast v2, as players read it.")
@click.option("--text", is_flag=True, help="Write plain text.")
@click.option(
    "--output", "-o", metavar="FILE", help="A new file, for you alone; else it is printed."
)
def export_command(session: str, output: str | None, *, asciicast: bool, text: bool) -> None:
    """Write everything that is kept of what a session showed.

    Raises:
        UsageError: Not exactly one form was chosen.
    """
    if asciicast == text:
        raise click.UsageError("Say either --asciicast or --text.")
    from idea.domain.ports.terminal_core import ScreenFactory
    from idea.presentation.cli.history import history_of
    from idea.presentation.cli.moments import shown_moment
    from idea.presentation.cli.replaying import asciicast_lines, text_lines

    kept = history_of(session, _now_ms())
    if asciicast:
        lines = asciicast_lines(kept)
    else:
        lines = text_lines(
            kept,
            cast(ScreenFactory, doors().screens(None)),
            lambda gap, at_ms: tell(f"{shown_moment(at_ms)}: {gap.reason}"),
        )
    if output is None:
        for chunk in _joined(lines):
            click.echo(chunk, nl=False)
    else:
        doors().save_new(output, (line.encode() for line in lines))


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines in larger pieces: each piece printed costs a system call."""
    waiting: list[str] = []
    length = 0
    for line in lines:
        waiting.append(line)
        length += len(line)
        if length >= _PRINTED_AT_ONCE:
            yield "".join(waiting)
            waiting, length = [], 0
    yield "".join(waiting)


def _now_ms() -> int:
    return int(time.time() * 1000)
