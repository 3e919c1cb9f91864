"""Requests of one client, within its time limit and with its current key."""

from __future__ import annotations

import threading
import time
from typing import Callable, Mapping, Optional

from ..errors import Unavailable
from .breaker import Breaker
from .http import Http, Response
from .keys import Key, Keys
from .timeouts import TotalTimeout

_RETRY_SECONDS = 0.2


class Connection:
    def __init__(self, http: Http, keys: Keys, timeout: float, pause_max: float) -> None:
        self.http = http
        self.keys = keys
        self.timeout = timeout
        self.breaker = Breaker()
        self.closing = threading.Event()
        # Called once for each key that the service refuses.
        self.on_reject: Callable[[Key], None] = lambda _: None
        self._pause_max = pause_max

    def request(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
        *,
        may_retry: bool = False,
        is_probe: bool = False,
        limit: Optional[TotalTimeout] = None,
    ) -> Response:
        """Sends a request within the timeout: once more after an outage if that is allowed, and with another key."""
        limit = limit or TotalTimeout(self.timeout)
        has_renewed = False
        failed_for = 0.0
        while True:
            rejections = self.keys.rejections
            key = self.keys.current()
            sent_at = time.monotonic()
            try:
                response = self.http.send(method, path, key, limit, headers, body)
            except Unavailable as error:
                failed_for += time.monotonic() - sent_at
                delay = _RETRY_SECONDS if error.retry_after is None else error.retry_after
                if may_retry and error.code != "unexpected_response" and delay < limit.left():
                    may_retry = False
                    self.closing.wait(delay)
                    continue
                self._record(error, failed_for, method, is_probe)
                raise
            self.breaker.record_response()
            if response.status == 401:
                self.reject(key)
            elif response.status < 400:
                self.keys.accept(key, rejections)
            if response.status == 401 and not has_renewed and self.keys.renew(key):
                has_renewed = True
                # Asking for the key may have taken a while.
                limit = TotalTimeout(self.timeout)
                continue
            return response._replace(rejections=rejections)

    def reject(self, key: Key) -> None:
        if self.keys.reject(key):
            self.on_reject(key)

    def _record(self, error: Unavailable, failed_for: float, method: str, is_probe: bool) -> None:
        """A change that takes long says nothing about reading."""
        if method != "PUT" and (error.code == "timeout" or is_probe):
            self.breaker.record_timeout(is_probe=is_probe)
        self.breaker.record_failure(failed_for, error.retry_after or 0, self._pause_max)
