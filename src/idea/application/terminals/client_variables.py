"""Which variables a session takes from the client that opens it: those of its display and keys."""

from collections.abc import Mapping

_NAMES = frozenset(
    {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK"}
)
_PREFIX = "XDG_SESSION_"


def client_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what of a client's environment a session takes; clients send nothing else."""
    return {
        name: value
        for name, value in environment.items()
        if name in _NAMES or name.startswith(_PREFIX)
    }
