"""The dialog that shows what something of a project would run, before it may."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.application.profiles.views import ProfileText
from idea.domain.visible import visible
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.read_only_text import ReadOnlyText


class AgreeDialog(Sheet):
    """What it is, as it is now; the safe answer is the default."""

    @classmethod
    def ask(
        cls, found: ProfileText, skin: Skin, parent: QWidget, agree: Callable[[], object]
    ) -> "AgreeDialog":
        """Ask, and call `agree` when the person does."""
        view = found.view
        words = visible(
            f"It came with this project, from {view.file}, and runs {view.command!r} with your "
            "rights. You are asked again when it changes."
        )
        title = f"Let agents run on {visible(view.name)}?"
        return cls.ask_about(title, words, ("The profile", found.text), skin, parent, agree=agree)

    @classmethod
    def ask_about(
        cls,
        title: str,
        words: str,
        shown: tuple[str, str],
        skin: Skin,
        parent: QWidget,
        *,
        agree: Callable[[], object],
    ) -> "AgreeDialog":
        """Ask about anything; `shown` is what a text is called and the text."""
        dialog = cls(title, words, skin, parent)
        dialog.text = ReadOnlyText(shown[0], skin, dialog)
        dialog.text.setPlainText(shown[1])
        dialog.text.setFixedHeight(220)
        dialog.add_part(dialog.text)
        dialog.agree = dialog.add_button("Agree", ButtonKind.SECONDARY, dialog.accept)
        dialog.refuse = dialog.add_button("Not now", ButtonKind.PRIMARY, dialog.reject, first=True)
        dialog.accepted.connect(agree)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    text: ReadOnlyText
    agree: WordButton
    refuse: WordButton
