"""How much memory a process takes for itself."""

import psutil


def memory_bytes(process: psutil.Process) -> int:
    """Return the proportional share where the system tells it, else what is resident."""
    try:
        seen = process.memory_full_info()
    except psutil.AccessDenied:
        seen = process.memory_info()
    return int(getattr(seen, "pss", 0) or getattr(seen, "uss", 0) or seen.rss)
