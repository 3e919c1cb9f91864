/** What a load process is told to do. */
export interface LoadJob {
  readonly port: number;
  /** Of each connection: what it sends, one request after the other, from the beginning again and again. */
  readonly connections: readonly (readonly string[])[];
  readonly end: { readonly afterMs: number } | { readonly afterRequests: number };
  /** Any other status of any answer makes the whole job fail. */
  readonly expected: readonly number[];
  /** What is different in every request: a number in place of `NUMBER`, or the key that the answer before gave. */
  readonly varies?: 'number' | 'key' | undefined;
  /** How long a connection rests between an answer and its next request. */
  readonly restMs?: number | undefined;
}

export interface LoadResult {
  readonly answered: number;
  readonly elapsedMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of each connection, what it would have sent next, where keys vary. */
  readonly next: readonly string[];
}

export type LoadReply = { readonly result: LoadResult } | { readonly failure: string };

/** As long as the number that takes its place, so that the length of the body stays what the request says. */
export const NUMBER = '##########';
