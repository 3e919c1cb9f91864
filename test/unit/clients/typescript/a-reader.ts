import { markStale, toPromptChange } from '../../../../clients/typescript/src/cache/apply-changes.ts';
import { CircuitBreaker } from '../../../../clients/typescript/src/cache/circuit-breaker.ts';
import { EntryLoader } from '../../../../clients/typescript/src/cache/entry-loader.ts';
import type { RefreshPolicy } from '../../../../clients/typescript/src/cache/freshness.ts';
import { PromptReader } from '../../../../clients/typescript/src/cache/prompt-reader.ts';
import type { PromptholdEvent } from '../../../../clients/typescript/src/client-options.ts';
import { PromptNotFound, Unavailable } from '../../../../clients/typescript/src/errors.ts';
import type { ReadOutcome } from '../../../../clients/typescript/src/network/read-prompt.ts';
import { keyOf, toTarget } from '../../../../clients/typescript/src/prompts/prompt-target.ts';
import type { SnapshotStore } from '../../../../clients/typescript/src/snapshot/snapshot-store.ts';

const missing: ReadOutcome = { kind: 'missing', error: new PromptNotFound('prompt_not_found', 'None.') };

/** A reader over a service that consists of a map, with a clock that the test moves. */
export function aReader(
  policy: RefreshPolicy = { kind: 'announced', since: 0 },
  snapshot?: SnapshotStore,
  isSnapshotFirst = false,
  isIsolated = false,
) {
  const service = new Map<string, ReadOutcome>();
  const requests: string[] = [];
  const events: PromptholdEvent[] = [];
  const state = { now: 1000, policy, beforeResponse: async () => {} };
  const now = () => state.now;
  const report = (event: PromptholdEvent) => events.push(event);
  const breaker = new CircuitBreaker();
  const loader = new EntryLoader({
    read: async (target, { etag }) => {
      requests.push(keyOf(target));
      const outcome = service.get(keyOf(target)) ?? missing;
      await state.beforeResponse();
      return outcome.kind === 'read' && outcome.etag === etag ? { kind: 'not-modified', rejections: 0 } : outcome;
    },
    snapshot,
    breaker,
    isIsolated,
    rejections: () => 0,
    report,
    now,
  });
  const settings = { timeoutMs: 10_000, isSnapshotFirst, isIsolated };
  const reader = new PromptReader({ loader, policy: () => state.policy, report, now, ...settings });
  const fail = (key: string) =>
    service.set(key, { kind: 'failed', error: new Unavailable('unreachable', 'Away.'), reason: 'network' });
  const hang = (key: string) =>
    service.set(key, { kind: 'failed', error: new Unavailable('timeout', 'Slow.'), reason: 'timeout' });
  const get = async (name: string, version?: number) => {
    const target = toTarget(name, { version });
    return reader.readMemory(keyOf(target)) ?? reader.read(target, {});
  };
  const change = (type: string, data: object) => {
    const described = toPromptChange(type, { ...data });
    const entries = described ? markStale(loader, described, state.now) : [];
    for (const entry of entries) reader.refresh(entry);
    return entries.map(({ key }) => key);
  };
  return { service, requests, events, state, loader, reader, breaker, fail, hang, get, change };
}
