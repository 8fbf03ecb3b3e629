"""Real AI programs: where they come from, and how a home is prepared so that they need no account.

The preparation stands in for what a person does once: agreeing to trust the folder, and telling
the program which model to use. IdeA itself does neither.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Registry(StrEnum):
    """Where a program comes from."""

    NPM = "npm"
    PYPI = "pypi"


_PROGRAMS = {Registry.NPM: Path("node_modules", ".bin"), Registry.PYPI: Path("bin")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendor:
    """One program, and its home as a person would have made it."""

    profile: str
    package: str
    """As its registry names it, with the version that was tried."""
    registry: Registry = Registry.NPM
    protocol: str
    """The path of the model server that it asks."""
    variables: Callable[[str], Mapping[str, str]] = lambda _: {}
    """Variables for a model server's address."""
    files: Callable[[str, str], Mapping[str, str]] = lambda _, __: {}
    """Files of the home for a model server's address and a project's root."""
    ready: str
    """A text that is on the screen once it waits for input."""
    tells_what_was_said: bool = True
    """Whether its transcript can be read, for the engine after it."""
    keeps: tuple[str, ...] = ()
    """What the program itself keeps in a project's root."""

    @property
    def version(self) -> str:
        """The one that was tried."""
        return self.package.rpartition("@")[2]

    def programs(self, installed: Path) -> Path:
        """Return the folder of its program below the one with all that are installed."""
        return installed / self.profile / _PROGRAMS[self.registry]


KEY = "rote-key-0123456789abcdefghij"


def _claude_files(url: str, root: str) -> Mapping[str, str]:
    del url
    state = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        "projects": {root: {"hasTrustDialogAccepted": True}},
    }
    return {".claude.json": json.dumps(state)}


def _codex_files(url: str, root: str) -> Mapping[str, str]:
    return {
        ".codex/config.toml": f"""
model = "rote"
model_provider = "rote"
[model_providers.rote]
name = "Rote"
base_url = "{url}/v1"
env_key = "ROTE_API_KEY"
wire_api = "responses"
[projects."{root}"]
trust_level = "trusted"
"""
    }


def _gemini_files(url: str, root: str) -> Mapping[str, str]:
    del url
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "general": {"disableAutoUpdate": True, "disableUpdateNag": True},
    }
    return {
        ".gemini/settings.json": json.dumps(settings),
        ".gemini/trustedFolders.json": json.dumps({root: "TRUST_FOLDER"}),
    }


def _opencode_files(url: str, root: str) -> Mapping[str, str]:
    del root
    config = {
        "$schema": "https://opencode.ai/config.json",
        "model": "rote/rote",
        "small_model": "rote/rote",
        "autoupdate": False,
        "provider": {
            "rote": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "Rote",
                "options": {"baseURL": f"{url}/v1", "apiKey": KEY},
                "models": {"rote": {"name": "Rote"}},
            }
        },
    }
    return {".config/opencode/opencode.json": json.dumps(config)}


def _qwen_files(url: str, root: str) -> Mapping[str, str]:
    del url, root
    settings = {
        "security": {"auth": {"selectedType": "openai"}},
        "general": {"disableAutoUpdate": True},
    }
    return {".qwen/settings.json": json.dumps(settings)}


def _copilot_files(url: str, root: str) -> Mapping[str, str]:
    del url
    return {".copilot/config.json": json.dumps({"trustedFolders": [root]})}


VENDORS: tuple[Vendor, ...] = (
    Vendor(
        profile="claude-code",
        package="@anthropic-ai/claude-code@2.1.332",
        protocol="/v1/messages",
        variables=lambda url: {
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": KEY,
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        },
        files=_claude_files,
        ready="auto mode on",
    ),
    Vendor(
        profile="codex",
        package="@openai/codex@0.171.0",
        protocol="/v1/responses",
        variables=lambda _: {"ROTE_API_KEY": KEY},
        files=_codex_files,
        ready="rote",
    ),
    Vendor(
        profile="gemini",
        package="@google/gemini-cli@0.61.0",
        protocol=":streamGenerateContent",
        variables=lambda url: {"GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": KEY},
        files=_gemini_files,
        ready="Type your message",
    ),
    Vendor(
        profile="opencode",
        package="opencode-ai@1.18.33",
        protocol="/v1/chat/completions",
        variables=lambda _: {"OPENCODE_DISABLE_AUTOUPDATE": "1"},
        files=_opencode_files,
        ready="ctrl+p",
        tells_what_was_said=False,
    ),
    Vendor(
        profile="qwen",
        package="@qwen-code/qwen-code@0.15.10",
        protocol="/v1/chat/completions",
        variables=lambda url: {
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_KEY": KEY,
            "OPENAI_MODEL": "rote",
        },
        files=_qwen_files,
        ready="Type your message",
    ),
    Vendor(
        profile="copilot",
        package="@github/copilot@1.0.102",
        protocol="/v1/chat/completions",
        variables=lambda url: {
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
            "COPILOT_PROVIDER_API_KEY": KEY,
            "COPILOT_MODEL": "rote",
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
        },
        files=_copilot_files,
        ready="/ commands",
    ),
    Vendor(
        profile="aider",
        package="aider-chat@0.86.2",
        registry=Registry.PYPI,
        protocol="/v1/chat/completions",
        variables=lambda url: {
            "OPENAI_API_BASE": f"{url}/v1",
            "OPENAI_API_KEY": KEY,
            "AIDER_MODEL": "openai/rote",
            "AIDER_SHOW_MODEL_WARNINGS": "false",
            "AIDER_ANALYTICS": "false",
        },
        ready="Readonly:",
        tells_what_was_said=False,
        keeps=(".aider.tags.cache.v4",),
    ),
)


if __name__ == "__main__":
    for one in VENDORS:
        print(one.profile, one.registry, one.package)  # noqa: T201 # For the script that installs them.
