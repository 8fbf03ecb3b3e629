"""The dialog with the programs that ended sessions left running."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.panels.survivor_list import SurvivorList
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.survivors import SurvivorRow
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton

_WIDTH = 620


class SurvivorsDialog(Sheet):
    """Lists programs with a stop button each; the safe button has the keyboard."""

    @classmethod
    def show_list(
        cls, skin: Skin, parent: QWidget, stop: Callable[[Sequence[str]], None]
    ) -> "SurvivorsDialog":
        """Open it empty; `stop` hears the ids of the survivors to stop."""
        dialog = cls("Programs left running", "", skin, parent)
        dialog.setMinimumWidth(_WIDTH)
        dialog.list = SurvivorList(skin, dialog)
        dialog.list.stop_asked.connect(lambda survivor: stop((survivor,)))
        dialog.add_part(dialog.list)

        def stop_all() -> None:
            stop([row.id for row in dialog.list.shown])

        dialog.stop_all = dialog.add_button("Stop all", ButtonKind.SECONDARY, stop_all)
        dialog.close_button = dialog.add_button(
            "Close", ButtonKind.PRIMARY, dialog.close, first=True
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    list: SurvivorList
    stop_all: WordButton
    close_button: WordButton

    def show_rows(
        self, rows: Sequence[SurvivorRow], words: str, stopping: AbstractSet[str]
    ) -> None:
        """Show these programs; `words` say something about all of them."""
        self.say(words)
        self.list.show_rows(rows, stopping)
        self.stop_all.setVisible(len(rows) > 1)
        self.stop_all.setEnabled(any(row.id not in stopping for row in rows))
        self.adjustSize()
