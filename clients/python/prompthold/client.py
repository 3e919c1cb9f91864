"""The client of an application."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Mapping, Optional, Sequence, Type, TypeVar, Union

from .cache.composition import Composition
from .cache.reader import Reader
from .errors import PromptholdError, PromptNotFound, Unavailable, configuration_error
from .fallback import Fallback, parse_fallback
from .log import log
from .network.connection import Connection
from .network.http import Http, raise_rejection
from .network.keys import Keys, KeySource
from .network.timeouts import TotalTimeout
from .options import DEFAULT_URL, TIMEOUT_MAX, TIMEOUT_MIN, check_label, is_number, parse_url, to_client_name
from .past import render_past
from .prompt import Prompt, Rendering
from .selection import Selection, select
from .snapshot.store import Snapshot
from .stream import Stream
from .writer import ANYWHERE, Expected, Moved, Published, Writer

_Self = TypeVar("_Self", bound="Prompthold")
SnapshotPath = Union[str, "os.PathLike[str]", bool, None]


class Prompthold:
    """Reads prompts of one account of a service.

    ``url``: of the service, else ``PROMPTHOLD_URL``, else ``http://127.0.0.1:3000``.
    ``key``: the API key or a function that returns it, else ``PROMPTHOLD_KEY``, else the content of the file
    ``PROMPTHOLD_KEY_FILE``. Asked for again when the service refuses it.
    ``label``: of the prompts that are read without a label and a version.
    ``timeout``: seconds that a call may wait for the network, 0.1 to 60.
    ``max_age``: seconds during which a prompt is served from memory without asking; 0 asks every time.
    ``snapshot``: path of a file that stores the prompts for starts without the service, else ``PROMPTHOLD_SNAPSHOT``;
    ``False`` for none.
    ``name``: of this program, in the list of callers.
    ``bootstrap``: ``"snapshot-first"`` serves what is in the snapshot at once, and asks the service in the background.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[KeySource] = None,
        label: Optional[str] = None,
        timeout: float = 2.0,
        max_age: float = 30.0,
        snapshot: SnapshotPath = None,
        name: Optional[str] = None,
        bootstrap: str = "network-first",
    ) -> None:
        self._url = parse_url(os.environ.get("PROMPTHOLD_URL") or DEFAULT_URL if url is None else url)
        self._label = check_label(label)
        if not is_number(timeout) or not TIMEOUT_MIN <= timeout <= TIMEOUT_MAX:
            raise configuration_error("timeout must be 0.1 to 60 seconds.")
        if not is_number(max_age) or not max_age >= 0:
            raise configuration_error("max_age must be a number of seconds, 0 or more.")
        if bootstrap not in ("network-first", "snapshot-first"):
            raise configuration_error('bootstrap must be "network-first" or "snapshot-first".')
        keys = Keys(key)
        self._connection = Connection(Http(self._url, to_client_name(name)), keys, timeout, max_age)
        path = _read_snapshot_path(snapshot)
        self._snapshot = Snapshot(path, self._url, keys) if path else None
        self._reader = Reader(self._connection, self._snapshot, max_age, bootstrap == "snapshot-first")
        self._writer = Writer(self._connection)
        self._stream: Optional[Stream] = None

    def get(
        self,
        name: str,
        label: Optional[str] = None,
        version: Optional[int] = None,
        fallback: Optional[Fallback] = None,
    ) -> Prompt:
        """Returns a prompt by its label or version, else by the label of the client or the default rule of the service.

        While the service is away: from memory, else from the snapshot, else the fallback, else raises ``Unavailable``.
        If there is no such prompt: the fallback, else raises ``PromptNotFound``.
        """
        selection = select(name, label, version, self._label)
        reserve = None if fallback is None else parse_fallback(name, fallback)
        self._check_open()
        try:
            composition, source = self._reader.read(selection)
        except (PromptNotFound, Unavailable) as error:
            if reserve is None:
                raise
            log.debug("%s: fallback, because: %s", selection.key, error)
            composition, source = reserve, "fallback"
        return self._to_prompt(selection, composition, source)

    def _get_current(self, name: str, label: Optional[str], version: Optional[int]) -> Optional[Prompt]:
        """The prompt, if nothing has to be asked for it."""
        selection = select(name, label, version, self._label)
        self._check_open()
        composition = self._reader.read_current(selection)
        return self._to_prompt(selection, composition, "memory") if composition else None

    def ready(self, timeout: Optional[float] = None) -> str:
        """Waits for a response of the service, for the timeout of the client or this one.

        Returns ``"network"``; ``"disk"`` if the service is away and there is a snapshot, else raises ``Unavailable``.
        After that, a service that does not respond delays no ``get``.
        """
        self._check_open()
        limit = TotalTimeout(self._connection.timeout if timeout is None else timeout)
        try:
            response = self._connection.request("GET", "/api/prompts?limit=1", {}, limit=limit)
        except Unavailable:
            if not self._snapshot:
                raise
            return "disk"
        if response.status != 200:
            raise_rejection(response)
        return "network"

    def publish(
        self,
        name: str,
        content: Optional[str] = None,
        *,
        messages: Optional[Sequence[Mapping[str, Any]]] = None,
        variables: Optional[Sequence[Mapping[str, Any]]] = None,
        config: Optional[Mapping[str, Any]] = None,
        description: Optional[str] = None,
        tags: Optional[Sequence[str]] = None,
        labels: Optional[Sequence[str]] = None,
        message: Optional[str] = None,
        force: Optional[bool] = None,
    ) -> Published:
        """Publishes a version, or creates the prompt. Publishing the same again changes nothing."""
        fields = {"content": content, "messages": messages, "variables": variables, "config": config}
        others = {"description": description, "tags": tags, "labels": labels, "message": message, "force": force}
        self._check_open()
        try:
            return self._writer.publish(name, {**fields, **others})
        finally:
            self._reader.mark_stale(name)

    def move(
        self,
        name: str,
        label: str,
        version: int,
        *,
        expect: Expected = ANYWHERE,
        message: Optional[str] = None,
        force: Optional[bool] = None,
    ) -> Moved:
        """Moves a label to a version, atomically.

        ``expect``: the version that the label must point to now, ``None`` if the prompt must not have the label; else
        raises ``PromptholdError`` with the code ``precondition_failed``. ``force``: even if that breaks callers.
        """
        self._check_open()
        try:
            return self._writer.move(name, label, version, expect, {"message": message, "force": force})
        finally:
            self._reader.mark_stale(name)

    def watch(self) -> None:
        """Follows the changes of the account in a daemon thread: a changed prompt is read again by the next ``get``.

        ``max_age`` still applies. In programs that fork, call it after the fork.
        """
        self._check_open()
        if self._stream is None or not self._stream.is_running:
            self._stream = Stream(self._connection, self._reader)
            self._stream.start()

    def close(self) -> None:
        """Ends ``watch`` and writes the snapshot. May be called twice."""
        self._connection.closing.set()
        if self._stream is not None:
            self._stream.stop()
        if self._snapshot is not None:
            self._snapshot.flush()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self,
        error_type: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(url={self._url!r}, label={self._label!r})"

    def _check_open(self) -> None:
        if self._connection.closing.is_set():
            raise PromptholdError("closed", "This client is closed.")

    def _to_prompt(self, selection: Selection, composition: Composition, source: str) -> Prompt:
        def render_then(prompt: Prompt, values: Mapping[str, Any], lists: Mapping[str, Any], at: str) -> Rendering:
            self._check_open()
            return render_past(self._connection, selection, prompt, values, lists, at)

        return Prompt(composition, source, render_then)


def _read_snapshot_path(snapshot: SnapshotPath) -> Optional[str]:
    if snapshot is None:
        return os.environ.get("PROMPTHOLD_SNAPSHOT") or None
    if snapshot is True or snapshot == "":
        raise configuration_error("snapshot must be a path or False.")
    return os.fspath(snapshot) if snapshot else None
