"""Names of variables and prompts, and what an include may name."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PROMPT = re.compile(r"(?=.{1,128}\Z)[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*){0,4}")
_PROMPT_ID = re.compile(r"p_[0-9]{13}_[a-z0-9]{6}")
_LABEL = re.compile(r"[a-z][a-z0-9._-]{0,35}")
_VERSION = re.compile(r"[1-9][0-9]{0,8}")


class IncludeTarget(NamedTuple):
    """Without a label and a version, the default rule of the service decides."""

    name: str
    label: Optional[str] = None
    version: Optional[int] = None

    @property
    def text(self) -> str:
        """As the template has it: unique for each target."""
        selector = self.label if self.version is None else self.version
        return self.name if selector is None else f"{self.name}@{selector}"


def is_variable_name(text: str) -> bool:
    return _VARIABLE.fullmatch(text) is not None


def is_prompt_name(text: str) -> bool:
    return _PROMPT.fullmatch(text) is not None


def is_label(text: str) -> bool:
    return _LABEL.fullmatch(text) is not None


def parse_include_target(text: str) -> Optional[IncludeTarget]:
    name, at, selector = text.partition("@")
    if not is_prompt_name(name) or _PROMPT_ID.fullmatch(name):
        return None
    if not at:
        return IncludeTarget(name)
    if _VERSION.fullmatch(selector):
        return IncludeTarget(name, version=int(selector))
    return IncludeTarget(name, label=selector) if is_label(selector) else None
