/** One thing that is wrong with what a caller sent: where, as a path of names and indexes, and what. */
export interface Problem {
  readonly path: string;
  readonly problem: string;
}

/** Nobody reads the hundred-and-first problem, and a caller could otherwise make an answer larger than the request. */
export const PROBLEMS_MAX = 100;
