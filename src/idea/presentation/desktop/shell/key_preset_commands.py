"""Gives actions the usual keys of another preset."""

from collections.abc import Callable

from idea.application.settings.set_setting import SetSettingRequest
from idea.domain.actions.key_presets import KeyPreset, preset_named
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import NamedWork
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.viewmodels.keymap_page import leader_words


class KeyPresetCommands:
    """Main thread only."""

    def __init__(self, stage: Stage, keymap: Keymap) -> None:
        self._ask = stage.runner.ask
        self._keymap = keymap
        self.say: Callable[[str], object] = lambda _sentence: None
        """Tells the person what the chosen keys cost."""

    def work(self) -> dict[str, NamedWork]:
        """Return the code of every action here."""
        return {"window.choose_keys": self.choose}

    def choose(self, name: str) -> None:
        """Choose a preset by its name, and say what its leader is.

        Raises:
            NotFoundError: There is none.
        """
        self._ask(_request(preset_named(name)), lambda _: self.say(leader_words(self._keymap)))

    def use(self, preset: KeyPreset) -> None:
        """Let the usual keys be those of a preset."""
        self._ask(_request(preset))


def _request(preset: KeyPreset) -> SetSettingRequest:
    return SetSettingRequest(name="keys.preset", value=preset.value)
