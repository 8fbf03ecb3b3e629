"""Show a session in a cell."""

from dataclasses import dataclass

from idea.application.layouts import sentences
from idea.application.layouts.facts import SessionFacts
from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.errors import ConflictError
from idea.domain.layout.address import locate
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import FreshId


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachSessionRequest(Request[LayoutView]):
    """Which session, and where."""

    project: str
    """An id, a unique name or a path."""
    session: str
    """An id, or the beginning of only one."""
    cell: str
    """An address such as B2, or a cell's id."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class AttachSession:
    """Show a session in a cell; what the cell showed goes to the background."""

    def __init__(self, layouts: Layouts, sessions: SessionFacts) -> None:
        self._layouts = layouts
        self._sessions = sessions

    async def execute(self, request: AttachSessionRequest, caller: Caller, /) -> LayoutView:
        """Show it there and nowhere else, keep that, then announce it; not a step for undo.

        Raises:
            NotFoundError: There is no such project, cell or session.
            InvalidError: The place is divided into cells.
            ConflictError: The grid changed since `base_revision`, or the session is not of this
                project.
        """
        del caller
        session = self._sessions.find(request.session)
        project = (await self._layouts.show(request.project)).project
        if str(self._sessions.project_of(session)) != project:
            raise ConflictError(sentences.OTHER_PROJECT)

        def changed(layout: Layout, _fresh: FreshId) -> Layout:
            return layout.attached(session, locate(layout.tree, request.cell))

        return await self._layouts.change(
            request.project, changed, base_revision=request.base_revision
        )
