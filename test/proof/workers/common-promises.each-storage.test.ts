import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { send } from '../../support/servers/process-tree.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { EventReader } from '../../support/service/event-reader.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { aWorkerOf, WorkerConnection } from '../../support/service/worker-connection.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const TIMEOUT_MS = 60_000;
const VERIFY = '/api/auth/token';

/** What clients notice of a storage that two processes of one service use. */
describe.each(realStorages)('a service with two workers on $name', ({ fresh }) => {
  const installation = provideInstallation(fresh);
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await installation().serve({ PROMPTHOLD_HTTP_WORKERS: '2' });
  });

  const openAccount = async (): Promise<string> => (await installation().openAccount()).token;

  it('counts the calls through both workers, and from where they came', async () => {
    const key = await openAccount();
    const [one, other] = await WorkerConnection.openEach(service);
    for (let call = 0; call < 12; call += 1) {
      await (call < 7 ? one : other)?.send('GET', VERIFY, { key, headers: { 'X-Client-Name': 'a-test' } });
    }

    const readCallers = async () => {
      const { text } = (await one?.send('GET', '/api/callers', { key })) ?? { text: '{}' };
      const { data } = JSON.parse(text) as { data: { name: string; address: string; calls: number }[] };
      return data.filter(({ name }) => name === 'a-test').map(({ address, calls }) => ({ address, calls }));
    };
    await expect.poll(readCallers, { timeout: TIMEOUT_MS }).toEqual([{ address: '127.0.0.1', calls: 12 }]);
  });

  it('rejects a reset key on both workers at once', async () => {
    const key = await openAccount();
    const connections = await WorkerConnection.openEach(service);
    const verify = () => Promise.all(connections.map(async (each) => (await each.send('GET', VERIFY, { key })).status));
    expect(await verify()).toEqual([200, 200]);

    expect((await connections[0]?.send('DELETE', VERIFY, { key }))?.status).toBe(200);

    expect(await verify()).toEqual([401, 401]);
  });

  it('allows a key exactly 90 streams on both workers together, and frees those of a killed one', async () => {
    const key = await openAccount();
    const streams: EventReader[] = [];
    onTestFinished(() => {
      for (const stream of streams) stream.close();
    });
    const open = async (count: number) => {
      const opened = await Promise.all(Array.from({ length: count }, () => EventReader.withKey(service.url, key)));
      streams.push(...opened.filter(({ status }) => status === 200));
      return [200, 429].map((expected) => opened.filter(({ status }) => status === expected).length);
    };
    expect(await open(110)).toEqual([90, 20]);

    send(aWorkerOf(service), 'SIGKILL');
    const alive = () => streams.filter(({ isOver }) => !isOver).length;
    await waitUntil(() => alive() < 90, { what: 'streams of the killed worker have ended' });
    await WorkerConnection.openEach(service);
    const left = alive();
    expect(left).toBeGreaterThan(0);

    expect(await open(110)).toEqual([90 - left, 20 + left]);
  });
});
