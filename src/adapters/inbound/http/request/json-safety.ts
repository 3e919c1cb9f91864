import type { Problem } from '../../../../domain/problem.ts';

export const DEPTH_MAX = 32;
/** As many as anybody would read: a body must not grow into an answer many times its size. */
export const PROBLEMS_MAX = 20;

/** A list or an object, of whose members those from the last on have been looked at. */
interface Opened {
  /** How what it lies in calls it. */
  readonly name: string | number;
  readonly members: Readonly<Record<string, unknown>> | readonly unknown[];
  /** None for a list: its members have numbers. */
  readonly names: readonly string[] | undefined;
  left: number;
}

/**
 * What no body may hold, whatever its schema: text that some backend cannot store or would change
 * (NUL, lone surrogates), names that reach into JavaScript's own objects, and bottomless nesting.
 * Keeps what it is inside of and nothing else, so that no nesting can exhaust the stack, and no number of members the memory.
 */
export function findUnsafeJson(body: unknown, depthMax = DEPTH_MAX): readonly Problem[] {
  const problems: Problem[] = [];
  const inside: Opened[] = [];
  const report = (name: string | number, problem: string): void => {
    // One object alone can bring more than enough.
    if (problems.length >= PROBLEMS_MAX) return;
    // The body itself has no name.
    const path = [...inside.map((container) => container.name), name].slice(1).join('.');
    problems.push({ path: printable(path), problem });
  };
  const look = (name: string | number, value: unknown): void => {
    if (typeof value === 'string') {
      const problem = textProblem(value);
      if (problem) report(name, problem);
    } else if (typeof value === 'object' && value !== null) {
      if (inside.length < depthMax) open(name, value);
      else report(name, `is nested deeper than ${depthMax} levels`);
    }
  };
  const open = (name: string | number, value: object): void => {
    const container = opened(name, value);
    inside.push(container);
    for (const inner of container.names ?? []) {
      const problem = nameProblem(inner);
      if (problem) report(inner, problem);
    }
  };
  look('', body);
  for (let inner = inside.at(-1); inner && problems.length < PROBLEMS_MAX; inner = inside.at(-1)) {
    const { members, names } = inner;
    inner.left -= 1;
    const name = names?.[inner.left] ?? inner.left;
    if (inner.left < 0) inside.pop();
    else if (!names || !nameProblem(String(name))) look(name, Reflect.get(members, name));
  }
  return problems;
}

function opened(name: string | number, value: object): Opened {
  if (Array.isArray(value)) return { name, members: value, names: undefined, left: value.length };
  const names = Object.keys(value);
  return { name, members: value as Readonly<Record<string, unknown>>, names, left: names.length };
}

const nameProblem = (name: string): string | undefined =>
  name === '__proto__' ? 'is an unknown field' : textProblem(name);

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

const printable = (path: string): string => path.toWellFormed().replaceAll('\0', '\uFFFD');
