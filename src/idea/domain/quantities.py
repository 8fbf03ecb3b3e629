"""Amounts as people read them."""

_MIB = 1024 * 1024
_GIB = 1024 * _MIB


def memory_words(amount_bytes: int) -> str:
    """Return an amount of memory with three digits at most: `0.4 MiB`, `48 MiB`, `1.2 GiB`."""
    unit_bytes, unit = (_MIB, "MiB") if amount_bytes < 1000 * _MIB else (_GIB, "GiB")
    number = amount_bytes / unit_bytes
    return f"{number:.1f} {unit}" if number < 9.95 else f"{number:.0f} {unit}"


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun: `1 program`, `3 programs`."""
    return f"{number} {one if number == 1 else many}"
