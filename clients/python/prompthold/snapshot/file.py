"""The format of snapshots, which all clients share."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import time
from datetime import datetime, timezone
from typing import Any, Dict, Iterator, Tuple

from ..cache.document import is_prompt
from ..cache.entries import Cache
from ..network.http import parse_json
from ..network.keys import Key
from ..timestamp import to_timestamp

try:
    import fcntl
except ImportError:
    # On Windows.
    fcntl = None  # type: ignore[assignment]

_SNAPSHOT_FORMAT = "prompthold-snapshot"
_SNAPSHOT_VERSION = 1
_SNAPSHOT_KEY_PURPOSE = b"ph.snapshot.v1"
_SIGNATURE = re.compile(r'\{"mac":"([0-9a-f]{64})",')
_LOCK_ATTEMPTS, _LOCK_SECONDS = 20, 0.005


class NewerSnapshot(ValueError):
    """Written by a newer client, which would no longer find its prompts if this one replaced the file."""


@contextlib.contextmanager
def lock_folder(folder: str) -> Iterator[None]:
    """Lets processes write one after the other. Does not insist: a file without the latest prompts does little harm."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        for _ in range(_LOCK_ATTEMPTS):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(_LOCK_SECONDS)
            except OSError:
                # Some network file systems have no locks.
                break
        yield
    finally:
        os.close(descriptor)


def sign(text: str, key: Key) -> str:
    """Returns the snapshot with its signature as its first field, as all clients write it."""
    return f'{{"mac":"{_compute_mac(text, key)}",{text[1:]}'


def _is_signed(text: str, key: Key) -> bool:
    match = _SIGNATURE.match(text)
    return match is not None and hmac.compare_digest(match.group(1), _compute_mac("{" + text[match.end() :], key))


def _compute_mac(text: str, key: Key) -> str:
    signing_key = hmac.new(key.reveal().encode(), _SNAPSHOT_KEY_PURPOSE, hashlib.sha256).digest()
    return hmac.new(signing_key, text.encode(), hashlib.sha256).hexdigest()


def parse_snapshot(text: str, url: str, key: Key) -> Dict[str, Tuple[str, Dict[str, Any]]]:
    """Returns the entries, or raises ValueError with the reason to ignore all of them."""
    document = parse_json(text)
    if not isinstance(document, dict) or document.get("format") != _SNAPSHOT_FORMAT:
        raise ValueError("it is not a snapshot")
    version = document.get("version")
    if isinstance(version, int) and version > _SNAPSHOT_VERSION:
        raise NewerSnapshot(f"it has version {version}, which a newer client wrote")
    if version != _SNAPSHOT_VERSION:
        raise ValueError("it is damaged")
    if document.get("url") != url:
        raise ValueError(f"it belongs to {document.get('url')!r}")
    if not _is_signed(text, key):
        raise ValueError("it is not signed with this key")
    entries = document.get("entries")
    if not isinstance(entries, dict):
        raise ValueError("it is damaged")
    parsed = {}
    for name, entry in entries.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("etag"), str):
            raise ValueError(f"its entry {name} is damaged")
        if is_prompt(entry.get("prompt")):
            parsed[name] = (entry["etag"], entry["prompt"])
    return parsed


def serialize_snapshot(url: str, cache: Cache) -> str:
    entries = {key: {"etag": entry.etag, "prompt": entry.document.body} for key, entry in cache.items()}
    document = {
        "format": _SNAPSHOT_FORMAT,
        "version": _SNAPSHOT_VERSION,
        "url": url,
        "savedAt": to_timestamp(datetime.now(timezone.utc)),
        "entries": dict(sorted(entries.items())),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
