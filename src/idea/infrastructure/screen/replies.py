"""What a core may write to a program on its own: the one place that judges replies.

Every reply is one escape sequence with printable parameters. A reply with a line end, or with text
outside a sequence, could type a command into a shell, so it is dropped, whatever made it.

Source: CVE-2003-0063, CVE-2008-2383, CVE-2021-33477, CVE-2022-45063 and their like.
"""

import re

_LAWFUL = re.compile(rb"\x1b[\[P\]_>][\x20-\x7e]*(?:\x1b\\)?")


def lawful_reply(reply: bytes) -> bytes:
    """Return the reply with BEL as terminator replaced by ST, or nothing when it is not lawful."""
    if reply.endswith(b"\a"):
        reply = reply[:-1] + b"\x1b\\"
    return reply if _LAWFUL.fullmatch(reply) else b""
