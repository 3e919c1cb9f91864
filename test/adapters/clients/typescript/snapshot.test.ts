import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '../../../../src/domain/snapshots/snapshot.ts';
import { ClientService } from '../../../support/clients/client-service.ts';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { aName, dataIn } from '../../http/prompts/support/client.ts';
import { anUnknownKey } from '../../http/support/api.ts';

const service = await ClientService.forFile();

describe('the snapshot', () => {
  it('holds the prompts as the service sent them, for the user of the process only', async () => {
    const folder = await createTestFolder();
    const snapshot = join(folder, 'deep/er/snapshot.json');
    const { name } = await service.author.createPrompt({ content: 'one', labels: ['production'] });
    const { prompts } = service.client({ snapshot });

    await prompts.get(name);
    await prompts.get(name, { label: 'production' });
    await prompts.get(name, { version: 1 });
    await prompts.close();

    const text = await readFile(snapshot, 'utf8');
    const response = await service.author.get(`/prompts/${name}`);
    expect(JSON.parse(text)).toMatchObject({ format: 'prompthold-snapshot', version: 1, url: service.url });
    expect(JSON.parse(text).entries[name]).toEqual({ etag: response.headers.get('ETag'), prompt: dataIn(response) });
    expect(Object.keys(JSON.parse(text).entries)).toEqual([name, `${name}@1`, `${name}@production`]);
    expect(parseSnapshot(text, service.url).kind).toBe('snapshot');
    expect((await stat(snapshot)).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(service.key);
    expect(await readdir(join(folder, 'deep/er'))).toEqual(['snapshot.json']);
  });

  it('saves a request its content, if nothing has changed', async () => {
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    const before = service.client({ url: proxy.url, snapshot });
    await before.prompts.get(name);
    await before.prompts.close();

    const prompt = await service.client({ url: proxy.url, snapshot }).prompts.get(name);

    expect(prompt).toMatchObject({ source: 'network', version: 1 });
    expect(proxy.calls.map(({ status }) => status)).toEqual([200, 304]);
  });

  it.each([
    ['damaged', '{"format":"prompthold-snapshot"'],
    ['damaged', '{"format":"prompthold-snapshot","version":1,"url":"x","savedAt":"","entries":{"a":1}}'],
    ['foreign', '{"format":"prompthold-snapshot","version":1,"url":"http://other","savedAt":"","entries":{}}'],
    ['damaged', '{"format":"prompthold-snapshot","version":1,"url":"URL","savedAt":"","entries":{}}'],
    ['newer', '{"format":"prompthold-snapshot","version":2}'],
  ])('is ignored with one event if it is %s', async (problem, text) => {
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    // The last damaged one is right, except that it is not signed.
    await writeFile(snapshot, text.replace('URL', service.url));
    const { prompts, events } = service.client({ snapshot });

    for (const { name } of [await service.author.createPrompt(), await service.author.createPrompt()]) {
      expect(await prompts.get(name)).toMatchObject({ source: 'network' });
    }
    await prompts.close();

    expect(events).toMatchObject([{ kind: 'snapshot', path: snapshot, problem }]);
    // A newer client would no longer find its own prompts.
    expect((await readFile(snapshot, 'utf8')) === text).toBe(problem === 'newer');
  });

  it('is used only with the key that wrote it, and only unchanged', async () => {
    const folder = await createTestFolder();
    const snapshot = join(folder, 'snapshot.json');
    const { name } = await service.author.createPrompt({ content: 'one' });
    const before = service.client({ snapshot });
    await before.prompts.get(name);
    await before.prompts.close();
    const text = await readFile(snapshot, 'utf8');
    const start = async (file: string, key = service.key) => {
      const path = join(folder, aName().replaceAll('/', '-'));
      await writeFile(path, file);
      const { prompts, events } = service.client({
        snapshot: path,
        key,
        fetch: () => Promise.reject(new Error('away')),
      });
      const source = await prompts.get(name).then(
        ({ source }) => source,
        (error: Error) => error.name,
      );
      return [source, events[0]];
    };
    const ignored = { kind: 'snapshot', problem: 'damaged', reason: 'it is not signed with this key' };

    expect(await start(text)).toMatchObject(['disk', { kind: 'stale' }]);
    expect(await start(text, anUnknownKey())).toMatchObject(['Unavailable', ignored]);
    expect(await start(text.replace('"one"', '"two"'))).toMatchObject(['Unavailable', ignored]);
    expect(await start(text.replace(/"mac":"[^"]*",/, ''))).toMatchObject(['Unavailable', ignored]);
    expect(await start(text.replace(/("mac":"[^"]*",)(.*)}/, '$2,$1"x":1}').replace(/^/, '{'))).toMatchObject([
      'Unavailable',
      { problem: 'damaged' },
    ]);
  });

  it('that cannot be read or written is reported once each, and never an error', async () => {
    const folder = await createTestFolder();
    const snapshot = join(folder, 'snapshot.json');
    // A folder in its place: permissions do not stop root.
    await mkdir(snapshot);
    await writeFile(join(snapshot, 'x'), '');
    await chmod(folder, 0o500);
    const { prompts, events } = service.client({ snapshot });

    for (const { name } of [await service.author.createPrompt(), await service.author.createPrompt()])
      await prompts.get(name);
    await prompts.close();
    await chmod(folder, 0o700);

    expect(events).toMatchObject([
      { kind: 'snapshot', problem: 'unreadable', reason: 'EISDIR' },
      { kind: 'snapshot', problem: 'unwritable', reason: expect.stringMatching(/^E[A-Z]+$/) },
    ]);
    expect(await readdir(folder)).toEqual(['snapshot.json']);
  });
});

describe('the key', () => {
  it('is in no error, event, prompt or file', async () => {
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    const client = service.client({ url: proxy.url, snapshot, timeoutMs: 100 });
    const seen: unknown[] = [client, await client.prompts.get(name)];
    for (const kind of ['cut', 'hang'] as const) {
      proxy.fault = () => ({ kind });
      seen.push(await client.prompts.get(name), await client.prompts.get(aName()).catch((error: unknown) => error));
      seen.push(await client.prompts.publish(name, { content: 'x' }).catch((error: unknown) => error));
    }
    await client.prompts.close();
    seen.push(await readFile(snapshot, 'utf8'), client.events);

    expect(client.events.length).toBeGreaterThan(1);
    expect(inspect(seen, { depth: 20, showHidden: true })).not.toContain(service.key);
    expect(JSON.stringify(seen)).not.toContain(service.key);
  });
});
