"""Which AI programs this machine has, as far as can be told without asking a shell."""

import asyncio
from collections.abc import Iterator

from idea.domain.diagnosis import Finding, Health
from idea.domain.ports.profile_store import KnownProfile, ProfileStore
from idea.domain.ports.program_search import ProgramFound, ProgramSearch


def check_engines(store: ProfileStore, search: ProgramSearch) -> Iterator[Finding]:
    """Name the programs found for profiles, and what is wrong with profiles."""
    profiles, notices, found = asyncio.run(_look(store, search))
    there = [
        f"{known.profile.name} ({program.path}, found in {program.where})"
        for known, program in zip(profiles, found, strict=True)
        if program is not None and known.profile.version_arguments
    ]
    yield Finding(
        id="engines",
        health=Health.FINE if there else Health.NOTE,
        fact="; ".join(there) or "no AI program was found for agents to run on",
        remedy=""
        if there
        else "Install one, or run 'idea profile list', which asks your login shell as well.",
    )
    for sentence in notices:
        yield Finding(
            id="engines",
            health=Health.WRONG,
            fact=sentence.rstrip("."),
            remedy="Mend the file, or take the profile out of it.",
        )


async def _look(
    store: ProfileStore, search: ProgramSearch
) -> tuple[tuple[KnownProfile, ...], tuple[str, ...], list[ProgramFound | None]]:
    loaded = await store.load()
    found = [await search.find(known.profile.command) for known in loaded.profiles]
    await store.close()
    return loaded.profiles, loaded.notices, found
