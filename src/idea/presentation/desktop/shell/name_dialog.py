"""The dialog that asks what something is to be called."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton


class NameDialog(Sheet):
    """One line to type a name in; Enter takes it, an empty one cannot be taken."""

    @classmethod
    def ask(
        cls,
        title: str,
        words: str,
        skin: Skin,
        parent: QWidget,
        then: Callable[[str, bool], object],
        *,
        name: str = "",
        verb: str = "Rename",
        choice: str = "",
    ) -> "NameDialog":
        """Ask; `then` hears the name, and whether `choice` was ticked, which stands below."""
        dialog = cls(title, words, skin, parent)
        dialog.box = QLineEdit(name, dialog)
        dialog.box.setAccessibleName(title)
        dialog.box.setFont(skin.theme.fonts.ui())
        dialog.choice = QCheckBox(choice, dialog)
        dialog.choice.setFont(skin.theme.fonts.ui())
        dialog.choice.setVisible(bool(choice))
        if choice:
            dialog.add_part(dialog.choice)
        dialog.add_part(dialog.box)
        dialog.add_button("Cancel", ButtonKind.SECONDARY, dialog.reject)
        dialog.take = dialog.add_button(verb, ButtonKind.PRIMARY, dialog.accept)
        dialog.box.textChanged.connect(dialog.look)
        dialog.box.returnPressed.connect(dialog.take.click)
        dialog.accepted.connect(lambda: then(dialog.box.text().strip(), dialog.choice.isChecked()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.look()
        dialog.open()
        dialog.box.selectAll()
        dialog.box.setFocus(Qt.FocusReason.OtherFocusReason)
        return dialog

    box: QLineEdit
    choice: QCheckBox
    take: WordButton

    def look(self) -> None:
        """Let a name be taken only where there is one."""
        self.take.setEnabled(bool(self.box.text().strip()))
