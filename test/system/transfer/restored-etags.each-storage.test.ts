import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Installation } from '../../support/service/installation.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const READS = ['/api/prompts/greeting', '/api/prompts?include=content', '/api/public/v2/prompts/greeting'] as const;

interface Service {
  readonly url: string;
  readonly token: string;
}

function call({ url, token }: Service, method: string, path: string, json?: unknown, headers = {}) {
  const body = json === undefined ? null : JSON.stringify(json);
  const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  return fetch(url + path, { method, body, headers: sent });
}

const write = (service: Service, content: string) =>
  call(service, 'PUT', '/api/prompts/greeting', { content, labels: ['production'] });

const etagsOf = (service: Service) =>
  Promise.all(READS.map(async (path) => (await call(service, 'GET', path)).headers.get('ETag') ?? ''));

const readIfChanged = (service: Service, etags: readonly string[]) =>
  Promise.all(READS.map((path, index) => call(service, 'GET', path, undefined, { 'if-none-match': etags[index] })));

describe.each(realStorages)('ETags after a restore on $name', ({ fresh }) => {
  it('are those of the backup, and not those of writes that it lacks', async () => {
    const [lost, restored] = [await fresh(), await fresh()];
    const installation = await Installation.on(lost.url);
    onTestFinished(async () => {
      await installation.dispose();
      await Promise.all([lost.dispose(), restored.dispose()]);
    });
    const { token } = await installation.openAccount('correct horse battery');
    const before = { url: (await installation.serve()).url, token };
    expect((await write(before, 'One.')).status).toBe(201);
    const backedUp = await etagsOf(before);
    const file = join(installation.folder, 'all.backup');
    expect(await installation.cli(['backup', file])).toMatchObject({ code: 0 });
    expect((await write(before, 'Lost.')).status).toBe(200);
    const missing = await etagsOf(before);

    const settings = { PROMPTHOLD_STORAGE_URL: restored.url };
    const restore = await runCommand(['restore', file], { settings: { ...installation.settings, ...settings } });
    expect(restore).toMatchObject({ code: 0 });
    const after = { url: (await installation.serve(settings)).url, token };
    const unchanged = await readIfChanged(after, backedUp);
    expect(unchanged.map(({ status }) => status)).toEqual(READS.map(() => 304));
    expect((await write(after, 'Other.')).status).toBe(200);

    const changed = await readIfChanged(after, missing);
    for (const response of changed) {
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Other.');
    }
    const mine = await call(after, 'PUT', '/api/prompts/greeting', { content: 'Mine.' }, { 'if-match': missing[0] });
    expect(mine.status).toBe(412);
    expect(await (await call(after, 'GET', '/api/prompts/greeting')).text()).toContain('Other.');
  }, 120_000);
});
