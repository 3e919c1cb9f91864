import type { MetricValues } from '../../../inbound/http/metrics/prometheus-metrics.ts';

/** The limits that all workers share. */
export type SharedLimit = 'streams' | 'imports' | 'hashing' | 'sign-ups';

/** A message from a worker to its primary. */
export type WorkerMessage =
  /** Ready to begin. */
  | { readonly kind: 'hello' }
  /** Serves requests. */
  | { readonly kind: 'ready' }
  /** Asks for a slot, by a number that the worker chooses. */
  | { readonly kind: 'enter'; readonly slot: number; readonly limit: SharedLimit; readonly key: string }
  | { readonly kind: 'leave'; readonly slot: number }
  /** Asks for the metrics of all workers. */
  | { readonly kind: 'collect'; readonly request: number }
  /** Reports the worker's own metrics. */
  | { readonly kind: 'measured'; readonly request: number; readonly values: MetricValues }
  | ConnectionMessage;

/** A message from a worker to its primary about the connections that the primary hands out by numbers. */
export type ConnectionMessage =
  /** Asks for connections. */
  | { readonly kind: 'listen' }
  /** Accepts no more connections. */
  | { readonly kind: 'stop-listening' }
  /** Has accepted one, and will read from it. */
  | { readonly kind: 'accepted'; readonly connection: number }
  /** Has not accepted one, and has read nothing from it. */
  | { readonly kind: 'refused'; readonly connection: number }
  /** Reports accepted connections that were closed. */
  | { readonly kind: 'closed'; readonly connections: readonly number[] };

/** The fields of an error that can be sent. */
export interface ListenError {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

export type ListenOutcome = { readonly port: number } | { readonly error: ListenError };

/** A message from the primary to one of its workers. */
export type PrimaryMessage =
  /** The response to `hello`: others than the first one get it when the first one is ready. */
  | { readonly kind: 'begin'; readonly isFirst: boolean }
  /** Goes to one worker at a time: do what only one process does. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'entered'; readonly slot: number; readonly isAdmitted: boolean }
  | { readonly kind: 'measure'; readonly request: number }
  | { readonly kind: 'collected'; readonly request: number; readonly values: readonly MetricValues[] }
  /** The response to `listen`. */
  | { readonly kind: 'listened'; readonly outcome: ListenOutcome }
  /** Hands over a connection, whose socket is sent with this message. */
  | { readonly kind: 'connection'; readonly connection: number };

/** Other programs may use the same channel, for example a profiler that is loaded with an option of Node.js. */
export const hasKind = (message: unknown): message is { readonly kind: unknown } =>
  typeof message === 'object' && message !== null && 'kind' in message;
