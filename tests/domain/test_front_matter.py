import pytest

from idea.domain.front_matter import split_front_matter


@pytest.mark.parametrize(
    ("text", "values", "body"),
    [
        ("Read.", {}, "Read."),
        ("---\nname: pdf\n---\nDo.\n", {"name": "pdf"}, "Do."),
        ("---\r\nname: 'a b'\r\n---\r\n\r\nDo.", {"name": "a b"}, "Do."),
        ('---\nname: "\nx: ""\n---', {"name": '"', "x": ""}, ""),
        (
            "---\ndescription: >-\n  Reads\n  forms.\nallowed-tools:\n  - Bash\n---\nDo.",
            {"description": "Reads forms.", "allowed-tools": "- Bash"},
            "Do.",
        ),
        ("---\n  lost\nnot a key\n---\nDo.", {}, "Do."),
        ("--- no front\nx", {}, "--- no front\nx"),
        ("---\nname: x\n", {}, "---\nname: x"),
    ],
)
def test_what_stands_in_front_of_a_text_is_taken_off(
    text: str, values: dict[str, str], body: str
) -> None:
    assert split_front_matter(text) == (values, body)
