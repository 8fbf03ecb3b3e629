"""One archive for whoever is to find a fault: logs, versions, sizes and settings.

Nothing of it came from outside IdeA: no screen text, input, title, path, name, command or variable.
What is packed is chosen, never a folder; logs are packed as far as they are our own words.
"""

import io
import json
import platform
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import idea
from idea.domain.diagnosis import Finding
from idea.domain.setting import Setting
from idea.domain.settings import SETTINGS
from idea.infrastructure.doctor.clean_logs import clean_log
from idea.infrastructure.doctor.installation import LIBRARIES, version_of
from idea.infrastructure.doctor.log_sizes import chosen_settings, logs_by_project
from idea.infrastructure.doctor.our_words import OurWords
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.places import Places

_LOGS = re.compile(r"(engine|window|worker|keeper)(-output)?\.(log|fault)(\.\d)?")
_README = """\
What is in here, for whoever is to find a fault in IdeA:

about.json  versions, what idea doctor found, sizes of logs, settings
reports/    what is known of crashes
logs/       the diagnostic logs of engine, keeper, worker and window

Nothing that programs printed and nothing that was typed is in here, no titles, names, paths,
commands and no variables. Of logs and findings only words that stand in IdeA's source are kept;
everything else became … there. You may read all of it before you give it away.
"""


def build_bundle(places: Places, findings: Sequence[Finding]) -> bytes:
    """Return the archive, a zip file."""
    words = OurWords()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("README.txt", _README)
        bundle.writestr("about.json", json.dumps(_about(places, findings, words), indent=2))
        for path in _log_files(places.logs):
            bundle.writestr(f"logs/{path.name}", "".join(clean_log(_lines(path), words)))
        for path in FileCrashReports(places.reports, places.logs).text_files():
            bundle.writestr(f"reports/{path.name}", "\n".join(_lines(path)))
    return archive.getvalue()


def _log_files(folder: Path) -> list[Path]:
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in found if _LOGS.fullmatch(path.name) and path.is_file()]


def _lines(path: Path) -> Iterable[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()  # Rotated away while we looked.


def _about(places: Places, findings: Sequence[Finding], words: OurWords) -> Mapping[str, object]:
    return {
        "versions": _versions(),
        "findings": [
            asdict(finding)
            | {"fact": words.ours(finding.fact), "remedy": words.ours(finding.remedy)}
            for finding in findings
        ],
        "logs": [
            {"project": number, "sessions": sorted(logs.sizes.values(), reverse=True)}
            for number, logs in enumerate(logs_by_project(places), start=1)
        ],
        "settings": _settings(chosen_settings(places)),
    }


def _versions() -> Mapping[str, str]:
    return {
        "idea": idea.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "libc": " ".join(platform.libc_ver()),
        **{library: version_of(library) for library in LIBRARIES},
    }


def _settings(chosen: Mapping[str, object]) -> Mapping[str, object]:
    """Return what was chosen where it is a number or one of few words; a text may be anything."""
    known = {one.name: one for one in SETTINGS}
    told = {
        name: value if _is_harmless(known[name], value) else "changed"
        for name, value in chosen.items()
        if name in known
    }
    return told | {"unknown": len(chosen.keys() - known.keys() - {"version"})}


def _is_harmless(setting: Setting, value: object) -> bool:
    return isinstance(value, bool | int | float) or value in setting.choices
