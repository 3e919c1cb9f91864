import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startClientAccount } from './client-account.ts';
import { LineProcess } from './line-process.ts';
import { installClient } from './packed-client.ts';

const PROGRAM = 'use-prompts.mjs';

describe('a snapshot that the command has written', () => {
  let application: string;

  beforeAll(async () => {
    application = await temporaryFolder();
    await installClient(application);
    await cp(join('test/proof/clients/runtimes', PROGRAM), join(application, PROGRAM));
  });
  afterAll(() => rm(application, { recursive: true, force: true }));

  it.each([
    ['the label of the client', ['--label', 'production']],
    ['the default rule', []],
    ['a tag', ['--tag', 'support']],
  ])('starts the TypeScript client while the service is away, if it was selected by %s', async (_what, args) => {
    const { service, environment, client } = await startClientAccount();
    await client.createPrompt({ name: 'greeting', content: 'Dear {{name}}' });
    await client.createPrompt({ name: 'polite', content: '{{> greeting@1}}, {{> greeting}}' });
    await client.createPrompt({
      name: 'support/reply',
      content: '{{> polite}}!',
      tags: ['support'],
      labels: ['production'],
    });
    const snapshot = join(await createTestFolder(), 'snapshot.json');

    const written = await runCli(['snapshot', snapshot, ...args], { folder: application, settings: environment });
    service.signal('SIGKILL');
    await service.exited;
    const program = LineProcess.start(process.execPath, [PROGRAM], {
      folder: application,
      environment: { ...environment, PROMPTHOLD_SNAPSHOT: snapshot },
    });

    expect(written).toMatchObject({ code: 0 });
    expect(await program.ask('get', 'read')).toEqual({
      kind: 'read',
      text: 'Dear Ada, Dear Ada!',
      version: 1,
      source: 'disk',
    });
    expect(await program.endInput()).toBe(0);
  });
});
