"""Paths as text: POSIX, Windows and WSL."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.errors import InvalidError
from idea.domain.paths import POSIX, WINDOWS, WSL, PathRules, WslRules, rules_of

PARTS = st.text(alphabet="aB.ß é-", min_size=1, max_size=6)
POSIX_PATHS = st.lists(st.one_of(PARTS, st.sampled_from([".", "..", ""])), max_size=6).map(
    lambda parts: "/" + "/".join(parts)
)
WINDOWS_PATHS = st.tuples(
    st.sampled_from(["C:\\", "d:/", "\\\\server\\share\\", "//Server/Share/"]),
    st.lists(st.one_of(PARTS, st.sampled_from([".", "..", ""])), max_size=6),
    st.sampled_from(["\\", "/"]),
).map(lambda drawn: drawn[0] + drawn[2].join(drawn[1]))
ANY_PATH = st.one_of(
    st.tuples(st.just(POSIX), POSIX_PATHS),
    st.tuples(st.just(WSL), POSIX_PATHS),
    st.tuples(st.just(WINDOWS), WINDOWS_PATHS),
)


@given(ANY_PATH)
def test_a_normal_path_is_its_own_normal_form(drawn: tuple[PathRules, str]) -> None:
    rules, path = drawn
    normal = rules.normalise(path)

    assert rules.normalise(normal) == normal
    assert rules.is_absolute(normal)
    assert rules.same(path, normal)


@given(ANY_PATH)
def test_a_path_is_its_parent_joined_with_its_name(drawn: tuple[PathRules, str]) -> None:
    rules, path = drawn
    normal = rules.normalise(path)

    if rules.name(path):
        assert rules.join(rules.parent(path), rules.name(path)) == normal
    else:
        assert rules.parent(path) == normal


@given(ANY_PATH, st.lists(PARTS.filter(lambda part: part.strip(". ") != ""), max_size=3))
def test_what_is_joined_to_a_folder_is_inside_it(
    drawn: tuple[PathRules, str], parts: list[str]
) -> None:
    rules, folder = drawn
    below = rules.join(folder, *parts)

    assert rules.is_inside(below, folder)
    assert rules.is_inside(folder, below) == rules.same(folder, below)


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("/", "/"),
        ("//", "/"),
        ("//a//b/../c/", "/a/c"),
        ("/../a", "/a"),
        ("a/./b", "a/b"),
        ("", "."),
    ],
)
def test_posix_paths_have_a_normal_form(path: str, normal: str) -> None:
    assert POSIX.normalise(path) == normal


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("c:/x/../y", "C:\\y"),
        ("C:\\", "C:\\"),
        ("\\\\server\\share", "\\\\server\\share"),
        ("\\\\server\\share\\", "\\\\server\\share"),
        ("//server/share/a/b/", "\\\\server\\share\\a\\b"),
        ("a/b", "a\\b"),
    ],
)
def test_windows_paths_have_a_normal_form(path: str, normal: str) -> None:
    assert WINDOWS.normalise(path) == normal


@pytest.mark.parametrize(
    ("rules", "path", "parent", "name"),
    [
        (POSIX, "/a/b/", "/a", "b"),
        (POSIX, "/", "/", ""),
        (POSIX, "a", ".", "a"),
        (WINDOWS, "C:/a", "C:\\", "a"),
        (WINDOWS, "C:\\", "C:\\", ""),
        (WINDOWS, "\\\\s\\share\\a", "\\\\s\\share", "a"),
        (WINDOWS, "\\\\s\\share", "\\\\s\\share", ""),
    ],
)
def test_a_path_has_a_parent_and_a_name(
    rules: PathRules, path: str, parent: str, name: str
) -> None:
    assert (rules.parent(path), rules.name(path)) == (parent, name)


@pytest.mark.parametrize(
    ("rules", "folder", "part", "joined"),
    [
        (POSIX, "/a", "../b", "/b"),
        (POSIX, "/a", "/b", "/b"),
        (WINDOWS, "C:\\a", "b/c", "C:\\a\\b\\c"),
        (WINDOWS, "C:\\a", "d:\\b", "D:\\b"),
    ],
)
def test_a_part_goes_below_a_folder_and_an_absolute_one_starts_afresh(
    rules: PathRules, folder: str, part: str, joined: str
) -> None:
    assert rules.join(folder, part) == joined


@pytest.mark.parametrize(
    ("path", "absolute"),
    [
        ("C:\\a", True),
        ("c:/", True),
        ("\\\\server\\share", True),
        ("//server/share/a", True),
        ("C:a", False),
        ("\\a", False),
        ("a", False),
        ("\\\\server", False),
    ],
)
def test_windows_knows_what_is_absolute(path: str, absolute: bool) -> None:
    assert WINDOWS.is_absolute(path) is absolute


def test_case_tells_posix_names_apart_and_windows_names_not() -> None:
    assert not POSIX.same("/a/B", "/a/b")
    assert WINDOWS.same("C:\\A\\É", "c:/a/é/")
    assert not WINDOWS.same("C:\\ß", "C:\\ss")


def test_a_neighbour_with_the_same_beginning_is_not_inside() -> None:
    assert not POSIX.is_inside("/work/ideas", "/work/idea")
    assert POSIX.is_inside("/work", "/")
    assert WINDOWS.is_inside("C:\\A", "c:\\")
    assert WINDOWS.is_inside("\\\\S\\Share\\x", "\\\\s\\share")


@pytest.mark.parametrize(
    ("rules", "path", "sentence"),
    [
        (POSIX, "a/b", "is not an absolute path; give it from / on."),
        (POSIX, "/a\0b", "contains a NUL character."),
        (WINDOWS, "a", "is not an absolute path; give it from the drive letter on."),
        (WINDOWS, "\\\\?\\C:\\a", "is a device path; give the path with its drive letter."),
        (WINDOWS, "//./pipe/a", "is a device path; give the path with its drive letter."),
        (WINDOWS, "C:\\a:b", "':' may not be in a name."),
        (WINDOWS, "C:\\a\\b. ", "a name may not end with a space or a dot."),
        (WINDOWS, "C:\\aux.txt\\b", "'aux.txt' is a device's name."),
    ],
)
def test_an_impossible_path_is_refused_in_one_sentence(
    rules: PathRules, path: str, sentence: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        rules.check(path)

    assert refused.value.sentence.endswith(sentence)


@pytest.mark.parametrize("path", ["C:\\a\\..\\.\\b\\\\c", "\\\\s\\share\\auxiliary", "D:/x y"])
def test_possible_windows_paths_are_accepted(path: str) -> None:
    WINDOWS.check(path)


def test_wsl_ignores_case_below_the_mounted_drives_only() -> None:
    assert WSL.same("/mnt/c/Users", "/mnt/c/users")
    assert not WSL.same("/home/A", "/home/a")
    assert not WSL.same("/mnt/data/A", "/mnt/data/a")
    assert WslRules(automount="/win").same("/win/d/A", "/win/d/a")


@pytest.mark.parametrize(
    ("windows", "inside"),
    [
        ("C:\\Users\\x", "/mnt/c/Users/x"),
        ("c:/", "/mnt/c"),
        ("\\\\wsl.localhost\\Debian\\home\\x", "/home/x"),
        ("//wsl$/debian/", "/"),
    ],
)
def test_windows_paths_lead_into_a_distribution(windows: str, inside: str) -> None:
    assert WSL.from_windows(windows, "Debian") == inside


@pytest.mark.parametrize("path", ["\\\\wsl$\\Other\\home", "\\\\server\\Debian\\x"])
def test_other_machines_and_distributions_stay_outside(path: str) -> None:
    with pytest.raises(InvalidError, match="cannot be reached from the distribution Debian"):
        WSL.from_windows(path, "Debian")


@pytest.mark.parametrize(
    ("path", "rules"),
    [("/a", POSIX), ("//a/b", POSIX), ("a", POSIX), ("C:\\a", WINDOWS), ("\\\\s\\x", WINDOWS)],
)
def test_the_beginning_of_a_path_tells_its_rules(path: str, rules: PathRules) -> None:
    assert rules_of(path) is rules
