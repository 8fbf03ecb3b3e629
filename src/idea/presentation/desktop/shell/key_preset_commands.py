"""Gives actions the usual keys of another preset."""

from idea.application.settings.set_setting import SetSettingRequest
from idea.domain.actions.key_presets import KeyPreset, preset_named
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import NamedWork


class KeyPresetCommands:
    """Main thread only."""

    def __init__(self, stage: Stage) -> None:
        self._ask = stage.runner.ask

    def work(self) -> dict[str, NamedWork]:
        """Return the code of every action here."""
        return {"window.choose_keys": self.choose}

    def choose(self, name: str) -> None:
        """Choose a preset by its name.

        Raises:
            NotFoundError: There is none.
        """
        self.use(preset_named(name))

    def use(self, preset: KeyPreset) -> None:
        """Let the usual keys be those of a preset."""
        self._ask(SetSettingRequest(name="keys.preset", value=preset.value))
