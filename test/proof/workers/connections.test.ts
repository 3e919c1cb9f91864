import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { send } from '../../support/servers/process-tree.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { startTestService } from '../../support/service/test-resources.ts';
import { aWorkerOf, workersOf } from '../../support/service/worker-connection.ts';

const TIMEOUT_MS = 60_000;
const CLIENTS = 8;

const startWorkers = (settings: Readonly<Record<string, string>> = {}) =>
  startTestService({ settings: { PROMPTHOLD_HTTP_WORKERS: '2', ...settings } });

/** Connections that stay open until the calling test finishes. */
function keepOpen(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** A status, `broken` if the connection breaks, or the code of another error. */
type Outcome = number | string;

/** Sends a request on a new connection, and waits without a limit. */
const requestLife = ({ url }: ServiceProcess, agent: Agent | false = false, id: string = randomUUID()) =>
  new Promise<Outcome>((resolve) => {
    const fail = ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNRESET' || code === 'EPIPE' ? 'broken' : code);
    const sent = request(new URL('/livez', url), { agent, headers: { 'X-Request-Id': id } });
    sent.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', fail);
    });
    sent.on('error', fail);
    sent.end();
  });

const times = <Result>(count: number, run: () => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, run);

describe('the connections of a service with two workers', () => {
  it('are spread evenly when many arrive at once', async () => {
    const service = await startWorkers();
    const agent = keepOpen();
    const ids = Array.from({ length: 100 }, () => randomUUID());

    await Promise.all(ids.map((id) => requestLife(service, agent, id)));

    const linesOf = (log: string) => log.split('\n').filter((line) => ids.some((id) => line.includes(id)));
    const areLogged = () => linesOf(service.log).length === ids.length;
    await waitUntil(areLogged, { what: 'all requests are logged' });
    const workers = Map.groupBy(linesOf(service.log), (line) => JSON.parse(line).worker as number);
    expect([...workers.values()].map(({ length }) => length)).toEqual([50, 50]);
  });

  it('are served by the other worker if one is killed that has not accepted them', async () => {
    const service = await startWorkers();
    const killed = aWorkerOf(service);
    onTestFinished(() => send(killed, 'SIGKILL'));
    // It accepts nothing any more, but is still there.
    send(killed, 'SIGSTOP');
    const statuses: Outcome[] = [];
    const all = times(10, async () => statuses.push(await requestLife(service, keepOpen())));
    await waitUntil(() => statuses.length === 5, { what: 'the other worker responds' });

    send(killed, 'SIGKILL');
    await Promise.all(all);

    expect(statuses).toEqual(Array(10).fill(200));
  });

  it('get a response or break, and never hang, however often workers are killed', async () => {
    const service = await startWorkers();
    const outcomes: Outcome[] = [];
    const stop = repeatUntilStopped(async () => outcomes.push(await requestLife(service)), CLIENTS);
    for (let kill = 0; kill < 4; kill += 1) {
      const before = outcomes.length;
      await waitUntil(() => outcomes.length > before + 20, { what: 'connections are served' });
      send(aWorkerOf(service), 'SIGKILL');
    }
    await stop();

    const unserved = outcomes.filter((outcome) => outcome !== 200);
    expect(new Set(unserved)).toBeOneOf([new Set(), new Set(['broken'])]);
    // Those that a worker had accepted when it was killed.
    expect(unserved.length).toBeLessThanOrEqual(4 * CLIENTS);
  });

  it('wait for the next worker if all of them are killed', async () => {
    const service = await startWorkers();
    for (const worker of workersOf(service)) send(worker, 'SIGKILL');
    await waitUntil(() => workersOf(service).length === 0, { what: 'both workers have ended' });

    expect(await Promise.all(times(4, () => requestLife(service)))).toEqual([200, 200, 200, 200]);
  });

  it('are as many as http.maxConnections allows, on both workers together', async () => {
    const service = await startWorkers({ PROMPTHOLD_HTTP_MAX_CONNECTIONS: '3' });
    const agents = [keepOpen(), keepOpen(), keepOpen()];
    expect(await Promise.all(agents.map((agent) => requestLife(service, agent)))).toEqual([200, 200, 200]);
    expect(await Promise.all(times(2, () => requestLife(service)))).toEqual(['broken', 'broken']);

    agents[0]?.destroy();

    await expect.poll(() => requestLife(service, agents[0]), { timeout: TIMEOUT_MS }).toBe(200);
    expect(await requestLife(service)).toBe('broken');
    const lines = () => service.log.split('\n').filter((line) => line.includes('http.maxConnections'));
    await expect.poll(lines, { timeout: TIMEOUT_MS }).toEqual([expect.stringContaining('"connectionsMax":3')]);
  });
});
