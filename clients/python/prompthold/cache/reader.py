"""Reads prompts: from memory if they are current, else from the service, else the last known ones."""

from __future__ import annotations

import threading
import time
from typing import Dict, Optional, Tuple

from ..errors import PromptholdError, PromptNotFound, Unauthorized, Unavailable
from ..log import log
from ..network.connection import Connection
from ..network.http import raise_rejection
from ..network.keys import Key
from ..network.timeouts import TotalTimeout
from ..selection import Selection
from ..snapshot.store import Snapshot
from ..templates.names import IncludeTarget
from .background import Background
from .composition import Composition
from .document import Document, is_prompt
from .entries import Cache, Entry
from .fetch import Fetch, Found
from .includes import load_includes


class Reader:
    def __init__(
        self, connection: Connection, snapshot: Optional[Snapshot], max_age: float, is_snapshot_first: bool
    ) -> None:
        self._connection = connection
        self._snapshot = snapshot
        self._max_age = max_age
        self._is_snapshot_first = is_snapshot_first
        self._background = Background()
        # Guards everything below. Never held during a request.
        self._lock = threading.Lock()
        self.cache = Cache()
        self.fetches: Dict[str, Fetch] = {}
        connection.on_reject = self._forget

    def read(self, selection: Selection) -> Tuple[Composition, str]:
        """Returns the prompt with everything it includes, and its source."""
        current = self.read_current(selection)
        if current is not None:
            return current, "memory"
        limit = TotalTimeout(self._connection.timeout)
        entry, source = self._find(selection, limit)
        document = entry.document
        before = entry.composition
        try:
            includes = load_includes(document, lambda target: self._load_included(target, limit))
        except Unavailable as error:
            # A version that cannot be completed now does not replace a complete one.
            if before is None:
                raise
            log.debug("%s: stale, because: %s", selection.key, error)
            return before, "memory"
        if before is None or not before.consists_of(document, includes):
            before = entry.composition = Composition(document, includes)
        return before, source

    def read_current(self, selection: Selection) -> Optional[Composition]:
        """The prompt, if it is complete and current in memory."""
        with self._lock:
            entry = self.cache.get(selection.key)
            if entry is None or entry.composition is None or entry.composition.root is not entry.document:
                return None
            if entry.source != "memory" or not self._is_current(entry, selection):
                return None
            is_current = all(self._has_current(led, document) for led, document in entry.composition.parts)
            return entry.composition if is_current else None

    def mark_stale(self, *references: str, is_deleted: bool = False) -> None:
        """Lets the next ``read`` ask for these prompts, by names or ids; without any, for all."""
        with self._lock:
            for key, entry in self.cache.items():
                name, _, selector = key.partition("@")
                if references and name not in references and entry.document.body.get("id") not in references:
                    continue
                # Versions do not change. They only disappear with their prompt.
                if is_deleted or not references or not selector.isdigit():
                    entry.is_stale = True
            for fetch in self.fetches.values():
                if not references or fetch.selection.name in references:
                    fetch.is_outdated = True

    def _load_included(self, target: IncludeTarget, limit: TotalTimeout) -> Document:
        return self._find(Selection(*target), limit).entry.document

    def _find(self, selection: Selection, limit: Optional[TotalTimeout], *, is_probe: bool = False) -> Found:
        """From memory if it is current, else from the network: one request for all threads that ask meanwhile."""
        asked_at = time.monotonic()
        while True:
            with self._lock:
                entry = self.cache.get(selection.key)
                if entry is not None and self._is_current(entry, selection) and not is_probe:
                    return Found(entry, entry.source)
            known = None if is_probe else self._find_without_network(selection, entry)
            if known is not None:
                return known
            with self._lock:
                fetch = self.fetches.get(selection.key)
                if fetch is None:
                    own = self.fetches[selection.key] = Fetch(selection, limit, is_probe=is_probe)
                    break
                # Without max_age, the service is asked after the call: an earlier request may miss a change.
                is_recent = self._max_age > 0 or fetch.started_at >= asked_at
                is_useful = is_recent and not fetch.is_outdated
            if not is_useful:
                fetch.done.wait()
                continue
            result = fetch.join()
            if result is not None:
                return result
        return self._run(own)

    def _is_current(self, entry: Entry, selection: Selection) -> bool:
        if entry.is_stale or self._max_age == 0:
            return False
        # Versions do not change.
        return selection.version is not None or time.monotonic() - entry.checked_at < self._max_age

    def _has_current(self, target: IncludeTarget, document: Document) -> bool:
        selection = Selection(*target)
        entry = self.cache.get(selection.key)
        return entry is not None and entry.document is document and self._is_current(entry, selection)

    def _find_without_network(self, selection: Selection, cached: Optional[Entry]) -> Optional[Found]:
        """What is known, if the service does not respond, or the snapshot comes first."""
        breaker = self._connection.breaker
        is_open = breaker.is_open
        if not is_open and not self._is_snapshot_first:
            return None
        stored = cached or self._from_snapshot(selection)
        is_first = self._is_snapshot_first and stored is not None and stored.source == "disk"
        if not is_open and not is_first:
            return None
        if breaker.claim_probe() if is_open else not breaker.is_paused:
            self._background.add(selection.key, lambda: self._find(selection, None, is_probe=True))
        if stored is None:
            raise Unavailable(
                "timeout", f"{self._connection.http.url} did not respond in time. It is asked again later."
            )
        return self._serve(selection, stored)

    def _from_snapshot(self, selection: Selection) -> Optional[Entry]:
        return self._snapshot.get(selection.key) if self._snapshot is not None else None

    def _serve(self, selection: Selection, stored: Entry) -> Found:
        with self._lock:
            if self.cache.get(selection.key) is None:
                self.cache.set(selection.key, stored)
        return Found(stored, stored.source)

    def _run(self, fetch: Fetch) -> Found:
        try:
            fetch.result = self._fetch(fetch)
            return fetch.result
        except BaseException as error:
            fetch.error = error
            raise
        finally:
            with self._lock:
                del self.fetches[fetch.selection.key]
            fetch.done.set()

    def _fetch(self, fetch: Fetch) -> Found:
        selection = fetch.selection
        keys = self._connection.keys
        rejections = keys.rejections
        with self._lock:
            cached = self.cache.get(selection.key)
        stored = cached or self._from_snapshot(selection)
        if stored is not None and self._connection.breaker.is_paused and not fetch.is_probe:
            return Found(stored, stored.source)
        try:
            return Found(self._ask(fetch, stored, may_retry=cached is None), "network")
        except PromptNotFound:
            with self._lock:
                self.cache.delete(selection.key)
            if self._snapshot is not None:
                self._snapshot.delete(selection.key)
            raise
        except PromptholdError as error:
            # A key that cannot be read is an outage. A rejected one is not: what it has read is not served any more.
            if stored is None or isinstance(error, Unauthorized) or rejections != keys.rejections:
                raise
            log.debug("%s: stale, because: %s", selection.key, error)
            # From now on, a failed request is not tried again before this is served.
            return self._serve(selection, stored)

    def _ask(self, fetch: Fetch, stored: Optional[Entry], may_retry: bool) -> Entry:
        """Reads the prompt from the service, and stores it."""
        selection = fetch.selection
        headers = {"If-None-Match": stored.etag} if stored is not None and stored.etag else {}
        sent_at = time.monotonic()
        response = self._connection.request(
            "GET", selection.path, headers, may_retry=may_retry, is_probe=fetch.is_probe, limit=fetch.limit
        )
        if response.status == 304 and stored is not None:
            entry = Entry(stored.etag, stored.document, stored.size, sent_at)
        elif response.status == 200:
            body = (response.json() or {}).get("data")
            if not isinstance(body, dict) or not is_prompt(body):
                problem = f"{self._connection.http.url} returned what is no prompt."
                raise Unavailable("unexpected_response", problem, status=200)
            entry = Entry(response.headers.get("ETag") or "", Document(body), len(response.body), sent_at)
        else:
            raise_rejection(response)
        entry.composition = stored.composition if stored is not None else None
        with self._lock:
            entry.is_stale = fetch.is_outdated
            if response.rejections == self._connection.keys.rejections:
                self.cache.set(selection.key, entry)
        if self._snapshot is not None and response.status == 200:
            self._snapshot.set(selection.key, entry, response.rejections)
        return entry

    def _forget(self, key: Key) -> None:
        """Deletes what is cached: the service does not accept the key with which it was read."""
        with self._lock:
            self.cache.clear()
        if self._snapshot is not None:
            self._snapshot.clear(key)
