"""Lets the window follow the person's keys: shortcuts, what shows a key, and what is wrong."""

from collections.abc import Callable

from idea.application.views import KeymapView
from idea.domain.actions.overrides import faults_in_one_sentence
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.shortcuts import Shortcuts
from idea.presentation.desktop.viewmodels.keymap import Keymap


class KeymapDesk:
    """Main thread only; `changed` is told once the new keys work."""

    def __init__(
        self, keymap: Keymap, shortcuts: Shortcuts, notices: Notices, changed: Callable[[], object]
    ) -> None:
        self._keymap = keymap
        self._shortcuts = shortcuts
        self._notices = notices
        self._changed = changed
        self._used = (keymap.preset, keymap.leader)

    def follow(self, chosen: KeymapView) -> None:
        """Use these keys from now on."""
        self._keymap.take(chosen.keys)
        self._show(*chosen.notices)

    def use_preset(self, preset: str, leader: str) -> None:
        """Use the usual keys of a preset from now on; does nothing when they are used already."""
        self._keymap.use_preset(preset, leader)
        # Other windows share the keymap, and one of them may have heard of it first.
        if self._used != (self._keymap.preset, self._keymap.leader):
            self._used = (self._keymap.preset, self._keymap.leader)
            self._show()

    def _show(self, *notices: str) -> None:
        self._shortcuts.follow()
        self._changed()
        if faults := (*notices, *self._keymap.faults):
            self._notices.warn(faults_in_one_sentence("keymap.json", faults))
