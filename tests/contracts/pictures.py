"""What every keeper of pictures must do."""

from abc import ABC, abstractmethod

from idea.domain.ports.pictures import Pictures


class PicturesContract(ABC):
    """Subclasses give `pictures` and read what was kept."""

    pictures: Pictures

    @abstractmethod
    def read(self, path: str) -> bytes:
        """Return what is kept at a path."""

    def test_every_picture_has_a_path_of_its_own(self) -> None:
        paths = [self.pictures.keep(data) for data in (b"one", b"two")]
        assert [self.read(path) for path in paths] == [b"one", b"two"]
        assert all(path.startswith("/") and path.endswith(".png") for path in paths)
