import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ClientService } from '../../support/clients/client-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runNpm } from '../packaging/pack-program.ts';
import { LineProcess } from './line-process.ts';

const INSTALL_MS = 300_000;

const service = await ClientService.forFile();
let installed: string;

beforeAll(async () => {
  // In a folder of its own: 100 MB.
  installed = await temporaryFolder();
  await cp('test/proof/clients/workerd', installed, { recursive: true });
  await cp('clients/typescript/dist/prompthold-client.js', join(installed, 'prompthold-client.js'));
  await runNpm(installed, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}, INSTALL_MS);
afterAll(() => rm(installed, { recursive: true, force: true }));

interface Ask {
  readonly name: string;
  readonly refresh?: string | object;
  readonly fallback?: string;
}

/** A Worker whose client reads through a proxy. */
async function aWorker() {
  const proxy = await service.proxy();
  const environment = { PROMPTHOLD_URL: proxy.url, PROMPTHOLD_KEY: service.key, HOME: installed };
  const worker = LineProcess.start(process.execPath, ['run-worker.mjs'], { folder: installed, environment });
  onTestFinished(async () => void (await worker.endInput()));
  const { url } = await worker.waitFor({ kind: 'ready' });
  const ask = async (body: Ask): Promise<unknown> =>
    (await fetch(String(url), { method: 'POST', body: JSON.stringify(body) })).json();
  return { proxy, ask };
}

async function aPrompt(name: string): Promise<string> {
  await service.author.createPrompt({ name: `${name}/sign`, content: 'Yours' });
  const content = `Dear {{name}}, {{> ${name}/sign}}`;
  await service.author.createPrompt({ name: `${name}/reply`, content, labels: ['production'] });
  return `${name}/reply`;
}

describe('a client in a Cloudflare Worker', () => {
  it.each([
    ['default', undefined, 'memory'],
    ['always', 'always', 'network'],
    ['interval', { everyMs: 1000 }, expect.stringMatching(/memory|network/)],
    ['never', 'never', 'memory'],
  ])('serves all requests, one after the other and concurrently: %s', async (mode, refresh, source) => {
    const { ask } = await aWorker();
    const name = await aPrompt(mode);
    const asked = { name, ...(refresh !== undefined && { refresh }) };

    expect(await ask(asked)).toEqual(['Dear Ada, Yours', 1, 'network']);
    for (let request = 2; request <= 3; request += 1) expect(await ask(asked)).toEqual(['Dear Ada, Yours', 1, source]);
    expect(await Promise.all(Array.from({ length: 8 }, () => ask(asked)))).toEqual(
      Array.from({ length: 8 }, () => ['Dear Ada, Yours', 1, source]),
    );
  });

  it('reads what has changed, and goes on while the service does not respond', async () => {
    const { proxy, ask } = await aWorker();
    const name = await aPrompt('outage');
    const asked = { name, refresh: 'always' };
    await ask(asked);
    await service.author.publish(name, { content: 'Hi {{name}}', labels: ['production'] });
    expect(await ask(asked)).toEqual(['Hi Ada', 2, 'network']);

    proxy.fault = () => ({ kind: 'hang' });
    expect(await ask(asked)).toEqual(['Hi Ada', 2, 'memory']);
    const requests = proxy.requests.length;
    expect(await ask({ name: 'other', refresh: 'always', fallback: 'Hello {{name}}' })).toEqual([
      'Hello Ada',
      0,
      'fallback',
    ]);
    expect(await ask({ name: 'other', refresh: 'always' })).toEqual(['Unavailable', 'timeout']);
    expect(proxy.requests).toHaveLength(requests);
    proxy.fault = () => undefined;
    await expect.poll(() => ask(asked), { timeout: 60_000 }).toEqual(['Hi Ada', 2, 'network']);
  });

  it('cannot follow a stream', async () => {
    const { ask } = await aWorker();

    expect(await ask({ name: 'any', refresh: 'stream' })).toEqual(['PromptholdError', 'configuration']);
  });
});
