"""The client of an application that uses asyncio."""

from __future__ import annotations

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from types import TracebackType
from typing import Any, Callable, Mapping, Optional, Sequence, Type, TypeVar, Union

from .client import Prompthold, SnapshotPath
from .fallback import Fallback
from .network.keys import KeySource
from .prompt import Placeholders, Prompt, Rendering
from .writer import ANYWHERE, Expected, Moved, Published

_Result = TypeVar("_Result")
_Self = TypeVar("_Self", bound="AsyncPrompthold")
# Threads that wait for the network: those for the same prompt wait for one request together.
_THREADS_MAX = 16


class AsyncPrompthold:
    """Like ``Prompthold``, whose options it takes, for coroutines. Rendering never waits, and stays as it is.

    Requests are made by threads of its own. A coroutine that is cancelled stops waiting; its request still ends within
    the timeout, and the prompt that it read is in memory then.
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
        self._client = Prompthold(url, key, label, timeout, max_age, snapshot, name, bootstrap)
        self._threads = ThreadPoolExecutor(_THREADS_MAX, thread_name_prefix="prompthold")

    async def get(
        self,
        name: str,
        label: Optional[str] = None,
        version: Optional[int] = None,
        fallback: Optional[Fallback] = None,
    ) -> Prompt:
        """As ``Prompthold.get``: without a thread if the prompt is in memory and current."""
        cached = self._client._get_current(name, label, version)
        if cached is not None:
            return cached
        return await self._run(functools.partial(self._client.get, name, label, version, fallback))

    async def ready(self, timeout: Optional[float] = None) -> str:
        """As ``Prompthold.ready``."""
        return await self._run(functools.partial(self._client.ready, timeout))

    async def rendering(
        self,
        prompt: Prompt,
        values: Mapping[str, Any],
        placeholders: Optional[Placeholders] = None,
        at: Union[str, datetime, None] = None,
    ) -> Rendering:
        """As ``Prompt.rendering``, which would block the event loop with ``at``."""
        return await self._run(functools.partial(prompt.rendering, values, placeholders, at))

    async def publish(
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
        """As ``Prompthold.publish``. Cancelling it does not undo it."""
        publish = functools.partial(self._client.publish, name, content, messages=messages, variables=variables)
        metadata = functools.partial(publish, config=config, description=description, tags=tags, labels=labels)
        return await self._run(functools.partial(metadata, message=message, force=force))

    async def move(
        self,
        name: str,
        label: str,
        version: int,
        *,
        expect: Expected = ANYWHERE,
        message: Optional[str] = None,
        force: Optional[bool] = None,
    ) -> Moved:
        """As ``Prompthold.move``. Cancelling it does not undo it."""
        move = functools.partial(self._client.move, expect=expect, message=message, force=force)
        return await self._run(functools.partial(move, name, label, version))

    def watch(self) -> None:
        """As ``Prompthold.watch``: in a daemon thread."""
        self._client.watch()

    async def close(self) -> None:
        """Ends ``watch`` and writes the snapshot. May be called twice."""
        await asyncio.get_running_loop().run_in_executor(None, self._client.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self: _Self) -> _Self:
        return self

    async def __aexit__(
        self,
        error_type: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"Async{self._client!r}"

    async def _run(self, call: Callable[[], _Result]) -> _Result:
        self._client._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)
