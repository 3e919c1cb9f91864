"""A prompt with everything it includes."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple

from ..errors import PromptholdError, PromptVariablesError
from ..templates.content import Content
from ..templates.json_text import to_json
from ..templates.names import IncludeTarget
from ..templates.rendering import IncludeNotFound, MissingValues, Rendered, TooLarge, render
from ..templates.template import Template
from ..templates.uses import variable_uses
from ..templates.values import PROBLEMS_MAX, Checked, Problem, check_placeholders, check_values, with_undeclared
from .document import Document, too_large


class Release(NamedTuple):
    fingerprint: str
    includes: List[Dict[str, Any]]


class Composition:
    """Renders as the service would. Its documents never change: another version of one of them makes another one."""

    def __init__(self, root: Document, includes: Mapping[IncludeTarget, Document]) -> None:
        self.root = root
        self.includes = includes
        self.release = _release_of(root, includes)
        self._variables: Optional[List[Dict[str, Any]]] = None

    def consists_of(self, root: Document, includes: Mapping[IncludeTarget, Document]) -> bool:
        return root is self.root and includes == self.includes

    @property
    def parts(self) -> List[Tuple[IncludeTarget, Document]]:
        """The includes, and where each was read."""
        led = ((self.root.follow_lock(target), document) for target, document in self.includes.items())
        return [(target, document) for target, document in led if target is not None]

    @property
    def variables(self) -> List[Dict[str, Any]]:
        """The declared ones, and those that an include has started to use since."""
        declared = self.root.body["variables"]
        if not self.includes:
            return list(declared)
        if self._variables is None:
            self._variables = with_undeclared(declared, variable_uses(self.root.content.templates, self._look_up))
        return self._variables

    def render(self, values: Mapping[str, Any], placeholders: Mapping[str, Any]) -> Rendered:
        content = self.root.content
        checked = check_values(self.variables, _to_json_members(values))
        lists = check_placeholders(content, _to_json_members(placeholders))
        problems = [*checked.problems, *lists.problems]
        return self._render(content, checked, lists, problems)

    def _render(self, content: Content, checked: Checked, lists: Checked, problems: List[Problem]) -> Rendered:
        failure: PromptholdError
        try:
            rendered = render(content, checked.values, lists.values, self._look_up)
            if not problems:
                return rendered
            failure = self._refuse([], problems)
        except MissingValues as missing:
            failure = self._refuse([{"path": path, "problem": "missing"} for path in missing.paths], problems)
        except TooLarge as error:
            failure = self._refuse([], problems) if problems else too_large(self.root.name, str(error))
        except IncludeNotFound as error:
            reason = IncludeProblem("not-found", f"no text prompt named {error.target.name}")
            failure = self._refuse([], problems) if problems else includes_invalid(self.root.name, [reason])
        raise failure

    def _refuse(self, missing: List[Problem], wrong: List[Problem]) -> PromptVariablesError:
        """A part of a value that is wrong as a whole is not also missing."""
        reported = {problem["path"] for problem in wrong if problem["problem"] != "unknown"}
        others = [problem for problem in missing if problem["path"].partition(".")[0] not in reported]
        problems = [*others, *wrong][:PROBLEMS_MAX]
        described = ", ".join(map(_describe_problem, problems))
        message = f"The values for {self.root.name} do not fit: {described}."
        return PromptVariablesError("variables_invalid", message, details=problems)

    def _look_up(self, target: IncludeTarget) -> Optional[Template]:
        document = self.includes.get(target)
        return document.content.templates[0] if document else None


class IncludeProblem(NamedTuple):
    problem: str
    message: str


def includes_invalid(name: str, problems: List[IncludeProblem]) -> PromptholdError:
    details = [{"path": "includes", "problem": problem, "message": message} for problem, message in problems]
    message = f"The includes of {name} are invalid: {', '.join(problem.message for problem in problems)}."
    return PromptholdError("includes_invalid", message, details=details)


def _describe_problem(problem: Problem) -> str:
    more = problem.get("message", f"({problem['problem']})")
    return f"{problem['path']} {more}"


def _to_json_members(values: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: to_json(value) for name, value in values.items()}


def _release_of(root: Document, includes: Mapping[IncludeTarget, Document]) -> Release:
    """Identifies the words of a prompt with its includes, and where these led."""
    if not includes:
        return Release(root.body["hash"], [])
    known: Dict[IncludeTarget, str] = {}
    reached: Dict[IncludeTarget, Document] = {}

    def fingerprint(document: Document) -> str:
        if not document.targets:
            return str(document.body["hash"])
        included = [fingerprint_of(target) for target in document.targets]
        text = json.dumps([document.body["hash"], included], separators=(",", ":"), ensure_ascii=False)
        return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"

    def fingerprint_of(target: IncludeTarget) -> str:
        document = includes[target]
        # Before its own includes: depth first, in order of first appearance.
        reached.setdefault(target, document)
        if target not in known:
            known[target] = fingerprint(document)
        return known[target]

    own = fingerprint(root)
    by = None if root.lock is None else "lock"
    return Release(own, [_describe(target.text, document, by) for target, document in reached.items()])


def _describe(text: str, document: Document, by: Optional[str]) -> Dict[str, Any]:
    body = document.body
    by = by or document.selected_by
    return {"include": text, "promptId": body.get("id"), "name": body["name"], "version": body["version"], "by": by}
