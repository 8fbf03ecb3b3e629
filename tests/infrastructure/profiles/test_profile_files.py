import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import override

import pytest

from contracts.profile_store import OWN, SHIPPED, ProfileStoreContract
from fakes.event_bus import FakeEventBus
from idea.domain.errors import InvalidError
from idea.domain.ports.profile_store import ProfileOrigin, ProfilesFound, ProfileStore
from idea.domain.profiles.profile import Stdin
from idea.domain.profiles.versions import Version
from idea.infrastructure.profiles.profile_codec import KNOWN_KEYS, decode_profile, encode_profile
from idea.infrastructure.profiles.profile_files import BUILT_IN, FileProfileStore
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_text import parse_object

SHIPPED_FILES = sorted(BUILT_IN.glob("*.json"))


class TestFileProfileStore(ProfileStoreContract):
    @pytest.fixture(autouse=True)
    def folders(self, tmp_path: Path) -> None:
        self.built_in = tmp_path / "built_in"
        self.built_in.mkdir()
        self.file = tmp_path / "profiles.json"
        store = FileProfileStore(self.file, FakeEventBus())
        (self.built_in / "shipped.json").write_text(store.spell(SHIPPED))

    @override
    def opened(self) -> ProfileStore:
        return FileProfileStore(self.file, FakeEventBus(), built_in=self.built_in)

    def load(self, *roots: Path) -> ProfilesFound:
        return asyncio.run(self.opened().load([str(root) for root in roots]))

    def test_an_entry_that_is_wrong_costs_no_other_and_stays_in_the_file(self) -> None:
        wrong = {"id": "broken", "name": "Broken", "note": "mine"}
        self.file.write_text(json.dumps({"version": 1, "profiles": [wrong]}))

        async def scenario() -> ProfilesFound:
            store = FileProfileStore(self.file, FakeEventBus(), built_in=self.built_in)
            await store.save(OWN)
            return await store.load()

        found = asyncio.run(scenario())

        assert [one.profile for one in found.profiles] == [SHIPPED, OWN]
        assert found.notices == (
            f"{self.file}: profiles[0].contextInjection is missing; this profile is not used.",
        )
        assert json.loads(self.file.read_text())["profiles"][0] == wrong

    def test_what_a_project_brings_stands_first_and_has_a_fingerprint(self, tmp_path: Path) -> None:
        folder = tmp_path / "project" / ".ideai" / "profiles"
        folder.mkdir(parents=True)
        (folder / "mine.json").write_text(
            self.opened().spell(SHIPPED).replace("Shipped", "The project's")
        )
        (folder / "wrong.json").write_text("{")

        found = self.load(tmp_path / "project")
        [known] = found.profiles

        assert (known.profile.name, known.origin) == ("The project's", ProfileOrigin.PROJECT)
        assert len(known.fingerprint) == 64
        assert len(found.notices) == 1
        assert "wrong.json: line 1" in found.notices[0]
        assert self.load().profiles[0].profile == SHIPPED

    def test_a_key_nobody_knows_is_told_with_the_one_meant(self) -> None:
        text = self.opened().spell(OWN).replace('"command"', '"comand": "x", "command"')

        assert self.opened().check(text)[1] == (
            "comand is not a key of a profile; did you mean command?",
        )

    @pytest.mark.parametrize(
        ("key", "value", "sentence"),
        [
            ("args", "x", "args must be a list"),
            ("args", [1], r"args\[0\] must be a text"),
            ("args", ["{runDir}"], r"\{runDir\} means nothing here"),
            ("command", None, "command must be a text"),
            ("contextInjection", {"strategy": "magic"}, "contextInjection.strategy must be"),
            (
                "contextInjection",
                {"strategy": "conventionFile", "target": "../x"},
                "contextInjection: '../x' must be the bare name",
            ),
            ("session", {"assign": ["--id"]}, "session: The arguments to assign must say"),
            ("session", {"find": {}}, "session.find.files is missing"),
            ("session", {"find": {"args": []}}, "session.find.id is missing"),
            ("session", {"transcript": {"files": "x"}}, "session.transcript: The transcript"),
            (
                "session",
                {"transcript": {"files": "{conversationId}", "turns": [{"by": "it"}]}},
                r"session.transcript.turns\[0\].by must be person or program",
            ),
            ("instructions", {"reads": ["A.md"]}, r"instructions.reads\[0\] must be a list"),
            (
                "startup",
                [{"kind": "x", "pattern": ""}],
                r"startup\[0\].kind must be trust or login",
            ),
            ("startup", [{"kind": "trust", "pattern": "("}], r"startup\[0\]: '\(' is no regular"),
            ("writes", ["../x"], "'../x' must be a path of names below a folder"),
            ("variants", [{"args": []}], r"variants\[0\]: A variant needs since or before"),
            ("variants", [{"since": "1"}], r"variants\[0\]: '1' is not a version"),
            ("variants", [{"since": "1.0", "id": "x"}], r"variants\[0\].id cannot differ"),
            ("id", "Not A Slug", "not a valid profile id"),
        ],
    )
    def test_a_mistake_is_one_sentence_that_names_the_key(
        self, key: str, value: object, sentence: str
    ) -> None:
        document = json.loads(self.opened().spell(OWN)) | {key: value}

        with pytest.raises(InvalidError, match=sentence):
            self.opened().check(json.dumps(document))


def _document(path: Path) -> Mapping[str, object]:
    return parse_object(path.read_bytes())


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_a_profile_of_ours_is_named_as_its_file_and_says_nothing_unknown(path: Path) -> None:
    document = _document(path)
    profile = decode_profile(Fields(document))

    assert profile.id.value == path.stem
    assert set(document) <= set(KNOWN_KEYS)
    assert not any("trust" in word for word in profile.arguments), "IdeA trusts nothing by itself."
    assert profile.instructions.inline


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_a_profile_comes_back_as_it_was_written(path: Path) -> None:
    profile = decode_profile(Fields(_document(path)))
    again = decode_profile(Fields(encode_profile(profile)))

    assert again == profile
    assert again.environment == profile.environment


def test_a_variant_may_take_away_what_the_others_have() -> None:
    document = {
        "id": "one",
        "name": "One",
        "command": "one",
        "grant": ["--add", "{projectRoot}"],
        "writes": [".one*"],
        "contextInjection": {"strategy": "stdin", "prompt": "^> $"},
        "detect": {"args": ["-V"]},
        "variants": [{"before": "2.0", "grant": [], "detect": {"args": ["--version"]}}],
    }
    profile = decode_profile(Fields(document))
    old = profile.for_version(Version("1.9"))

    assert (old.grant, old.version_arguments) == ((), ("--version",))
    assert old.injection == Stdin("^> $")
    assert old.writes == profile.writes == (".one*",)
    assert decode_profile(Fields(encode_profile(profile))) == profile


def test_nine_come_with_the_program() -> None:
    assert len(SHIPPED_FILES) == 9


def test_every_key_is_explained() -> None:
    said = (Path(__file__).parents[3] / "docs" / "profiles.md").read_text("utf-8")
    session = ("assign", "resume", "resumeFirst", "find", "running", "transcript", "anyFolder")

    assert [key for key in (*KNOWN_KEYS, *session) if f"`{key}`" not in said] == []
