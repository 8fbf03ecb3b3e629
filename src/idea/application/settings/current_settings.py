"""The settings as they are now, kept on every change."""

import json
from collections.abc import Mapping

from idea.domain.events import Noticed, SettingChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import StoredValue
from idea.domain.setting import SettingValue
from idea.domain.settings import (
    effective_settings,
    setting_faults,
    setting_named,
)


class CurrentSettings:
    """Knows every setting's value; used on the event loop's thread.

    What the file holds under names this version does not know is kept there.
    """

    def __init__(self, store: StoredValue[Mapping[str, object]], events: EventBus) -> None:
        self._store = store
        self._events = events
        self._chosen: Mapping[str, object] = {}
        self._instead: dict[str, SettingValue] = {}
        """What goes on for settings whose value in the file cannot be right."""

    async def load(self) -> tuple[str, ...]:
        """Read what was kept; answers what the person should know."""
        loaded = await self._store.load()
        self._chosen = loaded.value
        faults = (f"A setting is passed over: {fault}" for fault in setting_faults(self._chosen))
        return (*loaded.notices, *faults)

    @property
    def values(self) -> dict[str, SettingValue]:
        """Every setting by name."""
        return effective_settings(self._chosen, self._instead)

    @property
    def chosen(self) -> Mapping[str, object]:
        """What the person chose, as their file says, by name."""
        return self._chosen

    def value(self, name: str, overrides: Mapping[str, object] | None = None) -> SettingValue:
        """Return one setting's value, as a project has it whose own settings these are.

        Raises:
            NotFoundError: There is no such setting.
        """
        setting_named(name)
        return self.values_within(overrides or {})[name]

    def values_within(self, overrides: Mapping[str, object]) -> dict[str, SettingValue]:
        """Return every setting as a project has it whose own settings these are."""
        return effective_settings(self._chosen, self._instead, overrides)

    async def refresh(self) -> None:
        """Take in what somebody wrote into the file meanwhile; announce it and what is wrong."""
        found = await self._store.reload()
        if found is None:
            return
        before = self.values
        self._chosen = found.value
        wrong = {name: setting_faults({name: value}) for name, value in found.value.items()}
        self._instead = {name: before[name] for name, faults in wrong.items() if faults}
        faults = (f"A setting stays as it was: {fault}" for one in wrong.values() for fault in one)
        for notice in (*found.notices, *faults):
            self._events.publish(Noticed(notice))
        for name, value in self.values.items():
            if value != before[name]:
                self._events.publish(SettingChanged(name, json.dumps(value)))

    def set(self, name: str, value: object) -> None:
        """Choose a value, None for the default; keep it, then announce it.

        Raises:
            NotFoundError: There is no such setting.
            InvalidError: The value cannot be right.
        """
        setting = setting_named(name)
        chosen = setting.default if value is None else setting.checked(value)
        before = self.values[name]
        self._instead.pop(name, None)
        kept = {key: one for key, one in self._chosen.items() if key != name}
        if chosen != setting.default:
            kept[name] = chosen
        if kept != self._chosen:
            self._chosen = kept
            self._store.save(kept)
        if chosen != before:
            self._events.publish(SettingChanged(name, json.dumps(chosen)))
