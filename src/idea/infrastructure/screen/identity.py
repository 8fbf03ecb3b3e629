"""Who a terminal says it is, the same for both cores: what it promises, it does."""

from typing import Final

from idea import __version__

NAME: Final = f"IdeA {__version__}"
"""The answer to XTVERSION."""
PRIMARY_ATTRIBUTES: Final = "\x1b[?62;22c"
"""DA1: a VT220 with colours."""
SECONDARY_ATTRIBUTES: Final = "\x1b[>1;0;0c"
"""DA2: a VT220 without a version, which programs take for that of an xterm."""
TERTIARY_ATTRIBUTES: Final = "\x1bP!|00000000\x1b\\"
"""DA3: a unit without a number of its own."""
