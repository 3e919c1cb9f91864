"""Checks the values of a caller against the declared variables and the placeholders of a prompt."""

from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence

from .content import Content
from .json_text import canonical, find_inexact, is_bounded, own_keys
from .uses import VariableUse

Problem = Dict[str, str]
PROBLEMS_MAX = 100
_INEXACT = "is an integer beyond 2^53: write it as text"


class Omitted:
    """Stands for an optional variable without a value: it renders as nothing."""


OMITTED = Omitted()


class Checked(NamedTuple):
    """The values, or lists of messages, by name, with whatever is wrong with them."""

    values: Dict[str, Any]
    problems: List[Problem]


def infer_variable(use: VariableUse) -> Dict[str, Any]:
    """A required string, unless a dot or a section makes it JSON. A section says what happens without a value."""
    return {"name": use.name, "type": "json" if use.dotted or use.section else "string", "required": not use.section}


def with_undeclared(declared: Sequence[Mapping[str, Any]], uses: Iterable[VariableUse]) -> List[Dict[str, Any]]:
    """The declared variables, and those that an include has started to use since."""
    known = {variable["name"] for variable in declared}
    return [dict(variable) for variable in declared] + [infer_variable(use) for use in uses if use.name not in known]


def check_values(declared: Sequence[Mapping[str, Any]], given: Mapping[str, Any]) -> Checked:
    """Does not report missing values: they matter only when rendering reaches them."""
    values: Dict[str, Any] = {}
    problems: List[Problem] = []
    for variable in declared:
        name = variable["name"]
        is_sent = name in given and not (given[name] is None and _is_omitted_by_null(variable))
        if is_sent or "default" in variable:
            values[name] = given[name] if is_sent else variable["default"]
            problem = _find_problem(variable, values[name], is_sent)
            if problem is not None:
                problems.append(problem)
        elif not variable["required"]:
            values[name] = OMITTED
    names = {variable["name"] for variable in declared}
    unknown = [name for name in own_keys(given) if name not in names]
    problems.extend({"path": name, "problem": "unknown"} for name in unknown[:PROBLEMS_MAX])
    return Checked(values, problems[:PROBLEMS_MAX])


def check_placeholders(content: Content, given: Mapping[str, Any]) -> Checked:
    """Every placeholder needs a list of messages. Only their role is checked, nothing in them is parsed."""
    names = content.placeholders
    lists: Dict[str, Any] = {}
    problems: List[Problem] = []
    for name in names:
        path = f"placeholders.{name}"
        if name not in given:
            problems.append({"path": path, "problem": "missing"})
            continue
        wrong = _find_wrong_messages(path, given[name])
        if wrong:
            problems.extend(wrong)
        else:
            lists[name] = given[name]
    unknown = [name for name in own_keys(given) if name not in names]
    problems.extend({"path": f"placeholders.{name}", "problem": "unknown"} for name in unknown[:PROBLEMS_MAX])
    return Checked(lists, problems[:PROBLEMS_MAX])


def _is_omitted_by_null(variable: Mapping[str, Any]) -> bool:
    """Programs have None for what is optional. Instead of a default that is JSON, they may mean it."""
    return not variable["required"] and (variable["type"] != "json" or "default" not in variable)


def _find_problem(variable: Mapping[str, Any], value: object, is_sent: bool) -> Optional[Problem]:
    name = variable["name"]
    if not _fits_type(variable["type"], value):
        return {"path": name, "problem": "type"}
    # A default was published, so that it is as exact as it ever was.
    inexact = find_inexact(value) if is_sent else None
    if inexact is not None:
        return {"path": name + inexact, "problem": "type", "message": _INEXACT}
    if "enum" in variable and canonical(value) not in map(canonical, variable["enum"]):
        return {"path": name, "problem": "enum"}
    return None


def _fits_type(type_name: str, value: object) -> bool:
    """No coercion: a number is no string, and null fits only ``json``."""
    if type_name == "json":
        return is_bounded(value)
    if type_name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, str if type_name == "string" else bool)


def _find_wrong_messages(path: str, messages: object) -> List[Problem]:
    if not isinstance(messages, list):
        return [{"path": path, "problem": "type"}]
    problems: List[Problem] = []
    for index, message in enumerate(messages):
        if len(problems) == PROBLEMS_MAX:
            break
        place = f"{path}.{index}"
        if not isinstance(message, dict) or not is_bounded(message):
            problems.append({"path": place, "problem": "type"})
        elif "role" not in message:
            problems.append({"path": f"{place}.role", "problem": "missing"})
        elif not isinstance(message["role"], str):
            problems.append({"path": f"{place}.role", "problem": "type"})
        else:
            inexact = find_inexact(message)
            if inexact is not None:
                problems.append({"path": place + inexact, "problem": "type", "message": _INEXACT})
    return problems
