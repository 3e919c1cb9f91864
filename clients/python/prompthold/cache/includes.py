"""Loads everything that a prompt includes, within the limits of the service."""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping

from ..errors import PromptNotFound
from ..templates.json_text import utf8_bytes
from ..templates.names import IncludeTarget
from ..templates.rendering import INCLUDE_DEPTH_MAX
from .composition import IncludeProblem, includes_invalid
from .document import Document, too_large

INCLUDES_MAX = 100
INCLUDE_BYTES_MAX = 1024 * 1024
INCLUDE_TAGS_MAX = 50_000

LoadIncluded = Callable[[IncludeTarget], Document]
"""Raises PromptNotFound if there is none."""


def load_includes(root: Document, load: LoadIncluded) -> Mapping[IncludeTarget, Document]:
    """Level by level."""
    loading = _Loading(root)
    level = root.targets
    depth = 1
    while level:
        if depth > INCLUDE_DEPTH_MAX:
            for target in level:
                message = f"{target.text} is included more than {INCLUDE_DEPTH_MAX} levels deep"
                loading.problems[target] = IncludeProblem("too-deep", message)
            break
        for target in loading.select_unknown(level):
            loading.add(target, load)
        # Also those that are already loaded: a short path to a prompt must not hide a long one.
        found = (loading.documents.get(target) for target in level)
        level = list(dict.fromkeys(target for document in found if document for target in document.targets))
        depth += 1
    if loading.problems:
        raise includes_invalid(root.name, list(loading.problems.values()))
    return loading.documents


class _Loading:
    def __init__(self, root: Document) -> None:
        self.documents: Dict[IncludeTarget, Document] = {}
        self.problems: Dict[IncludeTarget, IncludeProblem] = {}
        self._root = root
        self._bytes = 0
        self._tags = 0

    def select_unknown(self, level: List[IncludeTarget]) -> List[IncludeTarget]:
        unknown = [target for target in level if target not in self.documents and target not in self.problems]
        if len(self.documents) + len(self.problems) + len(unknown) > INCLUDES_MAX:
            raise includes_invalid(self._root.name, [IncludeProblem("too-many", f"are more than {INCLUDES_MAX}")])
        return unknown

    def add(self, target: IncludeTarget, load: LoadIncluded) -> None:
        led = self._root.follow_lock(target)
        if led is None:
            # It led nowhere when the label was locked.
            message = _describe_missing(target, is_prompt_missing=False)
            self.problems[target] = IncludeProblem("not-found", message)
            return
        try:
            document = load(led)
        except PromptNotFound as error:
            message = _describe_missing(target, error.code == "prompt_not_found")
            self.problems[target] = IncludeProblem("not-found", message)
            return
        if not document.content.is_text:
            message = f"{target.name} is a chat: only texts can be included"
            self.problems[target] = IncludeProblem("not-text", message)
            return
        self.documents[target] = document
        self._bytes += utf8_bytes(document.body["content"])
        self._tags += document.content.templates[0].tag_count
        if self._bytes > INCLUDE_BYTES_MAX:
            raise too_large(self._root.name, "include-bytes")
        if self._tags > INCLUDE_TAGS_MAX:
            raise too_large(self._root.name, "tags")


def _describe_missing(target: IncludeTarget, is_prompt_missing: bool) -> str:
    if is_prompt_missing:
        return f"no text prompt named {target.name}"
    if target.version is not None:
        return f"{target.name} has no version {target.version}"
    return f"{target.name} has no label {target.label}" if target.label else f"{target.name} has no version"
