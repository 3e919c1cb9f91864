import { beforeEach, describe, expect, it } from 'vitest';
import { Api, times } from '../../adapters/http/support/api.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { settlesWithin, waitUntil } from '../../support/servers/wait-until.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { blockUsageWrites } from '../../support/storage/block-usage-writes.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { Caller, readCallers, readCounts } from './counted-calls.ts';

/** Guaranteed by the contract. */
const STOP_MS_MAX = 10_000;
const LONG_ENOUGH_MS = 60_000;
const timeouts = { timeout: 5 * LONG_ENOUGH_MS };

/** Uses a separate Redis, because blocking its writes would block other tests too. */
const own: Readonly<Record<string, () => Promise<FreshStorage>>> = {
  redis: () => startRedis(),
  'redis-cluster': () => startRedisCluster({ replicas: 0 }),
};

describe.each(realStorages)('usage on $name', ({ name, fresh }) => {
  const installation = provideInstallation(own[name] ?? fresh, { PROMPTHOLD_HTTP_TRUST_PROXY: '1' });
  let account: OpenedAccount;

  beforeEach(async () => {
    account = await installation().openAccount();
  });

  const counted = (groupBy: 'status' | 'route' | 'prompt') => readCounts(installation().storageUrl, account, groupBy);
  const verify = (url: string) => new Api(url).verify(account.token);
  const waitForLog = (service: ServiceProcess, text: string) =>
    waitUntil(() => service.log.includes(text), { what: `the log says ${text}` });

  it('counts every completed call and its caller exactly once when two instances are stopped', timeouts, async () => {
    const services = await Promise.all([installation().serve(), installation().serve()]);
    const key = account.token;
    const apis = services.map(({ url }) => new Api(url));
    const from = (index: number) => ({ 'X-Client-Name': `app-${index % 3}`, 'X-Forwarded-For': `10.0.0.${index % 5}` });
    // Beforehand: one of many simultaneous publications of a prompt may be rejected as a conflict.
    const put = { key, json: { content: 'Hello.' } };
    await apis[0]?.call('PUT', '/api/prompts/greeting', { ...put, headers: from(0) });
    const made = await Promise.all(
      times(60, async (index) => {
        const api = apis[index % 2] as Api;
        const headers = from(index);
        await api.get('/api/tags', { key, headers });
        await api.get('/api/prompts/missing', { key, headers });
        await api.call('PUT', '/api/prompts/greeting', { ...put, headers });
        return (await api.get('/api/prompts/greeting', { key, headers: { ...headers, 'If-None-Match': '*' } })).status;
      }),
    );
    expect(new Set(made)).toEqual(new Set([304]));
    expect((await Promise.all(services.map((service) => service.stop()))).every((code) => code === 0)).toBe(true);

    expect(await counted('route')).toEqual({
      'GET /api/tags': 60,
      'GET /api/prompts/{ref}': 120,
      'PUT /api/prompts/{ref}': 61,
    });
    expect(await counted('status')).toEqual({ '2xx': 121, '3xx': 60, '4xx': 60 });
    expect(Object.values(await counted('prompt'))).toEqual([60]);
    const callers = await readCallers(installation().storageUrl, account);
    expect(callers.map(({ calls }) => calls).toSorted()).toEqual([...Array(14).fill(16), 17]);
  });

  it('counts every call that was in flight when the instances were stopped', timeouts, async () => {
    const services = await Promise.all([installation().serve(), installation().serve()]);
    const caller = new Caller(
      services.map(({ url }) => `${url}/api/auth/token`),
      account.token,
      8,
    );
    await waitUntil(() => (caller.responses['2xx'] ?? 0) > 100, { what: 'calls are made' });

    await Promise.all(services.map((service) => service.stop()));
    await caller.stop();

    expect(caller.withoutResponse).toBeGreaterThan(0);
    expect(await counted('status')).toEqual(caller.responses);
  });

  it('loses the last second at most, and counts nothing twice, when an instance is killed', timeouts, async () => {
    let made = 0;
    for (let round = 0; round < 3; round += 1) {
      const service = await installation().serve();
      const call = async (count: number) => {
        await Promise.all(times(count, () => verify(service.url)));
        made += count;
      };
      const before = (await counted('status'))['2xx'] ?? 0;
      await call(50);
      const shown = async () => (await counted('status'))['2xx'] === before + 50;
      await waitUntil(shown, { what: 'the first calls are shown' });
      await call(20);
      service.signal('SIGKILL');
      await service.exited;

      const after = (await counted('status'))['2xx'] ?? 0;
      expect(after).toBeGreaterThanOrEqual(before + 50);
      expect(after).toBeLessThanOrEqual(before + 70);
    }
    expect((await counted('status'))['2xx']).toBeLessThanOrEqual(made);
  });

  it('is exact after writes were blocked, replies lost and calls continued', timeouts, async () => {
    const service = await installation().serve();
    await Promise.all(times(20, () => verify(service.url)));

    const release = await blockUsageWrites(installation().storageUrl);
    // Callers do not notice.
    const responses = await Promise.all(times(20, () => verify(service.url)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    await waitForLog(service, 'usage waits for the storage');
    await Promise.all(times(20, () => verify(service.url)));
    await release();

    const all = async () => (await counted('status'))['2xx'] === 60;
    await waitUntil(all, { what: 'every call is shown' });
    expect(await service.stop()).toBe(0);
    expect(await counted('status')).toEqual({ '2xx': 60 });
  });

  it('does not keep a service from stopping in time, and logs what was lost', timeouts, async () => {
    const service = await installation().serve();
    const release = await blockUsageWrites(installation().storageUrl);
    try {
      await Promise.all(times(20, () => verify(service.url)));

      expect(await settlesWithin(STOP_MS_MAX, service.stop())).toBe(true);

      expect(await service.exited).toBe(0);
      expect(service.log).toMatch(/"accounts":1,"calls":20,"msg":"usage could not be written and is lost"/);
    } finally {
      await release();
    }
  });

  it('is deleted with its account, and leaves the counts of other accounts alone', timeouts, async () => {
    const service = await installation().serve();
    const neighbour = await installation().openAccount();
    await Promise.all([verify(service.url), new Api(service.url).verify(neighbour.token)]);
    expect((await installation().cli(['account', 'delete', account.email, '--yes'])).code).toBe(0);

    const shown = async () => (await readCounts(installation().storageUrl, neighbour, 'status'))['2xx'] === 1;
    await waitUntil(shown, { what: "the neighbour's call is shown" });
    expect(await counted('status')).toEqual({});
    expect(service.log).not.toContain('"level":50');
  });
});
