"""The dialog that lists skills of other programs, to copy those that are ticked."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.application.skills.import_skills import ImportableSkillView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.choice_list import Choice, ChoiceList
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton

_WIDTH = 680
_MOST_ROWS_SEEN = 9
_WORDS = (
    "Copies become skills that any agent may have; the files stay as they are. Those of your "
    "home become yours, those of this project its own."
)


class ImportDialog(Sheet):
    """Nothing is ticked at first."""

    @classmethod
    def ask(
        cls,
        found: Sequence[ImportableSkillView],
        skin: Skin,
        parent: QWidget,
        take: Callable[[Sequence[str]], object],
    ) -> "ImportDialog":
        """Open it; `take` hears the files that were ticked."""
        dialog = cls("Import skills of other programs", _WORDS, skin, parent)
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        dialog.list = ChoiceList("Skills of other programs", skin, dialog, several=True)
        dialog.list.show_choices(
            [
                Choice(
                    title=visible(one.name),
                    detail=visible(one.description),
                    right=visible(one.file),
                    about=visible(f"{one.file}. {one.description}".strip()),
                )
                for one in found
            ]
        )
        dialog.add_part(dialog.list.framed(_MOST_ROWS_SEEN, dialog))
        dialog.add_button("Cancel", ButtonKind.SECONDARY, dialog.reject)
        dialog.take = dialog.add_button("Import", ButtonKind.PRIMARY, dialog.accept)
        dialog.take.setEnabled(False)
        dialog.list.ticked.connect(lambda: dialog.take.setEnabled(bool(dialog.list.ticks)))
        dialog.accepted.connect(lambda: take([found[at].file for at in dialog.list.ticks]))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        dialog.list.setFocus(Qt.FocusReason.OtherFocusReason)
        return dialog

    list: ChoiceList
    take: WordButton
