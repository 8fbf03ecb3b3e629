"""Where a project's files and programs are: this machine, another one, or a WSL distribution."""

import re
from dataclasses import dataclass
from enum import StrEnum

from idea.domain.errors import InvalidError
from idea.domain.paths import POSIX, WSL, PathRules, rules_of

_PLAIN_WORD = re.compile(r"[^\s\x00-\x1f-][^\s\x00-\x1f]*")
"""No leading dash: these words become arguments of programs."""


@dataclass(frozen=True, slots=True)
class Local:
    """This machine."""

    def rules(self, root: str) -> PathRules:
        """Return the rules of paths here, told by the spelling of `root`."""
        return rules_of(root)

    def check_root(self, root: str) -> None:
        """Accept an absolute path of this machine.

        Raises:
            InvalidError: The path is relative or not possible.
        """
        self.rules(root).check(root)


class SshAuth(StrEnum):
    """How the person proves to a machine who they are."""

    AGENT = "agent"
    KEY = "key"
    PASSWORD = "password"  # noqa: S105 - the name of a way, not a secret.


@dataclass(frozen=True, slots=True, kw_only=True)
class Ssh:
    """Another machine, reached over SSH."""

    host: str
    user: str
    port: int = 22
    auth: SshAuth = SshAuth.AGENT
    remote_root: str = "/"
    """The folder there below which roots lie."""

    def __post_init__(self) -> None:
        if not _PLAIN_WORD.fullmatch(self.host):
            raise InvalidError(f"{self.host!r} is not the name of a machine.")
        if not _PLAIN_WORD.fullmatch(self.user):
            raise InvalidError(f"{self.user!r} is not the name of a user.")
        if not 1 <= self.port <= 65_535:
            raise InvalidError(f"{self.port} is not a port; ports are 1 to 65535.")
        POSIX.check(self.remote_root)

    def rules(self, root: str) -> PathRules:  # noqa: ARG002 - every location answers alike.
        """Return the rules of paths there."""
        return POSIX

    def check_root(self, root: str) -> None:
        """Accept an absolute path below the remote root.

        Raises:
            InvalidError: The path is relative, not possible or elsewhere.
        """
        POSIX.check(root)
        if not POSIX.is_inside(root, self.remote_root):
            raise InvalidError(f"{root!r} is not below {self.remote_root!r} on {self.host}.")


@dataclass(frozen=True, slots=True)
class Wsl:
    """A distribution of the Windows Subsystem for Linux."""

    distro: str

    def __post_init__(self) -> None:
        if not _PLAIN_WORD.fullmatch(self.distro) or "\\" in self.distro:
            raise InvalidError(f"{self.distro!r} is not the name of a WSL distribution.")

    def rules(self, root: str) -> PathRules:  # noqa: ARG002 - every location answers alike.
        """Return the rules of paths there."""
        return WSL

    def check_root(self, root: str) -> None:
        """Accept an absolute path of the distribution.

        Raises:
            InvalidError: The path is relative or not possible.
        """
        WSL.check(root)


type Location = Local | Ssh | Wsl

LOCAL = Local()


_SSH_PATH = re.compile(
    r"ssh://(?:(?P<user>[^@/:]+)@)?(?P<host>[^/:]+)(?::(?P<port>\d{1,5}))?(?P<root>/.*)?"
)
_WSL_PATH = re.compile(r"[\\/]{2}(?i:wsl\.localhost|wsl\$)[\\/](?P<distro>[^\\/]+)")


def location_of(path: str) -> tuple[Location, str]:
    r"""Tell a path's location from its spelling, and what it is called there.

    `ssh://user@host:port/root` is another machine, `\\wsl.localhost\<distro>\root` a distribution,
    anything else this machine.

    Raises:
        InvalidError: The address names no user, or what it names is not possible.
    """
    if path.startswith("ssh://"):
        found = _SSH_PATH.fullmatch(path)
        if found is None or found["user"] is None:
            raise InvalidError(f"{path!r} is not an address; write ssh://USER@HOST/FOLDER.")
        port = int(found["port"] or 22)
        return Ssh(host=found["host"], user=found["user"], port=port), found["root"] or "/"
    if found := _WSL_PATH.match(path):
        distro = found["distro"]
        return Wsl(distro), WSL.from_windows(path, distro)
    return LOCAL, path
