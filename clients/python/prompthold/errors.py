"""Everything that this package raises."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence


class PromptholdError(Exception):
    """Base of all errors of this package. ``code`` is stable; the text is for people."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        details: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.details = [dict(detail) for detail in details]

    def __str__(self) -> str:
        return str(self.args[1])


class PromptNotFound(PromptholdError):
    """The service has no such prompt, version or label."""


class Unauthorized(PromptholdError):
    """The service refused the key. What is cached is not served any more."""


class Unavailable(PromptholdError):
    """The service cannot be reached or cannot respond, and nothing is cached."""

    retry_after: Optional[float] = None


class PromptholdOffline(Unavailable):
    """The service is away, and only the service knows the past of a prompt."""


class PromptVariablesError(PromptholdError):
    """The values do not fit the variables of the prompt."""

    @property
    def problems(self) -> List[Dict[str, Any]]:
        """Every problem as ``{"path": ..., "problem": "missing" | "unknown" | "type" | "enum"}``."""
        return self.details


def configuration_error(message: str) -> PromptholdError:
    return PromptholdError("configuration", message)
