"""The content of a prompt, parsed: a text, or the messages of a chat."""

from __future__ import annotations

import re
from typing import Any, List, Mapping, NamedTuple, Sequence, Tuple, Union

from .json_text import utf8_bytes
from .names import is_variable_name
from .template import Template, TooManyTags, UnbalancedSections, parse_template

ROLES = ("system", "developer", "user", "assistant", "tool")
CONTENT_BYTES_MAX = 256 * 1024
MESSAGES_MAX = 200
TEMPLATE_TAGS_MAX = 10_000

_INCLUDE_TAG = re.compile(r"\{\{\s*>")


class MessageTemplate(NamedTuple):
    role: str
    template: Template


class Placeholder(NamedTuple):
    name: str


class Content(NamedTuple):
    """A text has one part, a template."""

    is_text: bool
    parts: Sequence[Union[MessageTemplate, Placeholder]]

    @property
    def templates(self) -> List[Template]:
        return [part.template for part in self.parts if isinstance(part, MessageTemplate)]

    @property
    def placeholders(self) -> List[str]:
        return list(dict.fromkeys(part.name for part in self.parts if isinstance(part, Placeholder)))


class InvalidContent(ValueError):
    """The text lists every problem."""


def is_message(value: Any) -> bool:
    """Whether it is a message of a template, or a placeholder."""
    if not isinstance(value, Mapping):
        return False
    if isinstance(value.get("placeholder"), str):
        return True
    return value.get("role") in ROLES and isinstance(value.get("content"), str)


def parse_content(body: Mapping[str, Any]) -> Content:
    """Raises InvalidContent for what cannot be published."""
    is_text = body["type"] == "text"
    messages = [{"role": "user", "content": body["content"]}] if is_text else body["messages"]
    path = "content" if is_text else "messages"
    if not messages:
        raise InvalidContent(f"{path}: empty")
    if len(messages) > MESSAGES_MAX:
        raise InvalidContent(f"{path}: too-many")
    if sum(utf8_bytes(text) for text in _texts_in(messages)) > CONTENT_BYTES_MAX:
        raise InvalidContent(f"{path}: too-large")
    parts: List[Union[MessageTemplate, Placeholder]] = []
    problems: List[str] = []
    tags_left = TEMPLATE_TAGS_MAX
    for index, message in enumerate(messages):
        try:
            part, tag_count = _parse_message(message, tags_left)
        except TooManyTags:
            raise InvalidContent(f"{path}: has more than {TEMPLATE_TAGS_MAX} tags") from None
        except (UnbalancedSections, InvalidContent) as error:
            problems.append(f"{path if is_text else f'messages.{index}'}: {error}")
            continue
        parts.append(part)
        tags_left -= tag_count
    if problems:
        raise InvalidContent(", ".join(problems))
    return Content(is_text, parts)


def may_include(body: Mapping[str, Any]) -> bool:
    """Whether content may include other prompts. Costs less than parsing it."""
    texts = [body["content"]] if body["type"] == "text" else _texts_in(body["messages"])
    return any(_INCLUDE_TAG.search(text) for text in texts)


def _parse_message(message: Mapping[str, Any], tags_max: int) -> Tuple[Union[MessageTemplate, Placeholder], int]:
    if "placeholder" in message:
        if not is_variable_name(message["placeholder"]):
            raise InvalidContent("the name of the placeholder is malformed")
        return Placeholder(message["placeholder"]), 0
    template = parse_template(message["content"], tags_max)
    return MessageTemplate(message["role"], template), template.tag_count


def _texts_in(messages: Sequence[Mapping[str, Any]]) -> List[str]:
    return [message["content"] for message in messages if "placeholder" not in message]
