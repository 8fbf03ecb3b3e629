"""Imports Qt so that what is imported afterwards costs no more than before."""

import builtins

import PySide6.QtWidgets


def load_qt() -> str:
    """Let imports be Python's own again; return Qt's version.

    PySide puts itself before every import and reads the source of every module imported from then
    on, to see whether it asks for snake_case names. None of ours does.
    """
    own = getattr(builtins, "__orig_import__", None)
    if own is not None:
        builtins.__import__ = own
    return PySide6.__version__
