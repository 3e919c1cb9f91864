import { describe, expect, it } from 'vitest';
import { startFakeLangfuse } from '../../../support/imports/fake-langfuse.ts';
import { dataIn, pageIn } from '../../http/prompts/support/client.ts';
import { anEntry, anImport } from './import-account.ts';

const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-secret-2' };
const VERSIONS = [
  anEntry({ name: 'a/b c', version: 1, labels: [] }),
  anEntry({ name: 'a/b c', version: 2, labels: ['production'], prompt: 'Two' }),
  anEntry({ name: 'd', tags: ['x'] }),
  anEntry({ name: 'e', type: 'chat', prompt: [{ role: 'user', content: '{{q}}' }] }),
];

const fromUrl = (url: string) => ['--from', 'langfuse', '--url', url];

describe('import from a running Langfuse', () => {
  it('reads the list, then every version, and at most four at a time', async () => {
    const langfuse = await startFakeLangfuse(VERSIONS);
    const { client, run } = await anImport();

    const { code, stdout, stderr } = await run(fromUrl(`${langfuse.url}/`), KEYS);

    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'created    a/b-c  2 versions\ncreated    d  1 version\ncreated    e  1 version\n',
      stderr: '3 created\n',
    });
    expect(langfuse.requests.map(({ url }) => url).sort()).toEqual([
      '/api/public/v2/prompts/a%2Fb%20c?version=1&resolve=false',
      '/api/public/v2/prompts/a%2Fb%20c?version=2&resolve=false',
      '/api/public/v2/prompts/d?version=1&resolve=false',
      '/api/public/v2/prompts/e?version=1&resolve=false',
      '/api/public/v2/prompts?limit=100&page=1',
      '/api/public/v2/prompts?limit=100&page=2',
    ]);
    const credentials = Buffer.from('pk-lf-1:sk-lf-secret-2').toString('base64');
    expect(new Set(langfuse.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([`Basic ${credentials}`]),
    );
    expect(langfuse.mostConcurrent()).toBeLessThanOrEqual(4);
    expect(dataIn(await client.get('/prompts/a%2Fb-c'))).toMatchObject({ content: 'Two', labels: { production: 2 } });
  });

  it('waits when it is asked to, and tries again', async () => {
    let refused = 0;
    const langfuse = await startFakeLangfuse(VERSIONS, ({ url }, response) => {
      if (!url?.includes('/d?') || refused >= 2) return false;
      refused += 1;
      response.writeHead(429, { 'retry-after': '0' }).end();
      return true;
    });
    const { run } = await anImport();

    expect((await run(fromUrl(langfuse.url), KEYS)).code).toBe(0);
    expect(langfuse.requests.filter(({ url }) => url.includes('/d?'))).toHaveLength(3);
  });

  it('leaves out a version that was deleted since it was listed', async () => {
    const langfuse = await startFakeLangfuse(VERSIONS, ({ url }, response) => {
      if (!url?.includes('version=1') || !url.includes('a%2Fb')) return false;
      response.writeHead(404).end();
      return true;
    });
    const { run } = await anImport();

    const { code, stderr } = await run(fromUrl(langfuse.url), KEYS);

    expect(code).toBe(0);
    expect(stderr).toContain('a/b c: version 2 becomes version 1');
  });

  it.each<[string, number, string, number, string]>([
    ['wrong keys', 401, '{}', 1, 'does not accept the keys'],
    ['a page of something else', 200, '<html>', 1, 'does not respond like Langfuse'],
    ['another list', 200, '{"data":[1]}', 1, 'does not respond like Langfuse'],
    ['too many prompts', 200, '{"data":[],"meta":{"totalPages":101}}', 1, 'has more than 10000 prompts'],
    ['a redirect', 302, '', 1, 'does not respond like Langfuse (HTTP 302)'],
    ['an internal error', 500, '', 69, 'is unavailable (HTTP 500)'],
  ])('reports %s and imports nothing', async (_, status, body, code, reason) => {
    const langfuse = await startFakeLangfuse(VERSIONS, (_request, response) => {
      response.writeHead(status).end(body);
      return true;
    });
    const { client, run } = await anImport();

    const done = await run(fromUrl(langfuse.url), KEYS);

    expect(done).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(reason) });
    expect(done.stderr).not.toContain('sk-lf-secret-2');
    expect(pageIn(await client.get('/prompts')).data).toEqual([]);
  });

  it('exits with 69 where there is none, and 78 without keys', async () => {
    const { run } = await anImport();

    expect((await run(fromUrl('http://127.0.0.1:1'), KEYS)).code).toBe(69);
    expect(await run(fromUrl('http://127.0.0.1:1'))).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/LANGFUSE_PUBLIC_KEY[\s\S]*LANGFUSE_SECRET_KEY/),
    });
  });
});
