import { describe, expect, it } from 'vitest';
import { hasEnded, send } from '../../support/servers/process-tree.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { parsePrometheus, sampleValue } from '../../support/service/prometheus-text.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { startTestService } from '../../support/service/test-resources.ts';
import { aWorkerOf, WorkerConnection, workersOf } from '../../support/service/worker-connection.ts';

const VERIFY = '/api/auth/token';

const startWorkers = (settings: Readonly<Record<string, string>> = {}) =>
  startTestService({ settings: { PROMPTHOLD_HTTP_WORKERS: '2', ...settings } });

/** Resolves when both workers serve requests, although one of them has ended. */
async function waitForReplacement(service: ServiceProcess, ended: number): Promise<void> {
  await waitUntil(() => hasEnded(ended), { what: 'the worker has ended' });
  await WorkerConnection.openEach(service);
}

describe('a service with two workers', () => {
  it('prints the banner once, and starts workers with the arguments of the service alone', async () => {
    const service = await startWorkers({ PROMPTHOLD_HTTP_PROT: '1' });

    expect(service.messages.match(/^(warning: .*|Prompthold .*| {2}setup|ready in \d+ ms$)/gm)).toEqual([
      'warning: PROMPTHOLD_HTTP_PROT is not a setting and is ignored; did you mean PROMPTHOLD_HTTP_PORT?',
      expect.stringMatching(/^Prompthold /),
      '  setup',
      expect.stringMatching(/^ready in /),
    ]);
    expect(workersOf(service)).toHaveLength(2);
  });

  it('replaces a killed worker, and serves every request that comes afterwards', async () => {
    const service = await startWorkers();
    const killed = aWorkerOf(service);
    const others = workersOf(service).filter((pid) => pid !== killed);

    send(killed, 'SIGKILL');
    await waitUntil(() => hasEnded(killed), { what: 'the worker has ended' });
    const statuses = new Set<number>();
    const request = async () => {
      const response = await fetch(`${service.url}/readyz`, { headers: { Connection: 'close' } });
      statuses.add(response.status);
      return workersOf(service).length === 2;
    };
    await waitUntil(request, { what: 'the worker is replaced' });
    await waitForReplacement(service, killed);

    expect([...statuses]).toEqual([200]);
    expect(workersOf(service)).toEqual(expect.arrayContaining(others));
    expect(service.log).toContain('"a worker has ended, and is started again"');
    expect(await service.stop()).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'reports on %s that neither worker is ready, and exits with 0',
    async (signal) => {
      const service = await startWorkers();
      const workers = workersOf(service);
      const connections = await WorkerConnection.openEach(service);

      service.signal(signal);
      const isStopping = () => service.log.split('"stopping"').length === 3;
      await waitUntil(isStopping, { what: 'both workers stop' });
      const statuses = await Promise.all(connections.map(async (each) => (await each.send('GET', '/readyz')).status));

      expect(statuses).toEqual([503, 503]);
      expect(await service.exited).toBe(0);
      expect(workers.map(hasEnded)).toEqual([true, true]);
    },
  );

  it('leaves no worker behind when it is killed', async () => {
    const service = await startWorkers();
    const workers = workersOf(service);

    service.signal('SIGKILL');

    const haveEnded = () => workers.every(hasEnded);
    await waitUntil(haveEnded, { what: 'the workers have ended' });
  });

  it('shows the metrics of both workers on either of them, also after one was killed', async () => {
    const service = await startWorkers({ PROMPTHOLD_METRICS_ENABLED: 'true' });
    const connections = await WorkerConnection.openEach(service);
    for (const [index, connection] of connections.entries()) {
      for (let call = 0; call < 3 + index; call += 1) await connection.send('GET', VERIFY);
    }
    const count = async (connection: WorkerConnection) => {
      const samples = parsePrometheus((await connection.send('GET', '/metrics')).text);
      return sampleValue(samples, 'prompthold_http_requests_total', { route: VERIFY });
    };
    expect([await count(connections[0] as WorkerConnection), await count(connections[1] as WorkerConnection)]).toEqual([
      7, 7,
    ]);

    const killed = aWorkerOf(service);
    send(killed, 'SIGKILL');
    await waitForReplacement(service, killed);

    for (const connection of await WorkerConnection.openEach(service)) expect(await count(connection)).toBe(7);
  });
});
