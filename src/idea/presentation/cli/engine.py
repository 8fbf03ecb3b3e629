"""idea engine: the process that keeps sessions alive."""

import time
from collections.abc import Mapping

import click

from idea.application.engine.protocol import PROTOCOLS
from idea.domain.errors import ConflictError, NotFoundError, ProcessError
from idea.presentation.cli.output import facts, show
from idea.presentation.cli.parameters import Answer, answer, as_json, doors


@click.group("engine")
def engine_group() -> None:
    """See, start and stop the engine."""


_LEAVES_WITHIN_S = 40.0
_LOOK_EVERY_S = 0.05

_ABSENT = "No engine runs; 'idea engine start' starts one."
_WAITING = "No engine runs, but programs wait for one: 'idea engine start' goes on with them."


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
        raise NotFoundError(_WAITING if doors().programs_wait() else _ABSENT)
    show(found, as_json=as_json, text=_status_text(found))  # type: ignore[arg-type] # Registry says so.


@engine_group.command("start")
@as_json
def start(*, as_json: bool) -> None:
    """Start the engine unless it runs; it goes on with sessions a former one left."""
    started = answer("engine.engine_status")
    show(started, as_json=as_json, text=_status_text(started))


@engine_group.command("stop")
@click.option("--sessions", is_flag=True, help="Stop live sessions too, instead of refusing.")
@as_json
def stop(*, sessions: bool, as_json: bool) -> None:
    """Stop the engine; refuses while sessions live, unless they are to be stopped too.

    Raises:
        ConflictError: Sessions live and were not to be stopped.
    """
    call = doors().call if doors().programs_wait() else doors().call_running
    try:
        stopped = call("engine.stop_engine", {"sessions": sessions})
    except ConflictError as error:
        raise ConflictError(f"{error} 'idea engine stop --sessions' stops both.") from error
    if stopped is None:
        show({}, as_json=as_json, text="No engine runs.")
    else:
        show(stopped, as_json=as_json, text="The engine stopped.")


@engine_group.command("restart")
@as_json
def restart(*, as_json: bool) -> None:
    """Stop the engine and start it anew; no session ends."""
    _show_successor({}, as_json=as_json)


@engine_group.command("replace")
@as_json
def replace(*, as_json: bool) -> None:
    """Let the engine of this very program take over, after an update; no session ends.

    Refused only when a connected program could not talk to the new engine.
    """
    range_ = {"oldest_protocol": PROTOCOLS.oldest, "newest_protocol": PROTOCOLS.newest}
    _show_successor(range_, as_json=as_json)


def _show_successor(request: Mapping[str, object], *, as_json: bool) -> None:
    """Ask the engine to leave, see that another one runs, and show that one.

    Raises:
        ProcessError: The engine does not leave.
    """
    left = doors().call_running("engine.restart_engine", request)
    status = answer("engine.engine_status") if left is None else _next_engine(left)
    show(status, as_json=as_json, text=_status_text(status))


def _next_engine(left: object) -> Answer:
    """Return the status of the first engine that is not the one that left.

    Raises:
        ProcessError: There is none in time.
    """
    pid = left["pid"] if isinstance(left, dict) else None
    deadline = time.monotonic() + _LEAVES_WITHIN_S
    while True:
        try:
            status = answer("engine.engine_status")
            if status["pid"] != pid:
                return status
            problem = ProcessError(f"The engine, process {pid}, does not leave.")
        except ProcessError as error:
            problem = error  # It may have left in the middle of the question.
        if time.monotonic() > deadline:
            raise problem
        time.sleep(_LOOK_EVERY_S)
