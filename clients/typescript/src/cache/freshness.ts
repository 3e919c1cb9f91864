import type { Refresh } from '../client-options.ts';

/** How entries in memory are kept current at the moment. */
export type RefreshPolicy =
  /** The stream announces changes: what was requested after `since` is current unless it was marked as stale. */
  | { readonly kind: 'announced'; readonly since: number }
  | { readonly kind: 'interval'; readonly everyMs: number }
  | { readonly kind: 'always' }
  | { readonly kind: 'never' };

export interface Freshness {
  readonly isPinned: boolean;
  readonly isStale: boolean;
  /** Rises with every request; `since` is one of these numbers, too. Times could be equal. */
  readonly sequence: number;
  readonly checkedAt: number;
  readonly failures: number;
  readonly retryAt: number;
}

/** `serve`: from memory. `refresh`: from memory, and read again in the background. `revalidate`: ask the service first. */
export type FreshnessDecision = 'serve' | 'refresh' | 'revalidate';

/** Policy while the stream is not connected. */
export const POLLING: RefreshPolicy = { kind: 'interval', everyMs: 30_000 };

const ALWAYS: RefreshPolicy = { kind: 'always' };
const NEVER: RefreshPolicy = { kind: 'never' };

/** Undefined for `stream`, whose policy depends on the connection. */
export function fixedPolicy(refresh: Refresh): RefreshPolicy | undefined {
  if (refresh === 'stream') return undefined;
  if (refresh === 'always') return ALWAYS;
  return refresh === 'never' ? NEVER : { kind: 'interval', everyMs: refresh.everyMs };
}

export function decide(entry: Freshness, policy: RefreshPolicy, now: number): FreshnessDecision {
  if (policy.kind === 'always') return entry.isPinned && !entry.isStale ? 'serve' : 'revalidate';
  if (!isOutdated(entry, policy, now)) return 'serve';
  // A caller waits for the first request after a change, but not for the next ones while the service is away.
  const mustWait = entry.isStale || policy.kind === 'announced';
  if (mustWait && entry.failures === 0) return 'revalidate';
  return now >= entry.retryAt ? 'refresh' : 'serve';
}

function isOutdated(
  { isPinned, isStale, sequence, checkedAt }: Freshness,
  policy: Exclude<RefreshPolicy, { readonly kind: 'always' }>,
  now: number,
): boolean {
  if (isStale) return true;
  if (isPinned || policy.kind === 'never') return false;
  return policy.kind === 'announced' ? sequence <= policy.since : now - checkedAt > policy.everyMs;
}
