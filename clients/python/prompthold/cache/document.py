"""One version of a prompt, as the service sent it."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, cast

from ..errors import PromptholdError
from ..templates.content import Content, InvalidContent, may_include, parse_content
from ..templates.names import IncludeTarget
from ..templates.uses import include_targets


class Document:
    """Parsed once, when that is needed."""

    __slots__ = ("_content", "_targets", "body")

    def __init__(self, body: Mapping[str, Any]) -> None:
        self.body = body
        self._content: Optional[Content] = None
        self._targets: Optional[List[IncludeTarget]] = None

    @property
    def name(self) -> str:
        return cast(str, self.body["name"])

    @property
    def content(self) -> Content:
        if self._content is None:
            try:
                self._content = parse_content(self.body)
            except InvalidContent:
                # Only content of version 0.1 can have too many tags.
                raise too_large(self.name, "tags") from None
        return self._content

    @property
    def targets(self) -> List[IncludeTarget]:
        """What it includes directly."""
        if self._targets is None:
            self._targets = include_targets(self.content.templates) if may_include(self.body) else []
        return self._targets

    @property
    def label(self) -> Optional[str]:
        """The label that selected this version."""
        label = self._resolved.get("label")
        return label if self.selected_by == "label" and isinstance(label, str) else None

    @property
    def selected_by(self) -> str:
        by = self._resolved.get("by")
        return cast(str, by) if by in ("version", "label") else "latest"

    @property
    def lock(self) -> Optional[Dict[str, int]]:
        """The version that each include leads to, by its text; None if it was not read by a locked label."""
        lock = self._resolved.get("lock")
        includes = lock.get("includes") if isinstance(lock, dict) else None
        if not isinstance(includes, list):
            return None
        locked = [each for each in includes if isinstance(each, dict)]
        return {each["include"]: each["version"] for each in locked if isinstance(each.get("version"), int)}

    def follow_lock(self, target: IncludeTarget) -> Optional[IncludeTarget]:
        """Where the lock leads; None if it led nowhere when the label was locked."""
        lock = self.lock
        if lock is None:
            return target
        version = lock.get(target.text)
        return None if version is None else IncludeTarget(target.name, version=version)

    @property
    def _resolved(self) -> Mapping[str, Any]:
        resolved = self.body.get("resolved")
        return resolved if isinstance(resolved, dict) else {}


def is_prompt(body: object) -> bool:
    """Whether a response or a snapshot has the fields that a prompt needs. Others are ignored."""
    if not isinstance(body, dict):
        return False
    template = body.get("content") if body.get("type") == "text" else body.get("messages")
    return (
        isinstance(body.get("name"), str)
        and body.get("type") in ("text", "chat")
        and isinstance(template, str if body["type"] == "text" else list)
        and (isinstance(template, str) or all(map(_is_part, template)))
        and isinstance(body.get("version"), int)
        and isinstance(body.get("hash"), str)
        and isinstance(body.get("config"), dict)
        and isinstance(body.get("variables"), list)
        and all(map(_is_variable, body["variables"]))
    )


def _is_part(message: object) -> bool:
    if not isinstance(message, dict):
        return False
    return "placeholder" in message or (
        isinstance(message.get("role"), str) and isinstance(message.get("content"), str)
    )


def _is_variable(variable: object) -> bool:
    if not isinstance(variable, dict) or not isinstance(variable.get("name"), str):
        return False
    return variable.get("type") in ("string", "number", "boolean", "json") and isinstance(
        variable.get("required"), bool
    )


def too_large(name: str, limit: str) -> PromptholdError:
    details = [{"path": "", "problem": limit}]
    return PromptholdError("render_too_large", f"{name} is too large to be rendered ({limit}).", details=details)
