"""Time limits of requests and streams."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import Optional, Union


class TotalTimeout:
    """Limits a whole request. Timeouts of sockets begin again with every byte.

    Only the lookup of the host name is not limited, because nothing can interrupt it.
    """

    def __init__(self, seconds: float) -> None:
        self._ends_at = time.monotonic() + seconds

    def left(self) -> float:
        return self._ends_at - time.monotonic()

    def next_timeout(self) -> float:
        left = self.left()
        if left <= 0:
            raise socket.timeout("timed out")
        return left

    def attach(self, connected: socket.socket) -> None:
        connected.settimeout(self.next_timeout())


class IdleTimeout:
    """Limits the silence on a stream, which another thread can end."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._socket: Optional[socket.socket] = None
        self._is_aborted = False

    def next_timeout(self) -> float:
        if self._is_aborted:
            raise socket.timeout("closed")
        return self._seconds

    def attach(self, connected: socket.socket) -> None:
        self._socket = connected
        connected.settimeout(self.next_timeout())

    def abort(self) -> None:
        self._is_aborted = True
        if self._socket is not None:
            # Not the method of a TLS socket, which would disturb the thread that reads.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


Timeout = Union[TotalTimeout, IdleTimeout]
