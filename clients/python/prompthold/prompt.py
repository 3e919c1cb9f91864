"""A prompt in the hands of the application."""

from __future__ import annotations

import copy
from datetime import datetime
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, cast

from .cache.composition import Composition
from .timestamp import to_timestamp

Message = Dict[str, Any]
"""``{"role": ..., "content": ...}``, or ``{"placeholder": name}`` in a template."""
Template = Union[str, List[Message]]
Placeholders = Mapping[str, Sequence[Mapping[str, Any]]]
"""A list of messages for each placeholder: with any fields that the model knows, such as tool calls."""


class Rendering(NamedTuple):
    """A text, or messages, with what they were made of."""

    output: Template
    version: int
    hash: str
    config: Dict[str, Any]
    """Settings of the model, as published with this version."""
    fingerprint: str
    """Identifies the version with all that it includes. Empty for a fallback."""
    includes: List[Dict[str, Any]]
    """Where everything that it includes led: ``include``, ``promptId``, ``name``, ``version``, ``by``."""


RenderPast = Callable[["Prompt", Mapping[str, Any], Mapping[str, Any], str], Rendering]


class Prompt:
    """One version of a prompt with everything it includes. Immutable: its lists and dictionaries are copies."""

    __slots__ = ("_body", "_composition", "_render_past", "_source")

    def __init__(self, composition: Composition, source: str, render_past: RenderPast) -> None:
        self._composition = composition
        self._body = composition.root.body
        self._source = source
        self._render_past = render_past

    @property
    def name(self) -> str:
        return cast(str, self._body["name"])

    @property
    def type(self) -> str:
        """``"text"`` or ``"chat"``."""
        return cast(str, self._body["type"])

    @property
    def template(self) -> Template:
        """The text, or the messages, as written: with tags and placeholders."""
        content = self._body["content"] if self.type == "text" else self._body["messages"]
        return cast(Template, copy.deepcopy(content))

    @property
    def variables(self) -> List[Dict[str, Any]]:
        """Those of the prompt and of everything it includes."""
        return copy.deepcopy(self._composition.variables)

    @property
    def config(self) -> Dict[str, Any]:
        """Settings of the model, as published with this version."""
        return cast(Dict[str, Any], copy.deepcopy(self._body["config"]))

    @property
    def version(self) -> int:
        """0 for a fallback."""
        return cast(int, self._body["version"])

    @property
    def hash(self) -> str:
        """Empty for a fallback."""
        return cast(str, self._body["hash"])

    @property
    def fingerprint(self) -> str:
        """Identifies the version with everything that it includes: ``hash`` if that is nothing."""
        return self._composition.release.fingerprint

    @property
    def includes(self) -> List[Dict[str, Any]]:
        """Where everything that it includes led, directly or not, each once."""
        return copy.deepcopy(self._composition.release.includes)

    @property
    def source(self) -> str:
        """Where this prompt comes from: ``"network"``, ``"memory"``, ``"disk"`` or ``"fallback"``."""
        return self._source

    def render(self, /, placeholders: Optional[Placeholders] = None, **values: Any) -> Template:
        """Returns the text, or the messages, with these values. Never uses the network.

        Raises ``PromptVariablesError`` with every missing, unknown or wrong value.
        """
        return self._render_now(values, placeholders)

    def rendering(
        self,
        values: Mapping[str, Any],
        placeholders: Optional[Placeholders] = None,
        at: Union[str, datetime, None] = None,
    ) -> Rendering:
        """Like ``render``, with the fingerprint of the result and the versions of all includes.

        ``at``: renders what the label or version of this prompt, and all that it includes, was then. Needs the service.
        """
        if at is not None:
            given, lists = self._separate(values, placeholders)
            return self._render_past(self, given, lists, to_timestamp(at) if isinstance(at, datetime) else at)
        output = self._render_now(values, placeholders)
        return Rendering(output, self.version, self.hash, self.config, self.fingerprint, self.includes)

    def telemetry(self) -> Dict[str, Union[str, int]]:
        """Attributes for a span of any tracer: ``span.set_attributes(prompt.telemetry())``."""
        optional = {
            "prompthold.prompt.hash": self.hash,
            "prompthold.prompt.fingerprint": self.fingerprint,
            "prompthold.prompt.label": self._composition.root.label,
        }
        return {
            "gen_ai.prompt.name": self.name,
            "gen_ai.prompt.version": self.version,
            **{name: value for name, value in optional.items() if value},
            "prompthold.prompt.source": self.source,
        }

    def _render_now(self, values: Mapping[str, Any], placeholders: Optional[Placeholders]) -> Template:
        rendered = self._composition.render(*self._separate(values, placeholders))
        # The caller may change its messages, and those of a placeholder belong to another caller.
        return rendered if isinstance(rendered, str) else copy.deepcopy(rendered)

    def _separate(
        self, values: Mapping[str, Any], placeholders: Optional[Placeholders]
    ) -> Tuple[Mapping[str, Any], Mapping[str, Any]]:
        """A text has no placeholders, so they are the variable of that name."""
        if placeholders is not None and self.type == "text":
            if any(variable["name"] == "placeholders" for variable in self._composition.variables):
                return {**values, "placeholders": placeholders}, {}
        return values, placeholders or {}

    def __repr__(self) -> str:
        return f"Prompt(name={self.name!r}, version={self.version}, source={self.source!r})"
