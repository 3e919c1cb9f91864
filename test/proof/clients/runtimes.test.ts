import { cp, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runNpm } from '../packaging/pack-program.ts';
import { startClientAccount } from './client-account.ts';
import { LineProcess } from './line-process.ts';
import { installClient } from './packed-client.ts';

const INSTALL_MS = 300_000;
const PROGRAM = 'use-prompts.mjs';

interface Runtime {
  readonly name: string;
  /** The program inside the installed package. */
  readonly binary: string;
  readonly args: readonly string[];
}

const { platform, arch } = process;
const suffix = platform === 'linux' ? '-glibc' : '';

const runtimes: readonly Runtime[] = [
  { name: 'Node.js 20.20.2', binary: `node-${platform}-${arch}/bin/node`, args: [PROGRAM] },
  {
    name: 'Bun 1.4.4',
    binary: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`,
    args: ['run', PROGRAM],
  },
  {
    name: 'Deno 2.9.5',
    binary: `@deno/${platform}-${arch}${suffix}/deno`,
    // The permissions that docs/typescript.md names.
    args: [
      ...['run', '--no-remote', '--node-modules-dir=manual', '--no-prompt'],
      ...['--allow-net', '--allow-env', '--allow-read', '--allow-write', PROGRAM],
    ],
  },
];

describe.each(runtimes)('the packed TypeScript client on $name', ({ binary, args }) => {
  let installed: string;
  let application: string;

  beforeAll(async () => {
    [installed, application] = [await installRuntimes(), await temporaryFolder()];
    await installClient(application);
    await cp(join('test/proof/clients/runtimes', PROGRAM), join(application, PROGRAM));
  }, INSTALL_MS);
  afterAll(() => rm(application, { recursive: true, force: true }));

  async function startApplication() {
    const { service, environment, client } = await startClientAccount();
    await client.createPrompt({ name: 'support/reply', content: 'Dear {{name}}', labels: ['production'] });
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    const start = (): LineProcess =>
      LineProcess.start(join(installed, 'node_modules', binary), args, {
        folder: application,
        environment: { ...environment, PROMPTHOLD_SNAPSHOT: snapshot, HOME: application },
      });
    return { service, client, snapshot, start };
  }

  it('reads, renders, follows the stream, and starts from its snapshot while the service is away', async () => {
    const { service, client, snapshot, start } = await startApplication();

    const first = start();
    expect(await first.ask('get', 'read')).toEqual({ kind: 'read', text: 'Dear Ada', version: 1, source: 'network' });
    await first.waitFor({ kind: 'stream', state: 'connected' });
    await client.publish('support/reply', { content: 'Hello {{name}}', labels: ['production'] });
    await first.waitFor({ kind: 'updated', version: 2 });
    const updated = { kind: 'read', text: 'Hello Ada', version: 2 };
    // The label's own event may arrive later, and makes the client ask once more.
    expect(await first.ask('get', 'read')).toMatchObject(updated);
    await expect.poll(() => first.ask('get', 'read')).toEqual({ ...updated, source: 'memory' });
    await first.ask('close', 'closed');
    expect(await first.endInput()).toBe(0);
    expect((await stat(snapshot)).mode & 0o777).toBe(0o600);

    service.signal('SIGKILL');
    await service.exited;
    const second = start();
    expect(await second.ask('get', 'read')).toEqual({ kind: 'read', text: 'Hello Ada', version: 2, source: 'disk' });
    expect(await second.endInput()).toBe(0);
    expect(first.errors + second.errors).toBe('');
  });

  it('exits by itself with an open stream that is never closed', async () => {
    const { start } = await startApplication();
    const application = start();
    await application.ask('get', 'read');
    await application.waitFor({ kind: 'stream', state: 'connected' });

    expect(await application.endInput()).toBe(0);
  });
});

let runtimesFolder: Promise<string> | undefined;
afterAll(async () => {
  if (runtimesFolder) await rm(await runtimesFolder, { recursive: true, force: true });
});

/** In a folder of their own: together they are 300 MB. */
function installRuntimes(): Promise<string> {
  runtimesFolder ??= install();
  return runtimesFolder;
}

async function install(): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ['package.json', 'package-lock.json']) {
    await cp(resolve('test/proof/clients/runtimes', file), join(folder, file));
  }
  await runNpm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  return folder;
}
