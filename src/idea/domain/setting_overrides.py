"""A project's own settings: which of them may be, which count, and what was agreed to."""

import hashlib
import json
from collections.abc import Callable, Mapping

from idea.domain.setting import SettingValue
from idea.domain.settings import SETTINGS, setting_faults

type Agreed = Callable[[str, object], bool]
"""Whether the person agreed to a value of a setting."""


def _never(_name: str, _value: object) -> bool:
    return False


def project_overrides(layer: Mapping[str, object], agreed: Agreed = _never) -> dict[str, object]:
    """Return what of a project's overrides counts."""
    allowed = (each for each in SETTINGS if each.per_project and each.name in layer)
    return {
        each.name: layer[each.name]
        for each in allowed
        if not each.is_asked or agreed(each.name, layer[each.name])
    }


def withheld_overrides(layer: Mapping[str, object], agreed: Agreed) -> dict[str, SettingValue]:
    """Return what a project wants that the person has to agree to first."""
    asked = (each for each in SETTINGS if each.is_asked and each.name in layer)
    return {
        each.name: each.checked(layer[each.name])
        for each in asked
        if not setting_faults(layer, each) and not agreed(each.name, layer[each.name])
    }


def override_fingerprint(name: str, value: object) -> str:
    """Return what stands for a project's own value among what was agreed to."""
    return hashlib.sha256(f"setting {name} {json.dumps(value)}".encode()).hexdigest()
