"""Keeps Python's cycle collector out of a start, where nearly all that is made stays for good."""

import gc


def rest_collector() -> None:
    """Collect nothing for now: looking for garbage takes a seventh of what imports take."""
    gc.disable()


def wake_collector() -> None:
    """Collect from now on, without ever looking again at what was made until now.

    The second half counts as much as the first: otherwise each full collection of later would walk
    through every module and class, while somebody types.
    """
    gc.freeze()
    gc.enable()
