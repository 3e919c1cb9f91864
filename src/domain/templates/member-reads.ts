import { PARTS_PER_STEP, type Steps } from '../steps.ts';
import type { Section, Template, TemplateNode } from './template.ts';
import type { IncludeLookup } from './template-uses.ts';
import type { VariableName } from './variable-name.ts';

/** Stands for each item of a list in a path. No member has this name. */
export const EACH_ITEM = '*';

/** One value that templates read below a variable, or below each item of a list. */
export interface MemberRead {
  /** Undefined for an item outside of every list, which never exists. */
  readonly name: VariableName | undefined;
  readonly members: readonly string[];
}

/** Facts about the variables that sections use. */
export interface SectionRules {
  /** Whether the value may be a list, for whose items the section repeats. */
  readonly mayBeList: (name: VariableName) => boolean;
  /** Whether rendering may reach the body. */
  readonly isReached: (section: Section) => boolean;
}

/** `order.total`, `lines.*.price`, or `.price` outside of every list. */
export const printRead = ({ name, members }: MemberRead): string =>
  name === undefined && members.length === 0 ? '.' : [name ?? '', ...members].join('.');

/**
 * The members that templates and everything they include read, by their path.
 *
 * `{{.}}` belongs to the innermost enclosing list. Whether a section is over a list depends on the value: prefers those
 * that are known to be lists, since a section may as well be a condition.
 */
export function* memberReads(
  templates: readonly Template[],
  include: IncludeLookup,
  rules: SectionRules,
  lists: ReadonlySet<VariableName>,
): Steps<ReadonlyMap<string, MemberRead>> {
  const reads = new Map<string, MemberRead>();
  const add = (read: MemberRead) => reads.set(printRead(read), read);
  const walk = new Walk(include, rules, lists, (node, { nearest, known }) => {
    if (node.kind === 'variable') {
      if (node.members.length > 0) add({ name: node.name, members: node.members });
      return;
    }
    const name = known ?? nearest;
    add({ name, members: name === undefined ? node.members : [EACH_ITEM, ...node.members] });
  });
  yield* walk.visitAll(templates);
  return reads;
}

/** The variables that are certainly lists, because their section alone encloses an item. */
export function* listsIn(
  templates: readonly Template[],
  include: IncludeLookup,
  rules: SectionRules,
): Steps<ReadonlySet<VariableName>> {
  const lists = new Set<VariableName>();
  const walk = new Walk(include, rules, lists, (node, { nearest, isNested }) => {
    if (node.kind === 'item' && nearest !== undefined && !isNested) lists.add(nearest);
  });
  yield* walk.visitAll(templates);
  return lists;
}

/** The sections that may be over lists around a node. */
interface Enclosing {
  readonly nearest: VariableName | undefined;
  /** The nearest that is known to be a list. */
  readonly known: VariableName | undefined;
  readonly isNested: boolean;
}

const NOTHING: Enclosing = { nearest: undefined, known: undefined, isNested: false };

type ReadingNode = Extract<TemplateNode, { readonly kind: 'variable' | 'item' }>;

/** Bounds the time for includes that occur inside of many different sections. The first visit does not count. */
const REPEATED_NODES_MAX = 50_000;

/**
 * Visits every node that reads a value, each included template once per enclosing list.
 *
 * Recursion is safe: sections nest 32 deep, and loaded includes 5 deep.
 */
class Walk {
  readonly #visited = new Map<Template, Set<string>>();
  #repeatedNodes = 0;
  #visitedNodes = 0;

  constructor(
    private readonly include: IncludeLookup,
    private readonly rules: SectionRules,
    private readonly lists: ReadonlySet<VariableName>,
    private readonly visitor: (node: ReadingNode, enclosing: Enclosing) => void,
  ) {}

  *visitAll(templates: readonly Template[]): Steps<void> {
    for (const { nodes } of templates) yield* this.#visit(nodes, NOTHING);
  }

  *#visit(nodes: readonly TemplateNode[], enclosing: Enclosing): Steps<void> {
    for (const node of nodes) {
      this.#visitedNodes += 1;
      if (this.#visitedNodes % PARTS_PER_STEP === 0) yield;
      if (node.kind === 'section') {
        if (this.rules.isReached(node)) yield* this.#visit(node.body, this.#enter(node, enclosing));
      } else if (node.kind === 'include') {
        const template = this.include(node.target);
        if (template && this.#isNew(template, enclosing)) yield* this.#visit(template.nodes, enclosing);
      } else if (node.kind !== 'text') this.visitor(node, enclosing);
    }
  }

  #enter({ name, inverted }: Section, enclosing: Enclosing): Enclosing {
    if (inverted || !this.rules.mayBeList(name)) return enclosing;
    const known = this.lists.has(name) ? name : enclosing.known;
    return { nearest: name, known, isNested: enclosing.nearest !== undefined };
  }

  #isNew(template: Template, { nearest, known, isNested }: Enclosing): boolean {
    const visits = this.#visited.get(template) ?? new Set();
    this.#visited.set(template, visits);
    const visit = `${nearest} ${known} ${isNested}`;
    if (visits.has(visit)) return false;
    if (visits.size > 0) this.#repeatedNodes += 1 + template.tagCount;
    if (this.#repeatedNodes > REPEATED_NODES_MAX) return false;
    visits.add(visit);
    return true;
  }
}
