"""Sizes of the window's parts, in logical pixels."""

HAIRLINE = 1
RING = 1.5
"""The accent ring of the focused cell."""

TAB_STRIP = 38
CELL_HEADER = 28
STATUS_LINE = 24
SIDE_BAR = 264
ROW = 28
COLUMN_STRIP = 18
"""Height of the strip with column letters."""
ROW_STRIP = 20
"""Width of the strip with row numbers."""
DIVIDER_GRIP = 7
"""How wide the invisible area is in which a divider can be caught."""

CONTROL_RADIUS = 6
PALETTE_RADIUS = 10
PALETTE_WIDTH = 640
PALETTE_ROWS = 9

INTERFACE_TEXT = 13
SECONDARY_TEXT = 12
CAPTION_TEXT = 11
TERMINAL_TEXT = 13
