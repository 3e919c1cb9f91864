"""What a caller, or an include, asks for."""

from __future__ import annotations

import urllib.parse
from typing import Any, Dict, NamedTuple, Optional

from .errors import PromptNotFound, configuration_error
from .options import check_label
from .templates.names import is_prompt_name


class Selection(NamedTuple):
    name: str
    label: Optional[str]
    version: Optional[int]

    @property
    def key(self) -> str:
        """As in snapshots."""
        selector = self.label if self.version is None else self.version
        return self.name if selector is None else f"{self.name}@{selector}"

    @property
    def fields(self) -> Dict[str, Any]:
        """As in requests."""
        fields = {"label": self.label, "version": self.version}
        return {name: value for name, value in fields.items() if value is not None}

    @property
    def path(self) -> str:
        text = "?" + urllib.parse.urlencode(self.fields) if self.fields else ""
        return f"/api/prompts/{urllib.parse.quote(self.name, safe='')}{text}"


def select(name: str, label: Optional[str], version: Optional[int], default_label: Optional[str] = None) -> Selection:
    """Raises PromptNotFound for a name that no prompt can have."""
    if not isinstance(name, str) or not is_prompt_name(name):
        raise PromptNotFound(
            "prompt_not_found",
            f"{name!r} is not the name of a prompt. A label or version is an argument of its own.",
        )
    if label is not None and version is not None:
        raise configuration_error("Pass label or version, not both.")
    if version is not None:
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise configuration_error("version must be a number from 1.")
        return Selection(name, None, version)
    return Selection(name, check_label(label) or default_label, None)
