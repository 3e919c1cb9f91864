"""Prompts in memory by what was asked for."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import List, Optional, Tuple

from .composition import Composition
from .document import Document

ENTRIES_MAX = 1_000
CONTENT_BYTES_MAX = 32 * 1024 * 1024


class Entry:
    """A prompt as the service sent it. ``size`` is that of the response.

    One that was read from a snapshot has not been checked in this process.
    """

    __slots__ = ("checked_at", "composition", "document", "etag", "is_stale", "size")

    def __init__(self, etag: str, document: Document, size: int, checked_at: float = -math.inf) -> None:
        self.etag = etag
        self.document = document
        self.size = size
        self.checked_at = checked_at
        self.is_stale = False
        # The prompt with all includes, as it was last returned to a caller.
        self.composition: Optional[Composition] = None

    @property
    def source(self) -> str:
        return "disk" if self.checked_at == -math.inf else "memory"


class Cache:
    """Entries by ``name``, ``name@label`` or ``name@version``; the least recently used are evicted."""

    def __init__(self, entries_max: int = ENTRIES_MAX, bytes_max: int = CONTENT_BYTES_MAX) -> None:
        self.entries_max = entries_max
        self.bytes_max = bytes_max
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._bytes = 0

    def get(self, key: str) -> Optional[Entry]:
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
        return entry

    def set(self, key: str, entry: Entry) -> None:
        self.delete(key)
        self._entries[key] = entry
        self._bytes += entry.size
        while len(self._entries) > self.entries_max or self._bytes > self.bytes_max:
            _, evicted = self._entries.popitem(last=False)
            self._bytes -= evicted.size

    def delete(self, key: str) -> bool:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry.size
        return entry is not None

    def clear(self) -> None:
        self._entries.clear()
        self._bytes = 0

    def items(self) -> List[Tuple[str, Entry]]:
        return list(self._entries.items())

    def __len__(self) -> int:
        return len(self._entries)
