import type { CircuitBreaker } from '../cache/circuit-breaker.ts';
import { Unavailable } from '../errors.ts';
import type { TimedRequest } from '../network/api-connection.ts';
import type { HttpApi } from '../network/http-api.ts';
import { isServiceUnavailable, toError } from '../network/response-error.ts';
import type { SnapshotStore } from '../snapshot/snapshot-store.ts';

interface ReadyPorts {
  readonly api: HttpApi;
  readonly breaker: CircuitBreaker;
  readonly snapshot: SnapshotStore | undefined;
  readonly now: () => number;
}

/** Waits for a response of the service. Without one, the snapshot is enough, if there is one. */
export async function ready(
  limits: Pick<TimedRequest, 'timeoutMs' | 'signal'>,
  { api, breaker, snapshot, now }: ReadyPorts,
): Promise<'network' | 'disk'> {
  try {
    const response = await api.send({ path: '/api/prompts?limit=1', ...limits });
    if (!isServiceUnavailable(response.status)) breaker.recordResponse();
    if (response.status !== 200) throw toError(response, 'The service');
    return 'network';
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    if (error.code === 'timeout') breaker.recordTimeout(now());
    await snapshot?.open();
    if (!snapshot || snapshot.size === 0) throw error;
    return 'disk';
  }
}
