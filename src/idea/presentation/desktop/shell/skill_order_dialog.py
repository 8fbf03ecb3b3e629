"""The dialog in which an agent's skills get another order."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.application.agents.views import AgentView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.choice_list import Choice, ChoiceList
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton

_MOST_ROWS_SEEN = 10


class SkillOrderDialog(Sheet):
    """Skills from the first to the last one that is read; each move counts at once."""

    @classmethod
    def order(
        cls,
        agent: AgentView,
        skin: Skin,
        parent: QWidget,
        move: Callable[[str, int, Callable[[AgentView], None]], object],
    ) -> "SkillOrderDialog":
        """Open it; `move` gives a skill a place, from 0, and tells how the agent is then."""
        dialog = cls(
            f"Skills of {visible(agent.name)}",
            "They are read in this order.",
            skin,
            parent,
        )
        dialog._move_to = move
        dialog.list = ChoiceList("Skills", skin, dialog)
        dialog._show(agent.skills)
        dialog.list.chosen.connect(lambda _at: dialog._look())
        dialog.add_part(dialog.list.framed(_MOST_ROWS_SEEN, dialog))
        dialog.earlier = dialog.add_button(
            "Earlier", ButtonKind.SECONDARY, lambda: dialog._move(-1)
        )
        dialog.later = dialog.add_button("Later", ButtonKind.SECONDARY, lambda: dialog._move(1))
        dialog.leave = dialog.add_button("Done", ButtonKind.PRIMARY, dialog.accept)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog._look()
        dialog.open()
        dialog.list.setFocus(Qt.FocusReason.OtherFocusReason)
        return dialog

    list: ChoiceList
    earlier: WordButton
    later: WordButton
    leave: WordButton
    _move_to: Callable[[str, int, Callable[[AgentView], None]], object]
    _skills: tuple[str, ...]

    def _show(self, skills: Sequence[str]) -> None:
        self._skills = tuple(skills)
        named = [skill.partition(":") for skill in self._skills]
        self.list.show_choices(
            [
                Choice(title=visible(name), detail="this project's" if whose == "project" else "")
                for whose, _, name in named
            ]
        )

    def _move(self, step: int) -> None:
        moved, to = self._skills[self.list.at], self.list.at + step

        def told(agent: AgentView) -> None:
            if self.is_left:
                return
            self._show(agent.skills)
            if moved in self._skills:
                self.list.go_to(self._skills.index(moved))
            self._look()

        self._move_to(moved, to, told)

    def _look(self) -> None:
        """Let a skill be moved only to where there is a place."""
        self.earlier.setEnabled(self.list.at > 0)
        self.later.setEnabled(self.list.at < len(self._skills) - 1)
