"""What every store of profiles has to do."""

import asyncio
import json
from abc import ABC, abstractmethod

import pytest

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import ProfileId
from idea.domain.ports.profile_store import ProfileOrigin, ProfileStore
from idea.domain.profiles.profile import AgentProfile, Stdin

SHIPPED = AgentProfile(id=ProfileId("shipped"), name="Shipped", command="one", injection=Stdin())
OWN = AgentProfile(id=ProfileId("own"), name="Own", command="two", injection=Stdin())
COVER = AgentProfile(id=SHIPPED.id, name="Mine", command="three", injection=Stdin())


class ProfileStoreContract(ABC):
    """`SHIPPED` comes with the program."""

    @abstractmethod
    def opened(self) -> ProfileStore:
        """Return a store as a process that starts now finds it."""

    def test_what_comes_with_the_program_is_there(self) -> None:
        found = asyncio.run(self.opened().load())

        assert [(one.profile, one.origin) for one in found.profiles] == [
            (SHIPPED, ProfileOrigin.BUILT_IN)
        ]
        assert found.notices == ()

    def test_the_persons_own_stand_behind_or_instead(self) -> None:
        async def scenario() -> None:
            store = self.opened()
            await store.save(OWN)
            await store.save(COVER)
            found = await store.load()

            assert [(one.profile, one.origin) for one in found.profiles] == [
                (COVER, ProfileOrigin.PERSON),
                (OWN, ProfileOrigin.PERSON),
            ]

        asyncio.run(scenario())

    def test_deleting_ones_own_shows_what_it_covered(self) -> None:
        async def scenario() -> None:
            store = self.opened()
            await store.save(COVER)
            await store.delete(COVER.id)
            found = await store.load()

            assert [one.profile for one in found.profiles] == [SHIPPED]
            with pytest.raises(NotFoundError, match="You have no profile shipped of your own"):
                await store.delete(SHIPPED.id)

        asyncio.run(scenario())

    def test_what_is_spelled_is_checked_back(self) -> None:
        store = self.opened()

        assert store.check(store.spell(OWN)) == (OWN, ())
        with pytest.raises(InvalidError, match="This is no profile"):
            store.check("{}")
        odd = json.dumps(json.loads(store.spell(OWN)) | {"spelled": 1})
        assert "spelled" in store.check(odd)[1][0]
