import { PROBLEMS_MAX } from '../problem.ts';
import { runSteps, type Steps } from '../steps.ts';
import { isList, type JsonValue } from '../text/json.ts';
import { isShown, memberOf } from './inserted-values.ts';
import { EACH_ITEM, listsIn, type MemberRead, memberReads, type SectionRules } from './member-reads.ts';
import type { Template } from './template.ts';
import type { IncludeLookup } from './template-uses.ts';
import { type BreakingChange, breakingChanges, byName, isMandatory } from './variable-changes.ts';
import type { VariableName } from './variable-name.ts';
import type { VariableDeclaration } from './variables.ts';

/** The requirements that callers of a version have to satisfy: its declarations, and what its templates read. */
export interface CallerContract {
  readonly variables: readonly VariableDeclaration[];
  readonly templates: readonly Template[];
  /** Undefined when the includes cannot be loaded. What they read is then unknown, and not compared. */
  readonly include: IncludeLookup | undefined;
}

/**
 * All changes that break callers who send exactly what `before` requires.
 *
 * Besides changes of declarations, these are members that only `after` reads. A member counts as read even if it depends
 * on a condition, before and after, because callers may send anything that makes the condition true. Members of a new
 * optional variable do not count, because those callers omit it, and nothing does inside a section that they cannot reach.
 */
export const contractChanges = (before: CallerContract, after: CallerContract): readonly BreakingChange[] =>
  runSteps(contractChangesInSteps(before, after));

/** The same with pauses. */
export function* contractChangesInSteps(
  before: CallerContract,
  after: CallerContract,
): Steps<readonly BreakingChange[]> {
  return [...breakingChanges(before.variables, after.variables), ...(yield* addedMembers(before, after))];
}

function* addedMembers(before: CallerContract, after: CallerContract): Steps<readonly BreakingChange[]> {
  const { include: includeBefore } = before;
  const { include: includeAfter } = after;
  if (!includeBefore || !includeAfter) return [];
  const earlier = byName(before.variables);
  const later = byName(after.variables);
  const callers = new Callers(earlier, later);
  const oldRules = toRules(earlier);
  const lists = new Set([
    ...(yield* listsIn(before.templates, includeBefore, oldRules)),
    ...(yield* listsIn(after.templates, includeAfter, callers)),
  ]);
  const oldReads = yield* memberReads(before.templates, includeBefore, oldRules, lists);
  const reads = yield* memberReads(after.templates, includeAfter, callers, lists);
  const added = [...reads].filter(([path, read]) => !oldReads.has(path) && callers.mayLack(read));
  if (added.length === 0) return [];

  const oldPaths = [...oldReads.keys()].sort();
  return added
    .map(([path]) => path)
    .filter((path) => !isStartOfAny(path, oldPaths))
    .slice(0, PROBLEMS_MAX)
    .map((path) => ({ path: shorten(path), change: 'member-added' }));
}

type Declarations = ReadonlyMap<VariableName, VariableDeclaration>;

/** A version takes whatever its own callers send. Variables without a declaration are those of a floating include. */
const toRules = (declared: Declarations): SectionRules => ({
  mayBeList: (name) => (declared.get(name)?.type ?? 'json') === 'json',
  isReached: () => true,
});

/** The callers of the earlier version, who send nothing for variables that only the later one has. */
class Callers implements SectionRules {
  constructor(
    private readonly earlier: Declarations,
    private readonly later: Declarations,
  ) {}

  readonly mayBeList = (name: VariableName): boolean => {
    if (!this.earlier.has(name)) return isList(this.later.get(name)?.default);
    return (this.later.get(name)?.type ?? 'json') === 'json';
  };

  readonly isReached: SectionRules['isReached'] = ({ name, inverted }) =>
    this.earlier.has(name) || isShown(this.later.get(name)?.default) !== inverted;

  /** Whether the callers may lack a member that the earlier version does not read. */
  mayLack({ name, members }: MemberRead): boolean {
    if (name === undefined) return true;
    const [from, to] = [this.earlier.get(name), this.later.get(name)];
    // A changed type and a new required variable are breaking by themselves.
    if (from) return !to || from.type === to.type;
    if (isMandatory(to) || rendersOmitted(to)) return false;
    return !hasMember(to?.default, members);
  }
}

/** An omitted variable renders as nothing, and so do its members. */
const rendersOmitted = (variable: VariableDeclaration | undefined): boolean =>
  variable?.required === false && variable.default === undefined;

function hasMember(value: JsonValue | undefined, [member, ...rest]: readonly string[]): boolean {
  if (value === undefined) return false;
  if (member === undefined) return true;
  if (member === EACH_ITEM) return isList(value) && value.every((item) => hasMember(item, rest));
  return hasMember(memberOf(value, member), rest);
}

/** If `order.customer.name` exists, so does `order.customer`. */
function isStartOfAny(path: string, sortedPaths: readonly string[]): boolean {
  const start = `${path}.`;
  let [low, high] = [0, sortedPaths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedPaths[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return sortedPaths[low]?.startsWith(start) ?? false;
}

/** A path may be as long as the content. */
const PATH_CHARACTERS_MAX = 256;

const shorten = (path: string): string =>
  path.length > PATH_CHARACTERS_MAX ? `${path.slice(0, PATH_CHARACTERS_MAX)}…` : path;
