"""JSON to requests and answers to JSON, from the dataclasses themselves."""

import json
from dataclasses import fields
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from idea.application.use_case import Request
from idea.application.use_case_registry import Registration
from idea.domain.errors import InvalidError


class RequestCodec:
    """Decodes one use case's requests strictly and encodes its answers."""

    def __init__(self, registration: Registration) -> None:
        self._registration = registration
        self._fields = tuple(field.name for field in fields(registration.request))  # type: ignore[arg-type] # Requests are dataclasses.

    @cached_property
    def _request(self) -> TypeAdapter[Request[Any]]:
        return TypeAdapter(self._registration.request)

    @cached_property
    def _answer(self) -> TypeAdapter[Any]:
        return TypeAdapter(self._registration.answer)

    def decode(self, params: object) -> Request[Any]:
        """Return the request `params` describe.

        Raises:
            InvalidError: A key is unknown or missing, or a value has the wrong type.
        """
        name = self._registration.name
        if params is None:
            params = {}
        if not isinstance(params, dict):
            raise InvalidError(f"{name} takes its parameters by name, as one object.")
        unknown = sorted(str(key) for key in params if key not in self._fields)
        if unknown:
            raise InvalidError(f"{name} does not know {_quoted(unknown)}; {self._takes()}.")
        try:
            return self._request.validate_json(json.dumps(params), strict=True)
        except ValidationError as error:
            raise InvalidError(f"{name} {_first_fault(error)}; {self._takes()}.") from error
        except ValueError as error:
            raise InvalidError(f"{name} cannot read its parameters: {error}.") from error

    def encode(self, answer: object) -> str:
        """Return an answer as JSON text."""
        return self._answer.dump_json(answer).decode()

    def describe(self) -> dict[str, object]:
        """Return name, sentence, access and JSON schemas, for people and programs."""
        registration = self._registration
        return {
            "name": registration.name,
            "summary": registration.summary,
            "access": registration.access.value,
            "params": self._request.json_schema(),
            "result": self._answer.json_schema(mode="serialization"),
        }

    def _takes(self) -> str:
        return f"it takes {', '.join(self._fields)}" if self._fields else "it takes nothing"


def _quoted(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _first_fault(error: ValidationError) -> str:
    """Return what is wrong first, as the rest of a sentence."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(step) for step in fault["loc"])
    if fault["type"] in {"missing", "missing_argument"}:
        return f"needs '{place}'"
    said = fault["msg"].rstrip(".")
    return f"cannot use '{place}': {said[:1].lower()}{said[1:]}"
