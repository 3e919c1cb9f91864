"""Client of Prompthold: prompts by name and label, cached, and usable while the service is away.

    from prompthold import Prompthold

    with Prompthold(url="https://prompts.example.com", label="production") as prompts:
        print(prompts.get("support/reply").render(name="Ada"))

Needs nothing but the standard library. A client may be shared by all threads of a process.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import hmac
import http.client
import io
import json
import logging
import math
import os
import random
import re
import socket
import ssl
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import OrderedDict
from datetime import datetime, timezone
from types import TracebackType
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
)

try:
    import fcntl
except ImportError:
    # On Windows.
    fcntl = None  # type: ignore[assignment]

__version__ = "0.1.0"

__all__ = [
    "Prompt",
    "PromptNotFound",
    "PromptVariablesError",
    "Prompthold",
    "PromptholdError",
    "PromptholdOffline",
    "Rendering",
    "Unauthorized",
    "Unavailable",
]

Message = Dict[str, Any]
"""``{"role": ..., "content": ...}``, or ``{"placeholder": name}`` in a template. One for a placeholder may have any fields."""
Template = Union[str, List[Message]]
Fallback = Union[str, Sequence[Mapping[str, str]], Mapping[str, Any]]
KeySource = Union[str, Callable[[], str]]

_DEFAULT_URL = "http://127.0.0.1:3000"
_USER_AGENT = f"prompthold-client/{__version__}"
_TIMEOUT_MIN, _TIMEOUT_MAX = 0.1, 60.0
_CLIENT_NAME_MAX = 64

_ENTRIES_MAX = 1_000
_CONTENT_BYTES_MAX = 32 * 1024 * 1024
_RESPONSE_BYTES_MAX = 8 * 1024 * 1024
_OUTPUT_BYTES_MAX = 1024 * 1024

_RETRY_SECONDS = 0.2
_RETRY_AFTER_MAX = 3_600
# After a failed request, cached prompts are served without the network for this many times as long as the failure
# took, so that callers wait at most about a fifth of the time however slowly the service fails.
_PAUSE_FACTOR = 4

_SNAPSHOT_FORMAT = "prompthold-snapshot"
_SNAPSHOT_VERSION = 1
_SNAPSHOT_KEY_PURPOSE = b"ph.snapshot.v1"
_SIGNATURE = re.compile(r'\{"mac":"([0-9a-f]{64})",')
_SNAPSHOT_INTERVAL = 1.0
_LOCK_ATTEMPTS, _LOCK_SECONDS = 20, 0.005

# The service sends a comment every 15 seconds.
_STREAM_IDLE_SECONDS = 45.0
_STREAM_LINE_MAX = 1024 * 1024
_RECONNECT_MIN, _RECONNECT_MAX = 1.0, 30.0
_PROMPT_EVENTS = ("prompt.created", "prompt.changed", "prompt.deleted", "version.published", "label.moved")

_KEY = re.compile(r"ph_[0-9a-f]{64}")
_LABEL = re.compile(r"[a-z][a-z0-9._-]{0,35}")
_PROMPT_NAME = re.compile(r"(?=.{1,128}\Z)[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*){0,4}")
_NOT_FOUND_CODES = ("prompt_not_found", "version_not_found", "label_not_found")

_log = logging.getLogger("prompthold")


# Errors


class PromptholdError(Exception):
    """Base of all errors of this module. ``code`` is stable; the text is for people."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        details: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.details = [dict(detail) for detail in details]

    def __str__(self) -> str:
        return str(self.args[1])


class PromptNotFound(PromptholdError):
    """The service has no such prompt, version or label."""


class Unauthorized(PromptholdError):
    """The service refused the key. What is cached is not served any more."""


class Unavailable(PromptholdError):
    """The service cannot be reached or cannot respond, and nothing is cached."""

    retry_after: Optional[float] = None


class PromptholdOffline(Unavailable):
    """The service is away, and the prompt needs its template engine to be rendered."""


class PromptVariablesError(PromptholdError):
    """The values do not fit the variables of the prompt."""

    @property
    def problems(self) -> List[Dict[str, Any]]:
        """Every problem as ``{"path": ..., "problem": "missing" | "unknown" | "type" | "enum"}``."""
        return self.details


def _configuration(message: str) -> PromptholdError:
    return PromptholdError("configuration", message)


# Prompts


class Rendering(NamedTuple):
    """A text, or messages, with what they were made of."""

    output: Template
    version: int
    hash: str
    config: Dict[str, Any]
    """Settings of the model, as published with this version."""
    fingerprint: str
    """Identifies the version with all that it includes. Empty for a fallback, and if the service is older than 0.2."""
    includes: List[Dict[str, Any]]
    """Where everything that it includes led: ``include``, ``promptId``, ``name``, ``version``, ``by``."""


class Prompt:
    """One version of a prompt. Immutable: its lists and dictionaries are copies."""

    __slots__ = ("_body", "_client", "_selection", "_source")

    def __init__(self, client: Prompthold, selection: _Selection, body: Mapping[str, Any], source: str) -> None:
        self._client = client
        self._selection = selection
        self._body = body
        self._source = source

    @property
    def name(self) -> str:
        return cast(str, self._body["name"])

    @property
    def type(self) -> str:
        """``"text"`` or ``"chat"``."""
        return cast(str, self._body["type"])

    @property
    def template(self) -> Template:
        """The text, or the messages, as written: with tags and placeholders."""
        content = self._body["content"] if self.type == "text" else self._body["messages"]
        return cast(Template, copy.deepcopy(content))

    @property
    def variables(self) -> List[Dict[str, Any]]:
        return cast(List[Dict[str, Any]], copy.deepcopy(self._body["variables"]))

    @property
    def config(self) -> Dict[str, Any]:
        """Settings of the model, as published with this version."""
        return cast(Dict[str, Any], copy.deepcopy(self._body["config"]))

    @property
    def version(self) -> int:
        """0 for a fallback."""
        return cast(int, self._body["version"])

    @property
    def hash(self) -> str:
        """Empty for a fallback."""
        return cast(str, self._body["hash"])

    @property
    def source(self) -> str:
        """Where this prompt comes from: ``"network"``, ``"memory"``, ``"disk"`` or ``"fallback"``."""
        return self._source

    def render(
        self, /, placeholders: Optional[Mapping[str, Sequence[Mapping[str, Any]]]] = None, **values: Any
    ) -> Template:
        """Returns the text, or the messages, with these values.

        The service renders, with exactly this version, so that the result fits ``config``. While it is away, prompts
        whose tags are all plain ``{{name}}`` are rendered here if every value is a string; others raise
        ``PromptholdOffline``. Values that do not fit raise ``PromptVariablesError``.
        """
        return self.rendering(values, placeholders).output

    def rendering(
        self,
        values: Mapping[str, Any],
        placeholders: Optional[Mapping[str, Sequence[Mapping[str, Any]]]] = None,
        at: Union[str, datetime, None] = None,
    ) -> Rendering:
        """Like ``render``, with the fingerprint of the result and the versions of all includes.

        ``at``: renders what the label or version of this prompt, and all that it includes, was then. Needs the service.
        """
        given = dict(values)
        if placeholders is not None and self.type == "text" and _declares(self._body, "placeholders"):
            # A text has no placeholders, so this is the variable of that name.
            given["placeholders"] = placeholders
            placeholders = None
        moment = _to_timestamp(at) if isinstance(at, datetime) else at
        return self._client._render(self, given, dict(placeholders or {}), moment)

    def __repr__(self) -> str:
        return f"Prompt(name={self.name!r}, version={self.version}, source={self.source!r})"


def _to_timestamp(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _declares(body: Mapping[str, Any], name: str) -> bool:
    return any(variable.get("name") == name for variable in body["variables"])


def _is_prompt(body: object) -> bool:
    """Whether a response or a snapshot has the fields that a Prompt needs. Others are ignored."""
    if not isinstance(body, dict):
        return False
    template = body.get("content") if body.get("type") == "text" else body.get("messages")
    return (
        isinstance(body.get("name"), str)
        and body.get("type") in ("text", "chat")
        and isinstance(template, str if body["type"] == "text" else list)
        and (isinstance(template, str) or all(isinstance(message, dict) for message in template))
        and isinstance(body.get("version"), int)
        and isinstance(body.get("hash"), str)
        and isinstance(body.get("config"), dict)
        and isinstance(body.get("variables"), list)
        and all(isinstance(variable, dict) for variable in body["variables"])
    )


def _parse_fallback(name: str, fallback: Fallback) -> Dict[str, Any]:
    """Turns a fallback into the body of a prompt; its variables are inferred when they are needed."""
    fields: Mapping[str, Any]
    if isinstance(fallback, str):
        fields = {"content": fallback}
    elif isinstance(fallback, Mapping):
        fields = fallback
    else:
        fields = {"messages": list(fallback)} if isinstance(fallback, Sequence) else {}
    body = {"name": name, "version": 0, "hash": "", "config": fields.get("config", {}), "variables": []}
    if "content" in fields and "messages" not in fields:
        body.update(type="text", content=fields["content"])
    else:
        body.update(type="chat", messages=fields.get("messages"))
    if not _is_prompt(body) or not all(map(_is_template_message, body.get("messages", []))):
        raise _configuration('fallback must be a text, a list of messages, or {"content" or "messages", "config"}')
    return body


# Rendering while the service is away. It covers only what cannot differ from the service's engine.

_ROLES = ("system", "developer", "user", "assistant", "tool")
_NAME_PATTERN = r"[A-Za-z_][A-Za-z0-9_]{0,63}"
_VARIABLE_NAME = re.compile(_NAME_PATTERN)
_TAG = re.compile(r"\{\{([A-Za-z0-9_.\-/#^>@ ]+)\}\}")
_PATH_TAG = re.compile(rf"\.|(?:{_NAME_PATTERN})?(?:\.[A-Za-z0-9_]{{1,64}})+")
_SECTION_TAG = re.compile(rf"[#^/] *({_NAME_PATTERN})")
_ESCAPE = "\\{{"


def _is_message(value: Mapping[str, Any]) -> bool:
    return set(value) == {"role", "content"} and value["role"] in _ROLES and isinstance(value["content"], str)


def _is_template_message(value: Mapping[str, Any]) -> bool:
    return _is_message(value) or (set(value) == {"placeholder"} and isinstance(value["placeholder"], str))


def _size_of(message: Mapping[str, Any]) -> int:
    """Counts like the service: what is more than a text counts as JSON."""
    if _is_message(message):
        return len(message["content"].encode())
    return len(json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode())


def _tags_in(text: str) -> Iterator[str]:
    """Yields what stands between the braces of every tag. All other braces are plain text."""
    for match in _TAG.finditer(text):
        inside = match.group(1).strip(" ")
        patterns = (_VARIABLE_NAME, _SECTION_TAG, _PATH_TAG)
        if inside.startswith(">") or any(pattern.fullmatch(inside) for pattern in patterns):
            yield inside


def _texts_of(body: Mapping[str, Any]) -> List[str]:
    if body["type"] == "text":
        return [body["content"]]
    return [message["content"] for message in body["messages"] if "content" in message]


def _infer_variables(body: Mapping[str, Any]) -> List[Dict[str, Any]]:
    """Infers the variables of a fallback by the rules of the service, in order of first appearance."""
    variables: Dict[str, Dict[str, Any]] = {}
    for text in _texts_of(body):
        for inside in () if _ESCAPE in text else _tags_in(text):
            section = _SECTION_TAG.fullmatch(inside)
            name = section.group(1) if section else inside.split(".")[0]
            if not _VARIABLE_NAME.fullmatch(name):
                continue
            variable = variables.setdefault(name, {"name": name, "type": "string", "required": True})
            if section:
                variable.update(type="json", required=False)
            elif "." in inside:
                variable["type"] = "json"
    return list(variables.values())


def _reason_to_need_engine(body: Mapping[str, Any], values: Mapping[str, Any]) -> Optional[str]:
    """Returns why the service must render this; None if it can be rendered here."""
    for text in _texts_of(body):
        if _ESCAPE in text:
            return "it contains an escaped tag"
        other = next((tag for tag in _tags_in(text) if not _VARIABLE_NAME.fullmatch(tag)), None)
        if other is not None:
            return f"it contains the tag {{{{{other}}}}}"
    for variable in body["variables"]:
        value = values.get(variable["name"])
        if not isinstance(value, str) and not (value is None and _is_optional(variable)):
            return f"the variable {variable['name']} is not given as a string"
    return None


def _is_optional(variable: Mapping[str, Any]) -> bool:
    return variable.get("required") is False and "default" not in variable


def _render_locally(body: Mapping[str, Any], values: Mapping[str, Any], placeholders: Mapping[str, Any]) -> Rendering:
    """Renders a prompt that needs no engine, and refuses what the service would refuse."""
    omitted = [variable["name"] for variable in body["variables"] if values.get(variable["name"]) is None]
    values = {name: value for name, value in values.items() if name not in omitted}
    problems = _problems_of_values(body, values) + _problems_of_placeholders(body, placeholders)
    if problems:
        raise _variables_error(problems)
    # Only optional variables can be omitted here, which render as nothing.
    values = {**values, **dict.fromkeys(omitted, "")}
    rendered: Template
    if body["type"] == "text":
        rendered = _insert(body["content"], values)
        size = len(rendered.encode())
    else:
        rendered = []
        for message in body["messages"]:
            if "placeholder" in message:
                rendered.extend(dict(given) for given in placeholders[message["placeholder"]])
            else:
                rendered.append({"role": message["role"], "content": _insert(message["content"], values)})
        size = sum(map(_size_of, rendered))
    if size > _OUTPUT_BYTES_MAX:
        raise PromptholdError("render_too_large", f"The output of {body['name']} is larger than 1 MiB.")
    # Without includes, the fingerprint is the hash.
    return Rendering(rendered, body["version"], body["hash"], copy.deepcopy(body["config"]), body["hash"], [])


def _insert(text: str, values: Mapping[str, str]) -> str:
    """Replaces plain tags. Values are not parsed again."""

    def value_of(match: re.Match[str]) -> str:
        name = match.group(1).strip(" ")
        return values[name] if _VARIABLE_NAME.fullmatch(name) else match.group(0)

    return _TAG.sub(value_of, text)


def _problems_of_values(body: Mapping[str, Any], values: Mapping[str, Any]) -> List[Dict[str, str]]:
    problems = []
    declared = {variable["name"]: variable for variable in body["variables"]}
    for name, variable in declared.items():
        if name in values and variable.get("type") not in ("string", "json"):
            problems.append({"path": name, "problem": "type"})
        elif name in values and "enum" in variable and values[name] not in variable["enum"]:
            problems.append({"path": name, "problem": "enum"})
    problems.extend({"path": name, "problem": "unknown"} for name in values if name not in declared)
    return problems


def _problems_of_placeholders(body: Mapping[str, Any], given: Mapping[str, Any]) -> List[Dict[str, str]]:
    messages = body["messages"] if body["type"] == "chat" else []
    names = {message["placeholder"]: None for message in messages if "placeholder" in message}
    problems = []
    for name in names:
        if name not in given:
            problems.append({"path": f"placeholders.{name}", "problem": "missing"})
        elif not _is_list(given[name]):
            problems.append({"path": f"placeholders.{name}", "problem": "type"})
        else:
            problems.extend(_problems_of_messages(f"placeholders.{name}", given[name]))
    problems.extend({"path": f"placeholders.{name}", "problem": "unknown"} for name in given if name not in names)
    return problems


def _problems_of_messages(path: str, messages: Sequence[Any]) -> Iterator[Dict[str, str]]:
    """Nothing but the role matters: models have formats of their own."""
    for index, message in enumerate(messages):
        if not isinstance(message, Mapping) or not _is_json(message):
            yield {"path": f"{path}.{index}", "problem": "type"}
        elif not isinstance(message.get("role"), str):
            yield {"path": f"{path}.{index}.role", "problem": "type" if "role" in message else "missing"}
        else:
            inexact = _find_inexact(message, f"{path}.{index}")
            if inexact is not None:
                yield {"path": inexact, "problem": "type", "message": _INEXACT}


_INEXACT = "is an integer beyond 2^53: write it as text"


def _find_inexact(value: Any, path: str) -> Optional[str]:
    """Returns the path of the first integer that other readers of JSON would round."""
    if isinstance(value, (int, float)):
        # From 1e21 on, floats have an exponent in JSON, which nobody takes for exact.
        is_exponential = isinstance(value, float) and abs(value) >= 1e21
        return path if abs(value) >= 2**53 and not is_exponential else None
    members: Iterable[Tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        members = value.items()
    elif isinstance(value, (list, tuple)):
        members = enumerate(value)
    inside = (_find_inexact(member, f"{path}.{key}") for key, member in members)
    return next((found for found in inside if found is not None), None)


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _variables_error(problems: Sequence[Mapping[str, Any]]) -> PromptVariablesError:
    described = "; ".join(
        f"{problem['path']}: {problem.get('message', problem['problem'])}" for problem in problems[:5]
    )
    return PromptVariablesError("variables_invalid", f"The values do not fit: {described}.", details=problems)


def _serialize_values(values: Mapping[str, Any], fields: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps({**fields, "variables": values}, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        wrong = [name for name, value in values.items() if not _is_json(value)]
        problems = [{"path": name, "problem": "type"} for name in wrong or ("placeholders",)]
        raise _variables_error(problems) from None


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


# Cache


class _Entry:
    """A prompt as the service sent it. ``size`` is that of the response.

    One that was read from a snapshot has not been checked in this process.
    """

    __slots__ = ("body", "checked_at", "etag", "is_stale", "size")

    def __init__(self, etag: str, body: Mapping[str, Any], size: int, checked_at: float = -math.inf) -> None:
        self.etag = etag
        self.body = body
        self.size = size
        self.checked_at = checked_at
        self.is_stale = False

    @property
    def source(self) -> str:
        return "disk" if self.checked_at == -math.inf else "memory"


class _Cache:
    """Entries by ``name``, ``name@label`` or ``name@version``; the least recently used are evicted."""

    def __init__(self, entries_max: int = _ENTRIES_MAX, bytes_max: int = _CONTENT_BYTES_MAX) -> None:
        self.entries_max = entries_max
        self.bytes_max = bytes_max
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._bytes = 0

    def get(self, key: str) -> Optional[_Entry]:
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
        return entry

    def set(self, key: str, entry: _Entry) -> None:
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

    def items(self) -> List[Tuple[str, _Entry]]:
        return list(self._entries.items())

    def __len__(self) -> int:
        return len(self._entries)


# Snapshot


class _NewerSnapshot(ValueError):
    """Written by a newer client, which would no longer find its prompts if this one replaced the file."""


class _Snapshot:
    """The file with which a client starts while the service is away.

    It never contains a key, but is signed with one: only clients that have the same key use it.
    """

    def __init__(self, path: str, url: str, keys: _Keys) -> None:
        self._path = path
        self._url = url
        self._keys = keys
        self._rejections = keys.rejections
        self._lock = threading.Lock()
        self._entries: Optional[_Cache] = None
        self._deleted: OrderedDict[str, None] = OrderedDict()
        self._is_dirty = False
        self._is_read_only = False
        self._has_failed = False
        self._written_at = -math.inf
        self._timer: Optional[threading.Timer] = None

    def get(self, key: str) -> Optional[_Entry]:
        with self._lock:
            return self._load().get(key)

    def set(self, key: str, entry: _Entry, rejections: int) -> None:
        """Ignores what was requested before a key was rejected."""
        with self._lock:
            entries = self._load()
            if rejections != self._rejections:
                return
            entries.set(key, entry)
            self._deleted.pop(key, None)
            self._schedule()

    def delete(self, key: str) -> None:
        with self._lock:
            self._deleted[key] = None
            if len(self._deleted) > _ENTRIES_MAX:
                self._deleted.popitem(last=False)
            if self._load().delete(key):
                self._schedule()

    def clear(self, rejected: _Key) -> None:
        """Deletes what was read with this key, also from the file. The file of another key stays."""
        with self._lock:
            self._clear_rejected()
            folder = os.path.dirname(self._path) or "."
            try:
                with _lock_folder(folder):
                    _parse_snapshot(self._read(), self._url, rejected)
                    self._replace(folder, _Cache(), rejected)
            except (OSError, ValueError, RecursionError) as error:
                _log.debug("snapshot %s is left as it is: %s", self._path, error)

    def _clear_rejected(self) -> None:
        if self._rejections != self._keys.rejections:
            self._rejections = self._keys.rejections
            self._entries = None
            self._deleted.clear()
            self._is_dirty = False

    def flush(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._is_dirty:
                self._write()

    def _load(self) -> _Cache:
        """Reads the file once, as soon as there is a key that the service may accept."""
        self._clear_rejected()
        key = self._keys.usable() if self._entries is None else None
        if self._entries is None and key is None:
            return _Cache()
        if self._entries is None and key is not None:
            self._entries = _Cache()
            try:
                self._adopt(self._entries, key)
            except FileNotFoundError:
                pass
            except (OSError, ValueError, RecursionError) as error:
                _log.debug("snapshot %s is ignored: %s", self._path, error)
        return self._entries

    def _read(self) -> str:
        with open(self._path, encoding="utf-8", newline="") as file:
            return file.read()

    def _adopt(self, entries: _Cache, key: _Key) -> None:
        """Adds what only the file has. The limits leave room for all of a larger file."""
        text = self._read()
        try:
            stored = _parse_snapshot(text, self._url, key)
        except _NewerSnapshot:
            self._is_read_only = True
            raise
        unknown = [name for name in stored if entries.get(name) is None and name not in self._deleted]
        entries.entries_max = max(_ENTRIES_MAX, len(stored))
        entries.bytes_max = max(_CONTENT_BYTES_MAX, 2 * len(text))
        for name in unknown:
            etag, body = stored[name]
            entries.set(name, _Entry(etag, body, len(text) // len(stored)))

    def _schedule(self) -> None:
        """Writes now, so that short programs need no close(); at most once a second, so that others stay fast."""
        self._is_dirty = True
        due = self._written_at + _SNAPSHOT_INTERVAL - time.monotonic()
        if due <= 0:
            self._write()
        elif self._timer is None:
            self._timer = threading.Timer(due, self.flush)
            self._timer.daemon = True
            self._timer.start()

    def _write(self) -> None:
        self._is_dirty = False
        self._written_at = time.monotonic()
        entries = self._load()
        key = self._keys.usable()
        # What a rejected key has read is not signed with the next one.
        if key is None or self._rejections != self._keys.rejections:
            return
        folder = os.path.dirname(self._path) or "."
        try:
            os.makedirs(folder, exist_ok=True)
            with _lock_folder(folder):
                # Other processes of the application may share the file, and read other prompts.
                with contextlib.suppress(OSError, ValueError, RecursionError):
                    self._adopt(entries, key)
                if not self._is_read_only:
                    self._replace(folder, entries, key)
        except (OSError, ValueError) as error:
            if not self._has_failed:
                _log.debug("snapshot %s cannot be written: %s", self._path, error)
            self._has_failed = True

    def _replace(self, folder: str, entries: _Cache, key: _Key) -> None:
        # Readable by its owner only.
        descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".prompthold-", suffix=".tmp")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(_sign(self._serialize(entries), key))
            os.replace(temporary, self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(temporary)
            raise

    def _serialize(self, cache: _Cache) -> str:
        entries = {key: {"etag": entry.etag, "prompt": entry.body} for key, entry in cache.items()}
        document = {
            "format": _SNAPSHOT_FORMAT,
            "version": _SNAPSHOT_VERSION,
            "url": self._url,
            "savedAt": _to_timestamp(datetime.now(timezone.utc)),
            "entries": dict(sorted(entries.items())),
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


@contextlib.contextmanager
def _lock_folder(folder: str) -> Iterator[None]:
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


def _sign(text: str, key: _Key) -> str:
    """Returns the snapshot with its signature as its first field, as all clients write it."""
    return f'{{"mac":"{_compute_mac(text, key)}",{text[1:]}'


def _is_signed(text: str, key: _Key) -> bool:
    match = _SIGNATURE.match(text)
    return match is not None and hmac.compare_digest(match.group(1), _compute_mac("{" + text[match.end() :], key))


def _compute_mac(text: str, key: _Key) -> str:
    signing_key = hmac.new(key.reveal().encode(), _SNAPSHOT_KEY_PURPOSE, hashlib.sha256).digest()
    return hmac.new(signing_key, text.encode(), hashlib.sha256).hexdigest()


def _parse_snapshot(text: str, url: str, key: _Key) -> Dict[str, Tuple[str, Dict[str, Any]]]:
    """Returns the entries, or raises ValueError with the reason to ignore all of them."""
    document = _parse_json(text)
    if not isinstance(document, dict) or document.get("format") != _SNAPSHOT_FORMAT:
        raise ValueError("it is not a snapshot")
    version = document.get("version")
    if isinstance(version, int) and version > _SNAPSHOT_VERSION:
        raise _NewerSnapshot(f"it has version {version}, which a newer client wrote")
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
        if _is_prompt(entry.get("prompt")):
            parsed[name] = (entry["etag"], entry["prompt"])
    return parsed


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def _parse_json(text: Union[str, bytes]) -> Any:
    return json.loads(text, parse_constant=_refuse_constant)


# Key


class _Key:
    """Cannot be printed by accident."""

    __slots__ = ("_text",)

    def __init__(self, text: object) -> None:
        if not isinstance(text, str) or not _KEY.fullmatch(text):
            raise _configuration("The key must be ph_ followed by 64 of 0-9 and a-f.")
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other._text == self._text

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "_Key('ph_…')"


class _Keys:
    """The current key. Its source is asked once, and again whenever the service refuses the key."""

    def __init__(self, source: Optional[KeySource]) -> None:
        self._lock = threading.Lock()
        self._current: Optional[_Key] = None
        self._rejected: List[_Key] = []
        # A response to a request that began before the last rejection may belong to a dead key.
        self.rejections = 0
        self._read: Callable[[], object]
        if source is None:
            self._read = _read_key_of_environment
            if os.environ.get("PROMPTHOLD_KEY"):
                _Key(os.environ["PROMPTHOLD_KEY"])
            elif not os.environ.get("PROMPTHOLD_KEY_FILE"):
                raise _configuration("No key: pass key, or set PROMPTHOLD_KEY or PROMPTHOLD_KEY_FILE.")
        elif callable(source):
            self._read = source
        else:
            key = _Key(source)
            self._read = key.reveal

    def current(self) -> _Key:
        with self._lock:
            if self._current is None:
                self._current = self._load()
            return self._current

    def usable(self) -> Optional[_Key]:
        """Returns the current key; None if it is rejected or cannot be read."""
        try:
            key = self.current()
        except PromptholdError:
            return None
        return None if key in self._rejected else key

    def reject(self, key: _Key) -> bool:
        """Returns False if the key was rejected before."""
        with self._lock:
            if key in self._rejected:
                return False
            self._rejected.append(key)
            self.rejections += 1
            return True

    def accept(self, key: _Key, rejections: int) -> None:
        """The service accepted the key in a request that began after so many rejections."""
        if key in self._rejected:
            with self._lock:
                if rejections == self.rejections and key in self._rejected:
                    self._rejected.remove(key)

    def renew(self, refused: _Key) -> bool:
        """Asks for the key again. Returns whether there is another one than that which was refused."""
        with self._lock:
            if self._current == refused:
                try:
                    self._current = self._load()
                except PromptholdError as error:
                    _log.debug("%s", error)
            return self._current != refused

    def _load(self) -> _Key:
        try:
            key = self._read()
            return _Key(key.strip() if isinstance(key, str) else key)
        except PromptholdError:
            raise
        except Exception as error:
            raise _configuration(f"The key cannot be read ({type(error).__name__}).") from error


def _read_key_of_environment() -> str:
    key = os.environ.get("PROMPTHOLD_KEY")
    if key:
        return key
    with open(os.environ.get("PROMPTHOLD_KEY_FILE", ""), encoding="utf-8") as file:
        return file.read()


# HTTP


class _TotalTimeout:
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


class _IdleTimeout:
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


_Timeout = Union[_TotalTimeout, _IdleTimeout]


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, timeout: _Timeout) -> None:
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
    def __init__(self, connected: socket.socket, *args: Any, timeout: _Timeout, **options: Any) -> None:
        super().__init__(connected, *args, **options)
        self.fp.close()
        self.fp = io.BufferedReader(_TimedReader(connected, timeout))


class _HttpConnection(http.client.HTTPConnection):
    limit: _Timeout

    def connect(self) -> None:
        self.timeout = self.limit.next_timeout()
        super().connect()
        self.limit.attach(self.sock)


class _HttpsConnection(http.client.HTTPSConnection, _HttpConnection):
    def connect(self) -> None:
        super().connect()
        self.limit.attach(self.sock)


class _Request(urllib.request.Request):
    limit: _Timeout


class _HttpHandler(urllib.request.AbstractHTTPHandler):
    """Opens connections that obey the timeout of their request."""

    def __init__(self) -> None:
        super().__init__()
        self._tls: Optional[ssl.SSLContext] = None

    def http_open(self, request: _Request) -> http.client.HTTPResponse:
        return self.do_open(self._connect_with(_HttpConnection, request), request)

    def https_open(self, request: _Request) -> http.client.HTTPResponse:
        if self._tls is None:
            # Created once, because it reads the certificates of all authorities.
            context = ssl.create_default_context()
            context.set_alpn_protocols(["http/1.1"])
            self._tls = context
        return self.do_open(self._connect_with(_HttpsConnection, request), request, context=self._tls)

    http_request = urllib.request.AbstractHTTPHandler.do_request_
    https_request = urllib.request.AbstractHTTPHandler.do_request_

    def _connect_with(self, connection_class: Type[_HttpConnection], request: _Request) -> Any:
        def connect(host: str, **options: Any) -> _HttpConnection:
            connection = connection_class(host, **options)
            connection.limit = request.limit
            connection.response_class = functools.partial(  # type: ignore[assignment]
                _TimedResponse, timeout=request.limit
            )
            return connection

        return connect


class _Response(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes
    # How many keys had been rejected when the request began.
    rejections: int = 0

    def json(self) -> Optional[Dict[str, Any]]:
        """The parsed body; None if it is not a JSON object."""
        try:
            parsed = _parse_json(self.body)
        except (ValueError, RecursionError):
            return None
        return parsed if isinstance(parsed, dict) else None


class _Http:
    """Sends requests to one service, and to no other: redirects are responses like any other."""

    def __init__(self, url: str, client_name: Optional[str]) -> None:
        self._url = url
        self._headers = {"User-Agent": _USER_AGENT}
        if client_name:
            self._headers["X-Client-Name"] = client_name
        self._opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.ProxyHandler(), _HttpHandler()):
            self._opener.add_handler(handler)

    def open(
        self,
        method: str,
        path: str,
        key: _Key,
        limit: _Timeout,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
    ) -> http.client.HTTPResponse:
        """Returns a response of any status; raises Unavailable if there is none."""
        all_headers = {**self._headers, **headers, "Authorization": f"Bearer {key.reveal()}"}
        request = _Request(self._url + path, data=body, headers=all_headers, method=method)
        request.limit = limit
        try:
            return cast(http.client.HTTPResponse, self._opener.open(request, timeout=limit.next_timeout()))
        except (OSError, http.client.HTTPException) as error:
            raise self.failure(error) from None

    def send(
        self,
        method: str,
        path: str,
        key: _Key,
        limit: _TotalTimeout,
        headers: Mapping[str, str],
        body: Optional[bytes] = None,
    ) -> _Response:
        """Returns the whole response; raises Unavailable for 429, 5xx, and what Prompthold does not send."""
        try:
            with self.open(method, path, key, limit, headers, body) as opened:
                content = opened.read(_RESPONSE_BYTES_MAX + 1)
                if opened.length and len(content) <= _RESPONSE_BYTES_MAX:
                    raise http.client.IncompleteRead(content, opened.length)
                response = _Response(opened.status, opened.headers, content)
        except (OSError, http.client.HTTPException) as error:
            raise self.failure(error) from None
        if response.status == 429 or response.status >= 500:
            raise self.outage(response)
        problem = _find_deviation(response)
        if problem is not None:
            raise Unavailable("unexpected_response", f"{self._url} returned {problem}.", status=response.status)
        return response

    def failure(self, error: Exception) -> Unavailable:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, (socket.timeout, TimeoutError)):
            return Unavailable("timeout", f"{self._url} did not respond in time.")
        return Unavailable("unreachable", f"{self._url} cannot be reached: {reason or type(error).__name__}.")

    def outage(self, response: _Response) -> Unavailable:
        error = _to_error(Unavailable, response)
        error.retry_after = _read_retry_after(response.headers)
        return error


def _find_deviation(response: _Response) -> Optional[str]:
    """Describes what Prompthold never returns. A proxy that has no service behind it does, for example."""
    status, body = response.status, response.json()
    if len(response.body) > _RESPONSE_BYTES_MAX:
        return "a response that is too large"
    if 300 <= status < 400 and status != 304:
        return "a redirect, which is refused so that the key reaches no other host"
    is_ours = status in (304, 401) or (body is not None and (status == 404 or "data" in body or "code" in body))
    return None if is_ours else f"a response with status {status} that is not Prompthold's"


def _read_retry_after(headers: http.client.HTTPMessage) -> Optional[float]:
    text = headers.get("Retry-After") or ""
    return float(min(int(text), _RETRY_AFTER_MAX)) if re.fullmatch(r"[0-9]{1,9}", text) else None


_ErrorType = TypeVar("_ErrorType", bound=PromptholdError)


def _to_error(error_class: Type[_ErrorType], response: _Response) -> _ErrorType:
    """The error that a response describes, with the sentence of the service."""
    body = response.json() or {}
    code = body.get("code") or http.client.responses.get(response.status, "error").lower().replace(" ", "_")
    details = body.get("details")
    return error_class(
        str(code),
        str(body.get("error") or f"The service returned {response.status}."),
        status=response.status,
        request_id=body.get("requestId") or response.headers.get("X-Request-Id"),
        details=[detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else (),
    )


def _raise_rejection(response: _Response) -> NoReturn:
    """Raises what a status of 4xx means."""
    if response.status == 401:
        raise _to_error(Unauthorized, response)
    code = (response.json() or {}).get("code", "prompt_not_found" if response.status == 404 else None)
    if response.status == 404 and code in _NOT_FOUND_CODES:
        raise _to_error(PromptNotFound, response)
    raise _to_error(PromptVariablesError if code == "variables_invalid" else PromptholdError, response)


# Client


class _Selection(NamedTuple):
    name: str
    label: Optional[str]
    version: Optional[int]

    @property
    def key(self) -> str:
        """As in snapshots."""
        selector = self.label if self.version is None else self.version
        return self.name if selector is None else f"{self.name}@{selector}"

    @property
    def fields(self) -> Dict[str, Any]:
        """As in requests."""
        fields = {"label": self.label, "version": self.version}
        return {name: value for name, value in fields.items() if value is not None}

    @property
    def path(self) -> str:
        text = "?" + urllib.parse.urlencode(self.fields) if self.fields else ""
        return f"/api/prompts/{urllib.parse.quote(self.name, safe='')}{text}"


class _Fetch:
    """A request that is under way, for all threads that want its result."""

    def __init__(self, selection: _Selection) -> None:
        self.selection = selection
        self.started_at = time.monotonic()
        self.done = threading.Event()
        # Whether the prompt has changed since the request was sent.
        self.is_outdated = False
        self.result: Optional[Tuple[Mapping[str, Any], str]] = None
        self.error: Optional[BaseException] = None

    def join(self) -> Optional[Tuple[Mapping[str, Any], str]]:
        """Returns None if the thread that sent the request was interrupted."""
        self.done.wait()
        if isinstance(self.error, Exception):
            # A copy, because threads that raise one and the same exception would share its traceback.
            raise copy.copy(self.error)
        return self.result


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
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[KeySource] = None,
        label: Optional[str] = None,
        timeout: float = 2.0,
        max_age: float = 30.0,
        snapshot: Union[str, os.PathLike[str], bool, None] = None,
        name: Optional[str] = None,
    ) -> None:
        self._url = _parse_url(os.environ.get("PROMPTHOLD_URL") or _DEFAULT_URL if url is None else url)
        self._label = _check_label(label)
        if not _is_number(timeout) or not _TIMEOUT_MIN <= timeout <= _TIMEOUT_MAX:
            raise _configuration("timeout must be 0.1 to 60 seconds.")
        if not _is_number(max_age) or not max_age >= 0:
            raise _configuration("max_age must be a number of seconds, 0 or more.")
        self._timeout = timeout
        self._max_age = max_age
        self._keys = _Keys(key)
        self._http = _Http(self._url, _to_client_name(name))
        if snapshot is None:
            snapshot = os.environ.get("PROMPTHOLD_SNAPSHOT") or False
        elif snapshot is True or snapshot == "":
            raise _configuration("snapshot must be a path or False.")
        self._snapshot: Optional[_Snapshot] = None
        if snapshot:
            self._snapshot = _Snapshot(os.fspath(cast(str, snapshot)), self._url, self._keys)
        # Guards everything below. Never held during a request.
        self._lock = threading.Lock()
        self._cache = _Cache()
        self._fetches: Dict[str, _Fetch] = {}
        self._paused_until = -math.inf
        self._stream: Optional[_Stream] = None
        self._closing = threading.Event()

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
        selection = self._select(name, label, version)
        reserve = None if fallback is None else _parse_fallback(name, fallback)
        try:
            body, source = self._find(selection)
        except (PromptNotFound, Unavailable) as error:
            if reserve is None:
                raise
            _log.debug("%s: fallback, because: %s", selection.key, error)
            body, source = {**reserve, "variables": _infer_variables(reserve)}, "fallback"
        return Prompt(self, selection, body, source)

    def watch(self) -> None:
        """Follows the changes of the account in a daemon thread: a changed prompt is read again by the next ``get``.

        ``max_age`` still applies. In programs that fork, call it after the fork.
        """
        with self._lock:
            self._check_open()
            if self._stream is None:
                self._stream = _Stream(self)
                self._stream.start()

    def close(self) -> None:
        """Ends ``watch`` and writes the snapshot. May be called twice."""
        with self._lock:
            self._closing.set()
            stream = self._stream
        if stream is not None:
            stream.stop()
        if self._snapshot is not None:
            self._snapshot.flush()

    def __enter__(self) -> Prompthold:
        return self

    def __exit__(
        self,
        error_type: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Prompthold(url={self._url!r}, label={self._label!r})"

    def _select(self, name: str, label: Optional[str], version: Optional[int]) -> _Selection:
        if not isinstance(name, str) or not _PROMPT_NAME.fullmatch(name):
            raise PromptNotFound(
                "prompt_not_found",
                f"{name!r} is not the name of a prompt. A label or version is an argument of its own.",
            )
        if label is not None and version is not None:
            raise _configuration("Pass label or version, not both.")
        if version is not None:
            if not isinstance(version, int) or isinstance(version, bool) or version < 1:
                raise _configuration("version must be a number from 1.")
            return _Selection(name, None, version)
        return _Selection(name, _check_label(label) or self._label, None)

    def _check_open(self) -> None:
        if self._closing.is_set():
            raise PromptholdError("closed", "This client is closed.")

    # Reading

    def _find(self, selection: _Selection) -> Tuple[Mapping[str, Any], str]:
        """From memory if it is current, else from the network: one request for all threads that ask meanwhile."""
        asked_at = time.monotonic()
        while True:
            with self._lock:
                self._check_open()
                entry = self._cache.get(selection.key)
                if entry is not None and self._is_current(entry, selection):
                    return entry.body, entry.source
                fetch = self._fetches.get(selection.key)
                if fetch is None:
                    own = self._fetches[selection.key] = _Fetch(selection)
                    break
                # Without max_age, the service is asked after the call: an earlier request may miss a change.
                is_recent = self._max_age > 0 or fetch.started_at >= asked_at
                is_useful = is_recent and not fetch.is_outdated
            if not is_useful:
                fetch.done.wait()
                continue
            result = fetch.join()
            if result is not None:
                return result
        return self._run(own)

    def _is_current(self, entry: _Entry, selection: _Selection) -> bool:
        if entry.is_stale or self._max_age == 0:
            return False
        # Versions do not change.
        return selection.version is not None or time.monotonic() - entry.checked_at < self._max_age

    def _run(self, fetch: _Fetch) -> Tuple[Mapping[str, Any], str]:
        try:
            fetch.result = self._fetch(fetch)
            return fetch.result
        except BaseException as error:
            fetch.error = error
            raise
        finally:
            with self._lock:
                del self._fetches[fetch.selection.key]
            fetch.done.set()

    def _fetch(self, fetch: _Fetch) -> Tuple[Mapping[str, Any], str]:
        key = fetch.selection.key
        rejections = self._keys.rejections
        with self._lock:
            cached = self._cache.get(key)
            is_paused = time.monotonic() < self._paused_until
        stored = cached or (self._snapshot.get(key) if self._snapshot is not None else None)
        if stored is not None and is_paused:
            return stored.body, stored.source
        try:
            return self._ask(fetch, stored, may_retry=cached is None), "network"
        except PromptNotFound:
            with self._lock:
                self._cache.delete(key)
            if self._snapshot is not None:
                self._snapshot.delete(key)
            raise
        except PromptholdError as error:
            # A key that cannot be read is an outage. A rejected one is not: what it has read is not served any more.
            if stored is None or isinstance(error, Unauthorized) or rejections != self._keys.rejections:
                raise
            _log.debug("%s: stale, because: %s", key, error)
            if cached is None:
                # From now on, a failed request is not tried again before this is served.
                with self._lock:
                    if rejections == self._keys.rejections:
                        self._cache.set(key, stored)
            return stored.body, stored.source

    def _ask(self, fetch: _Fetch, stored: Optional[_Entry], may_retry: bool) -> Mapping[str, Any]:
        """Reads the prompt from the service, and stores it."""
        selection = fetch.selection
        headers = {"If-None-Match": stored.etag} if stored is not None and stored.etag else {}
        sent_at = time.monotonic()
        response = self._request("GET", selection.path, headers, may_retry=may_retry)
        if response.status == 304 and stored is not None:
            entry = _Entry(stored.etag, stored.body, stored.size, sent_at)
        elif response.status == 200:
            body = (response.json() or {}).get("data")
            if not isinstance(body, dict) or not _is_prompt(body):
                raise Unavailable("unexpected_response", f"{self._url} returned what is no prompt.", status=200)
            entry = _Entry(response.headers.get("ETag") or "", body, len(response.body), sent_at)
        else:
            _raise_rejection(response)
        with self._lock:
            entry.is_stale = fetch.is_outdated
            if response.rejections == self._keys.rejections:
                self._cache.set(selection.key, entry)
        if self._snapshot is not None and response.status == 200:
            self._snapshot.set(selection.key, entry, response.rejections)
        return entry.body

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes] = None, may_retry: bool = False
    ) -> _Response:
        """Sends a request within the timeout: once more after an outage if that is allowed, and with another key."""
        limit = _TotalTimeout(self._timeout)
        has_renewed = False
        failed_for = 0.0
        while True:
            rejections = self._keys.rejections
            key = self._keys.current()
            sent_at = time.monotonic()
            try:
                response = self._http.send(method, path, key, limit, headers, body)
            except Unavailable as error:
                failed_for += time.monotonic() - sent_at
                delay = _RETRY_SECONDS if error.retry_after is None else error.retry_after
                if may_retry and error.code != "unexpected_response" and delay < limit.left():
                    may_retry = False
                    self._closing.wait(delay)
                    continue
                self._pause(failed_for, error.retry_after or 0)
                raise
            with self._lock:
                self._paused_until = -math.inf
            if response.status == 401:
                self._reject(key)
            elif response.status < 400:
                self._keys.accept(key, rejections)
            if response.status == 401 and not has_renewed and self._keys.renew(key):
                has_renewed = True
                # Asking for the key may have taken a while.
                limit = _TotalTimeout(self._timeout)
                continue
            return response._replace(rejections=rejections)

    def _reject(self, key: _Key) -> None:
        """Deletes what is cached: the service does not accept the key with which it was read."""
        if self._keys.reject(key):
            with self._lock:
                self._cache.clear()
            if self._snapshot is not None:
                self._snapshot.clear(key)

    def _pause(self, failed_for: float, retry_after: float) -> None:
        pause = min(self._max_age, max(failed_for * _PAUSE_FACTOR, retry_after))
        with self._lock:
            self._paused_until = time.monotonic() + pause

    # Rendering

    def _render(
        self, prompt: Prompt, values: Dict[str, Any], placeholders: Dict[str, Any], at: Optional[str]
    ) -> Rendering:
        body = prompt._body
        engine_reason = _reason_to_need_engine(body, values) if at is None else "only the service knows the past"
        if prompt.source == "fallback":
            if engine_reason is None:
                return _render_locally(body, values, placeholders)
            raise PromptholdOffline(
                "offline", f"The fallback of {prompt.name} cannot be rendered without the service: {engine_reason}."
            )
        with self._lock:
            self._check_open()
            is_paused = time.monotonic() < self._paused_until
        if is_paused and engine_reason is None:
            return _render_locally(body, values, placeholders)
        try:
            return self._render_remotely(prompt, values, placeholders, at, may_retry=engine_reason is not None)
        except Unavailable as error:
            if engine_reason is None:
                _log.debug("%s: rendered here, because: %s", prompt.name, error)
                return _render_locally(body, values, placeholders)
            message = f"{prompt.name} cannot be rendered without the service: {engine_reason}. {error}"
            raise PromptholdOffline("offline", message, status=error.status) from error

    def _render_remotely(
        self,
        prompt: Prompt,
        values: Dict[str, Any],
        placeholders: Dict[str, Any],
        at: Optional[str],
        may_retry: bool,
    ) -> Rendering:
        def send(selected: Mapping[str, Any]) -> _Response:
            fields = {**selected, "placeholders": placeholders} if placeholders else selected
            sent = _serialize_values(values, fields)
            # By id: since it was read, the prompt may have been renamed, and its name given to another one.
            reference = urllib.parse.quote(str(prompt._body.get("id") or prompt.name), safe="")
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            return self._request("POST", f"/api/prompts/{reference}/render", headers, sent, may_retry)

        lock = _lock_of(prompt._body)
        if at is not None:
            response = send({**prompt._selection.fields, "at": at})
        elif lock is None:
            response = send({"version": prompt.version})
        else:
            # Only the label has the lock. If it has moved since, it is asked for what it was when it was read.
            label, fingerprint = lock
            response = send({"label": label})
            if _fingerprint_of(response) != fingerprint and response.status != 401:
                response = send({"label": label, "at": prompt._body.get("updatedAt")})
                if response.status == 200:
                    self._mark_stale(str(prompt._body.get("id")), prompt.name)
                    if _fingerprint_of(response) != fingerprint:
                        raise PromptholdError(
                            "outdated", f"{prompt.name} has changed since it was read, more than once. Get it again."
                        )
        if response.status != 200:
            if response.status == 404:
                self._mark_stale(str(prompt._body.get("id")), prompt.name, is_deleted=True)
            _raise_rejection(response)
        return self._parse_rendering(prompt, response)

    def _parse_rendering(self, prompt: Prompt, response: _Response) -> Rendering:
        data = (response.json() or {}).get("data")
        rendered = data.get("text" if prompt.type == "text" else "messages") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(rendered, str if prompt.type == "text" else list):
            raise Unavailable("unexpected_response", f"{self._url} returned what is no rendering.", status=200)
        version, config = data.get("version", prompt.version), data.get("config", {})
        fingerprint, includes = data.get("fingerprint", ""), data.get("includes", [])
        return Rendering(cast(Template, rendered), version, data.get("hash", ""), config, fingerprint, includes)

    # Changes

    def _mark_stale(self, *references: str, is_deleted: bool = False) -> None:
        """Lets the next ``get`` ask for these prompts, by names or ids; without any, for all."""
        with self._lock:
            for key, entry in self._cache.items():
                name, _, selector = key.partition("@")
                if references and name not in references and entry.body.get("id") not in references:
                    continue
                # Versions do not change. They only disappear with their prompt.
                if is_deleted or not references or not selector.isdigit():
                    entry.is_stale = True
            for fetch in self._fetches.values():
                if not references or fetch.selection.name in references:
                    fetch.is_outdated = True


def _lock_of(body: Mapping[str, Any]) -> Optional[Tuple[str, str]]:
    """The label that the prompt was read by and the fingerprint of its lock; None if it has no lock."""
    resolved = body.get("resolved")
    lock = resolved.get("lock") if isinstance(resolved, dict) else None
    if not isinstance(resolved, dict) or not isinstance(lock, dict):
        return None
    return str(resolved.get("label")), str(lock.get("fingerprint"))


def _fingerprint_of(response: _Response) -> Optional[str]:
    data = (response.json() or {}).get("data")
    return data.get("fingerprint") if isinstance(data, dict) else None


def _parse_url(url: object) -> str:
    """As ``URL.href`` of browsers without slashes at its end, so that all clients write the same URL into snapshots."""
    if not isinstance(url, str):
        raise _configuration("url must be a text.")
    try:
        parts = urllib.parse.urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _configuration("url is malformed.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise _configuration("url must begin with http:// or https:// and name a host.")
    if "@" in parts.netloc or "?" in url or "#" in url:
        raise _configuration("url must have no credentials, query or fragment.")
    if re.search(r"[\s\\<>\x00-\x20\x7f]", parts.netloc + parts.path):
        raise _configuration("url is malformed.")
    try:
        host = f"[{host}]" if ":" in host else host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise _configuration("url is malformed.") from None
    suffix = "" if port is None or port == {"http": 80, "https": 443}[parts.scheme] else f":{port}"
    path = urllib.parse.quote(parts.path, safe="/%:@!$&'()*+,;=~-._").rstrip("/")
    return f"{parts.scheme}://{host}{suffix}{path}"


def _check_label(label: Optional[str]) -> Optional[str]:
    if label is not None and not (isinstance(label, str) and _LABEL.fullmatch(label)):
        raise _configuration("label must be a lowercase letter followed by up to 35 of a-z, 0-9, . _ -")
    return label


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _to_client_name(name: Optional[str]) -> Optional[str]:
    """As the service would store it, so that it fits into a header."""
    return None if name is None else re.sub(r"[^A-Za-z0-9._/@:+-]", "-", str(name).strip())[:_CLIENT_NAME_MAX]


# Stream


class _Event(NamedTuple):
    type: str
    id: str
    data: str


class _Stream:
    """The thread behind ``watch``: marks entries stale as events arrive, and connects again whenever it is cut off."""

    def __init__(self, client: Prompthold) -> None:
        self._client = client
        self._last_id: Optional[str] = None
        self._delay = _RECONNECT_MIN
        self._limit: Optional[_IdleTimeout] = None
        self._thread = threading.Thread(target=self._run, name="prompthold-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        limit = self._limit
        if limit is not None:
            limit.abort()
        if self._thread is not threading.current_thread():
            self._thread.join(1)

    def _run(self) -> None:
        closing = self._client._closing
        while not closing.is_set():
            try:
                pause = self._connect()
            except PromptholdError as error:
                _log.debug("stream: %s", error)
                pause = _RECONNECT_MAX if error.code == "configuration" else self._next_delay()
            except (OSError, http.client.HTTPException, ValueError) as error:
                _log.debug("stream ended: %s", error)
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
        client = self._client
        key = client._keys.current()
        self._limit = limit = _IdleTimeout(_STREAM_IDLE_SECONDS)
        if client._closing.is_set():
            return None
        headers = {"Accept": "text/event-stream"}
        if self._last_id is not None:
            headers["Last-Event-ID"] = self._last_id
        with client._http.open("GET", "/api/events", key, limit, headers) as opened:
            if opened.status == 200:
                for event in _read_events(opened):
                    self._handle(event)
                return self._next_delay()
            refusal = _Response(opened.status, opened.headers, opened.read(_RESPONSE_BYTES_MAX))
        _log.debug("stream refused with %d", refusal.status)
        if refusal.status == 401:
            client._reject(key)
            return 0 if client._keys.renew(key) else _RECONNECT_MAX
        if refusal.status == 404 and (refusal.json() or {}).get("code") == "not_found":
            # An older service without streams: max_age remains.
            return None
        return _read_retry_after(refusal.headers) or self._next_delay()

    def _handle(self, event: _Event) -> None:
        client = self._client
        if event.type in ("hello", "reset"):
            # Before hello, and where events are gone, changes may have been missed.
            self._delay = _RECONNECT_MIN
            with client._lock:
                client._paused_until = -math.inf
            client._mark_stale()
            _log.debug("stream: %s", event.type)
        elif event.type == "protection.changed":
            # Labels of any prompt may have been locked or unlocked.
            client._mark_stale()
        elif event.type in _PROMPT_EVENTS:
            data = _data_of(event)
            references = [str(data[field]) for field in ("promptId", "name", "previousName") if field in data]
            # Without a name, as a newer service might send it, anything may have changed.
            client._mark_stale(*references, is_deleted=event.type == "prompt.deleted" or "previousName" in data)
        self._last_id = event.id or self._last_id


def _data_of(event: _Event) -> Dict[str, Any]:
    try:
        parsed = _parse_json(event.data)
    except (ValueError, RecursionError):
        return {}
    data = parsed.get("data") if isinstance(parsed, dict) else None
    return data if isinstance(data, dict) else {}


def _read_events(stream: http.client.HTTPResponse) -> Iterator[_Event]:
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
            yield _Event(fields.get("event", "message"), fields.get("id", ""), fields.get("data", ""))
        fields = {}
        size = 0
