"""idea engine: the process that keeps sessions alive."""

import click

from idea.domain.errors import NotFoundError
from idea.presentation.cli.output import facts, show
from idea.presentation.cli.parameters import Answer, answer, as_json, doors


@click.group("engine")
def engine_group() -> None:
    """See, start and stop the engine."""


def _status_text(status: Answer) -> str:
    return facts({name.replace("_", " "): value for name, value in status.items() if name != "id"})


@engine_group.command("status")
@as_json
def status(*, as_json: bool) -> None:
    """Say whether the engine runs, and what it holds.

    Raises:
        NotFoundError: No engine runs.
    """
    found = doors().call_running("engine.engine_status", {})
    if found is None:
        raise NotFoundError("No engine runs; 'idea engine start' starts one.")
    show(found, as_json=as_json, text=_status_text(found))  # type: ignore[arg-type] # Registry says so.


@engine_group.command("start")
@as_json
def start(*, as_json: bool) -> None:
    """Start the engine unless it runs."""
    started = answer("engine.engine_status")
    show(started, as_json=as_json, text=_status_text(started))


@engine_group.command("stop")
@click.option("--sessions", is_flag=True, help="Stop live sessions too, instead of refusing.")
@as_json
def stop(*, sessions: bool, as_json: bool) -> None:
    """Stop the engine; refuses while sessions live, unless they are to be stopped too."""
    stopped = doors().call_running("engine.stop_engine", {"sessions": sessions})
    if stopped is None:
        show({}, as_json=as_json, text="No engine runs.")
    else:
        show(stopped, as_json=as_json, text="The engine stopped.")
