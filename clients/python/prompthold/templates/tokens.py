"""Splits a text into tags and the plain text between them."""

from __future__ import annotations

import re
from typing import Iterator, NamedTuple, Optional, Tuple, Union

from .names import IncludeTarget, is_variable_name, parse_include_target


class Text(NamedTuple):
    """``text`` is the output: without the backslashes that escape a tag."""

    text: str


class Variable(NamedTuple):
    name: str
    members: Tuple[str, ...]


class Item(NamedTuple):
    """The element of the list that a section repeats for, or a member of it."""

    members: Tuple[str, ...]


class Open(NamedTuple):
    name: str
    inverted: bool
    offset: int


class Close(NamedTuple):
    name: str
    offset: int


class Include(NamedTuple):
    target: IncludeTarget


Token = Union[Text, Variable, Item, Open, Close, Include]

_BACKSLASH = "\\"
# Excludes braces, so that no two attempts to read a tag read the same characters.
_TAG = re.compile(r"\{\{([A-Za-z0-9_.\-/#^>@ ]+)\}\}")
_MEMBER = re.compile(r"[A-Za-z0-9_]{1,64}")


def tokenize(text: str) -> Iterator[Token]:
    """Never fails: what is not exactly a tag is text.

    A tag begins at the last two of several opening braces and ends at the first two of several closing ones.
    Backslashes are special only directly before two opening braces: each pair is one backslash, and an odd one makes
    the braces text.
    """
    done = 0
    opening = text.find("{{")
    while opening != -1:
        backslashes = _count_backslashes_before(text, opening, done)
        is_escaped = backslashes % 2 == 1
        found = None if is_escaped else _read_tag(text, opening)
        if found is None and backslashes == 0:
            opening = text.find("{{", opening + 1)
            continue
        # Both escaped braces are consumed; if not escaped, the second brace may still begin a tag.
        start = opening if found else opening + (2 if is_escaped else 1)
        if start > done:
            yield Text(text[done : opening - backslashes] + _BACKSLASH * (backslashes >> 1) + text[opening:start])
        done = start
        if found:
            tag, done = found
            yield tag
        opening = text.find("{{", done)
    if done < len(text):
        yield Text(text[done:])


def _read_tag(text: str, offset: int) -> Optional[Tuple[Token, int]]:
    match = _TAG.match(text, offset)
    tag = _classify(match.group(1).strip(" "), offset) if match else None
    return (tag, match.end()) if match and tag else None


def _classify(inside: str, offset: int) -> Optional[Token]:
    """Spaces are allowed after the braces and the sign, and before the braces, but not inside a name."""
    sign, operand = inside[:1], inside[1:].lstrip(" ")
    if sign in ("#", "^"):
        return Open(operand, sign == "^", offset) if is_variable_name(operand) else None
    if sign == "/":
        return Close(operand, offset) if is_variable_name(operand) else None
    if sign == ">":
        target = parse_include_target(operand)
        return Include(target) if target else None
    if inside == ".":
        return Item(())
    first, *members = inside.split(".")
    if not all(_MEMBER.fullmatch(member) for member in members):
        return None
    if first == "" and members:
        return Item(tuple(members))
    return Variable(first, tuple(members)) if is_variable_name(first) else None


def _count_backslashes_before(text: str, offset: int, start: int) -> int:
    """Stops at ``start``, so that no backslash of an earlier token is counted again."""
    first = offset
    while first > start and text[first - 1] == _BACKSLASH:
        first -= 1
    return offset - first
