import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ProfileId, SkillId, slug_from


@pytest.mark.parametrize("text", ["commit", "run-tests", "a", "9", "x" * 64])
def test_a_slug_is_small_letters_digits_and_dashes(text: str) -> None:
    assert SkillId(text).value == text


@pytest.mark.parametrize("text", ["", "Commit", "a--b", "-a", "a-", "a_b", "a b", "é", "x" * 65])
def test_anything_else_is_none_and_the_sentence_says_of_what(text: str) -> None:
    with pytest.raises(InvalidError, match="is not a valid profile id"):
        ProfileId(text)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Code Review", "code-review"),
        ("  Über-Prüfer 2! ", "uber-prufer-2"),
        ("日本", "otherwise"),
        ("a" * 70, "a" * 64),
        ("a" * 63 + " b", "a" * 63),
    ],
)
def test_a_name_becomes_the_nearest_slug(name: str, slug: str) -> None:
    assert slug_from(name, otherwise="otherwise") == slug
    assert SkillId(slug)
