"""How templates, and everything they include, use variables."""

from __future__ import annotations

from typing import Callable, Dict, Iterator, List, Optional, Sequence, Set

from .names import IncludeTarget
from .template import Node, Section, Template
from .tokens import Include, Variable

IncludeLookup = Callable[[IncludeTarget], Optional[Template]]
"""Returns a template that was loaded beforehand; the same object for the same target."""


class VariableUse:
    __slots__ = ("dotted", "name", "section")

    def __init__(self, name: str) -> None:
        self.name = name
        self.dotted = False
        self.section = False


def no_includes(_: IncludeTarget) -> Optional[Template]:
    return None


def variable_uses(templates: Sequence[Template], include: IncludeLookup) -> List[VariableUse]:
    """In order of first appearance. Visits each include once: a second visit cannot add a variable."""
    uses: Dict[str, VariableUse] = {}
    for node in _visit(templates, include):
        if isinstance(node, (Variable, Section)):
            use = uses.setdefault(node.name, VariableUse(node.name))
            use.dotted = use.dotted or (isinstance(node, Variable) and len(node.members) > 0)
            use.section = use.section or isinstance(node, Section)
    return list(uses.values())


def include_targets(templates: Sequence[Template]) -> List[IncludeTarget]:
    """The direct includes, without duplicates, in order of first appearance."""
    found = (node.target for node in _visit(templates, no_includes) if isinstance(node, Include))
    return list(dict.fromkeys(found))


def _visit(templates: Sequence[Template], include: IncludeLookup) -> Iterator[Node]:
    """Every node in text order, a section before its body, an included template in place of its tag."""
    seen: Set[Template] = set()
    pending: List[Iterator[Node]] = [iter(template.nodes) for template in reversed(templates)]
    while pending:
        node = next(pending[-1], None)
        if node is None:
            pending.pop()
            continue
        yield node
        if isinstance(node, Section):
            pending.append(iter(node.body))
        elif isinstance(node, Include):
            template = include(node.target)
            if template is not None and template not in seen:
                seen.add(template)
                pending.append(iter(template.nodes))
