"""A project opened for the first time shows one cell with a running shell."""

from collections.abc import Callable

from idea.domain.layout.tree import Leaf
from idea.presentation.desktop.viewmodels.desk import Desk


class Greeting:
    """Starts that shell, once per project and window."""

    def __init__(self, desk: Desk, start_shell: Callable[[str], None]) -> None:
        self._desk = desk
        self._start_shell = start_shell
        self._seen: set[str] = set()

    def look(self) -> None:
        """Greet the project in front if it is new."""
        desk, project = self._desk, self._desk.current
        tree = desk.tree(project)
        if not desk.state.connected or tree is None or project in self._seen:
            return
        self._seen.add(project)
        if isinstance(tree, Leaf) and not desk.state.sessions_of(project):
            self._start_shell(tree.id.value)
