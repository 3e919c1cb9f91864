"""The key of the account, which is in no error, text or file."""

from __future__ import annotations

import os
import re
import threading
from typing import Callable, List, Optional, Union

from ..errors import PromptholdError, configuration_error
from ..log import log

KeySource = Union[str, Callable[[], str]]

_KEY = re.compile(r"ph_[0-9a-f]{64}")


class Key:
    """Cannot be printed by accident."""

    __slots__ = ("_text",)

    def __init__(self, text: object) -> None:
        if not isinstance(text, str) or not _KEY.fullmatch(text):
            raise configuration_error("The key must be ph_ followed by 64 of 0-9 and a-f.")
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other._text == self._text

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Key('ph_…')"


class Keys:
    """The current key. Its source is asked once, and again whenever the service refuses the key."""

    def __init__(self, source: Optional[KeySource]) -> None:
        self._lock = threading.Lock()
        self._current: Optional[Key] = None
        self._rejected: List[Key] = []
        # A response to a request that began before the last rejection may belong to a dead key.
        self.rejections = 0
        self._read: Callable[[], object]
        if source is None:
            self._read = _read_key_of_environment
            if os.environ.get("PROMPTHOLD_KEY"):
                Key(os.environ["PROMPTHOLD_KEY"])
            elif not os.environ.get("PROMPTHOLD_KEY_FILE"):
                raise configuration_error("No key: pass key, or set PROMPTHOLD_KEY or PROMPTHOLD_KEY_FILE.")
        elif callable(source):
            self._read = source
        else:
            key = Key(source)
            self._read = key.reveal

    def current(self) -> Key:
        with self._lock:
            if self._current is None:
                self._current = self._load()
            return self._current

    def usable(self) -> Optional[Key]:
        """Returns the current key; None if it is rejected or cannot be read."""
        try:
            key = self.current()
        except PromptholdError:
            return None
        return None if key in self._rejected else key

    def reject(self, key: Key) -> bool:
        """Returns False if the key was rejected before."""
        with self._lock:
            if key in self._rejected:
                return False
            self._rejected.append(key)
            self.rejections += 1
            return True

    def accept(self, key: Key, rejections: int) -> None:
        """The service accepted the key in a request that began after so many rejections."""
        if key in self._rejected:
            with self._lock:
                if rejections == self.rejections and key in self._rejected:
                    self._rejected.remove(key)

    def renew(self, refused: Key) -> bool:
        """Asks for the key again. Returns whether there is another one than that which was refused."""
        with self._lock:
            if self._current == refused:
                try:
                    self._current = self._load()
                except PromptholdError as error:
                    log.debug("%s", error)
            return self._current != refused

    def _load(self) -> Key:
        try:
            key = self._read()
            return Key(key.strip() if isinstance(key, str) else key)
        except PromptholdError:
            raise
        except Exception as error:
            raise configuration_error(f"The key cannot be read ({type(error).__name__}).") from error


def _read_key_of_environment() -> str:
    key = os.environ.get("PROMPTHOLD_KEY")
    if key:
        return key
    with open(os.environ.get("PROMPTHOLD_KEY_FILE", ""), encoding="utf-8") as file:
        return file.read()
