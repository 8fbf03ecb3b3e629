"""Looking at files again and again."""

import asyncio

from idea.application.engine.hand_edits import HandEdits
from support.running import becomes, on_a_loop


@on_a_loop
async def test_every_file_is_looked_at_again_and_again_whatever_one_look_does() -> None:
    looks: list[str] = []

    async def fail() -> None:
        looks.append("failed")
        raise ZeroDivisionError

    async def look() -> None:
        looks.append("looked")

    looking = asyncio.create_task(HandEdits((fail, look), look_every_s=0.001).keep_current())
    await becomes(lambda: len(looks) >= 6, "three rounds")
    looking.cancel()
    await asyncio.wait([looking])

    assert looks[:6] == ["failed", "looked"] * 3
