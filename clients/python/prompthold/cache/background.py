"""Reads prompts while callers go on with what they have."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Callable, Optional

from ..log import log


class Background:
    """Runs tasks one after the other in a daemon thread, which ends with the last of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks: OrderedDict[str, Callable[[], object]] = OrderedDict()
        self._thread: Optional[threading.Thread] = None

    def add(self, key: str, task: Callable[[], object]) -> None:
        """A task whose key is already waiting is not added again."""
        with self._lock:
            self._tasks.setdefault(key, task)
            # The thread of a process that has forked is not alive in its children.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="prompthold-refresh", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._tasks:
                    self._thread = None
                    return
                key, task = next(iter(self._tasks.items()))
            try:
                task()
            except Exception as error:
                log.debug("%s: not refreshed, because: %s", key, error)
            with self._lock:
                self._tasks.pop(key, None)
