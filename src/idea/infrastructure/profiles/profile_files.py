"""Profiles in files: `built_in/` beside this module, `profiles.json`, `.ideai/profiles/*.json`."""

import asyncio
import difflib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, override

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import ProfileId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.profile_store import (
    KnownProfile,
    ProfileOrigin,
    ProfilesFound,
    ProfileStore,
)
from idea.domain.profiles.profile import AgentProfile
from idea.infrastructure.profiles.profile_codec import KNOWN_KEYS, decode_profile, encode_profile
from idea.infrastructure.stores.atomic import reason_of
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.json_load import Codec, read_regular
from idea.infrastructure.stores.json_text import DamagedError, parse_object, spell
from idea.infrastructure.stores.project_folder import FOLDER_NAME

type Entry = Mapping[str, object]

BUILT_IN: Final = Path(__file__).with_name("built_in")
_VERSION: Final = 1


def _entries(document: Entry) -> tuple[Entry, ...]:
    return tuple(fields.values for fields in Fields(document).each("profiles"))


ENTRIES: Codec[tuple[Entry, ...]] = Codec(
    version=_VERSION, decode=_entries, encode=lambda entries: {"profiles": list(entries)}
)
"""`profiles.json`; an entry that is no profile stays in the file as it is."""


class FileProfileStore(ProfileStore):
    """Profiles of this machine; files are read anew at each loading."""

    def __init__(self, path: Path, events: EventBus, *, built_in: Path = BUILT_IN) -> None:
        self._path = path
        self._built_in = built_in
        self._file: JsonFile[tuple[Entry, ...]] = JsonFile(
            path, ENTRIES, (), events, follow_links=True
        )
        self._entries: tuple[Entry, ...] = ()
        self._is_loaded = False
        self._one_at_a_time = asyncio.Lock()

    @override
    async def load(self, roots: Sequence[str] = ()) -> ProfilesFound:
        notices = list(await self._refresh())
        shipped, ours = await asyncio.to_thread(_read_all, _json_files(self._built_in))
        found = [_known(one, ProfileOrigin.BUILT_IN) for one in shipped]
        for number, entry in enumerate(self._entries):
            try:
                profile = decode_profile(Fields(entry, f"profiles[{number}]"))
            except DamagedError as error:
                notices.append(f"{self._path}: {error}; this profile is not used.")
            else:
                found.append(
                    KnownProfile(profile=profile, origin=ProfileOrigin.PERSON, file=str(self._path))
                )
        for root in roots:
            folder = Path(root, FOLDER_NAME, "profiles")
            brought, wrong = await asyncio.to_thread(_read_all, _json_files(folder))
            found += [_known(one, ProfileOrigin.PROJECT) for one in brought]
            notices += wrong
        # A later profile of an id stands before an earlier one, in the earlier one's place.
        by_id = {one.profile.id: one for one in found}
        return ProfilesFound(profiles=tuple(by_id.values()), notices=(*ours, *notices))

    @override
    def check(self, text: str) -> tuple[AgentProfile, tuple[str, ...]]:
        try:
            document = parse_object(text.encode())
            profile = decode_profile(Fields(document))
        except DamagedError as error:
            raise InvalidError(f"This is no profile: {error}.") from error
        return profile, tuple(_unknown_keys(document))

    @override
    def spell(self, profile: AgentProfile) -> str:
        return spell({"version": _VERSION, **encode_profile(profile)}).decode()

    @override
    async def save(self, profile: AgentProfile) -> None:
        await self._refresh()
        others = [entry for entry in self._entries if entry.get("id") != profile.id.value]
        self._entries = (*others, encode_profile(profile))
        self._file.save(self._entries)
        await self._file.flush()

    @override
    async def delete(self, profile: ProfileId) -> None:
        await self._refresh()
        others = tuple(one for one in self._entries if one.get("id") != profile.value)
        if len(others) == len(self._entries):
            raise NotFoundError(f"You have no profile {profile} of your own.")
        self._entries = others
        self._file.save(others)
        await self._file.flush()

    @override
    async def close(self) -> None:
        await self._file.close()

    async def _refresh(self) -> tuple[str, ...]:
        async with self._one_at_a_time:
            loaded = await (self._file.reload() if self._is_loaded else self._file.load())
            self._is_loaded = True
            if loaded is None:
                return ()
            self._entries = loaded.value
            return loaded.notices


def _json_files(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(one for one in folder.iterdir() if one.suffix == ".json")
    except OSError:
        return  # No folder, no profiles.


def _read_all(files: Iterator[Path]) -> tuple[list[tuple[AgentProfile, Path, str]], list[str]]:
    """Return the profiles of the files, and what is wrong with the others; blocks."""
    found, wrong = [], []
    for path in files:
        try:
            content = read_regular(path) or b""
            profile = decode_profile(Fields(parse_object(content)))
        except DamagedError as error:
            wrong.append(f"{path}: {error}; this profile is not used.")
        except OSError as error:
            wrong.append(f"{path} could not be read: {reason_of(error)}.")
        else:
            found.append((profile, path, hashlib.sha256(content).hexdigest()))
    return found, wrong


def _known(read: tuple[AgentProfile, Path, str], origin: ProfileOrigin) -> KnownProfile:
    profile, path, fingerprint = read
    agreed = fingerprint if origin is ProfileOrigin.PROJECT else ""
    return KnownProfile(profile=profile, origin=origin, file=str(path), fingerprint=agreed)


def _unknown_keys(document: Entry) -> Iterator[str]:
    for key in document:
        if key not in KNOWN_KEYS:
            close = difflib.get_close_matches(key, KNOWN_KEYS, n=1)
            hint = f"; did you mean {close[0]}?" if close else "; it is kept and does nothing."
            yield f"{key} is not a key of a profile{hint}"
