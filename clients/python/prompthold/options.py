"""Checks the options of a client."""

from __future__ import annotations

import re
import urllib.parse
from typing import Optional

from .errors import configuration_error
from .templates.names import is_label

DEFAULT_URL = "http://127.0.0.1:3000"
TIMEOUT_MIN, TIMEOUT_MAX = 0.1, 60.0
_CLIENT_NAME_MAX = 64


def parse_url(url: object) -> str:
    """As ``URL.href`` of browsers without slashes at its end, so that all clients write the same URL into snapshots."""
    if not isinstance(url, str):
        raise configuration_error("url must be a text.")
    try:
        parts = urllib.parse.urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise configuration_error("url is malformed.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise configuration_error("url must begin with http:// or https:// and name a host.")
    if "@" in parts.netloc or "?" in url or "#" in url:
        raise configuration_error("url must have no credentials, query or fragment.")
    if re.search(r"[\s\\<>\x00-\x20\x7f]", parts.netloc + parts.path):
        raise configuration_error("url is malformed.")
    try:
        host = f"[{host}]" if ":" in host else host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise configuration_error("url is malformed.") from None
    suffix = "" if port is None or port == {"http": 80, "https": 443}[parts.scheme] else f":{port}"
    path = urllib.parse.quote(parts.path, safe="/%:@!$&'()*+,;=~-._").rstrip("/")
    return f"{parts.scheme}://{host}{suffix}{path}"


def check_label(label: Optional[str]) -> Optional[str]:
    if label is not None and not (isinstance(label, str) and is_label(label)):
        raise configuration_error("label must be a lowercase letter followed by up to 35 of a-z, 0-9, . _ -")
    return label


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def to_client_name(name: Optional[str]) -> Optional[str]:
    """As the service would store it, so that it fits into a header."""
    return None if name is None else re.sub(r"[^A-Za-z0-9._/@:+-]", "-", str(name).strip())[:_CLIENT_NAME_MAX]
