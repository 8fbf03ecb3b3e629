"""What takes several use cases: each flow is one coroutine for the loop thread.

A flow holds no state of the window; it gets plain values and answers with what to show next.
"""

from collections.abc import Mapping, Sequence

from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.layouts.attach_session import AttachSessionRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.templates.sync_agents import SyncAgentsRequest
from idea.application.templates.undo_sync import UndoSyncRequest
from idea.application.templates.views import SyncView
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.restart_ended import RestartedView, RestartEndedRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.use_case import UseCases
from idea.application.views import LayoutView, SessionView
from idea.domain.errors import IdeaError, ProcessError, StoreError
from idea.domain.layout.codec import decode
from idea.domain.layout.tree import leaf_ids


async def show_session(
    use_cases: UseCases, session: SessionView, *, empty: str, beside: str, known: frozenset[str]
) -> str:
    """Show a background session in an empty cell, or in a new one at the right of `beside`.

    `known` are the cells from before; the answer is the cell that shows it.
    """
    cell = empty
    if not cell:
        layout = await use_cases.execute(
            SplitCellRequest(project=session.project, cell=beside, side="right")
        )
        cell = fresh_cell(layout, known)
    await use_cases.execute(
        AttachSessionRequest(project=session.project, session=session.id, cell=cell)
    )
    return cell


async def restart_session(
    use_cases: UseCases,
    session: SessionView,
    cell: str,
    size: tuple[int, int],
    environment: Mapping[str, str],
) -> str:
    """Start an ended session's program again in its cell; what it left stays in the list.

    An agent's is launched as the agent: with what it reads, and with its conversation.
    """
    await use_cases.execute(DetachSessionRequest(project=session.project, cell=cell))
    if session.agent:
        await use_cases.execute(
            LaunchAgentRequest(
                project=session.project,
                agent=session.agent,
                cell=cell,
                columns=size[0],
                rows=size[1],
                environment=environment,
            )
        )
        return cell
    await use_cases.execute(
        OpenTerminalRequest(
            project=session.project,
            cell=cell,
            command=session.command,
            cwd=session.cwd,
            previous=session.id,
            columns=size[0],
            rows=size[1],
            environment=environment,
        )
    )
    return cell


async def restart_ended(
    use_cases: UseCases, project: str, environment: Mapping[str, str]
) -> RestartedView:
    """Start what every cell of a project shows as ended again.

    Raises:
        ProcessError: Some could not be started; all others were.
    """
    request = RestartEndedRequest(project=project, environment=environment)
    restarted = await use_cases.execute(request)
    if restarted.failed:
        raise ProcessError(" ".join(restarted.failed))
    return restarted


async def launch_anew(
    use_cases: UseCases, session: SessionView, request: LaunchAgentRequest
) -> SessionView:
    """Stop the session of an agent and launch the agent again, in the cell the request names."""
    await use_cases.execute(StopSessionRequest(session=session.id))
    if session.cell is not None:
        await use_cases.execute(DetachSessionRequest(project=session.project, cell=session.cell))
    return await use_cases.execute(request)


async def launch_each(use_cases: UseCases, requests: Sequence[LaunchAgentRequest]) -> None:
    """Launch agents one after the other, since each starts a whole runtime.

    Raises:
        ProcessError: Some could not be launched; all others were.
    """
    failed: list[str] = []
    for request in requests:
        try:
            await use_cases.execute(request)
        except IdeaError as error:
            failed.append(error.sentence)
    if failed:
        raise ProcessError(" ".join(dict.fromkeys(failed)))


async def sync_each(
    use_cases: UseCases, requests: Sequence[SyncAgentsRequest]
) -> tuple[tuple[SyncView, ...], tuple[str, ...]]:
    """Bring agents of any projects up to date, or tell what that would do, one after the other.

    Answers what was done, and the sentences of those that failed.
    """
    done: list[SyncView] = []
    failed: list[str] = []
    for request in requests:
        try:
            done += await use_cases.execute(request)
        except IdeaError as error:
            failed.append(error.sentence)
    return tuple(done), tuple(dict.fromkeys(failed))


async def undo_syncs(use_cases: UseCases, written: Sequence[SyncView]) -> None:
    """Give agents the very roles back that they had before a sync.

    Raises:
        StoreError: Some could not be written; all others were.
    """
    failed: list[str] = []
    for one in written:
        request = UndoSyncRequest(project=one.project, agent=one.agent, undo=one.undo)
        try:
            await use_cases.execute(request)
        except IdeaError as error:
            failed.append(error.sentence)
    if failed:
        raise StoreError(" ".join(dict.fromkeys(failed)))


async def stop_sessions(use_cases: UseCases, sessions: Sequence[str]) -> tuple[str, ...]:
    """Stop sessions one after the other; answer the sentences of those that would not."""
    failed: list[str] = []
    for session in sessions:
        try:
            await use_cases.execute(StopSessionRequest(session=session))
        except IdeaError as error:
            failed.append(error.sentence)
    return tuple(failed)


def fresh_cell(layout: LayoutView, known: frozenset[str]) -> str:
    """Return the cell of a grid that was not there before; empty for none."""
    cells = [leaf.value for leaf in leaf_ids(decode(layout.tree))]
    return next((cell for cell in cells if cell not in known), "")
