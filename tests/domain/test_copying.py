from idea.domain.copying import as_one_line


def test_lines_become_one() -> None:
    assert as_one_line("  curl -s \\\n    --data x  \r\n\n  https://example.org\n") == (
        "curl -s \\ --data x https://example.org"
    )
    assert as_one_line("\n \n") == ""
