"""A grid as lines and letters, drawn from the view of it that every client has."""

from collections.abc import Mapping

from idea.domain.ids import NodeId
from idea.domain.layout.codec import decode
from idea.domain.layout.drawing import draw
from idea.domain.layout.geometry import Extent

_SIZE = Extent(72, 20)
_SHORT = 8


def draw_layout(
    tree: Mapping[str, object],
    sessions: Mapping[str, str],
    names: Mapping[str, str] | None = None,
    *,
    columns: int = _SIZE.width,
    rows: int = _SIZE.height,
) -> str:
    """Return a drawing of a `LayoutView`'s tree; cells have their address and session.

    `names` tells what sessions are called, by id.

    Raises:
        InvalidError: It is not a tree.
    """
    labels = {
        NodeId(cell): f"{session[:_SHORT]} {(names or {}).get(session, '')}".rstrip()
        for cell, session in sessions.items()
    }
    return draw(decode(tree), Extent(columns, rows), labels)
