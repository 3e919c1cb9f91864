"""Follows the changes of the account."""

from __future__ import annotations

import http.client
import random
import threading
from typing import Any, Dict, Iterator, NamedTuple, Optional

from .cache.reader import Reader
from .errors import PromptholdError
from .log import log
from .network.connection import Connection
from .network.http import RESPONSE_BYTES_MAX, Response, parse_json, read_retry_after
from .network.timeouts import IdleTimeout

# The service sends a comment every 15 seconds.
_STREAM_IDLE_SECONDS = 45.0
_STREAM_LINE_MAX = 1024 * 1024
_RECONNECT_MIN, _RECONNECT_MAX = 1.0, 30.0
_PROMPT_EVENTS = ("prompt.created", "prompt.changed", "prompt.deleted", "version.published", "label.moved")


class Event(NamedTuple):
    type: str
    id: str
    data: str


class Stream:
    """The thread behind ``watch``: marks entries stale as events arrive, and connects again whenever it is cut off."""

    def __init__(self, connection: Connection, reader: Reader) -> None:
        self._connection = connection
        self._reader = reader
        self._last_id: Optional[str] = None
        self._delay = _RECONNECT_MIN
        self._limit: Optional[IdleTimeout] = None
        self._thread = threading.Thread(target=self._run, name="prompthold-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """The thread of a process that has forked is not alive in its children."""
        return self._thread.is_alive()

    def stop(self) -> None:
        limit = self._limit
        if limit is not None:
            limit.abort()
        if self._thread is not threading.current_thread():
            self._thread.join(1)

    def _run(self) -> None:
        closing = self._connection.closing
        while not closing.is_set():
            try:
                pause = self._connect()
            except PromptholdError as error:
                log.debug("stream: %s", error)
                pause = _RECONNECT_MAX if error.code == "configuration" else self._next_delay()
            except (OSError, http.client.HTTPException, ValueError) as error:
                log.debug("stream ended: %s", error)
                pause = self._next_delay()
            if pause is None:
                return
            closing.wait(pause)

    def _next_delay(self) -> float:
        delay = self._delay * random.uniform(0.8, 1.2)
        self._delay = min(self._delay * 2, _RECONNECT_MAX)
        return delay

    def _connect(self) -> Optional[float]:
        """Reads one stream to its end. Returns the seconds until the next attempt; None if there is no stream."""
        connection = self._connection
        key = connection.keys.current()
        self._limit = limit = IdleTimeout(_STREAM_IDLE_SECONDS)
        if connection.closing.is_set():
            return None
        headers = {"Accept": "text/event-stream"}
        if self._last_id is not None:
            headers["Last-Event-ID"] = self._last_id
        with connection.http.open("GET", "/api/events", key, limit, headers) as opened:
            if opened.status == 200:
                for event in read_events(opened):
                    self._handle(event)
                return self._next_delay()
            refusal = Response(opened.status, opened.headers, opened.read(RESPONSE_BYTES_MAX))
        log.debug("stream refused with %d", refusal.status)
        if refusal.status == 401:
            connection.reject(key)
            return 0 if connection.keys.renew(key) else _RECONNECT_MAX
        if refusal.status == 404 and (refusal.json() or {}).get("code") == "not_found":
            # An older service without streams: max_age remains.
            return None
        return read_retry_after(refusal.headers) or self._next_delay()

    def _handle(self, event: Event) -> None:
        if event.type in ("hello", "reset"):
            # Before hello, and where events are gone, changes may have been missed.
            self._delay = _RECONNECT_MIN
            self._connection.breaker.record_response()
            self._reader.mark_stale()
            log.debug("stream: %s", event.type)
        elif event.type == "protection.changed":
            # Labels of any prompt may have been locked or unlocked.
            self._reader.mark_stale()
        elif event.type in _PROMPT_EVENTS:
            data = _data_of(event)
            references = [str(data[field]) for field in ("promptId", "name", "previousName") if field in data]
            # Without a name, as a newer service might send it, anything may have changed.
            self._reader.mark_stale(*references, is_deleted=event.type == "prompt.deleted" or "previousName" in data)
        self._last_id = event.id or self._last_id


def _data_of(event: Event) -> Dict[str, Any]:
    try:
        parsed = parse_json(event.data)
    except (ValueError, RecursionError):
        return {}
    data = parsed.get("data") if isinstance(parsed, dict) else None
    return data if isinstance(data, dict) else {}


def read_events(stream: http.client.HTTPResponse) -> Iterator[Event]:
    """Parses server-sent events. A line or an event that is too long ends the stream."""
    fields: Dict[str, str] = {}
    size = 0
    while True:
        line = stream.readline(_STREAM_LINE_MAX)
        size += len(line)
        if not line or size > _STREAM_LINE_MAX:
            return
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            value = value[1:] if value.startswith(" ") else value
            fields[name] = f"{fields['data']}\n{value}" if name == "data" and "data" in fields else value
            continue
        if "id" in fields or "event" in fields:
            yield Event(fields.get("event", "message"), fields.get("id", ""), fields.get("data", ""))
        fields = {}
        size = 0
