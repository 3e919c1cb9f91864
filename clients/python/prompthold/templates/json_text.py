"""JSON as JavaScript reads and writes it, so that a rendering equals that of the service byte by byte."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Iterable, List, Mapping, Optional, Tuple

JSON_DEPTH_MAX = 32
SAFE_INTEGER_MAX = 2**53 - 1

_SURROGATE = re.compile("[\ud800-\udfff]")
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_INDEX_MAX = 2**32 - 2
_EXPONENT_FROM = 1e21


def to_json(value: object) -> object:
    """The value as it would arrive at the service. What JSON cannot represent stays as it is, and is reported."""
    if value is None or isinstance(value, (str, int, float)) or is_bounded(value):
        return value
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return value


def is_bounded(root: object) -> bool:
    """Whether it is a JSON value of bounded depth. Needs no recursion, which it makes safe elsewhere."""
    pending = [(root, 0)]
    while pending:
        value, depth = pending.pop()
        if value is None or isinstance(value, (str, int)) or (isinstance(value, float) and math.isfinite(value)):
            continue
        if depth == JSON_DEPTH_MAX:
            return False
        if type(value) is dict and all(isinstance(key, str) for key in value):
            pending.extend((member, depth + 1) for member in value.values())
        elif type(value) is list:
            pending.extend((member, depth + 1) for member in value)
        else:
            return False
    return True


def find_inexact(value: object) -> Optional[str]:
    """The path, after the value itself, of the first integer that other readers of JSON round; ``""`` is the value."""
    if isinstance(value, (int, float)):
        return "" if _is_inexact(value) else None
    members: Iterable[Tuple[object, object]] = ()
    if isinstance(value, dict):
        members = ((key, value[key]) for key in own_keys(value))
    elif isinstance(value, list):
        members = enumerate(value)
    for key, member in members:
        inside = find_inexact(member)
        if inside is not None:
            return f".{key}{inside}"
    return None


def _is_inexact(number: float) -> bool:
    # JavaScript writes larger numbers with an exponent, so that they are no integers.
    is_integer = isinstance(number, int) or (number.is_integer() and abs(number) < _EXPONENT_FROM)
    return is_integer and abs(number) > SAFE_INTEGER_MAX


def stringify(value: Any) -> str:
    """As ``JSON.stringify`` writes it."""
    return _write(value, own_keys)


def canonical(value: Any) -> str:
    """As RFC 8785 defines it: equal values have equal texts, whatever the order of their keys."""
    return _write(value, lambda members: sorted(members, key=_units))


def own_keys(members: Mapping[str, object]) -> List[str]:
    """The keys in the order of JavaScript: array indexes first, by their number."""
    indexes = [key for key in members if _INDEX.fullmatch(key) and int(key) <= _INDEX_MAX]
    if not indexes:
        return list(members)
    return sorted(indexes, key=int) + [key for key in members if key not in set(indexes)]


def utf8_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _units(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def _write(value: Any, order: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, (int, float)):
        return _format_number(value)
    if isinstance(value, list):
        return f"[{','.join(_write(item, order) for item in value)}]"
    members = (f"{_quote(key)}:{_write(value[key], order)}" for key in order(value))
    return f"{{{','.join(members)}}}"


def _quote(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)


def _format_number(number: float) -> str:
    """As ``String(number)`` of JavaScript: Python has another notation for large and small numbers."""
    if isinstance(number, int) and abs(number) <= SAFE_INTEGER_MAX:
        return int.__repr__(number)
    number = float(number)
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = float.__repr__(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + ("" if fraction == "0" else fraction)).lstrip("0")
    # The number is 0.digits times 10 to the power of point.
    point = len(whole) + int(exponent or 0)
    if whole == "0":
        point = len(digits) - len(fraction)
    digits = digits.rstrip("0") or "0"
    return sign + _place_point(digits, point)


def _place_point(digits: str, point: int) -> str:
    if 0 < point <= 21:
        if len(digits) <= point:
            return digits.ljust(point, "0")
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    power = point - 1
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{'+' if power > 0 else '-'}{abs(power)}"
