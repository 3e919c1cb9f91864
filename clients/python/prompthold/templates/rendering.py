"""Renders a prompt with the given values. Tags inside values are not interpreted."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from .content import Content, MessageTemplate, Placeholder, is_message
from .json_text import stringify, utf8_bytes
from .names import IncludeTarget
from .template import Node, Section
from .tokens import Item, Text, Variable
from .uses import IncludeLookup
from .values import OMITTED, PROBLEMS_MAX

OUTPUT_BYTES_MAX = 1024 * 1024
STEPS_MAX = 100_000
INSERTIONS_MAX = 1_000_000
INCLUDE_DEPTH_MAX = 5

_MISSING = object()
# No leading zeros: each element has exactly one spelling.
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")

Rendered = Union[str, List[Dict[str, Any]]]


class TooLarge(Exception):
    """The text names the limit."""


class IncludeNotFound(Exception):
    def __init__(self, target: IncludeTarget) -> None:
        super().__init__(target.text)
        self.target = target


class MissingValues(Exception):
    def __init__(self, paths: Sequence[str]) -> None:
        super().__init__(", ".join(paths))
        self.paths = paths


class _Element(NamedTuple):
    """The list element that a section is rendering, with its location for problem reports."""

    value: Any
    list_name: str
    position: int


class _Frame:
    """Nodes that are being rendered. Sections over lists repeat them, includes increase the depth."""

    __slots__ = ("depth", "element", "next", "nodes", "repeated")

    def __init__(
        self, nodes: Sequence[Node], element: Optional[_Element], depth: int, repeated: Sequence[Any] = ()
    ) -> None:
        self.nodes = nodes
        self.element = element
        self.depth = depth
        self.repeated = repeated
        self.next = 0


def render(
    content: Content, values: Mapping[str, Any], placeholders: Mapping[str, Sequence[Any]], include: IncludeLookup
) -> Rendered:
    """Raises MissingValues, TooLarge or IncludeNotFound."""
    rendering = _Rendering(values, include)
    messages: List[Dict[str, Any]] = []
    for part in content.parts:
        if isinstance(part, Placeholder):
            for message in placeholders.get(part.name, ()):
                rendering.count_message(message)
                messages.append(message)
        else:
            messages.append({"role": part.role, "content": rendering.render(part)})
    if rendering.missing:
        raise MissingValues(list(rendering.missing))
    return str(messages[0]["content"]) if content.is_text else messages


class _Rendering:
    """One rendering with its limits, which all messages of a chat share. Needs no recursion."""

    def __init__(self, values: Mapping[str, Any], include: IncludeLookup) -> None:
        self._values = values
        self._include = include
        self.missing: Dict[str, None] = {}
        self._frames: List[_Frame] = []
        self._written: List[str] = []
        self._bytes = 0
        self._steps = 0
        self._insertions = 0

    def render(self, part: MessageTemplate) -> str:
        self._written = []
        self._frames.append(_Frame(part.template.nodes, None, 0))
        while self._frames:
            frame = self._frames[-1]
            if frame.next < len(frame.nodes):
                frame.next += 1
                self._render_node(frame.nodes[frame.next - 1], frame)
            elif not self._repeat(frame):
                self._frames.pop()
        return "".join(self._written)

    def count_message(self, message: Mapping[str, Any]) -> None:
        """By its content if a template could have it, and as JSON otherwise."""
        self._step()
        self._count(message["content"] if len(message) == 2 and is_message(message) else stringify(message))

    def _render_node(self, node: Node, frame: _Frame) -> None:
        if isinstance(node, Text):
            self._write(node.text)
        elif isinstance(node, Variable):
            self._insert(self._values.get(node.name, _MISSING), node.members, node.name)
        elif isinstance(node, Item):
            element = frame.element
            start = element.value if element else _MISSING
            self._insert(start, node.members, f"{element.list_name}.{element.position}" if element else ".")
        elif isinstance(node, Section):
            self._open_section(node, frame)
        else:
            self._open_include(node.target, frame)

    def _open_section(self, section: Section, frame: _Frame) -> None:
        """Counts one step for the section, and one more for every repetition."""
        self._step()
        value = self._values.get(section.name, _MISSING)
        if _is_shown(value) == section.inverted:
            return
        if section.inverted or not isinstance(value, list):
            self._frames.append(_Frame(section.body, frame.element, frame.depth))
        else:
            first = _Element(value[0], section.name, 0)
            self._frames.append(_Frame(section.body, first, frame.depth, value))

    def _repeat(self, frame: _Frame) -> bool:
        if frame.element is None or frame.element.position + 1 >= len(frame.repeated):
            return False
        index = frame.element.position + 1
        self._step()
        frame.element = _Element(frame.repeated[index], frame.element.list_name, index)
        frame.next = 0
        return True

    def _open_include(self, target: IncludeTarget, frame: _Frame) -> None:
        """Renders the included text in place: with the same values, and with the element inside a list section."""
        self._step()
        template = self._include(target)
        if template is None:
            raise IncludeNotFound(target)
        if frame.depth == INCLUDE_DEPTH_MAX:
            raise TooLarge("include-depth")
        self._frames.append(_Frame(template.nodes, frame.element, frame.depth + 1))

    def _insert(self, start: Any, members: Tuple[str, ...], origin: str) -> None:
        value = start
        followed = 0
        # The members of what is omitted render as nothing, too.
        members = () if value is OMITTED else members
        while value is not _MISSING and followed < len(members):
            value = _member_of(value, members[followed])
            followed += 1
        self._insertions += 1 + followed
        if self._insertions > INSERTIONS_MAX:
            raise TooLarge("steps")
        if value is not _MISSING:
            self._write(_text_of(value))
        elif len(self.missing) < PROBLEMS_MAX:
            # Ends with the first missing part: the rest of the path may be very long.
            self.missing[".".join((origin, *members[:followed]))] = None

    def _write(self, text: str) -> None:
        self._written.append(text)
        self._count(text)

    def _count(self, text: str) -> None:
        self._bytes += utf8_bytes(text)
        if self._bytes > OUTPUT_BYTES_MAX:
            raise TooLarge("output")

    def _step(self) -> None:
        self._steps += 1
        if self._steps > STEPS_MAX:
            raise TooLarge("steps")


def _is_shown(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) > 0
    return not (value is _MISSING or value is OMITTED or value is None or value is False or value == "")


def _member_of(value: Any, member: str) -> Any:
    """Strings have no members, and lists only their elements."""
    if isinstance(value, list):
        index = int(member) if _INDEX.fullmatch(member) else len(value)
        return value[index] if index < len(value) else _MISSING
    return value.get(member, _MISSING) if isinstance(value, dict) else _MISSING


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None or value is OMITTED:
        return ""
    try:
        return stringify(value)
    except (TypeError, ValueError, AttributeError, RecursionError):
        # No JSON, which is reported as a problem of the value.
        return ""
