"""The sentences of this family for the person, plural forms included."""

STALE = "The grid has changed meanwhile; look at it and try again."
OTHER_PROJECT = "That session belongs to another project."
HAND_EDIT = "edit of layout.json"
"""The name of a change that another program made."""
LOCKED = "The layout is locked. Unlock it to change the shape of the grid."
OCCUPIED = "That cell shows a session already; choose an empty one."


def went_to_background(count: int) -> str:
    """Say how many sessions no cell shows any more; nothing for none."""
    if count == 0:
        return ""
    return f"{count} session{'' if count == 1 else 's'} went to the background."
