import type { Problem } from './errors.ts';

export const DEPTH_MAX = 32;
/** As many as anybody would read: a body must not grow into an answer many times its size. */
export const PROBLEMS_MAX = 20;

interface Visit {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * What no body may hold, whatever its schema: text that some backend cannot store or would change
 * (NUL, lone surrogates), names that reach into JavaScript's own objects, and bottomless nesting.
 * Walks with a list of its own, so that no nesting can exhaust the stack.
 */
export function unwholesome(body: unknown, depthMax = DEPTH_MAX): readonly Problem[] {
  const problems: Problem[] = [];
  const ahead: Visit[] = [{ value: body, path: '', depth: 0 }];
  for (let visit = ahead.pop(); visit && problems.length < PROBLEMS_MAX; visit = ahead.pop()) {
    const { value, path, depth } = visit;
    if (typeof value === 'string') {
      const problem = textProblem(value);
      if (problem) problems.push({ path, problem });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === depthMax) problems.push({ path, problem: `is nested deeper than ${depthMax} levels` });
      else for (const member of members(value, path, depth + 1, problems)) ahead.push(member);
    }
  }
  // One object alone can bring more than enough.
  return problems.slice(0, PROBLEMS_MAX);
}

function* members(value: object, path: string, depth: number, problems: Problem[]): Iterable<Visit> {
  const named = !Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const memberPath = path === '' ? name : `${path}.${name}`;
    const problem = named && (name === '__proto__' ? 'is an unknown field' : textProblem(name));
    if (problem) problems.push({ path: printable(memberPath), problem });
    else yield { value: member, path: memberPath, depth };
  }
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

const printable = (path: string): string => path.toWellFormed().replaceAll('\0', '\uFFFD');
