"""Puts together what stands behind the window's own pages: its settings and its keys."""

from collections.abc import Callable

from idea.application.views import KeymapView
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.shell.key_preset_commands import KeyPresetCommands
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
        self._desk = stage.desk
        self._keymap = keymap
        self._follower: KeymapDesk | None = None
        self.keys_changed: Callable[[], object] = lambda: None
        """Hears that other keys work now."""
        self.settings = SettingsDesk(stage, pages, skin)
        presets = self._presets = KeyPresetCommands(stage, keymap)
        self.keys = KeysDesk(stage, pages, skin, keymap, presets)
        self.keys.open_setting = self.settings.open
        self.named = (self.settings, presets)
        """The commands that are told something."""

    def work(self) -> dict[str, Work]:
        """Return the code of every action that is told nothing."""
        return self.keys.work()

    def follow(self) -> None:
        """Bring the page in front up to date, and use the preset of keys that is chosen now."""
        state = self._desk.state
        if self._follower is not None and state.connected:
            preset, leader = state.setting("keys.preset", ""), state.setting("keys.leader", "")
            self._follower.use_preset(preset, leader)
        self.settings.follow()

    def keys_told(
        self, shortcuts: Shortcuts, notices: Notices, tabs: TabStrip
    ) -> Callable[[KeymapView], None]:
        """Return what makes the person's keys work, and shows them everywhere."""

        def changed() -> None:
            tabs.show_find_key(self._keymap.shown("window.open_palette"))
            self.keys.follow()
            self.keys_changed()

        self._presets.say = lambda words: notices.say(words) if words else None
        # Kept here: a signal alone does not keep what it is connected to.
        follower = self._follower = KeymapDesk(self._keymap, shortcuts, notices, changed)
        return follower.follow
