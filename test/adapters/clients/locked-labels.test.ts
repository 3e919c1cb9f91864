import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { aClient, ClientService, waitForStream } from '../../support/clients/client-service.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { type DashboardClient, signInClient } from '../dashboard/support/dashboard-client.ts';
import { Client, dataIn } from '../http/prompts/support/client.ts';
import { Conversation } from './python/conversation.ts';
import { findPython, PYTHON_CLIENT } from './python/run-python.ts';

const service = await ClientService.forFile();
let python: string;

beforeAll(async () => {
  python = await findPython();
});

interface Rendering {
  readonly text: string;
  readonly fingerprint: string;
  readonly includes: readonly object[];
}

/** An account whose `reply`, live in production, includes `tone`, which includes `voice`. */
async function anAccount() {
  const { api } = service.author;
  const owner = await api.openAccount();
  const author = new Client(api, owner.token);
  const person: DashboardClient = await signInClient(api.url, owner);
  await author.createPrompt({ name: 'voice', content: 'voice 1' });
  await author.createPrompt({ name: 'tone', content: 'tone 1 {{> voice}}' });
  const { id } = await author.createPrompt({ name: 'reply', content: 'Dear, {{> tone}}', labels: ['production'] });
  const call = async (path: string, json: object) =>
    expect(await person.call('PUT', path, { json })).toMatchObject({ status: 200 });
  return {
    author,
    url: api.url,
    key: owner.token,
    protect: (...labels: readonly string[]) => call('protected-labels', { labels }),
    promote: (version: number) => call(`prompts/${id}/labels/production`, { version }),
    publishIncludes: async () => {
      await author.publish('voice', { content: 'voice 2' });
      await author.publish('tone', { content: 'tone 2 {{> voice}}' });
    },
    render: async (): Promise<Rendering> => {
      const response = await author.post('/prompts/reply/render', { label: 'production' });
      const { text, fingerprint, includes } = dataIn(response) as Rendering;
      return { text, fingerprint, includes };
    },
  };
}

describe('the TypeScript client', () => {
  it('renders a protected label as the service does, whatever is published with the key', async () => {
    const { url, key, protect, promote, publishIncludes, render } = await anAccount();
    const client = aClient({ url, key, label: 'production' });
    const read = async (): Promise<Rendering> => {
      const prompt = await client.prompts.get('reply');
      return { text: String(prompt.render()), fingerprint: prompt.fingerprint, includes: prompt.includes };
    };
    const asTheService = async () => expect.poll(read).toEqual(await render());
    await client.prompts.get('reply');
    await waitForStream(client);
    await asTheService();

    await protect('production');
    await client.waitFor('updated');
    await publishIncludes();
    expect(await read()).toMatchObject({ text: 'Dear, tone 1 voice 1', includes: [{ by: 'lock' }, { by: 'lock' }] });
    await asTheService();

    await promote(1);
    await expect.poll(async () => (await read()).text).toBe('Dear, tone 2 voice 2');
    await asTheService();

    await protect();
    await expect.poll(async () => (await read()).includes).toMatchObject([{ by: 'latest' }, { by: 'latest' }]);
    await asTheService();
  });

  it('starts with what was locked, from its own snapshot and from that of the command line', async () => {
    const { url, key, protect, publishIncludes, render } = await anAccount();
    await protect('production');
    await publishIncludes();
    const folder = await createTestFolder();
    const own = join(folder, 'own.json');
    const options = { key, label: 'production', refresh: 'always' } as const;
    const before = aClient({ ...options, url, snapshot: own });
    expect(await before.prompts.preload()).toBe(1);
    await before.prompts.close();
    const command = join(folder, 'command.json');
    const settings = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: key };
    expect(await runCommand(['snapshot', command, '--label', 'production'], { settings })).toMatchObject({ code: 0 });

    for (const snapshot of [own, command]) {
      expect(Object.keys(JSON.parse(await readFile(snapshot, 'utf8')).entries)).toEqual(
        expect.arrayContaining(['reply@production', 'tone@1', 'voice@1']),
      );
      const fails = async () => Promise.reject(new TypeError('fetch failed'));
      const prompt = await aClient({ ...options, url, snapshot, fetch: fails }).prompts.get('reply');
      const { text, fingerprint, includes } = await render();
      expect([prompt.source, prompt.render()]).toEqual(['disk', text]);
      expect([prompt.fingerprint, prompt.includes]).toEqual([fingerprint, includes]);
    }
  });
});

const PROGRAM = `
import json, sys
from prompthold import Prompthold
prompts = Prompthold(label="production", max_age=0, timeout=60)
kept = prompts.get("reply")
for _ in sys.stdin:
    print(json.dumps([list(prompt.rendering({}))[::4] for prompt in (kept, prompts.get("reply"))]), flush=True)
`;

describe('the Python client', () => {
  it('renders a protected label as the service does, and a prompt as it was when it was read', async () => {
    const { author, url, key, protect, promote, publishIncludes, render } = await anAccount();
    await protect('production');
    const first = await render();
    const env = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: key, PYTHONPATH: PYTHON_CLIENT };
    const program = new Conversation(python, ['-c', PROGRAM], await createTestFolder(), env);
    const identify = ({ text, fingerprint }: Rendering) => [text, fingerprint];

    await publishIncludes();
    expect(await program.ask(1)).toEqual([identify(first), identify(first)]);
    await promote(1);
    expect(await program.ask(2)).toEqual([identify(first), identify(await render())]);
    await author.publish('reply', { content: 'Hi, {{> tone}}' });
    await promote(2);
    expect(await program.ask(3)).toEqual([identify(first), identify(await render())]);
    expect((await render()).text).toBe('Hi, tone 2 voice 2');
    expect(await program.end()).toBe(0);
  });
});
