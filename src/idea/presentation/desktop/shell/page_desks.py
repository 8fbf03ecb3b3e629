"""Puts together what stands behind the window's own pages: its settings and its keys."""

from collections.abc import Callable

from idea.application.views import KeymapView
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.shell.keymap_desk import KeymapDesk
from idea.presentation.desktop.shell.keys_desk import KeysDesk
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.settings_desk import SettingsDesk
from idea.presentation.desktop.shell.shortcuts import Shortcuts
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.window_pages import WindowPages
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.keymap import Keymap


class PageDesks:
    """Main thread only."""

    def __init__(self, stage: Stage, pages: WindowPages, skin: Skin, keymap: Keymap) -> None:
        self._keymap = keymap
        self.settings = SettingsDesk(stage, pages, skin)
        self.keys = KeysDesk(stage, pages, skin, keymap)

    def work(self) -> dict[str, Work]:
        """Return the code of every action that is told nothing."""
        return self.keys.work()

    def follow(self) -> None:
        """Bring the page in front up to date."""
        self.settings.follow()

    def keys_told(
        self, shortcuts: Shortcuts, notices: Notices, tabs: TabStrip
    ) -> Callable[[KeymapView], None]:
        """Return what makes the person's keys work, and shows them everywhere."""

        def changed() -> None:
            tabs.show_find_key(self._keymap.shown("window.open_palette"))
            self.keys.follow()

        # Kept here: a signal alone does not keep what it is connected to.
        self._follower = KeymapDesk(self._keymap, shortcuts, notices, changed)
        return self._follower.follow
