/** One mistake in a caller's input. The path consists of names and indexes. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
}

export const toInvalid = (path: string, problem: string) => ({
  kind: 'invalid' as const,
  problems: [{ path, problem }],
});

/** Bounds the response, which could otherwise become larger than the request. */
export const PROBLEMS_MAX = 100;
