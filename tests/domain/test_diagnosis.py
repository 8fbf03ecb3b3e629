from idea.domain.diagnosis import Finding, Health


def test_a_finding_asks_for_nothing_unless_it_says_what() -> None:
    fine = Finding(id="core", health=Health.FINE, fact="loads")

    assert (fine.health.value, fine.remedy) == ("fine", "")
