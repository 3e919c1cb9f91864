import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import {
  PROGRAMS,
  type Program,
  type ProgramCall,
  programSnippets,
} from '../../../../src/adapters/inbound/dashboard/web/pages/connect/program-snippets.ts';
import { findOrInstall } from '../../../support/servers/find-binary.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { Client } from '../../http/prompts/support/client.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');

const QUOTES = `It's "so" \\ 100 % $HOME`;

const TEXT = {
  name: 'support/reply',
  content: 'Dear {{name}}, {{class}}',
  labels: ['production'],
  call: { type: 'text', variables: { name: 'Ada', class: QUOTES }, placeholders: {}, hasProduction: true },
} as const;

const CHAT = {
  name: 'chat',
  messages: [{ role: 'system', content: 'Help {{name}}.' }, { placeholder: 'history' }],
  call: {
    type: 'chat',
    variables: { name: 'Ada' },
    placeholders: { history: [{ role: 'user', content: 'Hello' }] },
    hasProduction: false,
  },
} as const;

async function startAccount() {
  const { api, token } = await startStandaloneApp();
  const ada = new Client(api, token);
  const { call: textCall, ...text } = TEXT;
  const { call: chatCall, ...chat } = CHAT;
  await ada.createPrompt(text);
  await ada.publish(text.name, { content: 'Not released: {{name}}, {{class}}' });
  await ada.createPrompt(chat);
  const common = { service: api.url, label: '' };
  const calls = {
    text: { ...common, name: text.name, ...textCall },
    chat: { ...common, name: chat.name, ...chatCall },
  };
  return { calls, key: token, env: { PROMPTHOLD_KEY: token }, ada };
}

const snippet = (program: Program, name: string, call: ProgramCall): string =>
  programSnippets(program, call).find((one) => one.name === name)?.code ?? '';

type Environment = Readonly<Record<string, string>>;

/** Returns what the command prints. */
async function execute(command: string, args: readonly string[], env: Environment, cwd = ROOT): Promise<string> {
  const { stdout } = await run(command, [...args], { cwd, env: { PATH: process.env['PATH'], ...env } });
  return stdout.trimEnd();
}

/** What the snippets import, and where it is. Ours is built by npm run build. */
const PACKAGES = {
  '@langfuse/client': 'node_modules/@langfuse/client',
  langchain: 'node_modules/langchain',
  'prompthold-client': 'clients/typescript',
};

const SEPARATOR = '\n---\n';

/** Runs each of the modules beside our packages and returns what it prints. One process, because loading packages is slow. */
async function runJavascript(modules: readonly string[], env: Environment): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'node_modules'));
  for (const [name, path] of Object.entries(PACKAGES)) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, 'node_modules', name));
  }
  for (const [index, code] of modules.entries()) await writeFile(join(folder, `${index}.mjs`), code);
  const imports = modules.map((_code, index) => `await import('./${index}.mjs');`);
  await writeFile(join(folder, 'all.mjs'), imports.join(`console.log('---');`));
  return (await execute(process.execPath, ['all.mjs'], env, folder)).split(SEPARATOR);
}

/** Stands for Python packages that tests do not install. Prints the arguments of every call. */
const RECORDER = `import json

class Recorder:
    def __init__(self, *args, **options):
        print(json.dumps([args, options]))
    def get_prompt(self, *args, **options):
        return Recorder(*args, **options)
    pull_prompt = compile = invoke = get_prompt
    def to_string(self):
        return "done"
    __str__ = to_string

Langfuse = Client = Recorder
`;

async function runPython(python: string, code: string, env: Environment): Promise<readonly unknown[]> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['langfuse.py', 'langsmith.py']) await writeFile(join(folder, name), RECORDER);
  const output = await execute(python, ['-c', code], { ...env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' });
  const lines = output.split('\n');
  expect(lines.pop()).toBe('done');
  return lines.map((line) => JSON.parse(line));
}

const DEAR_ADA = `Dear Ada, ${QUOTES}`;

describe('the snippet for', () => {
  let python = '';
  beforeAll(async () => {
    python = await findOrInstall({ binary: 'python3', package: 'python3', folders: [], variable: 'PATH' });
    await findOrInstall({ binary: 'curl', package: 'curl', folders: [], variable: 'PATH' });
  });

  it('curl fetches and renders a prompt', async () => {
    const { calls, env } = await startAccount();
    const send = async (name: string, call: ProgramCall) =>
      JSON.parse(await execute('sh', ['-c', snippet('curl', name, call)], env));

    expect(await send('Fetch', calls.text)).toMatchObject({ data: { name: 'support/reply', version: 1 } });
    expect(await send('Render', calls.text)).toMatchObject({ data: { text: DEAR_ADA } });
    expect(await send('Render', calls.chat)).toMatchObject({
      data: { messages: [{ content: 'Help Ada.' }, { content: 'Hello' }] },
    });
  });

  it.each([
    ['typescript', 'TypeScript'],
    ['langfuse', 'JavaScript'],
    ['langchain', 'JavaScript'],
  ] as const)('%s reads and renders a prompt in %s', async (program, name) => {
    const { calls, env } = await startAccount();

    const modules = [calls.text, calls.chat].map((call) => snippet(program, name, call));

    expect(await runJavascript(modules, env)).toEqual([DEAR_ADA, expect.stringMatching(/Help Ada\..*Hello/s)]);
  });

  it('Python reads and renders a prompt with our client', async () => {
    const { calls, env } = await startAccount();
    const runSnippet = (call: ProgramCall) =>
      execute(python, ['-c', snippet('python', 'Python', call)], {
        ...env,
        PYTHONPATH: join(ROOT, 'clients/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      });

    expect(await runSnippet(calls.text)).toBe(DEAR_ADA);
    expect(await runSnippet(calls.chat)).toMatch(/Help Ada\..*Hello/s);
  });

  it('Langfuse configures its SDK by the environment', async () => {
    const { calls, env } = await startAccount();
    const program = `import { LangfuseClient } from '@langfuse/client';
      console.log((await new LangfuseClient().prompt.get('support/reply')).compile({ name: 'Ada', class: 'x' }));`;
    const shell = `${snippet('langfuse', 'Environment', calls.text)}\n"$NODE" --input-type=module --eval "$PROGRAM"`;
    const environment = { ...env, NODE: process.execPath, PROGRAM: program };
    expect(await execute('sh', ['-c', shell], environment)).toBe('Dear Ada, x');
  });

  it('Langfuse in Python is valid, with reserved words as names of variables', async () => {
    const { calls, key, env } = await startAccount();
    const options = { host: calls.text.service, secret_key: key, public_key: 'prompthold', tracing_enabled: false };

    expect(await runPython(python, snippet('langfuse', 'Python', calls.text), env)).toEqual([
      [[], options],
      [['support/reply'], {}],
      [[], { name: 'Ada', class: QUOTES }],
    ]);
    expect(await runPython(python, snippet('langfuse', 'Python', calls.chat), env)).toEqual([
      [[], options],
      [['chat'], { type: 'chat', label: 'latest' }],
      [[], { name: 'Ada', history: [{ role: 'user', content: 'Hello' }] }],
    ]);
  });

  it('LangChain in Python is valid', async () => {
    const { calls, key, env } = await startAccount();

    expect(await runPython(python, snippet('langchain', 'Python', calls.text), env)).toEqual([
      [[], { api_url: `${calls.text.service}/api/hub`, api_key: key, auto_batch_tracing: false }],
      [['support%2Freply:production'], {}],
      [[{ name: 'Ada', class: QUOTES }], {}],
    ]);
  });

  it('LiteLLM is YAML with which it finds the prompt', async () => {
    const { calls, key, ada } = await startAccount();
    await ada.createPrompt({ name: '2026', content: 'A year' });

    for (const [call, content] of [
      [calls.text, 'Dear {name}, {class}'],
      [calls.chat, 'Help {name}.'],
      [{ ...calls.chat, name: '2026' }, 'A year'],
    ] as const) {
      const { prompts } = parse(snippet('litellm', 'config.yaml', call));
      const [{ prompt_id, litellm_params: params }] = prompts;
      expect(prompt_id).toBe(call.name.replace('/', '-'));
      expect(params).toMatchObject({
        prompt_integration: 'generic_prompt_management',
        api_key: 'os.environ/PROMPTHOLD_KEY',
      });
      const query = new URLSearchParams({ prompt_id, ...params.provider_specific_query_params });
      const response = await fetch(`${params.api_base}/beta/litellm_prompt_management?${query}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(await response.json()).toMatchObject({ prompt_template: [{ content }] });
    }
  });

  it.each(PROGRAMS)('%s does not contain the key', async (program) => {
    const { calls } = await startAccount();

    for (const { code } of Object.values(calls).flatMap((call) => programSnippets(program, call))) {
      expect(code).not.toContain('ph_');
    }
  });
});
