"""Turning a dragged divider into new weights, with the same functions that place the cells.

The window keeps the tree and the placement from before the drag, asks for weights at every move of
the pointer, shows `with_weights` of them, and sends the last ones when the button is released.
"""

from collections.abc import Sequence

from idea.domain.errors import InvalidError
from idea.domain.layout.geometry import Divider, Placement, least_sizes
from idea.domain.layout.shape import find
from idea.domain.layout.sharing import share_out
from idea.domain.layout.tree import LayoutNode, Leaf, bounded
from idea.domain.layout.weights import weights_of


def drag(
    tree: LayoutNode, placement: Placement, divider: Divider, pixels: int
) -> tuple[float, ...]:
    """Return the weights of the divider's container after dragging it by some pixels.

    Right and down are positive. The two neighbours keep their smallest size, and at least one
    pixel; all others stay as they are, to the pixel.

    Raises:
        NotFoundError: The tree has no such container.
        InvalidError: The container is a cell by now.
    """
    container = find(tree, divider.node)
    if isinstance(container, Leaf):
        raise InvalidError("That cell is not divided.")
    weights = weights_of(container, divider.direction)
    length = placement.containers[divider.node].along(divider.direction)
    least = least_sizes(
        container, divider.direction, placement.gap, placement.smallest, placement.roomy
    )
    sizes = [span.length for span in share_out(length, weights, least, placement.gap)]
    moved = _limited(sizes, least, divider.index, pixels)
    if moved == 0:
        return weights
    sizes[divider.index] += moved
    sizes[divider.index + 1] -= moved
    new = _shifted(weights, sizes, divider.index)
    if [span.length for span in share_out(length, new, least, placement.gap)] == sizes:
        return new
    # Some part stands at its smallest size, so weights and pixels differ: begin from the pixels.
    scale = sum(weights) / sum(sizes)
    return tuple(bounded(size * scale) for size in sizes)


def _limited(sizes: Sequence[int], least: Sequence[int], index: int, pixels: int) -> int:
    """Return how far the border may really go; what is too small already does not shrink."""
    before, after = sizes[index], sizes[index + 1]
    most_back = before - min(before, max(1, least[index]))
    most_on = after - min(after, max(1, least[index + 1]))
    return max(-most_back, min(pixels, most_on))


def _shifted(weights: Sequence[float], sizes: Sequence[int], index: int) -> tuple[float, ...]:
    """Move one border of the weights to where it is in the sizes."""
    border = sum(sizes[: index + 1]) / sum(sizes) * sum(weights)
    pair = weights[index] + weights[index + 1]
    first = bounded(border - sum(weights[:index]))
    return (*weights[:index], first, bounded(pair - first), *weights[index + 2 :])
