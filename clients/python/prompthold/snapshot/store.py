"""The snapshot of one client."""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
import threading
import time
from collections import OrderedDict
from typing import Optional

from ..cache.document import Document
from ..cache.entries import CONTENT_BYTES_MAX, ENTRIES_MAX, Cache, Entry
from ..log import log
from ..network.keys import Key, Keys
from .file import NewerSnapshot, lock_folder, parse_snapshot, serialize_snapshot, sign

_SNAPSHOT_INTERVAL = 1.0


class Snapshot:
    """The file with which a client starts while the service is away.

    It never contains a key, but is signed with one: only clients that have the same key use it.
    """

    def __init__(self, path: str, url: str, keys: Keys) -> None:
        self._path = path
        self._url = url
        self._keys = keys
        self._rejections = keys.rejections
        self._lock = threading.Lock()
        self._entries: Optional[Cache] = None
        self._deleted: OrderedDict[str, None] = OrderedDict()
        self._is_dirty = False
        self._is_read_only = False
        self._has_failed = False
        self._written_at = -math.inf
        self._timer: Optional[threading.Timer] = None

    def get(self, key: str) -> Optional[Entry]:
        with self._lock:
            return self._load().get(key)

    def __len__(self) -> int:
        with self._lock:
            return len(self._load())

    def set(self, key: str, entry: Entry, rejections: int) -> None:
        """Ignores what was requested before a key was rejected."""
        with self._lock:
            entries = self._load()
            if rejections != self._rejections:
                return
            entries.set(key, entry)
            self._deleted.pop(key, None)
            self._schedule()

    def delete(self, key: str) -> None:
        with self._lock:
            self._deleted[key] = None
            if len(self._deleted) > ENTRIES_MAX:
                self._deleted.popitem(last=False)
            if self._load().delete(key):
                self._schedule()

    def clear(self, rejected: Key) -> None:
        """Deletes what was read with this key, also from the file. The file of another key stays."""
        with self._lock:
            self._clear_rejected()
            folder = os.path.dirname(self._path) or "."
            try:
                with lock_folder(folder):
                    parse_snapshot(self._read(), self._url, rejected)
                    self._replace(folder, Cache(), rejected)
            except (OSError, ValueError, RecursionError) as error:
                log.debug("snapshot %s is left as it is: %s", self._path, error)

    def _clear_rejected(self) -> None:
        if self._rejections != self._keys.rejections:
            self._rejections = self._keys.rejections
            self._entries = None
            self._deleted.clear()
            self._is_dirty = False

    def flush(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._is_dirty:
                self._write()

    def _load(self) -> Cache:
        """Reads the file once, as soon as there is a key that the service may accept."""
        self._clear_rejected()
        if self._entries is None:
            key = self._keys.usable()
            if key is None:
                return Cache()
            self._entries = Cache()
            try:
                self._adopt(self._entries, key)
            except FileNotFoundError:
                pass
            except (OSError, ValueError, RecursionError) as error:
                log.debug("snapshot %s is ignored: %s", self._path, error)
        return self._entries

    def _read(self) -> str:
        with open(self._path, encoding="utf-8", newline="") as file:
            return file.read()

    def _adopt(self, entries: Cache, key: Key) -> None:
        """Adds what only the file has. The limits leave room for all of a larger file."""
        text = self._read()
        try:
            stored = parse_snapshot(text, self._url, key)
        except NewerSnapshot:
            self._is_read_only = True
            raise
        unknown = [name for name in stored if entries.get(name) is None and name not in self._deleted]
        entries.entries_max = max(ENTRIES_MAX, len(stored))
        entries.bytes_max = max(CONTENT_BYTES_MAX, 2 * len(text))
        for name in unknown:
            etag, body = stored[name]
            entries.set(name, Entry(etag, Document(body), len(text) // len(stored)))

    def _schedule(self) -> None:
        """Writes now, so that short programs need no close(); at most once a second, so that others stay fast."""
        self._is_dirty = True
        due = self._written_at + _SNAPSHOT_INTERVAL - time.monotonic()
        if due <= 0:
            self._write()
        elif self._timer is None:
            self._timer = threading.Timer(due, self.flush)
            self._timer.daemon = True
            self._timer.start()

    def _write(self) -> None:
        self._is_dirty = False
        self._written_at = time.monotonic()
        entries = self._load()
        key = self._keys.usable()
        # What a rejected key has read is not signed with the next one.
        if key is None or self._rejections != self._keys.rejections:
            return
        folder = os.path.dirname(self._path) or "."
        try:
            os.makedirs(folder, exist_ok=True)
            with lock_folder(folder):
                # Other processes of the application may share the file, and read other prompts.
                with contextlib.suppress(OSError, ValueError, RecursionError):
                    self._adopt(entries, key)
                if not self._is_read_only:
                    self._replace(folder, entries, key)
        except (OSError, ValueError) as error:
            if not self._has_failed:
                log.debug("snapshot %s cannot be written: %s", self._path, error)
            self._has_failed = True

    def _replace(self, folder: str, entries: Cache, key: Key) -> None:
        # Readable by its owner only.
        descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".prompthold-", suffix=".tmp")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(sign(serialize_snapshot(self._url, entries), key))
            os.replace(temporary, self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(temporary)
            raise
