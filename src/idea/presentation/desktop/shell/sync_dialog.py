"""The dialog that shows what a sync would write, agent by agent, before it is written."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.application.templates.views import SyncView
from idea.presentation.desktop.panels.choice_list import Choice, ChoiceList
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.viewmodels.syncs import sync_row, sync_title, sync_words
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.read_only_text import ReadOnlyText

_WIDTH = 720
_HEIGHT = 240
_MOST_ROWS_SEEN = 6


class SyncDialog(Sheet):
    """Agents above, the difference of the chosen one below."""

    @classmethod
    def show_plans(
        cls,
        plans: Sequence[SyncView],
        projects: Mapping[str, str],
        skin: Skin,
        parent: QWidget,
        sync: Callable[[Sequence[SyncView]], object],
    ) -> "SyncDialog":
        """Open it; `sync` hears which of the plans are to be carried out.

        `projects` are the names of projects by id.
        """
        dialog = cls(sync_title(plans), sync_words(plans), skin, parent)
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        dialog.text = ReadOnlyText("What would change", skin, dialog)
        dialog.text.setFixedHeight(_HEIGHT)
        dialog.list = ChoiceList("Agents", skin, dialog)
        rows = [sync_row(one, projects.get(one.project, "another project")) for one in plans]
        dialog.list.show_choices(
            [
                Choice(
                    title=title,
                    detail=about,
                    shape=Shape.NEEDS_YOU if one.conflicts else Shape.IDLE,
                )
                for one, (title, about) in zip(plans, rows, strict=True)
            ]
        )
        dialog.list.chosen.connect(lambda at: dialog.show_difference(plans[at]))
        dialog.show_difference(plans[0])
        dialog.add_part(dialog.text)
        dialog.add_part(dialog.list.framed(_MOST_ROWS_SEEN, dialog))
        dialog.cancel = dialog.add_button("Cancel", ButtonKind.SECONDARY, dialog.reject)

        def agree(chosen: Sequence[SyncView]) -> None:
            dialog.accept()
            sync(chosen)

        if len(plans) > 1:
            dialog.one = dialog.add_button(
                "Sync this one", ButtonKind.SECONDARY, lambda: agree([plans[dialog.list.at]])
            )
        verb = "Sync all" if len(plans) > 1 else "Sync"
        dialog.all = dialog.add_button(verb, ButtonKind.PRIMARY, lambda: agree(plans), first=True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    list: ChoiceList
    text: ReadOnlyText
    cancel: WordButton
    one: WordButton
    all: WordButton

    def show_difference(self, plan: SyncView) -> None:
        """Show what would change in one agent's role."""
        self.text.setPlainText(plan.difference or "Its role stays; only its version is noted.")
