"""Prints rows of figures as an aligned table."""

from collections.abc import Sequence


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print headings and rows, columns aligned, floats with two digits."""
    lines = [
        tuple(headings),
        *(
            tuple(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row)
            for row in rows
        ),
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    for line in lines:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        )
    print(flush=True)
