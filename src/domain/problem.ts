/** The codes of what can be wrong with a part of a request. Programs may rely on them, so none is ever renamed. */
export const PROBLEM_CODES = [
  ...['malformed', 'missing', 'unknown', 'type', 'enum', 'empty', 'duplicate', 'reserved', 'unused', 'undeclared'],
  ...['too-long', 'too-short', 'too-many', 'too-few', 'too-large', 'too-deep', 'too-many-segments'],
  ...['looks-like-an-id', 'other-scheme', 'user-info', 'out-of-range', 'out-of-order', 'mismatch', 'conflicting'],
  ...['not-found', 'not-text', 'circular', 'unbalanced', 'weak', 'wrong', 'blocked', 'secret-lost', 'unchanged'],
  ...['added-required', 'removed', 'type-changed', 'enum-narrowed', 'member-added'],
  ...['output', 'steps', 'tags', 'section-depth', 'include-depth', 'include-bytes'],
  ...['exceeded', 'included', 'protected', 'not-expressible', 'unsupported', 'clock-off'],
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** One mistake in a caller's input. */
export interface Problem {
  /** Consists of names and indexes. */
  readonly path: string;
  readonly problem: ProblemCode;
  /** Says more than the code: the rest of a sentence that begins with the path, or a sentence of its own. */
  readonly text?: string | undefined;
}

export const toInvalid = (path: string, problem: ProblemCode, text?: string) => ({
  kind: 'invalid' as const,
  problems: [{ path, problem, ...(text !== undefined && { text }) }],
});

/** Bounds the response, which could otherwise become larger than the request. */
export const PROBLEMS_MAX = 100;
