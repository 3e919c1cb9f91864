import { describe, expect, it } from 'vitest';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { Client, dataIn, detailsIn, expectStatus } from './support/client.ts';

const KIB = 1024;

async function aClient(quotas: Parameters<typeof startStandaloneApp>[0]): Promise<Client> {
  const { api, token } = await startStandaloneApp(quotas);
  return new Client(api, token);
}

const limitsOf = async (client: Client): Promise<unknown> => expectStatus(200, await client.get('/limits')).body;

describe('GET /api/limits', () => {
  it('shows what the account uses, its quotas and other limits', async () => {
    const client = await aClient({ prompts: 7, versionsPerPrompt: 8, contentBytes: 1000 });
    await client.createPrompt({ content: 'Hello.' });

    expect(await limitsOf(client)).toEqual({
      data: {
        prompts: { used: 1, limit: 7 },
        versionsPerPrompt: { limit: 8 },
        contentBytes: { used: '"Hello."[]{}'.length, limit: 1000 },
        contentBytesPerVersion: { limit: 256 * KIB },
        configBytesPerVersion: { limit: 16 * KIB },
        requestBytes: { limit: 1024 * KIB },
      },
    });
  });

  it('needs a key and takes no query', async () => {
    const { api, token } = await startStandaloneApp();

    expect((await api.get('/api/limits')).status).toBe(401);
    expect((await api.get('/api/limits?a=b', { key: token })).status).toBe(400);
  });
});

describe('a request beyond a quota', () => {
  it('is 422 and names the quota, its use and its limit, whatever would create a prompt', async () => {
    const client = await aClient({ prompts: 1 });
    await client.createPrompt({ name: 'first' });
    const exported = expectStatus(200, await client.get('/export')).text.replace('"first"', '"third"');

    for (const response of [
      await client.post('/prompts', { name: 'second', content: 'Hello.' }),
      await client.put('/prompts/second', { content: 'Hello.' }),
      await client.post('/import', JSON.parse(exported)),
    ]) {
      expect(response).toMatchObject({ status: 422, body: { code: 'quota_exceeded' } });
      expect(detailsIn(response)).toEqual([{ path: 'prompts', problem: '1 of 1 are used' }]);
    }
    expect(await limitsOf(client)).toMatchObject({ data: { prompts: { used: 1 } } });
  });

  it.each(['', '?dryRun=true'])('is 422 for an import%s, which shows what became of each prompt', async (query) => {
    const source = await aClient({});
    for (const name of ['a', 'b', 'c', 'd']) await source.createPrompt({ name });
    const client = await aClient({ prompts: 3 });
    await client.createPrompt({ name: 'b' });

    const response = await client.post(`/import${query}`, (await source.get('/export')).body);

    expect(response).toMatchObject({ status: 422, body: { code: 'quota_exceeded' } });
    expect(detailsIn(response)).toEqual([{ path: 'prompts', problem: '3 of 3 are used' }]);
    expect(dataIn(response)).toEqual([
      { name: 'a', result: 'created' },
      { name: 'b', result: 'skipped' },
      { name: 'c', result: 'created' },
      { name: 'd', result: 'not-imported' },
    ]);
    expect(await limitsOf(client)).toMatchObject({ data: { prompts: { used: query === '' ? 3 : 1 } } });
  });

  it.each(['', '?dryRun=true'])('is reported for each line of an import%s, and others are imported', async (query) => {
    const source = await aClient({});
    for (const name of ['a', 'b']) await source.createPrompt({ name, content: `${name} ${'x'.repeat(100)}` });
    await source.createPrompt({ name: 'c', content: 'short' });
    await source.createPrompt({ name: 'd', content: 'short' });
    const client = await aClient({ prompts: 2, contentBytes: 130 });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const body = (await source.get('/export', { Accept: 'application/x-ndjson' })).text;

    const { text } = await client.api.call('POST', `/api/import${query}`, { key: client.key, headers, body });

    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { line: 2, name: 'a', result: 'created' },
      { line: 3, code: 'quota_exceeded', details: [{ path: 'contentBytes' }] },
      { line: 4, name: 'c', result: 'created' },
      { line: 5, code: 'quota_exceeded', details: [{ path: 'prompts', problem: '2 of 2 are used' }] },
    ]);
  });

  it('is 422 whatever would add a version or its content', async () => {
    const client = await aClient({ versionsPerPrompt: 2, contentBytes: 100 });
    await client.createPrompt({ name: 'full', content: 'a' });
    await client.publish('full', { content: 'b' });
    await client.createPrompt({ name: 'short', content: 'a' });

    for (const [code, response] of [
      ['versionsPerPrompt', await client.post('/prompts/full/versions', { restore: 1 })],
      ['versionsPerPrompt', await client.put('/prompts/full', { content: 'c' })],
      ['contentBytes', await client.post('/prompts/short/versions', { content: 'x'.repeat(100) })],
      ['contentBytes', await client.put('/prompts/short', { content: 'x'.repeat(100) })],
    ] as const) {
      expect(response).toMatchObject({ status: 422, body: { code: 'quota_exceeded' } });
      expect(detailsIn(response)).toMatchObject([{ path: code }]);
    }
  });
});
