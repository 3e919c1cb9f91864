import { createHmac } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSignedWith } from '../../../../clients/typescript/src/snapshot/snapshot-signature.ts';
import { parseSnapshot } from '../../../../src/domain/snapshots/snapshot.ts';
import { runCommand } from '../../../support/service/run-command.ts';
import { createTestFolder, listenForTest } from '../../../support/service/test-resources.ts';
import { aListedPrompt } from '../a-listed-prompt.ts';
import { aPromptAccount } from '../prompts/prompt-account.ts';

async function anAccount() {
  const { client, url, token } = await aPromptAccount();
  const settings = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: token };
  const file = join(await createTestFolder(), '.prompthold/snapshot.json');
  const run = (...args: readonly string[]) => runCommand(['snapshot', file, ...args], { settings });
  /** The entries of the file, whose format must be right. */
  const entries = async () => {
    const outcome = parseSnapshot(await readFile(file, 'utf8'), url);
    if (outcome.kind !== 'snapshot') throw new Error(`The file is ${outcome.kind}.`);
    return outcome.snapshot.entries;
  };
  const keys = async () => [...(await entries()).keys()].sort();
  return { client, url, token, settings, file, run, entries, keys };
}

describe('prompthold snapshot', () => {
  it('saves what reading each prompt returns, without an ETag, because lists have none', async () => {
    const { client, url, run, file, entries } = await anAccount();
    await client.createPrompt({
      name: 'a/b',
      content: 'Dear {{name}}',
      config: { model: 'm' },
      labels: ['production'],
    });
    await client.createPrompt({
      name: 'chat',
      messages: [{ role: 'user', content: 'Hi' }, { placeholder: 'history' }],
    });

    expect(await run()).toEqual({ code: 0, stdout: '', stderr: `${file}: 2 prompts\n` });

    const byDefault = await client.get('/prompts/a%2Fb');
    const byLabel = await client.get('/prompts/a%2Fb?label=production');
    const chat = await client.get('/prompts/chat');
    const saved = await entries();
    expect(Object.fromEntries(saved)).toEqual({
      'a/b': { etag: '', prompt: dataOf(byDefault.body) },
      'a/b@production': { etag: '', prompt: dataOf(byLabel.body) },
      chat: { etag: '', prompt: dataOf(chat.body) },
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'prompthold-snapshot', version: 1, url });
  });

  it('signs the file with the key of the command, so that no client with another key uses it', async () => {
    const { client, token, run, file } = await anAccount();
    await client.createPrompt({ name: 'a', content: 'Ünï' });

    await run();

    const text = await readFile(file, 'utf8');
    const [, mac, rest] = /^\{"mac":"([0-9a-f]{64})",(.*\n)$/s.exec(text) ?? [];
    const signingKey = createHmac('sha256', token).update('ph.snapshot.v1').digest();
    expect(mac).toBe(createHmac('sha256', signingKey).update(`{${rest}`).digest('hex'));
    expect(await isSignedWith(token, text)).toBe(true);
    expect(await isSignedWith(`ph_${'0'.repeat(64)}`, text)).toBe(false);
  });

  it('saves the versions with a label, of prompts that have it and all tags', async () => {
    const { client, run, keys, entries } = await anAccount();
    await client.createPrompt({ name: 'one', content: 'One', tags: ['x', 'y'], labels: ['staging'] });
    await client.publish('one', { content: 'One more' });
    await client.createPrompt({ name: 'two', content: 'Two', tags: ['x'], labels: ['staging'] });
    await client.createPrompt({ name: 'three', content: 'Three', tags: ['x', 'y'] });

    await run('--label', 'staging', '--tag', 'x', '--tag', 'y');

    expect(await keys()).toEqual(['one@staging']);
    expect((await entries()).get('one@staging')?.prompt).toMatchObject({ version: 1, content: 'One' });
  });

  it('saves everything that they include, directly or not, as the includes name it', async () => {
    const { client, run, file, keys, entries } = await anAccount();
    await client.createPrompt({ name: 'base', content: 'Base 1', labels: ['stable'] });
    await client.publish('base', { content: 'Base 2' });
    await client.createPrompt({ name: 'middle', content: '{{> base@stable}} {{> base@2}} {{> base}}' });
    await client.createPrompt({ name: 'top', content: '{{> middle@1}} {{> middle}}', labels: ['production'] });

    const { code, stderr } = await run('--label', 'production');

    expect([code, stderr]).toEqual([0, `${file}: 1 prompt, and 5 that they include\n`]);
    expect(await keys()).toEqual(['base', 'base@2', 'base@stable', 'middle', 'middle@1', 'top', 'top@production']);
    expect((await entries()).get('base@stable')).toMatchObject({
      prompt: { version: 1, content: 'Base 1', resolved: { by: 'label', label: 'stable' } },
    });
  });

  it('reads every page', async () => {
    const { client, run, keys } = await anAccount();
    const names = Array.from({ length: 205 }, (_, index) => `p${String(index).padStart(3, '0')}`);
    await Promise.all(names.map((name) => client.createPrompt({ name, content: name })));

    await run();

    expect(await keys()).toEqual(names);
  });

  it('lets only its owner read the file, replaces it atomically, and never contains the key', async () => {
    const { client, token, run, file } = await anAccount();
    await client.createPrompt({ name: 'a', content: 'A' });
    await run();
    await writeFile(file, 'damaged', { mode: 0o644 });

    await run();

    const text = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(token);
    expect(text).toContain('"content":"A"');
    expect(await readdir(join(file, '..'))).toEqual(['snapshot.json']);
  });

  it('writes nothing and exits with 1 if no prompt is selected', async () => {
    const { run, file } = await anAccount();
    await writeFile(join(file, '../../other'), '');

    expect(await run('--label', 'production')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There are no prompts with the label production. Nothing was written.\n',
    });
    expect(await readdir(join(file, '../..'))).toEqual(['other']);
  });
});

describe('prompthold snapshot, of a service that changes while it is read,', () => {
  /** Lists these prompts, by default one with an include, and responds to every other request like this. */
  async function aService(
    status: number,
    body: object | ((path: string) => object),
    data: readonly object[] = [aListedPrompt({ name: 'top', content: '{{> base@stable}}' })],
  ) {
    const server = createServer(({ url: path = '' }, response) => {
      const isList = path.startsWith('/api/prompts?');
      const single = typeof body === 'function' ? body(path) : body;
      response.writeHead(isList ? 200 : status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isList ? { data, nextCursor: null } : single));
    });
    const url = `http://127.0.0.1:${await listenForTest(server)}`;
    const file = join(await createTestFolder(), 'snapshot.json');
    const settings = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: `ph_${'0'.repeat(64)}` };
    const printTypes = () => runCommand(['types'], { settings });
    return { file, printTypes, run: () => runCommand(['snapshot', file], { settings }) };
  }

  it('warns of an include that no longer exists', async () => {
    const { file, run } = await aService(404, { error: 'There is no label stable.', code: 'label_not_found' });

    const { code, stderr } = await run();

    expect(code).toBe(0);
    expect(stderr).toContain('warning: top includes base@stable, which does not exist');
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).entries)).toEqual(['top']);
  });

  it('saves and types the versions of a lock, and of prompts without one what their includes select', async () => {
    const includes = ['base@stable', 'deep'].map((include) => ({ include, version: 1, by: 'lock' }));
    const resolved = { by: 'label', label: 'production', version: 1, lock: { fingerprint: 'sha256:1', includes } };
    const text = { content: '{{> base@stable}}', labels: { production: 1 } };
    const locked = aListedPrompt({ ...text, name: 'locked', resolved });
    const includer = aListedPrompt({ name: 'includer', content: '{{> locked@production}}' });
    const read = (path: string) => {
      const [, name, selector = ''] = /^\/api\/prompts\/(\w+)\??(.*)$/.exec(path) ?? [];
      const content = name === 'base' ? '{{> deep}}' : `{{${selector === 'version=1' ? 'then' : 'now'}}}`;
      return { data: aListedPrompt({ name, content }) };
    };
    const alone = await aService(200, read, [locked]);
    const included = await aService(200, read, [locked, includer]);

    expect(await alone.run()).toMatchObject({ code: 0 });
    expect(await included.run()).toMatchObject({ code: 0 });

    const keys = async (file: string) => Object.keys(JSON.parse(await readFile(file, 'utf8')).entries);
    const ofLock = ['base@1', 'deep@1', 'locked', 'locked@production'];
    expect(await keys(alone.file)).toEqual(ofLock);
    expect(await keys(included.file)).toEqual([...ofLock, 'base@stable', 'deep', 'includer'].sort());
    const { stdout } = await included.printTypes();
    expect(stdout).toContain("'locked': { type: 'text'; variables: { then: string }");
    expect(stdout).toContain("'includer': { type: 'text'; variables: { now: string }");
  });

  it('warns of more prompts than clients use', async () => {
    const prompts = Array.from({ length: 1001 }, (_, index) => aListedPrompt({ name: `prompt-${index}` }));
    const [most, all] = await Promise.all([prompts.slice(1), prompts].map((listed) => aService(500, {}, listed)));

    expect(await most?.run()).toMatchObject({ code: 0, stderr: `${most?.file}: 1000 prompts\n` });
    expect((await all?.run())?.stderr).toContain('warning: clients use 1,000 entries or 32 MiB of a snapshot.');
  });

  it.each([
    ['an include cannot be read', 503, { error: 'Try again.', code: 'unavailable' }, 69, 'is unavailable'],
    ['something else responds', 404, { message: 'no such page' }, 1, 'does not respond like Prompthold'],
  ])('writes nothing if %s', async (_what, status, body, code, reason) => {
    const { file, run } = await aService(status, body);

    expect(await run()).toMatchObject({ code, stderr: expect.stringContaining(reason) });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});

describe('prompthold snapshot exits with', () => {
  it.each([
    ['no file', ['snapshot']],
    ['a malformed label', ['snapshot', 'file.json', '--label', 'No Label']],
    ['a malformed tag', ['snapshot', 'file.json', '--tag', '-']],
  ])('64 for %s', async (_what, args) => {
    const { settings } = await anAccount();

    expect(await runCommand(args, { settings })).toMatchObject({ code: 64, stdout: '' });
  });

  it('1 for a file that cannot be written', async () => {
    const { client, run, file } = await anAccount();
    await client.createPrompt({ name: 'a', content: 'A' });
    await writeFile(join(file, '..'), 'a file in place of the folder');

    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('snapshot.json cannot be written: E'),
    });
  });
});

const dataOf = (body: unknown): unknown => (body as { data: unknown }).data;
