"""What becomes of texts that were typed on pages and not saved, before something would end them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.shell.unsaved_dialog import UnsavedDialog
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.markdown_editor import MarkdownEditor

type Then = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsavedText:
    """A text on a page that has not been saved."""

    name: str
    editor: MarkdownEditor
    save: Callable[[str, Then, Then], object]
    """Keeps a text; the first function hears that it is kept, the second that it could not be."""
    show: Then
    """Brings its page forward."""


def when_saved(
    unsaved: Sequence[UnsavedText], then: Then, skin: Skin, window: QWidget, *, what: str
) -> None:
    """Call `then` once none of these is unsaved; the dialog opens over `window`.

    The person decides: to save, to give up what was typed, or to stay; then nothing is called.
    `what` says in words what is lost of those of these names.
    """
    if not unsaved:
        then()
        return

    def give_up() -> None:
        for one in unsaved:
            one.editor.set_text(one.editor.kept)
        then()

    UnsavedDialog.ask(
        [one.name for one in unsaved],
        skin,
        window,
        save=lambda: _save_each(unsaved, then),
        give_up=give_up,
        what=what,
    )


def _save_each(unsaved: Sequence[UnsavedText], then: Then) -> None:
    """Save one after the other; the first that cannot be saved is shown instead of going on."""
    if not unsaved:
        then()
        return
    first, rest = unsaved[0], unsaved[1:]
    first.save(first.editor.text(), lambda: _save_each(rest, then), first.show)
