import type { PromptholdEvent } from '../client-options.ts';
import type { PromptholdError, PromptNotFound } from '../errors.ts';
import type { ReadOutcome } from '../network/read-prompt.ts';
import type { PromptSource } from '../prompt-types.ts';
import type { PromptTarget } from '../prompts/prompt-target.ts';
import type { SnapshotStore } from '../snapshot/snapshot-store.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Entry } from './entry.ts';

export type LoadedEntry =
  | { readonly kind: 'loaded'; readonly entry: Entry; readonly source: Exclude<PromptSource, 'fallback'> }
  | { readonly kind: 'missing'; readonly error: PromptNotFound }
  | { readonly kind: 'failed'; readonly error: PromptholdError };

export interface ReadRequest {
  readonly etag: string | undefined;
  readonly retry: boolean;
  readonly timeoutMs: number;
}

export interface LoaderPorts {
  readonly read: (target: PromptTarget, request: ReadRequest) => Promise<ReadOutcome>;
  readonly snapshot: SnapshotStore | undefined;
  readonly breaker: CircuitBreaker;
  /** Whether requests are not shared, because each ends with the caller that started it. */
  readonly isIsolated: boolean;
  /** How many keys the service has rejected so far. */
  readonly rejections: () => number;
  readonly report: (event: PromptholdEvent) => void;
  readonly now: () => number;
}
