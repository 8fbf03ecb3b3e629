"""What every way of keeping one value has to do."""

import asyncio
from abc import ABC, abstractmethod

from idea.domain.ports.stored_value import Loaded, StoredValue


class StoredValueContract(ABC):
    """Values are texts by name; the default is empty."""

    @abstractmethod
    def opened(self) -> StoredValue[dict[str, str]]:
        """Return the value as a process that starts now finds it."""

    @abstractmethod
    def written_by_another(self, value: dict[str, str]) -> None:
        """Let another program write what the value opened last is kept in."""

    def test_nothing_kept_is_the_default_without_a_word(self) -> None:
        assert asyncio.run(self.opened().load()) == Loaded({})

    def test_a_saved_value_is_found_again(self) -> None:
        async def scenario() -> Loaded[dict[str, str]]:
            value = self.opened()
            await value.load()
            value.save({"a": "1"})
            await value.close()
            return await self.opened().load()

        assert asyncio.run(scenario()) == Loaded({"a": "1"})

    def test_the_last_of_several_values_wins(self) -> None:
        async def scenario() -> Loaded[dict[str, str]]:
            value = self.opened()
            await value.load()
            for number in range(50):
                value.save({"a": str(number)})
            await value.flush()
            found = await self.opened().load()
            await value.close()
            return found

        assert asyncio.run(scenario()) == Loaded({"a": "49"})

    def test_flushing_and_closing_without_a_value_returns(self) -> None:
        async def scenario() -> Loaded[dict[str, str]]:
            value = self.opened()
            await value.load()
            await value.flush()
            await value.close()
            return await self.opened().load()

        assert asyncio.run(scenario()) == Loaded({})

    def test_only_what_somebody_else_wrote_is_news(self) -> None:
        async def scenario() -> list[Loaded[dict[str, str]] | None]:
            value = self.opened()
            await value.load()
            found = [await value.reload()]
            value.save({"a": "1"})
            await value.flush()
            found.append(await value.reload())
            self.written_by_another({"a": "2"})
            found.append(await value.reload())
            found.append(await value.reload())
            await value.close()
            return found

        assert asyncio.run(scenario()) == [None, None, Loaded({"a": "2"}), None]

    def test_nothing_is_kept_after_closing(self) -> None:
        async def scenario() -> Loaded[dict[str, str]]:
            value = self.opened()
            await value.load()
            value.save({"a": "1"})
            await value.close()
            value.save({"a": "2"})
            await value.flush()
            return await self.opened().load()

        assert asyncio.run(scenario()) == Loaded({"a": "1"})
