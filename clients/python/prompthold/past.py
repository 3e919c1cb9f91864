"""Renders what a prompt was at some time, which only the service knows."""

from __future__ import annotations

import json
import urllib.parse
from typing import Any, Mapping

from .errors import PromptholdOffline, PromptVariablesError, Unavailable
from .network.connection import Connection
from .network.http import Response, raise_rejection
from .prompt import Prompt, Rendering
from .selection import Selection
from .templates.json_text import is_bounded, to_json


def render_past(
    connection: Connection,
    selection: Selection,
    prompt: Prompt,
    values: Mapping[str, Any],
    placeholders: Mapping[str, Any],
    at: str,
) -> Rendering:
    body = {**selection.fields, "variables": dict(values), "placeholders": dict(placeholders), "at": at}
    # By id: since it was read, the prompt may have been renamed, and its name given to another one.
    reference = urllib.parse.quote(str(prompt._body.get("id") or prompt.name), safe="")
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    try:
        if connection.breaker.is_open and not connection.breaker.claim_probe():
            raise Unavailable("timeout", f"{connection.http.url} did not respond in time.")
        response = connection.request(
            "POST", f"/api/prompts/{reference}/render", headers, _serialize(body, values), may_retry=True
        )
    except Unavailable as error:
        message = f"{prompt.name} cannot be rendered without the service: only the service knows the past. {error}"
        raise PromptholdOffline("offline", message, status=error.status) from error
    if response.status != 200:
        raise_rejection(response)
    return _parse(connection, prompt, response)


def _serialize(body: Mapping[str, Any], values: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(body, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        wrong = [name for name, value in values.items() if not is_bounded(to_json(value))]
        details = [{"path": name, "problem": "type"} for name in wrong or ("placeholders",)]
        raise PromptVariablesError("variables_invalid", "The values are no JSON.", details=details) from None


def _parse(connection: Connection, prompt: Prompt, response: Response) -> Rendering:
    data = (response.json() or {}).get("data")
    rendered = data.get("text" if prompt.type == "text" else "messages") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(rendered, str if prompt.type == "text" else list):
        raise Unavailable("unexpected_response", f"{connection.http.url} returned what is no rendering.", status=200)
    return Rendering(
        rendered,
        data.get("version", prompt.version),
        data.get("hash", ""),
        data.get("config", {}),
        data.get("fingerprint", ""),
        data.get("includes", []),
    )
