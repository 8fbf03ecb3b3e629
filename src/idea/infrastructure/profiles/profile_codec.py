"""How a profile is spelled in JSON; `docs/profiles.md` explains every key.

Errors name the key with its path. A variant holds what differs from the profile it stands in:
whole keys of the first level, never parts of them.
"""

from collections.abc import Mapping
from typing import Final

from idea.domain.ids import ProfileId
from idea.domain.profiles.conversations import (
    NO_CONVERSATIONS,
    Conversations,
    Finding,
    FoundByCommand,
    FoundByProcess,
    FoundInFiles,
    Transcript,
)
from idea.domain.profiles.profile import (
    RUN_FOLDER,
    AgentProfile,
    ContextInjection,
    ConventionFile,
    Env,
    Flag,
    Instructions,
    StartupKind,
    StartupQuestion,
    Stdin,
    Variant,
)
from idea.domain.profiles.turns import Speaker, TurnRule
from idea.domain.profiles.versions import Version
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_text import DamagedError

type Document = Mapping[str, object]

KNOWN_KEYS: Final = (
    *("version", "id", "name", "command", "args", "contextInjection", "detect", "cwd", "grant"),
    *("environment", "session", "model", "instructions", "startup", "writes", "status"),
    *("verified", "variants"),
)
"""The keys of a profile, in the order in which they are written."""


def decode_profile(fields: Fields) -> AgentProfile:
    """Return the profile an object stands for.

    Raises:
        DamagedError: It is none; the message begins with the path of what is wrong.
    """
    plain = {key: value for key, value in fields.values.items() if key != "variants"}
    profile = _decode_plain(Fields(plain, fields.path))
    variants = tuple(
        _decode_variant(variant, plain)
        for variant in (fields.each("variants") if "variants" in fields.values else ())
    )
    return fields.build(lambda: _with_variants(profile, variants))


def _with_variants(profile: AgentProfile, variants: tuple[Variant, ...]) -> AgentProfile:
    values = {name: getattr(profile, name) for name in AgentProfile.__dataclass_fields__}
    return AgentProfile(**{**values, "variants": variants})


def _decode_variant(fields: Fields, plain: Document) -> Variant:
    for key in ("id", "variants"):
        if key in fields.values:
            raise DamagedError(f"{fields.path}.{key} cannot differ in a variant")
    own = {key: value for key, value in fields.values.items() if key not in {"since", "before"}}
    profile = _decode_plain(Fields({**plain, **own}, fields.path))
    since, before = fields.optional_text("since"), fields.optional_text("before")
    return fields.build(
        lambda: Variant(
            since=None if since is None else Version(since),
            before=None if before is None else Version(before),
            profile=profile,
        )
    )


def _decode_plain(fields: Fields) -> AgentProfile:
    detect = fields.optional_below("detect")
    model = fields.optional_below("model")
    environment = fields.optional_below("environment")
    status = fields.optional_below("status")
    injection = _decode_injection(fields.below("contextInjection"))
    conversations = _decode_conversations(fields.optional_below("session"))
    instructions = _decode_instructions(fields.optional_below("instructions"))
    startup = tuple(
        _decode_question(one)
        for one in (fields.each("startup") if "startup" in fields.values else ())
    )
    return fields.build(
        lambda: AgentProfile(
            id=ProfileId(fields.text("id")),
            name=fields.text("name"),
            command=fields.text("command"),
            arguments=fields.text_list("args"),
            injection=injection,
            version_arguments=("--version",) if detect is None else detect.text_list("args"),
            working_folder=fields.optional_text("cwd") or RUN_FOLDER,
            grant=fields.text_list("grant"),
            environment={} if environment is None else environment.texts(),
            conversations=conversations,
            model_arguments=() if model is None else model.text_list("args"),
            models=() if model is None else model.text_list("choices"),
            instructions=instructions,
            startup=startup,
            writes=fields.text_list("writes"),
            status={} if status is None else status.values,
            is_verified=fields.flag("verified") if "verified" in fields.values else False,
        )
    )


def _decode_injection(fields: Fields) -> ContextInjection:
    match fields.text("strategy"):
        case "conventionFile":
            return fields.build(lambda: ConventionFile(fields.text("target")))
        case "flag":
            return fields.build(lambda: Flag(fields.text("flag")))
        case "env":
            return fields.build(lambda: Env(fields.text("var")))
        case "stdin":
            return fields.build(lambda: Stdin(fields.optional_text("prompt") or ""))
        case _:
            raise DamagedError(f"{fields.path}.strategy must be conventionFile, flag, env or stdin")


def _decode_conversations(fields: Fields | None) -> Conversations:
    if fields is None:
        return NO_CONVERSATIONS
    find = fields.optional_below("find")
    transcript = fields.optional_below("transcript")
    finding = None if find is None else _decode_finding(find)
    kept = None if transcript is None else _decode_transcript(transcript)
    running = fields.optional_below("running")
    by_process = (
        None
        if running is None
        else running.build(
            lambda: FoundByProcess(files=running.text("files"), id=running.text("id"))
        )
    )
    return fields.build(
        lambda: Conversations(
            assign=fields.text_list("assign"),
            resume=fields.text_list("resume"),
            resume_first=fields.flag("resumeFirst") if "resumeFirst" in fields.values else False,
            find=finding,
            running=by_process,
            transcript=kept,
            any_folder=fields.flag("anyFolder") if "anyFolder" in fields.values else False,
        )
    )


def _decode_transcript(fields: Fields) -> Transcript:
    turns = map(_decode_turn, fields.each("turns") if "turns" in fields.values else ())
    return fields.build(
        lambda: Transcript(
            files=fields.text("files"),
            contains=fields.optional_text("contains") or "",
            turns=tuple(turns),
        )
    )


def _decode_turn(fields: Fields) -> TurnRule:
    by = fields.text("by")
    if by not in set(Speaker):
        raise DamagedError(f"{fields.path}.by must be {' or '.join(Speaker)}")
    return fields.build(
        lambda: TurnRule(
            by=Speaker(by),
            where=fields.text("where"),
            equals=fields.text("is"),
            text=fields.text("text"),
        )
    )


def _decode_finding(fields: Fields) -> Finding:
    if "args" in fields.values:
        return fields.build(
            lambda: FoundByCommand(
                arguments=fields.text_list("args"),
                id=fields.text("id"),
                where=fields.optional_text("where") or "",
            )
        )
    return fields.build(
        lambda: FoundInFiles(
            files=fields.text("files"), id=fields.text("id"), where=fields.text("where")
        )
    )


def _decode_instructions(fields: Fields | None) -> Instructions:
    if fields is None:
        return Instructions()
    groups = fields.lists("reads")
    return fields.build(
        lambda: Instructions(
            reads=groups,
            inline=fields.text_list("inline"),
            roles=fields.text_list("roles"),
            skills=fields.text_list("skills"),
        )
    )


def _decode_question(fields: Fields) -> StartupQuestion:
    kind = fields.text("kind")
    if kind not in set(StartupKind):
        raise DamagedError(f"{fields.path}.kind must be {' or '.join(StartupKind)}")
    return fields.build(lambda: StartupQuestion(StartupKind(kind), fields.text("pattern")))


def encode_profile(profile: AgentProfile) -> dict[str, object]:
    """Return a profile as JSON has it; what is usual is left out."""
    document = _encode_plain(profile)
    if profile.variants:
        document["variants"] = [_encode_variant(one, document) for one in profile.variants]
    return document


def _encode_variant(variant: Variant, usual: Document) -> Document:
    own = _encode_plain(variant.profile)
    bounds = {"since": variant.since, "before": variant.before}
    return {
        **{key: bound.text for key, bound in bounds.items() if bound is not None},
        **{key: own.get(key, _USUAL.get(key)) for key in _differing(own, usual)},
    }


def _differing(own: Document, usual: Document) -> list[str]:
    return [key for key in KNOWN_KEYS if own.get(key) != usual.get(key)]


_USUAL: Final[Document] = {
    "args": [],
    "grant": [],
    "environment": {},
    "session": {},
    "model": {},
    "instructions": {},
    "startup": [],
    "writes": [],
    "status": {},
    "verified": False,
    "detect": {"args": ["--version"]},
}


def _encode_plain(profile: AgentProfile) -> dict[str, object]:
    document: dict[str, object] = {
        "id": profile.id.value,
        "name": profile.name,
        "command": profile.command,
        "args": list(profile.arguments),
        "contextInjection": _encode_injection(profile.injection),
        "detect": {"args": list(profile.version_arguments)},
        "cwd": profile.working_folder,
        "grant": list(profile.grant),
        "environment": dict(profile.environment),
        "session": _encode_conversations(profile.conversations),
        "model": _without_empty(
            {"args": list(profile.model_arguments), "choices": list(profile.models)}
        ),
        "instructions": _without_empty(
            {
                "reads": [list(group) for group in profile.instructions.reads],
                "inline": list(profile.instructions.inline),
                "roles": list(profile.instructions.roles),
                "skills": list(profile.instructions.skills),
            }
        ),
        "startup": [{"kind": one.kind.value, "pattern": one.pattern} for one in profile.startup],
        "writes": list(profile.writes),
        "status": dict(profile.status),
        "verified": profile.is_verified,
    }
    return {key: value for key, value in document.items() if value != _USUAL.get(key)}


def _encode_injection(injection: ContextInjection) -> Document:
    match injection:
        case ConventionFile(target):
            return {"strategy": "conventionFile", "target": target}
        case Flag(flag):
            return {"strategy": "flag", "flag": flag}
        case Env(variable):
            return {"strategy": "env", "var": variable}
        case Stdin(prompt):
            return _without_empty({"strategy": "stdin", "prompt": prompt})


def _encode_conversations(conversations: Conversations) -> Document:
    transcript = conversations.transcript
    return _without_empty(
        {
            "assign": list(conversations.assign),
            "resume": list(conversations.resume),
            "resumeFirst": conversations.resume_first,
            "find": _encode_finding(conversations.find),
            "running": {}
            if conversations.running is None
            else {"files": conversations.running.files, "id": conversations.running.id},
            "transcript": {}
            if transcript is None
            else _without_empty(
                {
                    "files": transcript.files,
                    "contains": transcript.contains,
                    "turns": [_encode_turn(rule) for rule in transcript.turns],
                }
            ),
            "anyFolder": conversations.any_folder,
        }
    )


def _encode_turn(rule: TurnRule) -> Document:
    return {"by": rule.by.value, "where": rule.where, "is": rule.equals, "text": rule.text}


def _encode_finding(finding: Finding | None) -> Document:
    match finding:
        case None:
            return {}
        case FoundInFiles():
            return {"files": finding.files, "id": finding.id, "where": finding.where}
        case FoundByCommand():
            listed = {"args": list(finding.arguments), "id": finding.id, "where": finding.where}
            return _without_empty(listed)


def _without_empty(document: Document) -> Document:
    return {key: value for key, value in document.items() if value}
