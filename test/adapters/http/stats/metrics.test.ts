import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { Installation } from '../../../support/service/installation.ts';
import { parsePrometheus, type Sample, sampleValue } from '../../../support/service/prometheus-text.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { startTestService } from '../../../support/service/test-resources.ts';
import { Api, anApplicant, anUnknownKey, times } from '../support/api.ts';

const WITH_METRICS = { PROMPTHOLD_METRICS_ENABLED: 'true', PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' };
const REQUESTS = 'prompthold_http_requests_total';

const scrape = async (api: Api): Promise<readonly Sample[]> => parsePrometheus((await api.get('/metrics')).text);

describe('GET /metrics', () => {
  let service: ServiceProcess;
  let api: Api;

  beforeAll(async () => {
    service = await ServiceProcess.start({ settings: WITH_METRICS });
    api = new Api(service.url);
  });
  afterAll(() => service.dispose());

  it('responds in the text format of Prometheus, also to HEAD', async () => {
    const get = await api.get('/metrics');
    const head = await api.call('HEAD', '/metrics');

    expect(get.status).toBe(200);
    expect(get.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(parsePrometheus(get.text).length).toBeGreaterThan(50);
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
  });

  it('reports the version and the state of the process', async () => {
    const samples = await scrape(api);
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));

    expect(sampleValue(samples, 'prompthold_build_info', { version, storage: 'sqlite' })).toBe(1);
    expect(sampleValue(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(samples.map(({ name }) => name)).toContain('nodejs_eventloop_lag_seconds');
    expect(sampleValue(samples, 'prompthold_hashing_running')).toBe(0);
    expect(sampleValue(samples, 'prompthold_hashing_waiting')).toBe(0);
    expect(sampleValue(samples, 'prompthold_heavy_work_running')).toBe(0);
    expect(sampleValue(samples, 'prompthold_heavy_work_waiting')).toBe(0);
  });

  it('counts requests by method, route and status, and measures their duration', async () => {
    const labels = { method: 'GET', route: '/livez' };
    const before = await scrape(api);
    await Promise.all(times(3, () => api.get('/livez')));
    const after = await scrape(api);

    const increase = (name: string, more = {}) =>
      sampleValue(after, name, { ...labels, ...more }) - sampleValue(before, name, { ...labels, ...more });
    expect(increase(REQUESTS, { status: '200' })).toBe(3);
    expect(increase('prompthold_http_request_duration_seconds_count')).toBe(3);
    expect(increase('prompthold_http_request_duration_seconds_bucket', { le: '+Inf' })).toBe(3);
  });

  it('counts itself as the only request in flight', async () => {
    expect(sampleValue(await scrape(api), 'prompthold_http_requests_in_flight')).toBe(1);
  });

  it('counts a request rejected without a key under its route', async () => {
    await api.get('/api/prompts/support%2Freply/versions/7');

    expect(sampleValue(await scrape(api), REQUESTS, { route: '/api/prompts/:ref/versions/:n', status: '401' })).toBe(1);
  });

  it('counts sign-ins and key rotations by their outcome', async () => {
    const owner = await api.openAccount();
    await api.signIn(owner);
    await api.signIn({ ...owner, password: anApplicant().password });
    await api.reset(owner.token);
    await api.reset(anUnknownKey());

    const samples = await scrape(api);
    expect(sampleValue(samples, 'prompthold_sign_in_total', { outcome: 'signed-in' })).toBe(1);
    expect(sampleValue(samples, 'prompthold_sign_in_total', { outcome: 'wrong-credentials' })).toBe(1);
    expect(sampleValue(samples, 'prompthold_key_resets_total', { by: 'api', outcome: 'done' })).toBe(1);
  });

  it('counts the retries of writes that were overtaken, and no first attempt', async () => {
    const { token: key } = await api.openAccount();
    const retries = async () => sampleValue(await scrape(api), 'prompthold_write_retries_total');
    await api.call('POST', '/api/prompts', { key, json: { name: 'hot', content: 'One' } });
    expect(await retries()).toBe(0);

    // Each changes the config that the others would inherit.
    const publish = (index: number) =>
      api.call('POST', '/api/prompts/hot/versions', { key, json: { content: `Text ${index}`, config: { index } } });
    await expect
      .poll(async () => {
        await Promise.all(times(20, publish));
        return retries();
      })
      .toBeGreaterThan(0);
  });

  it('does not gain series from many unusual requests', async () => {
    const owner = await api.openAccount();
    const sendUnusual = async (round: number) => {
      await Promise.all([
        ...times(20, (index) => api.get(`/odd/${round}/${index}?x=${index}`)),
        ...times(20, (index) => api.get(`/api/prompts/p${round}-${index}`, { key: owner.token })),
        ...times(20, (index) => api.call('DELETE', `/livez/${round}/${index}`)),
        ...['PURGE', 'PROPFIND'].map((method) => api.call(method, `/${round}`)),
      ]);
    };
    await sendUnusual(0);
    const few = await scrape(api);
    for (const round of [1, 2, 3, 4, 5]) await sendUnusual(round);
    const many = await scrape(api);

    const ours = (samples: readonly Sample[]) => samples.filter(({ name }) => name.startsWith('prompthold_'));
    expect(ours(many)).toHaveLength(ours(few).length);
    expect(sampleValue(many, REQUESTS, { method: 'GET', route: 'none', status: '404' })).toBe(120);
    expect(sampleValue(many, REQUESTS, { method: 'other', route: 'none', status: '404' })).toBe(12);
  });

  it('reveals no account, key, prompt or path', async () => {
    const owner = await api.openAccount();
    await api.call('PUT', '/api/prompts/secret%2Fplan', { key: owner.token, json: { content: 'x' } });
    await api.get('/api/prompts/secret%2Fplan', { key: owner.token });
    await api.get(`/wp-admin/${owner.token}`);

    const { text } = await api.get('/metrics');

    for (const secret of [owner.token.slice(3), owner.userId, owner.email, 'secret', 'plan', 'wp-admin']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('a service with metrics disabled', () => {
  it('has no /metrics', async () => {
    const api = new Api((await startTestService()).url);

    expect((await api.get('/metrics')).status).toBe(404);
  });
});

describe.runIf(wantedStorages().includes('redis'))('a storage outage', () => {
  it('is counted in the metrics', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.dispose());
    const installation = await Installation.on(redis.url, WITH_METRICS);
    onTestFinished(() => installation.dispose());
    const api = new Api((await installation.serve()).url);
    const owner = await api.openAccount();
    await redis.kill();

    expect((await api.verify(owner.token)).status).toBe(503);
    expect((await api.reset(owner.token)).status).toBe(503);

    expect(sampleValue(await scrape(api), 'prompthold_storage_unavailable_total')).toBe(2);
  });
});
