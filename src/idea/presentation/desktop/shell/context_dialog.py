"""The dialog that shows the very document an agent reads at launch."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from idea.application.agents.views import ContextView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.context_list import ContextList, SectionText
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agents import context_words
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton

_WIDTH = 680


class ContextDialog(Sheet):
    """Parts in order, the text of the chosen one below."""

    @classmethod
    def show_context(
        cls, context: ContextView, skin: Skin, parent: QWidget, relaunch: Callable[[], None]
    ) -> "ContextDialog":
        """Open it; `relaunch` stops the agent and launches it with what it would read now."""
        agent = context.agent
        title = f"What {visible(agent.name)} reads at launch · about {context.tokens} tokens"
        dialog = cls(title, context_words(context), skin, parent)
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        # The role is what people come for.
        roles = [place for place, one in enumerate(context.sections) if one.name == "role"]
        at = next(iter(roles), 0)
        dialog.text = SectionText(skin, dialog)
        dialog.text.show_section(context.sections[at])
        dialog.list = ContextList(skin, dialog)
        dialog.list.show_sections(context.sections, at)
        dialog.list.chosen.connect(
            lambda number: dialog.text.show_section(context.sections[number])
        )
        dialog.add_part(dialog.text)
        dialog.add_part(dialog.list)
        if context.difference:
            dialog.relaunch = dialog.add_button("Relaunch", ButtonKind.SECONDARY, dialog.accept)
            dialog.accepted.connect(relaunch)
        dialog.add_button("Close", ButtonKind.PRIMARY, dialog.reject, first=True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    list: ContextList
    text: SectionText
    relaunch: WordButton
