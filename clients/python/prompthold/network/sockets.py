"""Connections that obey the time limit of their request, however slowly bytes arrive."""

from __future__ import annotations

import functools
import http.client
import io
import socket
import ssl
import urllib.request
from typing import Any, Optional, Type

from .timeouts import Timeout


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, timeout: Timeout) -> None:
        super().__init__()
        self._connected = connected
        self._timeout = timeout
        self._raw = connected.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._connected.settimeout(self._timeout.next_timeout())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedResponse(http.client.HTTPResponse):
    def __init__(self, connected: socket.socket, *args: Any, timeout: Timeout, **options: Any) -> None:
        super().__init__(connected, *args, **options)
        self.fp.close()
        self.fp = io.BufferedReader(_TimedReader(connected, timeout))


class _HttpConnection(http.client.HTTPConnection):
    limit: Timeout

    def connect(self) -> None:
        self.timeout = self.limit.next_timeout()
        super().connect()
        self.limit.attach(self.sock)


class _HttpsConnection(http.client.HTTPSConnection, _HttpConnection):
    def connect(self) -> None:
        super().connect()
        self.limit.attach(self.sock)


class TimedRequest(urllib.request.Request):
    limit: Timeout


class HttpHandler(urllib.request.AbstractHTTPHandler):
    """Opens connections that obey the timeout of their request."""

    def __init__(self) -> None:
        super().__init__()
        self._tls: Optional[ssl.SSLContext] = None

    def http_open(self, request: TimedRequest) -> http.client.HTTPResponse:
        return self.do_open(self._connect_with(_HttpConnection, request), request)

    def https_open(self, request: TimedRequest) -> http.client.HTTPResponse:
        if self._tls is None:
            # Created once, because it reads the certificates of all authorities.
            context = ssl.create_default_context()
            context.set_alpn_protocols(["http/1.1"])
            self._tls = context
        return self.do_open(self._connect_with(_HttpsConnection, request), request, context=self._tls)

    http_request = urllib.request.AbstractHTTPHandler.do_request_
    https_request = urllib.request.AbstractHTTPHandler.do_request_

    def _connect_with(self, connection_class: Type[_HttpConnection], request: TimedRequest) -> Any:
        def connect(host: str, **options: Any) -> _HttpConnection:
            connection = connection_class(host, **options)
            connection.limit = request.limit
            connection.response_class = functools.partial(  # type: ignore[assignment]
                _TimedResponse, timeout=request.limit
            )
            return connection

        return connect
