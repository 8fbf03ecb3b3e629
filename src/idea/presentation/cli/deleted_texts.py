"""How commands print what lies in a trash and can be restored."""

from collections.abc import Sequence

from idea.presentation.cli.output import show, table
from idea.presentation.cli.parameters import Answer


def show_deleted(kind: str, found: Sequence[Answer], *, as_json: bool) -> None:
    """Print deleted texts; what `restore` asks for stands first and last."""
    rows = [
        (f"{one['scope']}:{one['id']}", one["name"], one["deleted"], one["kept"]) for one in found
    ]
    show(
        [{**one, "id": f"{one['scope']}:{one['id']}"} for one in found],
        as_json=as_json,
        text=table((kind, "NAME", "DELETED", "KEPT"), rows),
    )
