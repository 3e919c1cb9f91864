import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { startClientAccount } from './client-account.ts';
import { LineProcess } from './line-process.ts';
import { installClient } from './packed-client.ts';

const run = promisify(execFile);
const EXAMPLE = 'docs/examples/typescript';

interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Responds like OpenAI, and records what it was sent. */
async function startModel() {
  const requests: CompletionRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push((await json(request)) as CompletionRequest);
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'On its way.' } }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 0, model: 'm', choices }));
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

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
    const model = await startModel();
    const settings = { ...environment, PORT: '0', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url };
    const start = async () => {
      const bot = LineProcess.start(process.execPath, ['src/server.ts'], { folder, environment: settings });
      const { address } = await bot.waitFor({ kind: 'listening' });
      return { bot, ask: () => askFor(`http://127.0.0.1:${(address as AddressInfo).port}`) };
    };

    const first = await start();
    expect(await first.ask()).toEqual({ reply: 'On its way.', version: 1, source: 'network' });
    expect(model.requests[0]).toEqual({
      model: 'gpt-5-mini',
      messages: [
        {
          role: 'system',
          content: expect.stringMatching(/in a warm tone\. The customer is Ada\.\n\nPromise no refund/),
        },
        { role: 'user', content: 'Where is my book?' },
      ],
    });
    await first.bot.waitFor({ kind: 'stream', state: 'connected' });
    await client.publish('support/policy', { content: 'Be brief.', labels: ['production'] });
    const askForContent = async () => {
      await first.ask();
      return model.requests.at(-1)?.messages[0]?.content;
    };
    await expect.poll(askForContent).toMatch(/Be brief\.$/);

    service.signal('SIGKILL');
    await service.exited;
    expect(await first.ask()).toMatchObject({ version: 1, source: 'memory' });
    first.bot.signal('SIGTERM');
    expect(await first.bot.exited).toBe(0);
    const second = await start();
    expect(await second.ask()).toMatchObject({ version: 1, source: 'disk' });
    expect(model.requests.at(-1)?.messages[0]?.content).toMatch(/Be brief\.$/);
  });
});

async function askFor(url: string): Promise<unknown> {
  const body = JSON.stringify({ customer: 'Ada', message: 'Where is my book?' });
  const response = await fetch(`${url}/replies`, { method: 'POST', body });
  return response.json();
}
