import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import {
  PROGRAMS,
  type Program,
  type ProgramCall,
  programSnippets,
} from '../../../../src/adapters/inbound/dashboard/web/pages/connect/program-snippets.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { Client } from '../../http/prompts/support/client.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';
import { createProject, findInterpreters, type Interpreters, type Run } from '../support/snippet-runner.ts';

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

async function recordPython(run: Run, code: string, key: string): Promise<readonly unknown[]> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['langfuse.py', 'langsmith.py']) await writeFile(join(folder, name), RECORDER);
  const lines = (await run(code, { PROMPTHOLD_KEY: key, PYTHONPATH: folder })).split('\n');
  expect(lines.pop()).toBe('done');
  return lines.map((line) => JSON.parse(line));
}

const DEAR_ADA = `Dear Ada, ${QUOTES}`;

describe('the snippet for', () => {
  let folder = '';
  let interpreters: Interpreters;
  beforeAll(async () => {
    folder = await createProject();
    interpreters = await findInterpreters(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('curl fetches and renders a prompt', async () => {
    const { calls, env } = await startAccount();
    const send = async (name: string, call: ProgramCall) =>
      JSON.parse(await interpreters.shell(snippet('curl', name, call), env));

    expect(await send('Fetch', calls.text)).toMatchObject({ data: { name: 'support/reply', version: 1 } });
    expect(await send('Render', calls.text)).toMatchObject({ data: { text: DEAR_ADA } });
    expect(await send('Render', calls.chat)).toMatchObject({
      data: { messages: [{ content: 'Help Ada.' }, { content: 'Hello' }] },
    });
  });

  it.each([
    ['typescript', 'TypeScript', 'JavaScript'],
    ['langfuse', 'JavaScript', 'JavaScript'],
    ['langchain', 'JavaScript', 'JavaScript'],
    ['python', 'Python', 'Python'],
  ] as const)('%s reads and renders a prompt in %s', async (program, name, language) => {
    const { calls, env } = await startAccount();
    const runSnippet = (call: ProgramCall) => interpreters[language](snippet(program, name, call), env);

    expect(await runSnippet(calls.text)).toBe(DEAR_ADA);
    expect(await runSnippet(calls.chat)).toMatch(/Help Ada\..*Hello/s);
  });

  it('Langfuse configures its SDK by the environment', async () => {
    const { calls, env } = await startAccount();
    const program = `import { LangfuseClient } from '@langfuse/client';
      console.log((await new LangfuseClient().prompt.get('support/reply')).compile({ name: 'Ada', class: 'x' }));`;
    const shell = `${snippet('langfuse', 'Environment', calls.text)}\n"$NODE" --input-type=module --eval "$PROGRAM"`;

    const environment = { ...env, NODE: process.execPath, PROGRAM: program };
    expect(await interpreters.shell(shell, environment)).toBe('Dear Ada, x');
  });

  it('Langfuse in Python is valid, with reserved words as names of variables', async () => {
    const { calls, key } = await startAccount();
    const options = { host: calls.text.service, secret_key: key, public_key: 'prompthold', tracing_enabled: false };
    const record = (call: ProgramCall) => recordPython(interpreters.Python, snippet('langfuse', 'Python', call), key);

    expect(await record(calls.text)).toEqual([
      [[], options],
      [['support/reply'], {}],
      [[], { name: 'Ada', class: QUOTES }],
    ]);
    expect(await record(calls.chat)).toEqual([
      [[], options],
      [['chat'], { type: 'chat', label: 'latest' }],
      [[], { name: 'Ada', history: [{ role: 'user', content: 'Hello' }] }],
    ]);
  });

  it('LangChain in Python is valid', async () => {
    const { calls, key } = await startAccount();

    expect(await recordPython(interpreters.Python, snippet('langchain', 'Python', calls.text), key)).toEqual([
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
