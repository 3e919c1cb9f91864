"""A request for a prompt, which threads share."""

from __future__ import annotations

import copy
import threading
import time
from typing import NamedTuple, Optional

from ..network.timeouts import TotalTimeout
from ..selection import Selection
from .entries import Entry


class Found(NamedTuple):
    entry: Entry
    source: str


class Fetch:
    """A request that is under way, for all threads that want its result."""

    def __init__(self, selection: Selection, limit: Optional[TotalTimeout], *, is_probe: bool) -> None:
        self.selection = selection
        self.limit = limit
        self.is_probe = is_probe
        self.started_at = time.monotonic()
        self.done = threading.Event()
        # Whether the prompt has changed since the request was sent.
        self.is_outdated = False
        self.result: Optional[Found] = None
        self.error: Optional[BaseException] = None

    def join(self) -> Optional[Found]:
        """Returns None if the thread that sent the request was interrupted."""
        self.done.wait()
        if isinstance(self.error, Exception):
            # A copy, because threads that raise one and the same exception would share its traceback.
            raise copy.copy(self.error)
        return self.result
