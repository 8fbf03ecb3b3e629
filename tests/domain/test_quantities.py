import pytest

from idea.domain.quantities import counted, memory_words

MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (0, "0.0 MiB"),
        (MIB // 3, "0.3 MiB"),
        (int(9.9 * MIB), "9.9 MiB"),
        (int(9.96 * MIB), "10 MiB"),
        (999 * MIB, "999 MiB"),
        (1000 * MIB, "1.0 GiB"),
        (25 * 1024 * MIB, "25 GiB"),
    ],
)
def test_memory_is_told_with_three_digits_at_most(amount: int, words: str) -> None:
    assert memory_words(amount) == words


def test_a_number_goes_with_its_noun() -> None:
    assert [counted(number, "cat", "cats") for number in (0, 1, 2)] == ["0 cats", "1 cat", "2 cats"]
