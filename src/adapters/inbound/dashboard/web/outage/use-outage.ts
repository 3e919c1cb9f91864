import { notifyManager, type Query, type QueryCache, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiProblem, request } from '../api/http/request.ts';

const PROBE_MS = 2000;

/** Why open pages cannot load their data now; undefined when they can. */
export function useOutage(): ApiProblem | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // Batched, because the cache also notifies while components render.
    (notify) => cache.subscribe(notifyManager.batchCalls(notify)),
    () => findOutage(cache),
  );
}

/** After an outage, loads again everything that failed. */
export function useOutageRecovery(): void {
  const client = useQueryClient();
  const hasOutage = useOutage() !== undefined;
  useEffect(() => (hasOutage ? probeUntilStopped(client) : undefined), [client, hasOutage]);
}

const isFailed = (query: Query): boolean => outageOf(query) !== undefined;

const outageOf = ({ state }: Query): ApiProblem | undefined =>
  state.error instanceof ApiProblem && state.error.isOutage ? state.error : undefined;

function findOutage(cache: QueryCache): ApiProblem | undefined {
  for (const query of cache.getAll()) {
    const outage = query.isActive() ? outageOf(query) : undefined;
    if (outage) return outage;
  }
  return undefined;
}

/** One small request at a time, not all that failed. Returns how to stop. */
function probeUntilStopped(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const controller = new AbortController();
  const probe = async () => {
    if (document.visibilityState === 'visible' && (await isServiceBack(controller.signal))) {
      await client.refetchQueries({ type: 'active', predicate: isFailed });
    }
    if (!controller.signal.aborted) timer = setTimeout(probe, PROBE_MS);
  };
  timer = setTimeout(probe, PROBE_MS);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

/** Reads the account, because `/livez` also succeeds while the storage is away, and a proxy may not pass it on. */
async function isServiceBack(signal: AbortSignal): Promise<boolean> {
  try {
    await request('account', { signal });
    return true;
  } catch (problem) {
    return problem instanceof ApiProblem && !problem.isOutage;
  }
}
