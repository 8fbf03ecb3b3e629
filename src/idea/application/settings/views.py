"""Settings as every door shows them."""

from dataclasses import dataclass

from idea.domain.setting import SettingValue


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingView:
    """One setting: what counts, and where that comes from."""

    name: str
    value: SettingValue
    """What counts, in the project that was asked for."""
    origin: str
    """`default`, `user` for the person's own file, or `project`."""
    chosen: SettingValue | None = None
    """What the person chose for everywhere; None for nothing, or for what cannot be right."""
    own: SettingValue | None = None
    """What the project sets otherwise, whether that counts or not."""
    is_withheld: bool = False
    """Whether that waits for the person to agree."""
    faults: tuple[str, ...] = ()
    """Why what the person's file says cannot be right."""
    own_faults: tuple[str, ...] = ()
    """Why what the project's file says cannot be right."""
