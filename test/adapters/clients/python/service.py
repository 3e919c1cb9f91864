"""What the tests of the Python client share: accounts of the real service, and a proxy that makes it fail."""

import contextlib
import http.client
import http.server
import itertools
import json
import os
import pathlib
import socket
import threading
import time
import unittest
import unittest.mock
import urllib.error
import urllib.parse
import urllib.request

from prompthold import Prompthold

ROOT = pathlib.Path(__file__).parents[4]
URL = os.environ.get("TEST_SERVICE_URL", "")
WAIT_SECONDS = 60

_numbers = itertools.count(1)


class Account:
    """An account of its own, as seen by an author of prompts."""

    def __init__(self, url=URL):
        self.url = url
        self.key = self._sign_up()["token"]

    def publish(self, name, content=None, *, labels=(), **fields):
        """Creates a prompt, or publishes a version. Returns the number of the version."""
        body = {**fields, "labels": list(labels)}
        if content is not None:
            body["content"] = content
        return self.call("PUT", f"/api/prompts/{quote(name)}", body)["data"]["version"]

    def move(self, name, label, version):
        self.call("PUT", f"/api/prompts/{quote(name)}/labels/{label}", {"version": version, "force": True})

    def rename(self, name, new_name):
        self.call("PATCH", f"/api/prompts/{quote(name)}", {"name": new_name})

    def delete(self, name):
        self.call("DELETE", f"/api/prompts/{quote(name)}")

    def render(self, name, variables):
        return self.call("POST", f"/api/prompts/{quote(name)}/render", {"variables": variables})["data"]

    def reset_key(self):
        """Returns the new key."""
        self.key = self.call("DELETE", "/api/auth/token")["token"]
        return self.key

    def call(self, method, path, body=None):
        return self._send(method, path, body, {"Authorization": f"Bearer {self.key}"})

    def _sign_up(self):
        while True:
            # Another one for each attempt: the account may have been opened although the response was a 503.
            email = f"{os.urandom(8).hex()}@example.com"
            fields = {"email": email, "name": "Ada", "password": f"pass {os.urandom(12).hex()}"}
            try:
                return self._send("POST", "/api/accounts", fields)
            except urllib.error.HTTPError as error:
                # Modules run concurrently, and the service hashes only a few passwords at a time: 429, or 503 when a
                # busy machine hashes so slowly that the request reaches its deadline.
                if error.code not in (429, 503) or "Retry-After" not in error.headers:
                    raise
                time.sleep(float(error.headers["Retry-After"]))

    def _send(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {**(headers or {}), "Content-Type": "application/json"})
        request.method = method
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as response:
            content = response.read()
        return json.loads(content) if content else None


def quote(name):
    return urllib.parse.quote(name, safe="")


class Exchange:
    """A request that reached the proxy, and how many bytes of a body went back."""

    def __init__(self, method, path, headers):
        self.method = method
        self.path = path
        self.headers = headers
        self.status = None
        self.body_bytes = 0


class Proxy:
    """Forwards requests to the service, or fails in one of many ways: see ``fault``."""

    def __init__(self, target=URL):
        self.target = urllib.parse.urlsplit(target)
        self.exchanges = []
        # A function that gets the handler and returns whether it has responded.
        self.fault = None
        self.open_streams = set()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                proxy._serve(self)

            do_POST = do_PUT = do_GET

            def log_message(self, *args):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *args: None
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def requests(self, path="/api/prompts"):
        return [exchange for exchange in self.exchanges if exchange.path.startswith(path)]

    def cut_streams(self):
        for stream in list(self.open_streams):
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.cut_streams()
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, handler):
        handler.close_connection = True
        exchange = Exchange(handler.command, handler.path, dict(handler.headers))
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        exchange.sent = body
        self.exchanges.append(exchange)
        if self.fault is not None and self.fault(handler):
            return
        connection = http.client.HTTPConnection(self.target.hostname, self.target.port, timeout=WAIT_SECONDS)
        connection.request(handler.command, handler.path, body or None, dict(handler.headers))
        response = connection.getresponse()
        exchange.status = response.status
        handler.send_response_only(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "keep-alive"):
                handler.send_header(name, value)
        handler.send_header("Connection", "close")
        handler.end_headers()
        is_stream = handler.path.startswith("/api/events") and response.status == 200
        if is_stream:
            self.open_streams.add(handler.connection)
        try:
            for part in iter(lambda: response.read1(65536), b""):
                handler.wfile.write(part)
                exchange.body_bytes += len(part)
        except OSError:
            pass
        finally:
            self.open_streams.discard(handler.connection)
            connection.close()


def break_connection(handler):
    handler.connection.shutdown(socket.SHUT_RDWR)
    return True


def never_respond(handler):
    """Reads until the client gives up."""
    with contextlib.suppress(OSError):
        handler.connection.recv(1)
    return True


def drip(handler):
    """Sends a header that never ends, a byte at a time."""
    with contextlib.suppress(OSError):
        handler.connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        handler.connection.settimeout(0.02)
        while True:
            handler.connection.sendall(b".")
            with contextlib.suppress(socket.timeout):
                if handler.connection.recv(1) == b"":
                    break
    return True


def drip_body(handler):
    """Sends a body that never ends, a byte at a time."""
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    return drip(handler)


def truncate(handler):
    handler.connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"data":')
    return break_connection(handler)


def speak_other_protocol(handler):
    handler.connection.sendall(b"220 mail.example.com ESMTP\r\n")
    return break_connection(handler)


def respond(status, body=None, content_type="application/json", **headers):
    """Returns a fault that responds by itself."""
    content = body if isinstance(body, bytes) else json.dumps(body or {"error": "x", "code": "x"}).encode()

    def fault(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)
        return True

    return fault


class ClientTest(unittest.TestCase):
    """A test with an account, a proxy in front of the service, and clients that are closed at its end."""

    is_account_shared = True
    _account = None

    def setUp(self):
        self.account = self._shared_account() if self.is_account_shared else Account()
        self.proxy = Proxy()
        self.addCleanup(self.proxy.close)

    @classmethod
    def _shared_account(cls):
        ClientTest._account = ClientTest._account or Account()
        return ClientTest._account

    def client(self, **options):
        # On an overloaded machine, the service may need far longer than usual.
        client = Prompthold(**{"url": self.proxy.url, "key": self.account.key, "timeout": WAIT_SECONDS, **options})
        self.addCleanup(client.close)
        return client

    @contextlib.contextmanager
    def outage(self, fault, client):
        """Makes the service fail, and the client wait for it only briefly."""
        patient = client._connection.timeout
        self.proxy.fault, client._connection.timeout = fault, 0.2
        try:
            yield
        finally:
            self.proxy.fault, client._connection.timeout = None, patient

    def a_name(self):
        return f"tests/prompt-{os.getpid()}-{next(_numbers)}"

    def a_prompt(self, content="Hello {{name}}!", **fields):
        name = self.a_name()
        self.account.publish(name, content, **fields)
        return name

    def wait_until(self, is_true, what):
        deadline = time.monotonic() + WAIT_SECONDS
        while not is_true():
            self.assertLess(time.monotonic(), deadline, f"waited too long until {what}")
            time.sleep(0.01)

    def advance_clock(self):
        """Returns a function that lets time pass for clients, not for sockets and threads."""
        real, passed = time.monotonic, [0.0]
        patch = unittest.mock.patch("time.monotonic", lambda: real() + passed[0])
        patch.start()
        self.addCleanup(patch.stop)

        def advance(seconds):
            passed[0] += seconds

        return advance
