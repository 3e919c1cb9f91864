"""Keeps callers from waiting for a service that does not respond."""

from __future__ import annotations

import math
import threading
import time

PAUSE_MAX = 30.0
# After another slow failure, cached prompts are served without the network for this many times as long as it took, so
# that callers wait at most about a fifth of the time.
_PAUSE_FACTOR = 4


class Breaker:
    """Opens with a timeout, and closes with the next response. While it is open, callers never wait for the network."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._timeouts = 0
        self._probe_at = -math.inf
        self._paused_until = -math.inf

    @property
    def is_open(self) -> bool:
        return self._timeouts > 0

    @property
    def is_paused(self) -> bool:
        """Whether a request is not worth it for what is cached."""
        return time.monotonic() < self._paused_until

    def claim_probe(self) -> bool:
        """True if it is time for a request in the background: after 1 s, 2 s, 4 s and so on, at most 30 s."""
        with self._lock:
            now = time.monotonic()
            if now < self._probe_at:
                return False
            self._probe_at = now + PAUSE_MAX
            return True

    def record_response(self) -> None:
        self._timeouts = 0
        self._paused_until = -math.inf

    def record_timeout(self, *, is_probe: bool) -> None:
        """Requests that were sent together count once."""
        with self._lock:
            if is_probe or not self.is_open:
                self._probe_at = time.monotonic() + min(PAUSE_MAX, 2.0 ** min(self._timeouts, 5))
                self._timeouts += 1

    def record_failure(self, failed_for: float, retry_after: float, pause_max: float) -> None:
        pause = min(pause_max, max(failed_for * _PAUSE_FACTOR, retry_after))
        self._paused_until = time.monotonic() + pause
