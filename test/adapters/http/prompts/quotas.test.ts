import { describe, expect, it } from 'vitest';
import type { Quotas } from '../../../../src/domain/prompts/quotas.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { type Client, dataIn, detailsIn, expectStatus, rejectionIn } from './support/client.ts';

const KIB = 1024;

const aClient = async (quotas: Partial<Quotas>): Promise<Client> => (await startStandaloneApp({ quotas })).ada;

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
        configBytesPerVersion: { limit: 64 * KIB },
        requestBytes: { limit: 1024 * KIB },
      },
    });
  });
});

describe('a request beyond a quota', () => {
  it.each(['', '?dryRun=true'])('is 422 for an import%s, which shows what became of each prompt', async (query) => {
    const source = await aClient({});
    for (const name of ['a', 'b', 'c', 'd']) await source.createPrompt({ name });
    const client = await aClient({ prompts: 3 });
    await client.createPrompt({ name: 'b' });

    const response = await client.post(`/import${query}`, (await source.get('/export')).body);

    expect(rejectionIn(response)).toBe('422 quota_exceeded');
    expect(detailsIn(response)).toEqual([{ path: 'prompts', problem: 'exceeded' }]);
    expect(dataIn(response)).toEqual([
      { name: 'a', result: 'created', warnings: [] },
      { name: 'b', result: 'skipped', warnings: [] },
      { name: 'c', result: 'created', warnings: [] },
      { name: 'd', result: 'not-imported', warnings: [] },
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
      { line: 2, name: 'a', result: 'created', warnings: [] },
      { line: 3, code: 'quota_exceeded', details: [{ path: 'contentBytes' }] },
      { line: 4, name: 'c', result: 'created', warnings: [] },
      { line: 5, code: 'quota_exceeded', details: [{ path: 'prompts', problem: 'exceeded' }] },
    ]);
  });

  it.each<[string, string, object]>([
    ['prompts', '/prompts', { name: 'new', content: 'c' }],
    ['versionsPerPrompt', '/prompts/full/versions', { restore: 1 }],
    ['contentBytes', '/prompts/short/versions', { content: 'x'.repeat(100) }],
  ])('is 422 and names the quota: %s', async (quota, path, body) => {
    const client = await aClient({ prompts: 2, versionsPerPrompt: 2, contentBytes: 100 });
    await client.createPrompt({ name: 'full', content: 'a' });
    await client.publish('full', { content: 'b' });
    await client.createPrompt({ name: 'short', content: 'a' });

    const response = await client.post(path, body);

    expect(rejectionIn(response)).toBe('422 quota_exceeded');
    expect(detailsIn(response)).toMatchObject([{ path: quota }]);
  });
});
