"""Where projects are."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.location import LOCAL, Location, Ssh, SshAuth, Wsl, location_of
from idea.domain.paths import POSIX, WINDOWS, WSL


def test_a_local_root_follows_the_rules_its_spelling_tells() -> None:
    LOCAL.check_root("/work")
    LOCAL.check_root("C:\\work")

    assert LOCAL.rules("/work") is POSIX
    assert LOCAL.rules("C:\\work") is WINDOWS
    with pytest.raises(InvalidError, match="not an absolute path"):
        LOCAL.check_root("work")


@pytest.mark.parametrize(
    ("host", "user", "port", "remote_root"),
    [
        ("", "me", 22, "/"),
        ("-oProxyCommand=x", "me", 22, "/"),
        ("a b", "me", 22, "/"),
        ("host", "", 22, "/"),
        ("host", "-l", 22, "/"),
        ("host", "me", 0, "/"),
        ("host", "me", 65_536, "/"),
        ("host", "me", 22, "srv"),
    ],
)
def test_an_impossible_machine_is_refused(
    host: str, user: str, port: int, remote_root: str
) -> None:
    with pytest.raises(InvalidError):
        Ssh(host=host, user=user, port=port, remote_root=remote_root)


def test_a_root_on_another_machine_is_below_the_remote_root() -> None:
    machine = Ssh(host="host", user="me", auth=SshAuth.KEY, remote_root="/srv")
    machine.check_root("/srv/app")

    assert machine.rules("/srv") is POSIX
    with pytest.raises(InvalidError, match="is not below '/srv' on host"):
        machine.check_root("/home/me")


@pytest.mark.parametrize("distro", ["", "-d", "a\\b", "a b"])
def test_an_impossible_distribution_is_refused(distro: str) -> None:
    with pytest.raises(InvalidError, match="is not the name of a WSL distribution"):
        Wsl(distro)


def test_a_root_in_a_distribution_follows_its_rules() -> None:
    distribution = Wsl("Debian")
    distribution.check_root("/home/me")

    assert distribution.rules("/home/me") is WSL
    with pytest.raises(InvalidError, match="not an absolute path"):
        distribution.check_root("C:\\work")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/work", (LOCAL, "/work")),
        ("work", (LOCAL, "work")),
        ("C:\\work", (LOCAL, "C:\\work")),
        ("ssh://me@host/srv/app", (Ssh(host="host", user="me"), "/srv/app")),
        ("ssh://me@host:2222", (Ssh(host="host", user="me", port=2222), "/")),
        ("\\\\wsl.localhost\\Debian\\home\\me", (Wsl("Debian"), "/home/me")),
        ("//WSL$/Debian", (Wsl("Debian"), "/")),
    ],
)
def test_the_spelling_of_a_path_tells_its_location(
    path: str, expected: tuple[Location, str]
) -> None:
    assert location_of(path) == expected


@pytest.mark.parametrize("path", ["ssh://host/srv", "ssh://", "ssh://me@host:x/"])
def test_an_address_without_user_or_sense_is_refused(path: str) -> None:
    with pytest.raises(InvalidError, match="write ssh://USER@HOST/FOLDER"):
        location_of(path)
