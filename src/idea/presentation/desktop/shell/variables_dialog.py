"""The dialog that asks for the variables of a recipe."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from idea.application.recipes.views import RecipeView
from idea.domain.visible import visible
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.plain_text import plain_label


class VariablesDialog(Sheet):
    """One line for each variable, with what it usually is."""

    @classmethod
    def ask(
        cls,
        recipe: RecipeView,
        skin: Skin,
        parent: QWidget,
        then: Callable[[Mapping[str, str]], object],
    ) -> "VariablesDialog":
        """Ask; `then` hears the value of each."""
        title = visible(f"Open {recipe.name}")
        dialog = cls(title, "It starts its programs with these.", skin, parent)
        fonts = skin.theme.fonts
        form = QWidget(dialog)
        lines = QGridLayout(form)
        lines.setContentsMargins(0, 0, 0, 10)
        lines.setHorizontalSpacing(12)
        lines.setVerticalSpacing(8)
        dialog.boxes = {}
        for row, variable in enumerate(recipe.variables):
            words = visible(variable.question or variable.name)
            label = plain_label(words, form)
            label.setFont(fonts.ui())
            label.setWordWrap(True)
            label.setProperty("says", "field")
            box = QLineEdit(variable.default or "", form)
            box.setAccessibleName(words)
            box.setFont(fonts.ui())
            label.setBuddy(box)
            lines.addWidget(label, row, 0)
            lines.addWidget(box, row, 1)
            dialog.boxes[variable.name] = box
        dialog.add_part(form)
        dialog.add_button("Cancel", ButtonKind.SECONDARY, dialog.reject)
        dialog.take = dialog.add_button("Open", ButtonKind.PRIMARY, dialog.accept)
        for box in dialog.boxes.values():
            box.returnPressed.connect(dialog.take.click)
        dialog.accepted.connect(
            lambda: then({name: box.text() for name, box in dialog.boxes.items()})
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        first = next(iter(dialog.boxes.values()))
        first.selectAll()
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        return dialog

    boxes: dict[str, QLineEdit]
    take: WordButton
