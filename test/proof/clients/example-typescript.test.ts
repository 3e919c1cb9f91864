import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { startClientAccount } from './client-account.ts';
import { parseReply, startModel } from './fake-model.ts';
import { LineProcess } from './line-process.ts';
import { installClient } from './packed-client.ts';

const run = promisify(execFile);
const EXAMPLE = 'docs/examples/typescript';

/** The example as its README describes it: published, checked, compiled. */
async function prepareExample() {
  const { service, environment, client } = await startClientAccount();
  const folder = await createTestFolder();
  await cp(EXAMPLE, folder, { recursive: true });
  // npm would look for packages that are not published yet.
  await rm(join(folder, 'package.json'));
  await installClient(folder, ['openai', 'typescript', '@types/node', 'undici-types']);
  const prompthold = (...args: readonly string[]) => runCli(args, { folder, settings: environment });
  expect(await prompthold('prompt', 'push', 'prompts', '--label', 'production')).toMatchObject({ code: 0 });
  return { service, environment, client, folder, prompthold };
}

describe('the example application in TypeScript', () => {
  it('fits the prompts that it publishes, and compiles', async () => {
    const { folder, prompthold } = await prepareExample();

    const checked = await prompthold('types', '--out', 'src/prompts.gen.ts', '--check');

    expect(checked).toEqual({ code: 0, stdout: '', stderr: '' });
    await expect(run(join(folder, 'node_modules/typescript/bin/tsc'), [], { cwd: folder })).resolves.toMatchObject({
      stdout: '',
    });
  });

  it('does not compile with a variable that the prompt in production does not have', async () => {
    const { folder, client, prompthold } = await prepareExample();
    await client.publish('support/reply', {
      messages: [
        { role: 'system', content: 'Reply to {{client}} in a {{tone}} tone.' },
        { placeholder: 'conversation' },
      ],
    });
    await client.moveLabel('support/reply', 'production', 2, true);

    expect(await prompthold('types', '--out', 'src/prompts.gen.ts', '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('changed support/reply'),
    });
    await prompthold('types', '--out', 'src/prompts.gen.ts');
    await expect(run(join(folder, 'node_modules/typescript/bin/tsc'), [], { cwd: folder })).rejects.toMatchObject({
      stdout: expect.stringMatching(/src\/draft-reply\.ts.*customer/),
    });
  });

  it('uses the current prompt, and goes on while the service is away, also after a restart', async () => {
    const { service, environment, client, folder } = await prepareExample();
    const settings = { ...environment, PORT: '0', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: await startModel() };
    const start = async () => {
      const bot = LineProcess.start(process.execPath, ['src/server.ts'], { folder, environment: settings });
      const { address } = await bot.waitFor({ kind: 'listening' });
      return { bot, ask: () => askFor(`http://127.0.0.1:${(address as AddressInfo).port}`) };
    };

    const first = await start();
    expect(await first.ask()).toEqual({
      asked: {
        model: 'gpt-5-mini',
        messages: [
          {
            role: 'system',
            content: expect.stringMatching(/in a warm tone\. The customer is Ada\.\n\nPromise no refund/),
          },
          { role: 'user', content: 'Where is my book?' },
        ],
      },
      version: 1,
      source: 'network',
    });
    await first.bot.waitFor({ kind: 'stream', state: 'connected' });
    await client.publish('support/policy', { content: 'Be brief.', labels: ['production'] });
    const brief = { messages: [{ content: expect.stringMatching(/Be brief\.$/) }, {}] };
    await expect.poll(async () => (await first.ask()).asked).toMatchObject(brief);

    service.signal('SIGKILL');
    await service.exited;
    expect(await first.ask()).toMatchObject({ version: 1, source: 'memory' });
    first.bot.signal('SIGTERM');
    expect(await first.bot.exited).toBe(0);
    const second = await start();
    expect(await second.ask()).toMatchObject({ asked: brief, version: 1, source: 'disk' });
  });
});

/** Asks the example for a reply, which is what it has asked the model. */
async function askFor(url: string) {
  const body = JSON.stringify({ customer: 'Ada', message: 'Where is my book?' });
  const response = await fetch(`${url}/replies`, { method: 'POST', body });
  const { reply, ...others } = (await response.json()) as { reply: string; version: number; source: string };
  return { ...others, asked: parseReply(reply) };
}
