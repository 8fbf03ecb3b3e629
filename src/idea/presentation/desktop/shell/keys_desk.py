"""Keeps the page of keys true, and gives what the person chose there to the engine."""

from collections.abc import Callable, Sequence

from idea.application.settings.set_keys import KeysChange, SetKeysRequest
from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import KeySequence
from idea.presentation.desktop.panels.keymap_page import KeymapPage
from idea.presentation.desktop.shell.key_preset_commands import KeyPresetCommands
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.window_pages import WindowPages
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.keymap import Keymap, shown_chord
from idea.presentation.desktop.viewmodels.keymap_page import (
    changed_count,
    given,
    given_back,
    key_rows,
    leader_words,
    refusal,
    taken,
    taken_words,
    warning,
)


class KeysDesk:
    """Main thread only."""

    def __init__(
        self,
        stage: Stage,
        pages: WindowPages,
        skin: Skin,
        keymap: Keymap,
        presets: KeyPresetCommands,
    ) -> None:
        self._ask = stage.runner.ask
        self._pages = pages
        self._keymap = keymap
        self.open_setting: Callable[[str], None] = lambda _name: None
        page = self.page = KeymapPage(keymap.platform, skin)
        page.sought.connect(self._sought)
        page.list.refuses = lambda _action, keys: refusal(keymap, keys)
        page.list.warns = lambda action, keys: warning(keymap, action, keys)
        page.list.leads = lambda chord: chord in keymap.leaders
        page.preset_chosen.connect(presets.use)
        page.other_leader.clicked.connect(lambda: self.open_setting("keys.leader"))
        page.list.chosen.connect(self._give)
        page.list.taken_away.connect(lambda action: self._change(taken(action)))
        page.list.given_back.connect(lambda action: self._change(given_back(keymap, [action])))
        page.all_usual.clicked.connect(self._give_all_back)
        pages.add(page)

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {"window.open_keys": self.open}

    def open(self) -> None:
        """Show the page."""
        self._pages.show(self.page)
        self._show()

    def follow(self) -> None:
        """Show the keys as they are now; does nothing while hidden."""
        if self._pages.shows(self.page):
            self._show()

    def _sought(self) -> None:
        self._show()
        self.page.tell_count()

    def _show(self) -> None:
        keymap, page, chord = self._keymap, self.page, self.page.pressed
        rows = key_rows(keymap, page.box.text(), chord)
        if page.only_changed.isChecked():
            rows = tuple(row for row in rows if row.note)
        if page.only_taken.isChecked():
            rows = tuple(row for row in rows if row.keys)
        empty = "Nothing matches. Try fewer letters." if page.box.text() else "All is as usual."
        if chord is not None:
            shown = shown_chord(chord, keymap.platform)
            empty = f"{shown} is free."
            page.say(f"What {shown} does; write a word to see other actions.")
        else:
            page.say(taken_words(keymap) if page.only_taken.isChecked() else "")
        page.show_preset(keymap.preset, leader_words(keymap))
        page.show_rows(rows, changed_count(keymap), empty)

    def _give(self, action: str, keys: KeySequence) -> None:
        self._change(given(self._keymap, action, keys))

    def _give_all_back(self) -> None:
        keymap = self._keymap
        changed = [one.id for one in CATALOGUE if keymap.of(one.id) != keymap.usual(one.id)]
        self._change(given_back(keymap, changed))

    def _change(self, changes: Sequence[KeysChange]) -> None:
        self._ask(SetKeysRequest(changes=tuple(changes)))
