import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Conversation } from '../../adapters/clients/python/conversation.ts';
import { openAccount, SIGNUP_OPEN } from '../../adapters/clients/python/open-account.ts';
import { findPython, PYTHON_CLIENT, runPython } from '../../adapters/clients/python/run-python.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { blocksIn, pages } from '../../system/documentation/pages.ts';
import { startModel } from './fake-model.ts';
import { pipSettings } from './pip-settings.ts';

const INSTALL_MS = 300_000;
const EXAMPLE = 'docs/examples/python';
/** What the recipes use. */
const PACKAGES = ['fastapi==0.142.2', 'uvicorn==0.54.0', 'openai==3.22.1', 'anthropic==1.13.0'];

interface Draft {
  readonly reply: string;
  readonly version: number;
  readonly source: string;
}

/** The code of the page that contains this text. */
function recipeWith(text: string): string {
  const page = pages.find(({ path }) => path === 'docs/python.md');
  const [recipe, ...others] = page ? blocksIn(page).filter((block) => block.text.includes(text)) : [];
  if (!recipe || others.length > 0) throw new Error(`the page has not exactly one recipe with ${text}`);
  return recipe.text;
}

describe('the documentation of the Python client', () => {
  it('has an example application that works, also without the service', { timeout: INSTALL_MS }, async () => {
    const python = await findPython();
    const service = await ServiceProcess.start({ settings: SIGNUP_OPEN });
    onTestFinished(() => service.dispose());
    const { env } = await openAccount(service.url);
    const folder = await createTestFolder();
    await cp(EXAMPLE, folder, { recursive: true });
    const push = ['prompt', 'push', join(folder, 'prompts'), '--label', 'production'];
    expect(await runCommand(push, { settings: env })).toMatchObject({ code: 0 });
    const model = { OPENAI_BASE_URL: await startModel(), OPENAI_API_KEY: 'none', PORT: '0' };
    const start = () =>
      new Conversation(python, ['support_bot.py'], folder, { ...env, ...model, PYTHONPATH: PYTHON_CLIENT });
    const draft = async (url: string): Promise<Draft> => {
      const body = JSON.stringify({ customer: 'Ada', message: 'Where is my {{book}}?' });
      return (await fetch(`${url}/replies`, { method: 'POST', body })).json() as Promise<Draft>;
    };
    const system = 'You write replies for the support of a bookshop, in a warm tone. The customer is Ada.';
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: 'Where is my {{book}}?' },
    ];

    const bot = start();
    const first = await draft(await bot.read());
    expect({ ...first, reply: JSON.parse(first.reply) }).toEqual({
      reply: { model: 'gpt-5-mini', messages },
      version: 1,
      source: 'network',
    });
    expect(await bot.end('SIGTERM')).toBe(0);
    await service.stop();
    const restarted = start();
    expect(await draft(await restarted.read())).toEqual({ ...first, source: 'disk' });
    expect(await restarted.end('SIGTERM')).toBe(0);
  });

  it('has recipes for FastAPI, OpenAI and Anthropic that work', { timeout: INSTALL_MS }, async () => {
    const python = await findPython();
    const { url } = await startTestService({ settings: SIGNUP_OPEN });
    const { author, env } = await openAccount(url);
    await author.createPrompt({ name: 'support/reply', content: 'Dear {{name}}', labels: ['production'] });
    const chat = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '{{question}}' },
    ];
    const config = { model: 'm' };
    await author.createPrompt({ name: 'support/chat', messages: chat, config, labels: ['production'] });
    const folder = await createTestFolder();
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--target', folder, ...PACKAGES];
    await runPython(python, install, { cwd: folder, env: pipSettings() });
    const variables = { ...env, PYTHONPATH: [folder, PYTHON_CLIENT].join(':') };
    const model = await startModel();

    const serve = [
      'import socket, uvicorn',
      'listener = socket.create_server(("127.0.0.1", 0))',
      'print(listener.getsockname()[1], flush=True)',
      'uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])',
    ].join('\n');
    const server = new Conversation(python, ['-c', `${recipeWith('import FastAPI')}\n${serve}`], folder, variables);
    const response = await fetch(`http://127.0.0.1:${await server.read()}/replies/Ada`);
    expect(await response.json()).toEqual({ text: 'Dear Ada', version: 1 });
    await server.end('SIGTERM');
    expect(await readdir(join(folder, '.prompthold'))).toEqual(['snapshot.json']);

    const runRecipe = async (text: string, result: string) => {
      const keys = { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none' };
      const addresses = { OPENAI_BASE_URL: model, ANTHROPIC_BASE_URL: model };
      const program = `${recipeWith(text)}\nprint(${result})`;
      return JSON.parse(
        (await runPython(python, ['-c', program], { env: { ...variables, ...keys, ...addresses } })).stdout,
      );
    };
    const question = { role: 'user', content: 'Where is my book?' };
    expect(await runRecipe('import OpenAI', 'completion.choices[0].message.content')).toEqual({
      ...config,
      messages: [chat[0], question],
    });
    expect(await runRecipe('import Anthropic', 'message.content[0].text')).toEqual({
      ...config,
      max_tokens: 1024,
      system: 'Be brief.',
      messages: [question],
    });
  });
});
