/** One mistake in a caller's input. The path consists of names and indexes. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
}

/** Bounds the response, which could otherwise become larger than the request. */
export const PROBLEMS_MAX = 100;
