/** One job of a load process. */
export interface LoadJob {
  readonly port: number;
  /** For each connection, the requests that it sends one after the other, in an endless loop. */
  readonly connections: readonly (readonly string[])[];
  readonly end: { readonly afterMs: number } | { readonly afterRequests: number };
  /** A response with any other status fails the whole job. */
  readonly expected: readonly number[];
  /** What differs in every request: a number in place of `NUMBER`, or the key from the previous response. */
  readonly varies?: 'number' | 'key' | undefined;
  /** The pause between a response and the next request of the connection. */
  readonly pauseMs?: number | undefined;
}

export interface LoadResult {
  readonly responses: number;
  readonly elapsedMs: number;
  readonly p99Ms: number;
  /** For each connection its requests, beginning with the one that would come next. */
  readonly next: LoadJob['connections'];
}

export type LoadReply = { readonly result: LoadResult } | { readonly failure: string };

/** As long as the number that replaces it, so that the Content-Length stays correct. */
export const NUMBER = '##########';
