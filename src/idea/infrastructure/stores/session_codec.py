"""How the record of a session is spelled in its `session.json`."""

from collections.abc import Callable, Mapping
from datetime import datetime

from idea.domain.agents.run import AgentRun, ByAgent, ByPerson, Requester
from idea.domain.ids import AgentId, ProfileId, ProjectId, SessionId
from idea.domain.session_record import EndReason, ProcessIdentity, SessionRecord
from idea.domain.terminal import (
    Exited,
    Lost,
    Running,
    SessionStatus,
    Size,
    Starting,
    TerminalSession,
)
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_load import Codec
from idea.infrastructure.stores.json_text import DamagedError


def encode(record: SessionRecord) -> dict[str, object]:
    """Return the document of a record, every key in its order."""
    session = record.session
    process = record.process
    return {
        "id": session.id.value,
        "project": session.project.value,
        "argv": [_as_text(word) for word in session.command],
        "cwd": _as_text(session.cwd),
        "columns": session.size.columns,
        "rows": session.size.rows,
        "title": session.title,
        "previous": None if session.previous is None else session.previous.value,
        "agent": None if session.run is None else _encode_run(session.run),
        "startedAt": session.started_at.isoformat(),
        "process": None
        if process is None
        else {"pid": process.pid, "started": process.started, "boot": process.boot},
        "status": _encode_status(session.status),
        "end": None if record.end is None else record.end.value,
        "endedAt": None if record.ended_at is None else record.ended_at.isoformat(),
    }


def decode(document: Mapping[str, object]) -> SessionRecord:
    """Return the record of a document.

    Raises:
        DamagedError: A key is missing or wrong.
        InvalidError: The values do not fit together.
    """
    fields = Fields(document)
    previous = fields.optional_text("previous")
    process = fields.optional_below("process")
    run = fields.optional_below("agent")
    end = fields.optional_text("end")
    ended_at: datetime | None = fields.moment("endedAt") if document.get("endedAt") else None
    return SessionRecord(
        session=TerminalSession(
            id=SessionId(fields.text("id")),
            project=ProjectId(fields.text("project")),
            command=_texts(fields, "argv"),
            cwd=fields.text("cwd"),
            size=Size(columns=fields.whole("columns"), rows=fields.whole("rows")),
            status=_decode_status(fields.below("status")),
            started_at=fields.moment("startedAt"),
            title=fields.text("title"),
            previous=None if previous is None else SessionId(previous),
            run=None if run is None else _decode_run(run),
        ),
        process=None
        if process is None
        else ProcessIdentity(
            pid=process.whole("pid"), started=process.text("started"), boot=process.text("boot")
        ),
        end=None if end is None else _word(EndReason, "end", end),
        ended_at=ended_at,
    )


def _as_text(word: str) -> str:
    """Return a word as text; bytes of it that are none become question marks in a box."""
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _encode_run(run: AgentRun) -> dict[str, object]:
    return {
        "id": run.agent.value,
        "name": run.name,
        "profile": run.profile.value,
        "engine": run.engine,
        "requestedBy": _encode_requester(run.requested_by),
        "task": run.task,
        "conversation": run.conversation,
        "documentHash": run.document_hash,
        "dismissed": run.dismissed,
        "adoptedIn": run.adopted_in,
        "left": run.left,
    }


def _decode_run(fields: Fields) -> AgentRun:
    return fields.build(
        lambda: AgentRun(
            agent=AgentId(fields.text("id")),
            name=fields.text("name"),
            profile=ProfileId(fields.text("profile")),
            engine=fields.text("engine"),
            requested_by=_decode_requester(fields.below("requestedBy")),
            task=fields.text("task"),
            conversation=fields.text("conversation"),
            document_hash=fields.text("documentHash"),
            dismissed=fields.flag("dismissed"),
            adopted_in=fields.optional_text("adoptedIn") or "",
            left=fields.flag("left") if "left" in fields.values else False,
        )
    )


def _encode_requester(requester: Requester) -> dict[str, object]:
    match requester:
        case ByPerson():
            return {"type": "person"}
        case ByAgent(agent, session):
            return {
                "type": "agent",
                "agent": agent.value,
                "session": None if session is None else session.value,
            }


def _decode_requester(fields: Fields) -> Requester:
    match fields.text("type"):
        case "person":
            return ByPerson()
        case "agent":
            session = fields.optional_text("session")
            return ByAgent(
                AgentId(fields.text("agent")), None if session is None else SessionId(session)
            )
        case other:
            raise DamagedError(f"{fields.path}.type is {other!r}")


def _encode_status(status: SessionStatus) -> dict[str, object]:
    match status:
        case Starting():
            return {"type": "starting"}
        case Running(pid):
            return {"type": "running", "pid": pid}
        case Exited(code):
            return {"type": "exited", "code": code}
        case Lost(reason):
            return {"type": "lost", "reason": reason}


def _decode_status(fields: Fields) -> SessionStatus:
    match fields.text("type"):
        case "starting":
            return Starting()
        case "running":
            return Running(fields.whole("pid"))
        case "exited":
            return Exited(fields.whole("code"))
        case "lost":
            return Lost(fields.text("reason"))
        case other:
            raise DamagedError(f"status.type is {other!r}")


def _word[E](kind: Callable[[str], E], key: str, value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        raise DamagedError(f"{key} is {value!r}") from None


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    value = fields.values.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise DamagedError(f"{key} must be a list of texts")
    return tuple(value)


SESSION: Codec[SessionRecord] = Codec(version=1, decode=decode, encode=encode)
"""`session.json`."""
