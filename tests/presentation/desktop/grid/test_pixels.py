import pytest

from idea.presentation.desktop.grid.pixels import aligned_inset, pixel_step


@pytest.mark.parametrize(
    ("ratio", "step"), [(1.0, 1), (2.0, 1), (1.5, 2), (1.25, 4), (1.75, 4), (1.1, 10), (1.234, 1)]
)
def test_a_step_is_whole_device_pixels(ratio: float, step: int) -> None:
    assert pixel_step(ratio) == step


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize("origin", range(9))
def test_an_inset_puts_a_place_on_a_device_pixel(ratio: float, origin: int) -> None:
    inset = aligned_inset(origin, 2, ratio)
    device = (origin + inset) * ratio

    assert device == round(device)
    assert 2 <= inset < 2 + pixel_step(ratio)
