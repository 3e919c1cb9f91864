"""Publishes versions and moves labels."""

from __future__ import annotations

import json
import urllib.parse
from typing import Any, Dict, Mapping, NamedTuple, Optional, Union

from .errors import PromptholdError, Unavailable
from .network.connection import Connection
from .network.http import Response, raise_rejection

# A prompt that is changed by others all the time is not moved for ever.
_ATTEMPTS_MAX = 5


class Published(NamedTuple):
    version: int
    unchanged: bool
    """True if the latest version was already the same: nothing was published."""


class Moved(NamedTuple):
    version: int
    previous: Optional[int]


class Anywhere:
    """The label may point to any version, or to none."""


ANYWHERE = Anywhere()
Expected = Union[int, None, Anywhere]


class Writer:
    """Sends each change once: after a timeout, it may have been applied."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def publish(self, name: str, fields: Mapping[str, Any]) -> Published:
        body = {field: value for field, value in fields.items() if value is not None}
        data = self._write(_path_of(name), body, None, "Publishing again is safe.")
        return Published(int(data["version"]), data.get("unchanged") is True)

    def move(self, name: str, label: str, version: int, expect: Expected, fields: Mapping[str, Any]) -> Moved:
        path = f"{_path_of(name)}/labels/{urllib.parse.quote(label, safe='')}"
        body = {"version": version, **{field: value for field, value in fields.items() if value is not None}}
        attempt = 1
        while True:
            etag = None if isinstance(expect, Anywhere) else self._expect_label(name, label, expect)
            try:
                data = self._write(path, body, etag, "Read the label to find out.")
            except PromptholdError as error:
                # Any change of the prompt has this effect, most of them not of this label.
                if error.status != 412 or attempt == _ATTEMPTS_MAX:
                    raise
                attempt += 1
                continue
            return Moved(int(data["version"]), data.get("previous"))

    def _expect_label(self, name: str, label: str, expect: Optional[int]) -> str:
        """Returns the ETag of a prompt whose label points where the caller expects it."""
        response = self._connection.request("GET", _path_of(name), {})
        labels = _data_in(response).get("labels")
        actual = labels.get(label) if isinstance(labels, dict) else None
        if actual == expect:
            return response.headers.get("ETag") or ""
        described = ["no version" if each is None else f"version {each}" for each in (actual, expect)]
        raise PromptholdError(
            "precondition_failed", f"Label {label} of {name} points to {described[0]}, but {described[1]} was expected."
        )

    def _write(self, path: str, body: Mapping[str, Any], etag: Optional[str], advice: str) -> Dict[str, Any]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if etag:
            headers["If-Match"] = etag
        try:
            return _data_in(self._connection.request("PUT", path, headers, json.dumps(body).encode()))
        except Unavailable as error:
            # The service was too busy to begin, or ends.
            if error.status == 429 or error.code == "draining":
                raise
            message = f"{error} The outcome is unknown. {advice}"
            unknown = Unavailable(error.code, message, status=error.status, request_id=error.request_id)
            raise unknown from None


def _path_of(name: str) -> str:
    return f"/api/prompts/{urllib.parse.quote(name, safe='')}"


def _data_in(response: Response) -> Dict[str, Any]:
    data = (response.json() or {}).get("data")
    if response.status >= 300 or not isinstance(data, dict):
        raise_rejection(response)
    return data
