import os
import stat
import tempfile
from pathlib import Path

import pytest

from idea.domain.errors import StoreError
from idea.infrastructure.places import Places, find_places

pytestmark = pytest.mark.posix


def test_idea_home_moves_everything_below_one_folder(tmp_path: Path) -> None:
    home = Path("/srv/idea")

    found = find_places({"IDEA_HOME": str(home), "XDG_RUNTIME_DIR": str(tmp_path)})

    assert found == Places(data=home / "data", state=home / "state", runtime=home / "run")


def test_the_runtime_folder_follows_xdg() -> None:
    with tempfile.TemporaryDirectory(prefix="idea-") as runtime:
        found = find_places({"XDG_RUNTIME_DIR": runtime})

    assert found.runtime == Path(runtime) / "idea"


@pytest.mark.parametrize("given", ["", "relative", "/does/not/exist", "/etc/passwd"])
def test_an_unusable_xdg_folder_means_the_shared_one(given: str) -> None:
    assert find_places({"XDG_RUNTIME_DIR": given}).runtime == Path(f"/tmp/idea-{os.getuid()}")


def test_a_socket_path_never_passes_100_bytes() -> None:
    fits, too_long = (f"/{'x' * n}" for n in (74, 75))

    assert len(os.fsencode(find_places({"IDEA_HOME": fits}).engine_socket)) == 100
    assert find_places({"IDEA_HOME": too_long}).runtime == Path(f"/tmp/idea-{os.getuid()}")


def test_instances_that_share_a_runtime_folder_have_sockets_of_their_own() -> None:
    first, second = (find_places({"IDEA_HOME": f"/{'x' * 200}/{name}"}) for name in "ab")

    assert first.runtime == second.runtime
    assert not {first.engine_socket, first.keeper_socket} & {
        second.engine_socket,
        second.keeper_socket,
    }


def test_folders_are_made_for_the_person_alone(tmp_path: Path) -> None:
    places = Places(data=tmp_path / "d", state=tmp_path / "s", runtime=tmp_path / "r")

    places.prepare()
    places.prepare()

    made = (places.data, places.state, places.runtime, places.logs, places.sessions)
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in made} == {0o700}


def test_an_open_runtime_folder_is_closed_to_others(tmp_path: Path) -> None:
    places = Places(data=tmp_path / "d", state=tmp_path / "s", runtime=tmp_path / "r")
    places.runtime.mkdir()
    places.runtime.chmod(0o777)

    places.prepare()

    assert stat.S_IMODE(places.runtime.stat().st_mode) == 0o700


def test_a_link_in_place_of_the_runtime_folder_is_refused(tmp_path: Path) -> None:
    places = Places(data=tmp_path / "d", state=tmp_path / "s", runtime=tmp_path / "r")
    places.runtime.symlink_to(tmp_path)

    with pytest.raises(StoreError, match="belongs to someone else"):
        places.prepare()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    places = Places(data=tmp_path / "file" / "d", state=tmp_path / "s", runtime=tmp_path / "r")

    with pytest.raises(StoreError, match="could not be made: Not a directory"):
        places.prepare()
