"""The dialog that shows what a template said before, and brings one of these texts back."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.application.templates.views import TemplateView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.choice_list import Choice, ChoiceList
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.read_only_text import ReadOnlyText

_WIDTH = 720
_HEIGHT = 260
_MOST_ROWS_SEEN = 6


class VersionsDialog(Sheet):
    """Versions above, the text of the chosen one below."""

    @classmethod
    def show_versions(
        cls,
        template: TemplateView,
        skin: Skin,
        parent: QWidget,
        *,
        read: Callable[[int, Callable[[TemplateView], None]], object],
        bring_back: Callable[[TemplateView], object],
    ) -> "VersionsDialog":
        """Open it; `read` asks for one version, `bring_back` makes its text the newest one."""
        dialog = cls(
            f"Versions of {visible(template.name)}",
            "An older text that is brought back becomes the next version.",
            skin,
            parent,
        )
        dialog._read = read
        dialog._versions = template.versions or (template.version,)
        dialog._newest = template.version
        dialog._shown = template
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        dialog.text = ReadOnlyText("What it said", skin, dialog)
        dialog.text.setFixedHeight(_HEIGHT)
        dialog.list = ChoiceList("Versions", skin, dialog)
        dialog.list.show_choices(
            [
                Choice(title=f"v{one}", detail="newest" if one == template.version else "")
                for one in dialog._versions
            ]
        )
        dialog.list.chosen.connect(dialog._choose)
        dialog.add_part(dialog.text)
        dialog.add_part(dialog.list.framed(_MOST_ROWS_SEEN, dialog))
        dialog.cancel = dialog.add_button("Close", ButtonKind.SECONDARY, dialog.reject)

        def agree() -> None:
            dialog.accept()
            bring_back(dialog._shown)

        dialog.back = dialog.add_button("Bring back", ButtonKind.PRIMARY, agree)
        dialog._show(template)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        dialog.list.setFocus(Qt.FocusReason.OtherFocusReason)
        return dialog

    list: ChoiceList
    text: ReadOnlyText
    cancel: WordButton
    back: WordButton
    _read: Callable[[int, Callable[[TemplateView], None]], object]
    _versions: tuple[int, ...]
    _newest: int
    _shown: TemplateView

    def _choose(self, at: int) -> None:
        self._read(self._versions[at], self._show)

    def _show(self, found: TemplateView) -> None:
        if not self.is_left and found.version == self._versions[self.list.at]:
            self._shown = found
            self.text.setPlainText(found.content)
            self.back.setEnabled(found.version != self._newest)
