/** One mistake in a caller's input. The path consists of names and indexes. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
  /** The rest of a sentence that begins with the path, if there is more to say. */
  readonly message?: string | undefined;
}

export const toInvalid = (path: string, problem: string) => ({
  kind: 'invalid' as const,
  problems: [{ path, problem }],
});

/** Bounds the response, which could otherwise become larger than the request. */
export const PROBLEMS_MAX = 100;
