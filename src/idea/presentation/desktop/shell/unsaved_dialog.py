"""The question what becomes of texts that were typed and not saved."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.domain.visible import visible
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton


class UnsavedDialog(Sheet):
    """Asks before texts are lost; the safe answer is the default."""

    @classmethod
    def ask(
        cls,
        names: Sequence[str],
        skin: Skin,
        parent: QWidget,
        *,
        save: Callable[[], object],
        give_up: Callable[[], object],
        what: str,
    ) -> "UnsavedDialog":
        """Ask, and call what the person chose; nothing when they stay.

        `what` says in words what is lost of those of these `names`.
        """
        title = visible(f"{what} {', '.join(names)} is not saved.")
        dialog = cls(title, "What you typed is lost unless you save it.", skin, parent)
        answers: list[Callable[[], object]] = []

        def answer(chosen: Callable[[], object]) -> Callable[[], None]:
            def done() -> None:
                answers.append(chosen)
                dialog.accept()

            return done

        dialog.stay = dialog.add_button("Cancel", ButtonKind.SECONDARY, dialog.reject)
        dialog.give_up = dialog.add_button("Do not save", ButtonKind.SECONDARY, answer(give_up))
        dialog.save = dialog.add_button("Save", ButtonKind.PRIMARY, answer(save), first=True)
        dialog.accepted.connect(lambda: [chosen() for chosen in answers])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    stay: WordButton
    give_up: WordButton
    save: WordButton
