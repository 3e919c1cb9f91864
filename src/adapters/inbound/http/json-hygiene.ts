import type { Problem } from './errors.ts';

export const DEPTH_MAX = 32;
/** As many as anybody would read: a body must not grow into an answer many times its size. */
export const PROBLEMS_MAX = 20;

/** A list or an object, of whose members those from the last on have been looked at. */
interface Opened {
  readonly members: Readonly<Record<string, unknown>> | readonly unknown[];
  /** None for a list: its members have numbers. */
  readonly names: readonly string[] | undefined;
  readonly path: string;
  left: number;
}

/**
 * What no body may hold, whatever its schema: text that some backend cannot store or would change
 * (NUL, lone surrogates), names that reach into JavaScript's own objects, and bottomless nesting.
 * Keeps what it is inside of and nothing else, so that no nesting can exhaust the stack, and no number of members the memory.
 */
export function unwholesome(body: unknown, depthMax = DEPTH_MAX): readonly Problem[] {
  const problems: Problem[] = [];
  const inside: Opened[] = [];
  const look = (value: unknown, path: () => string): void => {
    if (typeof value === 'string') {
      const problem = textProblem(value);
      if (problem) problems.push({ path: path(), problem });
    } else if (typeof value === 'object' && value !== null) {
      if (inside.length < depthMax) inside.push(opened(value, path(), problems));
      else problems.push({ path: path(), problem: `is nested deeper than ${depthMax} levels` });
    }
  };
  look(body, () => '');
  for (let inner = inside.at(-1); inner && problems.length < PROBLEMS_MAX; inner = inside.at(-1)) {
    const { members, names, path } = inner;
    inner.left -= 1;
    const name = names?.[inner.left] ?? inner.left;
    if (inner.left < 0) inside.pop();
    else if (!names || !nameProblem(String(name))) look(Reflect.get(members, name), () => joined(path, name));
  }
  // One object alone can bring more than enough.
  return problems.slice(0, PROBLEMS_MAX);
}

function opened(value: object, path: string, problems: Problem[]): Opened {
  if (Array.isArray(value)) return { members: value, names: undefined, path, left: value.length };
  const names = Object.keys(value);
  for (const name of names) {
    const problem = nameProblem(name);
    if (problem) problems.push({ path: printable(joined(path, name)), problem });
  }
  return { members: value as Readonly<Record<string, unknown>>, names, path, left: names.length };
}

const joined = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

const nameProblem = (name: string): string | undefined =>
  name === '__proto__' ? 'is an unknown field' : textProblem(name);

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

const printable = (path: string): string => path.toWellFormed().replaceAll('\0', '\uFFFD');
