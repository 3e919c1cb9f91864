"""A client for the tests of an application."""

from __future__ import annotations

import hashlib
import http.client
import json
import math
import urllib.parse
from typing import Any, Dict, List, Mapping, Optional

from .client import Prompthold
from .errors import configuration_error
from .fallback import Fallback, to_body
from .network.http import Http, Response
from .network.keys import Key
from .network.timeouts import TotalTimeout
from .templates.json_text import canonical

_URL = "http://prompthold.test"


def test_prompts(prompts: Mapping[str, Fallback], label: Optional[str] = None) -> Prompthold:
    """A client that has these prompts, and never uses the network.

    Each is a template: a text, a list of messages, or ``{"content" or "messages", "config", "variables"}``. Every label
    leads to it until the test moves that. They may include each other, and be published and moved like real ones.
    """
    return _TestPrompthold(prompts, label)


# A test runner that collects functions by their names must not run it.
test_prompts.__test__ = False  # type: ignore[attr-defined]


class _TestPrompthold(Prompthold):
    def __init__(self, prompts: Mapping[str, Fallback], label: Optional[str]) -> None:
        super().__init__(url=_URL, key=f"ph_{'0' * 64}", label=label, max_age=math.inf, snapshot=False)
        self._connection.http = _MemoryService(prompts)

    def watch(self) -> None:
        """Nothing changes but through this client."""
        self._check_open()


class _TestPrompt:
    def __init__(self, name: str) -> None:
        self.name = name
        self.versions: List[Dict[str, Any]] = []
        self.labels: Dict[str, int] = {}

    def publish(self, template: Fallback) -> bool:
        """Returns False if the latest version is the same."""
        body = to_body(template)
        digest = hashlib.sha256(canonical(body).encode()).hexdigest()
        body.update(id=self.name, name=self.name, hash=f"sha256:{digest}", version=len(self.versions) + 1)
        if self.versions and self.versions[-1]["hash"] == body["hash"]:
            return False
        self.versions.append(body)
        return True

    def read(self, label: Optional[str], version: Optional[int]) -> Optional[Dict[str, Any]]:
        by = "version" if version is not None else "label" if label is not None else "latest"
        number = self.labels.get(label or "production", len(self.versions)) if version is None else version
        if number > len(self.versions):
            return None
        resolved = {"by": by, "label": label, "version": number}
        return {**self.versions[number - 1], "labels": self.labels, "resolved": resolved}


class _MemoryService(Http):
    """Responds as the service would, as far as the client needs it."""

    def __init__(self, prompts: Mapping[str, Fallback]) -> None:
        super().__init__(_URL, None)
        self._prompts: Dict[str, _TestPrompt] = {}
        for name, template in prompts.items():
            self._publish(name, template)

    def send(
        self,
        method: str,
        path: str,
        key: Key,
        limit: TotalTimeout,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
    ) -> Response:
        segments, _, query = path.partition("?")
        _, _, _, *rest = map(urllib.parse.unquote, segments.split("/"))
        if not rest:
            return _respond(200, {"data": []})
        name, fields = rest[0], json.loads(body) if body else {}
        if method == "GET":
            return self._read(name, dict(urllib.parse.parse_qsl(query)))
        if method == "PUT" and len(rest) == 1:
            unchanged = not self._publish(name, fields)
            version = len(self._prompts[name].versions)
            self._prompts[name].labels.update({label: version for label in fields.get("labels", ())})
            return _respond(200, {"data": {"version": version, "unchanged": unchanged}})
        if method == "PUT" and name in self._prompts:
            return self._move(self._prompts[name], rest[2], fields["version"])
        return _respond(404, {"error": f"No prompt named {name}.", "code": "prompt_not_found"})

    def _publish(self, name: str, template: Fallback) -> bool:
        try:
            return self._prompts.setdefault(name, _TestPrompt(name)).publish(template)
        except Exception as error:
            raise configuration_error(f"The prompt {name} is invalid: {error}") from None

    def _read(self, name: str, query: Mapping[str, str]) -> Response:
        prompt = self._prompts.get(name)
        version = int(query["version"]) if "version" in query else None
        body = prompt.read(query.get("label"), version) if prompt else None
        if body is not None:
            return _respond(200, {"data": body})
        code = "version_not_found" if prompt else "prompt_not_found"
        return _respond(404, {"error": f"The test has no such prompt: {name}.", "code": code})

    def _move(self, prompt: _TestPrompt, label: str, version: int) -> Response:
        if version > len(prompt.versions):
            return _respond(404, {"error": f"{prompt.name} has no version {version}.", "code": "version_not_found"})
        previous = prompt.labels.get(label)
        prompt.labels[label] = version
        return _respond(200, {"data": {"version": version, "previous": previous}})


def _respond(status: int, body: Mapping[str, Any]) -> Response:
    return Response(status, http.client.HTTPMessage(), json.dumps(body).encode())
