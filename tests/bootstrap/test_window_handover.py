"""Which tab a second `idea` without a folder brings forward."""

import pytest

from idea.bootstrap.window_handover import front_folder

PROJECTS = [{"id": f"p{number}", "root": f"/work/{number}"} for number in (1, 2, 3)]
WINDOWS = [{"id": "w1", "active": "p2"}, {"id": "w2", "active": "p3"}, {"id": "w3", "active": None}]


@pytest.mark.parametrize(
    ("used", "windows", "folders"),
    [
        ("w1", WINDOWS, ["/work/2"]),
        ("w2", WINDOWS, ["/work/3"]),
        ("w3", WINDOWS, []),
        ("", WINDOWS[:2], ["/work/3"]),
        ("", [], []),
    ],
)
def test_the_front_tab_of_the_window_used_last_is_raised(
    used: str, windows: list[dict[str, object]], folders: list[str]
) -> None:
    assert front_folder({"windows": windows, "last_used": used}, PROJECTS) == folders


def test_an_engine_that_tells_no_window_used_last_means_the_newest() -> None:
    assert front_folder({"windows": WINDOWS[:1]}, PROJECTS) == ["/work/2"]
