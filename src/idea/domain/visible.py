"""Text from outside, made harmless: control characters are shown, never obeyed."""


def visible(text: str) -> str:
    """Return one line in which every control and formatting character is written out.

    Names, titles, branches and remote text go through here before they reach a widget, a log or
    another program, so that none of them can move a cursor, hide text or forge a line.
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
