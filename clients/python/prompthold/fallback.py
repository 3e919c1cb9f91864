"""A template of the application, for when a prompt can be read from nowhere."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence, Union

from .cache.composition import Composition
from .cache.document import Document
from .errors import configuration_error
from .templates.content import InvalidContent, is_message, parse_content
from .templates.json_text import is_bounded
from .templates.uses import no_includes, variable_uses
from .templates.values import infer_variable

Fallback = Union[str, Sequence[Mapping[str, Any]], Mapping[str, Any]]


def parse_fallback(name: str, fallback: Fallback) -> Composition:
    """Raises at once for what is no template, so that a mistake is found before the fallback is needed."""
    body = to_body(fallback)
    # Nothing declares the types of its variables, so they take any value.
    variables = [{**variable, "type": "json"} for variable in body["variables"]]
    document = Document({**body, "variables": variables, "name": name, "version": 0, "hash": ""})
    # An included prompt may be just as unavailable as the prompt itself.
    if document.targets:
        raise configuration_error(f"The fallback of {name} is invalid: it includes other prompts.")
    return Composition(document, {})


def to_body(template: Fallback) -> Dict[str, Any]:
    """A text, messages, or either with a config and variables, which are inferred otherwise."""
    fields: Mapping[str, Any]
    if isinstance(template, str):
        fields = {"content": template}
    elif isinstance(template, Mapping):
        fields = template
    else:
        fields = {"messages": list(template)} if isinstance(template, Sequence) else {}
    content, messages, config = fields.get("content"), fields.get("messages"), fields.get("config", {})
    body: Dict[str, Any]
    if isinstance(content, str) and messages is None:
        body = {"type": "text", "content": content, "config": config}
    elif content is None and isinstance(messages, (list, tuple)) and all(map(is_message, messages)):
        body = {"type": "chat", "messages": [dict(message) for message in messages], "config": config}
    else:
        raise configuration_error('fallback must be a text, a list of messages, or {"content" or "messages", "config"}')
    if not isinstance(config, dict) or not is_bounded(config):
        raise configuration_error("config of fallback must be a dictionary of JSON values.")
    try:
        uses = variable_uses(parse_content(body).templates, no_includes)
    except InvalidContent as error:
        raise configuration_error(f"fallback is no template: {error}") from None
    body["variables"] = list(fields.get("variables", map(infer_variable, uses)))
    return body
