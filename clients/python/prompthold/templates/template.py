"""A text whose sections are balanced."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence, Tuple, Union

from .tokens import Close, Include, Item, Open, Text, Variable, tokenize

SECTION_DEPTH_MAX = 32
_PROBLEMS_MAX = 20


class Section(NamedTuple):
    name: str
    inverted: bool
    body: Sequence[Node]


Node = Union[Text, Variable, Item, Include, Section]


class Template:
    """Compared by identity: each is parsed once."""

    __slots__ = ("nodes", "tag_count")

    def __init__(self, nodes: Sequence[Node], tag_count: int) -> None:
        self.nodes = nodes
        self.tag_count = tag_count


class TooManyTags(ValueError):
    pass


class UnbalancedSections(ValueError):
    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(", ".join(problems))
        self.problems = problems


def parse_template(text: str, tags_max: int) -> Template:
    parser = _Parser()
    tag_count = 0
    for token in tokenize(text):
        if not isinstance(token, Text):
            tag_count += 1
        if tag_count > tags_max:
            raise TooManyTags
        if isinstance(token, Open):
            parser.open_section(token)
        elif isinstance(token, Close):
            parser.close_section(token)
        else:
            parser.body.append(token)
        if parser.has_enough_problems:
            break
    problems = parser.finish()
    if problems:
        raise UnbalancedSections([_describe(problem, tag, text) for problem, tag in problems[:_PROBLEMS_MAX]])
    return Template(parser.nodes, tag_count)


_Tag = Union[Open, Close]


class _Parser:
    def __init__(self) -> None:
        self.nodes: List[Node] = []
        self.body = self.nodes
        self.has_enough_problems = False
        self._open: List[Tuple[Open, List[Node]]] = []
        self._problems: List[Tuple[str, _Tag]] = []

    def open_section(self, tag: Open) -> None:
        if len(self._open) == SECTION_DEPTH_MAX:
            # Every tag beyond it would be another problem.
            self._report(f"is nested deeper than {SECTION_DEPTH_MAX} sections", tag)
            self.has_enough_problems = True
            return
        self.body = []
        self._open.append((tag, self.body))

    def close_section(self, tag: Close) -> None:
        """Closes the innermost section of that name; sections still open inside it are not closed."""
        index = next((at for at in reversed(range(len(self._open))) if self._open[at][0].name == tag.name), None)
        if index is None:
            self._report("is closed but was never opened", tag)
            return
        self._report_unclosed_from(index + 1)
        opening, body = self._open.pop()
        self.body = self._open[-1][1] if self._open else self.nodes
        self.body.append(Section(opening.name, opening.inverted, body))

    def finish(self) -> Sequence[Tuple[str, _Tag]]:
        # If a limit stopped the parsing, open sections may still be closed in the rest of the text.
        if not self.has_enough_problems:
            self._report_unclosed_from(0)
        return sorted(self._problems, key=lambda problem: problem[1].offset)

    def _report_unclosed_from(self, index: int) -> None:
        for tag, _ in self._open[index:]:
            self._report("is not closed", tag)
        del self._open[index:]

    def _report(self, problem: str, tag: _Tag) -> None:
        self._problems.append((problem, tag))
        self.has_enough_problems = self.has_enough_problems or len(self._problems) >= _PROBLEMS_MAX


def _describe(problem: str, tag: _Tag, text: str) -> str:
    """Columns count UTF-16 units, as in editors."""
    before = text[: tag.offset]
    column = len(before.rpartition("\n")[2].encode("utf-16-le", "surrogatepass")) // 2 + 1
    line = before.count("\n") + 1
    return f"section {tag.name} {problem} (line {line}, column {column})"
