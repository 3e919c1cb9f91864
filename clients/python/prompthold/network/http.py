"""Requests to one service, and what its responses mean."""

from __future__ import annotations

import http.client
import json
import re
import socket
import urllib.error
import urllib.request
from typing import Any, Dict, Mapping, NamedTuple, NoReturn, Optional, Type, TypeVar, Union, cast

from ..errors import PromptholdError, PromptNotFound, PromptVariablesError, Unauthorized, Unavailable
from ..version import USER_AGENT
from .keys import Key
from .sockets import HttpHandler, TimedRequest
from .timeouts import Timeout, TotalTimeout

RESPONSE_BYTES_MAX = 8 * 1024 * 1024
_RETRY_AFTER_MAX = 3_600
_NOT_FOUND_CODES = ("prompt_not_found", "version_not_found", "label_not_found")


class Response(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes
    # How many keys had been rejected when the request began.
    rejections: int = 0

    def json(self) -> Optional[Dict[str, Any]]:
        """The parsed body; None if it is not a JSON object."""
        try:
            parsed = parse_json(self.body)
        except (ValueError, RecursionError):
            return None
        return parsed if isinstance(parsed, dict) else None


class Http:
    """Sends requests to one service, and to no other: redirects are responses like any other."""

    def __init__(self, url: str, client_name: Optional[str]) -> None:
        self.url = url
        self._headers = {"User-Agent": USER_AGENT}
        if client_name:
            self._headers["X-Client-Name"] = client_name
        self._opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.ProxyHandler(), HttpHandler()):
            self._opener.add_handler(handler)

    def open(
        self,
        method: str,
        path: str,
        key: Key,
        limit: Timeout,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
    ) -> http.client.HTTPResponse:
        """Returns a response of any status; raises Unavailable if there is none."""
        all_headers = {**self._headers, **headers, "Authorization": f"Bearer {key.reveal()}"}
        request = TimedRequest(self.url + path, data=body, headers=all_headers, method=method)
        request.limit = limit
        try:
            return cast(http.client.HTTPResponse, self._opener.open(request, timeout=limit.next_timeout()))
        except (OSError, http.client.HTTPException) as error:
            raise self.failure(error) from None

    def send(
        self,
        method: str,
        path: str,
        key: Key,
        limit: TotalTimeout,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
    ) -> Response:
        """Returns the whole response; raises Unavailable for 429, 5xx, and what Prompthold does not send."""
        try:
            with self.open(method, path, key, limit, headers, body) as opened:
                content = opened.read(RESPONSE_BYTES_MAX + 1)
                if opened.length and len(content) <= RESPONSE_BYTES_MAX:
                    raise http.client.IncompleteRead(content, opened.length)
                response = Response(opened.status, opened.headers, content)
        except (OSError, http.client.HTTPException) as error:
            raise self.failure(error) from None
        if response.status == 429 or response.status >= 500:
            raise self.outage(response)
        problem = _find_deviation(response)
        if problem is not None:
            raise Unavailable("unexpected_response", f"{self.url} returned {problem}.", status=response.status)
        return response

    def failure(self, error: Exception) -> Unavailable:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, (socket.timeout, TimeoutError)):
            return Unavailable("timeout", f"{self.url} did not respond in time.")
        return Unavailable("unreachable", f"{self.url} cannot be reached: {reason or type(error).__name__}.")

    def outage(self, response: Response) -> Unavailable:
        error = to_error(Unavailable, response)
        error.retry_after = read_retry_after(response.headers)
        return error


def _find_deviation(response: Response) -> Optional[str]:
    """Describes what Prompthold never returns. A proxy that has no service behind it does, for example."""
    status, body = response.status, response.json()
    if len(response.body) > RESPONSE_BYTES_MAX:
        return "a response that is too large"
    if 300 <= status < 400 and status != 304:
        return "a redirect, which is refused so that the key reaches no other host"
    is_ours = status in (304, 401) or (body is not None and (status == 404 or "data" in body or "code" in body))
    return None if is_ours else f"a response with status {status} that is not Prompthold's"


def read_retry_after(headers: http.client.HTTPMessage) -> Optional[float]:
    text = headers.get("Retry-After") or ""
    return float(min(int(text), _RETRY_AFTER_MAX)) if re.fullmatch(r"[0-9]{1,9}", text) else None


_ErrorType = TypeVar("_ErrorType", bound=PromptholdError)


def to_error(error_class: Type[_ErrorType], response: Response) -> _ErrorType:
    """The error that a response describes, with the sentence of the service."""
    body = response.json() or {}
    code = body.get("code") or http.client.responses.get(response.status, "error").lower().replace(" ", "_")
    details = body.get("details")
    return error_class(
        str(code),
        str(body.get("error") or f"The service returned {response.status}."),
        status=response.status,
        request_id=body.get("requestId") or response.headers.get("X-Request-Id"),
        details=[detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else (),
    )


def raise_rejection(response: Response) -> NoReturn:
    """Raises what a status of 4xx means."""
    if response.status == 401:
        raise to_error(Unauthorized, response)
    code = (response.json() or {}).get("code", "prompt_not_found" if response.status == 404 else None)
    if response.status == 404 and code in _NOT_FOUND_CODES:
        raise to_error(PromptNotFound, response)
    raise to_error(PromptVariablesError if code == "variables_invalid" else PromptholdError, response)


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def parse_json(text: Union[str, bytes]) -> Any:
    return json.loads(text, parse_constant=_refuse_constant)
