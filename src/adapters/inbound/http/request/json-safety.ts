import type { Problem, ProblemCode } from '../../../../domain/problem.ts';
import { JSON_DEPTH_MAX } from '../../../../domain/text/json.ts';

/** The most that a person would read. Limits the response, which could otherwise be many times the size of the body. */
export const PROBLEMS_MAX = 20;

/**
 * False for JSON that, apart from its nesting, has nothing unsafe in it: UTF-8 has no half of a surrogate pair, and JSON no
 * NUL character, unless they are escaped.
 */
export const mayBeUnsafe = (text: string): boolean => text.includes('\\u') || text.includes('__proto__');

/** A list or an object whose members are being checked, from the last to the first. */
interface Container {
  /** Its name in the container around it. */
  readonly name: string | number;
  readonly members: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Undefined for a list, whose members are numbered. */
  readonly names: readonly string[] | undefined;
  remaining: number;
}

/**
 * Finds what no body may contain, regardless of its schema: text that some backend cannot store or would change
 * (NUL, lone surrogates), names that reach into JavaScript's own objects, and excessive nesting.
 * Stores only the containers around the current member, so that neither nesting nor the number of members can exhaust memory.
 */
export function findUnsafeJson(body: unknown, depthMax = JSON_DEPTH_MAX): readonly Problem[] {
  const problems: Problem[] = [];
  const inside: Container[] = [];
  const report = (name: string | number, problem: ProblemCode, text: string): void => {
    // A single object can exceed the limit.
    if (problems.length >= PROBLEMS_MAX) return;
    // The body itself has no name.
    const path = [...inside.map((container) => container.name), name].slice(1).join('.');
    problems.push({ path: printable(path), problem, text });
  };
  const check = (name: string | number, value: unknown): void => {
    if (typeof value === 'string') {
      const problem = textProblem(value);
      if (problem) report(name, 'malformed', problem);
    } else if (typeof value === 'object' && value !== null) {
      if (inside.length < depthMax) open(name, value);
      else report(name, 'too-deep', `is nested deeper than ${depthMax} levels`);
    }
  };
  const open = (name: string | number, value: object): void => {
    const container = toContainer(name, value);
    inside.push(container);
    for (const inner of container.names ?? []) {
      const problem = nameProblem(inner);
      if (problem) report(inner, inner === '__proto__' ? 'unknown' : 'malformed', problem);
    }
  };
  check('', body);
  for (let inner = inside.at(-1); inner && problems.length < PROBLEMS_MAX; inner = inside.at(-1)) {
    const { members, names } = inner;
    inner.remaining -= 1;
    const name = names?.[inner.remaining] ?? inner.remaining;
    if (inner.remaining < 0) inside.pop();
    else if (!names || !nameProblem(String(name))) check(name, Reflect.get(members, name));
  }
  return problems;
}

function toContainer(name: string | number, value: object): Container {
  if (Array.isArray(value)) return { name, members: value, names: undefined, remaining: value.length };
  const names = Object.keys(value);
  return { name, members: value as Readonly<Record<string, unknown>>, names, remaining: names.length };
}

const nameProblem = (name: string): string | undefined =>
  name === '__proto__' ? 'is an unknown field' : textProblem(name);

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

const printable = (path: string): string => path.toWellFormed().replaceAll('\0', '\uFFFD');
