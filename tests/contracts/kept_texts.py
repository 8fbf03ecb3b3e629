"""What every keeper of unsaved texts must do."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence

from idea.domain.ports.kept_texts import KeptTexts


class KeptTextsContract(ABC):
    """Subclasses give `texts` and read what was kept."""

    texts: KeptTexts

    @abstractmethod
    def kept(self) -> Sequence[str]:
        """Return every text, the oldest first."""

    def test_every_text_is_kept_and_told_of_once(self) -> None:
        assert asyncio.run(self.texts.untold()) == ()
        self.texts.keep("Reviewer", "one")
        self.texts.keep("Reviewer", "two\n")
        assert asyncio.run(self.texts.untold()) == ("Reviewer", "Reviewer")
        self.texts.keep("Commit", "three")
        assert asyncio.run(self.texts.untold()) == ("Commit",)
        assert asyncio.run(self.texts.untold()) == ()
        assert self.kept() == ["one", "two\n", "three"]
