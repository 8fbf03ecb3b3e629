"""How a use case's public name and answer follow from its request class.

`idea.application.projects.open_project.OpenProjectRequest` belongs to `projects.open_project` and
says its answer's type as `Request[ProjectView]`; so a client that imports the request needs no
registry. A class attribute `family` replaces the package's name, for requests made elsewhere.
"""

import re
import types
from typing import Any, get_args, get_origin

from idea.application.use_case import Request
from idea.domain.errors import InvalidError

_APPLICATION = "idea.application."
_SUFFIX = "Request"
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def use_case_name(request: type[Request[Any]]) -> str:
    """Return `family.verb_noun` for a request class.

    Raises:
        InvalidError: The class does not follow the naming rule.
    """
    stem = request.__name__.removesuffix(_SUFFIX)
    family = getattr(request, "family", None)
    if family is None and request.__module__.startswith(_APPLICATION):
        family = request.__module__.removeprefix(_APPLICATION).partition(".")[0]
    if not stem or stem == request.__name__ or not isinstance(family, str):
        raise InvalidError(f"{request.__qualname__} does not name a use case.")
    return f"{family}.{_WORD_START.sub('_', stem).lower()}"


def answer_type(request: type[Request[Any]]) -> Any:
    """Return R of the `Request[R]` a request class derives from.

    Raises:
        InvalidError: The class names no answer.
    """
    for base in types.get_original_bases(request):
        if get_origin(base) is Request:
            return get_args(base)[0]
    raise InvalidError(f"{request.__qualname__} does not say what answers it.")
