import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DashboardClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { Api, codeIn, tokenIn } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { parsePrometheus, sampleValue } from '../../support/service/prometheus-text.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { type SmallStorage, smallStorages } from '../../support/storage/small-storage.ts';
import { runDoctor } from '../../system/doctor/doctor-report.ts';

/** Cannot be compressed, and is never the same. */
const large = (): string => randomBytes(100 * 1024).toString('hex');

describe.each(smallStorages)('$name that is full', { timeout: 120_000 }, ({ open: create }) => {
  let storage: SmallStorage;
  const open = async () => {
    storage = await create();
    return storage;
  };
  const installation = provideInstallation(open, { PROMPTHOLD_METRICS_ENABLED: 'true' });
  let service: ServiceProcess;
  let api: Api;
  let owner: OpenedAccount;
  let key: string;

  beforeAll(async () => {
    service = await installation().serve();
    api = new Api(service.url);
    owner = await installation().openAccount();
    key = owner.token;
    await installation().openAccount();
    await put('greeting', 'Hello');
    await put('greeting', 'Hello again');
    await put('obsolete', large());
    await waitUntil(storage.hasReserve, { what: 'the service has set space aside' });
    await storage.fill();
  }, 120_000);

  const put = (name: string, content: string) => api.call('PUT', `/api/prompts/${name}`, { key, json: { content } });
  const metric = async (name: string) => sampleValue(parsePrometheus((await api.get('/metrics')).text), name);

  it('rejects content with 503 storage_full, and says when to retry', async () => {
    const responses = [
      await put('new', large()),
      await put('greeting', large()),
      await api.call('POST', '/api/prompts/greeting/versions', { key, json: { content: large() } }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(responses.map(codeIn)).toEqual(['storage_full', 'storage_full', 'storage_full']);
    expect(responses[0]?.headers.get('Retry-After')).toBe('60');
  });

  it('resets a leaked key with 200, again and again', async () => {
    const leaked = key;
    for (let reset = 0; reset < storage.resets; reset += 1) {
      const response = await api.reset(key);
      expect(response.status).toBe(200);
      key = tokenIn(response);
    }

    expect((await api.verify(leaked)).status).toBe(401);
    expect((await api.verify(key)).status).toBe(200);
  });

  it('signs in with the password, in the API and in the dashboard', async () => {
    expect((await api.signIn(owner)).status).toBe(200);
    expect((await new DashboardClient(service.url).signIn(owner)).status).toBe(200);
  });

  it('rejects a wrong password with 401, and counts it', async () => {
    expect((await api.signIn({ ...owner, password: 'wrong horse battery staple' })).status).toBe(401);
  });

  it('reads prompts, and deletes prompts and accounts', async () => {
    expect((await api.get('/api/prompts/greeting', { key })).status).toBe(200);
    expect((await api.call('DELETE', '/api/prompts/obsolete', { key })).status).toBe(204);
    expect((await installation().cli(['account', 'delete', 'ada2@example.com', '--yes'])).code).toBe(0);
  });

  it('is reported by /readyz, which stays 200, by metrics and by doctor', async () => {
    await storage.fill();
    expect(codeIn(await put('greeting', large()))).toBe('storage_full');

    await waitUntil(async () => (await api.get('/readyz')).text.includes('"storage":"full"'), {
      what: '/readyz reports the full storage',
    });
    expect((await api.get('/readyz')).status).toBe(200);
    await waitUntil(() => service.log.includes('storage is nearly full'), { what: 'the log reports the full storage' });
    expect(await metric('prompthold_storage_full')).toBe(1);
    const { code, errors } = await runDoctor({ settings: installation().settings });
    expect(code).toBe(1);
    expect(errors.map(({ message }) => message).join()).toContain('prompts cannot be written');
  });

  it('lets a service start that had set space aside, which then resets a key', async () => {
    await service.stop();
    await storage.fill();
    service = await installation().serve();
    api = new Api(service.url);

    const response = await api.reset(key);

    expect(response.status).toBe(200);
    key = tokenIn(response);
  });

  it('accepts content again once there is room', async () => {
    await storage.free();

    await waitUntil(async () => (await put('greeting', large())).status === 200, { what: 'content is accepted' });
    await waitUntil(async () => (await api.get('/readyz')).text.includes('"storage":"ok"'), {
      what: 'the storage is reported as ok',
    });
    await waitUntil(storage.hasReserve, { what: 'the service has set space aside again' });
  });
});
