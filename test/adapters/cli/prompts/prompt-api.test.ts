import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Fetch } from '../../../../src/adapters/inbound/cli/host/command-services.ts';
import type { ListLimits } from '../../../../src/adapters/inbound/cli/prompts/api/api-client.ts';
import { ApiFailure } from '../../../../src/adapters/inbound/cli/prompts/api/api-failure.ts';
import { PromptApi } from '../../../../src/adapters/inbound/cli/prompts/api/prompt-api.ts';
import { hashOfFile } from '../../../../src/adapters/inbound/cli/prompts/files/file-hash.ts';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { aTextFile } from '../../../support/prompt-files/prompt-files-fixture.ts';
import { createPromptFolder, readFiles } from '../../../support/prompt-files/prompt-folders.ts';
import { runPromptCommand } from '../../../support/prompt-files/run-prompt-command.ts';
import { aListedPrompt } from '../a-listed-prompt.ts';

const KEY = ApiKey.fromEntropy(new Uint8Array(32).fill(7));
const URL = 'http://prompts.test/base';

const respondWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Fetch =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const failWith =
  (error: Error): Fetch =>
  () =>
    Promise.reject(error);

const aPrompt = (name: string) => aListedPrompt({ name });

/** Responds to all that a push and a pull read before they write. */
const respondToGet = (url: string, prompts: readonly object[]): Response =>
  Response.json(url.endsWith('/api/auth/token') ? { userId: 'u_1' } : { data: prompts, nextCursor: null });

describe('a list of prompts', () => {
  const GENEROUS: ListLimits = { pages: 100, responseBytes: 10_000, totalBytes: 100_000, totalMs: 60_000 };
  /** A service that always has one more page. */
  const endless = (): Fetch => {
    let page = 0;
    return async () => Response.json({ data: [aPrompt(`p${page}`)], nextCursor: `${page++}` });
  };
  const list = (fetch: Fetch, limits: Partial<ListLimits>) =>
    Array.fromAsync(
      new PromptApi({ url: URL, key: KEY, clientName: 'test', fetch }, { ...GENEROUS, ...limits }).prompts(),
    );

  it.each([
    ['pages', { pages: 3 }, 'more than 3 pages'],
    ['bytes', { totalBytes: 512 }, 'more than 0.00048828125 MiB of prompts'],
    ['time', { totalMs: 0 }, 'prompts for more than 0 s'],
  ])('that never ends is an error at the limit of %s', async (_, limits, what) => {
    await expect(list(endless(), limits)).rejects.toEqual(
      new ApiFailure(1, `${URL} sends ${what}: is PROMPTHOLD_URL right?`),
    );
  });

  it('is complete when its last page is the last allowed one', async () => {
    let page = 0;
    const fetch: Fetch = async () =>
      Response.json({ data: [aPrompt(`p${page}`)], nextCursor: ++page < 3 ? `${page}` : null });

    expect(await list(fetch, { pages: 3 })).toHaveLength(3);
  });
});

describe('push and pull', () => {
  const run = async (command: 'push' | 'pull', fetch: Fetch) => {
    const folder = await createPromptFolder({ 'a.prompt.md': aTextFile('A'), 'b.prompt.md': aTextFile('B') });
    return { folder, ...(await runPromptCommand([command, folder], { url: URL, key: KEY, fetch })) };
  };

  it.each([
    [
      '503',
      respondWith(503, { error: 'The storage is down.', code: 'storage_unavailable' }),
      69,
      'is unavailable (HTTP 503): The storage is down.',
    ],
    ['a proxy without a service', respondWith(502, '<html>'), 69, 'is unavailable (HTTP 502); try again later.'],
    [
      'no such host',
      failWith(new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND x') })),
      69,
      'cannot be reached: getaddrinfo ENOTFOUND x.',
    ],
    [
      'a redirect',
      respondWith(301, '', { location: 'https://prompts.test/' }),
      1,
      'redirects to https://prompts.test/: set PROMPTHOLD_URL to where the service is.',
    ],
    [
      'a web page',
      respondWith(200, '<html>'),
      1,
      'does not respond like Prompthold (HTTP 200): is PROMPTHOLD_URL right?',
    ],
    [
      'other JSON',
      respondWith(200, { data: [{}], nextCursor: null }),
      1,
      'does not respond like Prompthold (HTTP 200): is PROMPTHOLD_URL right?',
    ],
    [
      'an error of another program',
      respondWith(404, { error: 'Not Found' }),
      1,
      'does not respond like Prompthold (HTTP 404): is PROMPTHOLD_URL right?',
    ],
    ['the same page forever', respondWith(200, { data: [], nextCursor: 'x' }), 1, 'sends the same page over and over.'],
    [
      'its key in an error',
      respondWith(503, { error: `bad ${KEY.reveal()}\u001b[2J` }),
      69,
      'is unavailable (HTTP 503): bad ph_…␛[2J',
    ],
  ])('report %s in one sentence and change no file', async (_what, fetch, code, sentence) => {
    for (const command of ['push', 'pull'] as const) {
      const { folder, ...done } = await run(command, fetch);

      expect(done).toEqual({ code, printed: '', reported: `${URL} ${sentence}` });
      expect(Object.keys(await readFiles(folder))).toEqual(['a.prompt.md', 'b.prompt.md']);
    }
  });

  it('give up a service that does not respond within 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const isSent = Promise.withResolvers<void>();

    const done = run('pull', () => {
      isSent.resolve();
      return new Promise(() => {});
    });
    await isSent.promise;
    await vi.advanceTimersByTimeAsync(30_000);

    expect(await done).toMatchObject({ code: 69, reported: `${URL} cannot be reached: no response within 30 s.` });
  });

  it('stop reading a response that never ends', async () => {
    let isCancelled = false;
    const chunk = new Uint8Array(1024 * 1024).fill(0x20);
    const fetch: Fetch = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(chunk),
          cancel: () => {
            isCancelled = true;
          },
        }),
      );

    const { code, reported } = await run('pull', fetch);

    expect([code, reported]).toEqual([1, `${URL} sends more than 128 MiB in one response: is PROMPTHOLD_URL right?`]);
    expect(isCancelled).toBe(true);
  });

  it.each(['../evil', '/etc/evil', 'a/../../evil', 'a\\b', 'A', '.hidden', ''])(
    'write no file for the invalid prompt name %j',
    async (name) => {
      const { folder, code } = await run('pull', respondWith(200, { data: [aPrompt(name)], nextCursor: null }));

      expect(code).toBe(1);
      expect(Object.keys(await readFiles(folder))).toEqual(['a.prompt.md', 'b.prompt.md']);
    },
  );

  it('report the prompts already pushed when the service becomes unavailable, and exit with 69', async () => {
    const puts: string[] = [];
    const { code, printed, reported } = await run('push', async (url, { method }) => {
      if (method === 'GET') return respondToGet(url, []);
      puts.push(url);
      if (puts.length > 1) return new Response('', { status: 503 });
      return Response.json({ data: aPrompt('a') }, { status: 201 });
    });

    expect(puts).toEqual([`${URL}/api/prompts/a`, `${URL}/api/prompts/b`]);
    expect([code, printed]).toEqual([69, 'created      a  version 1']);
    expect(reported).toBe(`1 created\n${URL} is unavailable (HTTP 503); try again later.\nNot tried: 1 of 2 prompts.`);
  });

  it('fail only the prompt that is rejected without a reason', async () => {
    const { code, printed, reported } = await run('push', async (url, { method }) => {
      if (method === 'GET') return respondToGet(url, []);
      if (url.endsWith('/a')) return new Response('<html>', { status: 500 });
      return Response.json({ data: aPrompt('b') }, { status: 201, headers: { location: '/api/prompts/p_1' } });
    });

    expect(code).toBe(1);
    expect(printed).toBe('failed       a\ncreated      b  version 1');
    expect(reported).toBe('a: HTTP 500 without a reason\n1 created, 1 failed');
  });

  it('send the key and their name, follow no redirect and set a timeout', async () => {
    const requests: { readonly url: string; readonly init: RequestInit }[] = [];
    await run('push', async (url, init) => {
      requests.push({ url, init });
      return Response.json({ data: [{ ...aPrompt('a/b.c'), archived: true }], nextCursor: null });
    });

    const [list] = requests;
    expect(list?.url).toBe(`${URL}/api/prompts?include=content&limit=50&label=latest&archived=any`);
    expect(list?.init).toMatchObject({
      redirect: 'manual',
      headers: { authorization: `Bearer ${KEY.reveal()}`, 'x-client-name': 'prompthold-cli/0.0.0' },
    });
    expect(list?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it('send a file that includes others and omits its variables, because only the service can infer them', async () => {
    const folder = await createPromptFolder({
      'a.prompt.md': aTextFile('{{> c}}', 'variables: []\nconfig: {}\n'),
      'b.prompt.md': aTextFile('{{> c}}'),
    });
    const puts: string[] = [];
    const hash = hashOfFile({ content: { type: 'text', content: '{{> c}}' }, variables: [], config: {} });
    const prompts = ['a', 'b'].map((name) => ({ ...aPrompt(name), content: '{{> c}}', hash }));
    const fetch: Fetch = async (url, { method }) => {
      if (method === 'GET') return respondToGet(url, prompts);
      puts.push(url);
      return Response.json({ data: { ...aPrompt('b'), hash, unchanged: true } });
    };

    const { printed } = await runPromptCommand(['push', folder], { url: URL, key: KEY, fetch });

    expect(printed).toBe('unchanged    a  version 1\nunchanged    b  version 1');
    expect(puts).toEqual([`${URL}/api/prompts/b`]);
  });

  it('announce in a dry run that the service will reject an archived prompt', async () => {
    const folder = await createPromptFolder({ 'a/b.c.prompt.md': aTextFile('Bye') });
    const fetch: Fetch = async (url) => respondToGet(url, [{ ...aPrompt('a/b.c'), archived: true }]);

    const { printed } = await runPromptCommand(['push', folder, '--dry-run', '--force'], { url: URL, key: KEY, fetch });

    expect(printed).toMatch(/\narchived: the service will refuse this$/);
  });
});
