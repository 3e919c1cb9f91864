import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Client, expectStatus, pageIn } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, createTestInstallation } from '../../support/service/test-resources.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';

/** What people bring along, each in the format of another tool. */
const SOURCES: Readonly<Record<string, string>> = {
  'langfuse.json': JSON.stringify([
    { name: 'Support/Reply', version: 1, type: 'text', prompt: 'Hi {{name}}', config: {}, labels: [], tags: ['mail'] },
    {
      name: 'Support/Reply',
      version: 2,
      type: 'text',
      prompt: 'Dear {{name}}, {{#items}}{{.}}, {{/items}}@@@langfusePrompt:name=Footer|label=production@@@',
      config: { model: 'example-large', temperature: 0.2 },
      labels: ['production', 'latest'],
      tags: ['mail'],
      commitMessage: 'kinder',
    },
    { name: 'Footer', version: 1, type: 'text', prompt: 'Bye. 🦁', config: {}, labels: ['production'], tags: [] },
    {
      name: 'agent',
      version: 1,
      type: 'chat',
      prompt: [
        { role: 'developer', content: 'Be brief.' },
        { type: 'placeholder', name: 'history' },
        { role: 'user', content: '{{question}}' },
      ],
      config: {},
      labels: ['staging'],
      tags: [],
    },
  ]),
  'openai.json': JSON.stringify({
    openai_prompt_id: 'pmpt_1',
    name: 'Summary',
    production_version: '2',
    versions: [
      { version: '1', messages: [{ role: 'user', content: 'Sum up {{text}}' }] },
      { version: '2', messages: [{ role: 'user', content: 'Sum up {{text}} in {{language}}' }] },
    ],
  }),
  'triage.prompt.yml':
    'name: Triage\nmodel: example/small\nmodelParameters:\n  temperature: 0.5\nmessages:\n  - role: user\n    content: "Sort: {{input}}"\n',
};

interface Deployment {
  readonly name: string;
  readonly url: string;
  readonly author: Client;
}

async function deploy({ name, fresh }: { name: string; fresh: () => Promise<FreshStorage> }): Promise<Deployment> {
  const installation = await createTestInstallation(fresh, { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' });
  const { url } = await installation.serve();
  const api = new Api(url);
  return { name, url, author: new Client(api, (await api.openAccount()).token) };
}

const exportFrom = async ({ author }: Deployment) => expectStatus(200, await author.get('/export'));

describe('prompts of other tools', () => {
  it('are equal in every backend after they were imported, exported and imported again', async () => {
    const folder = await createTestFolder();
    for (const [name, text] of Object.entries(SOURCES)) await writeFile(join(folder, name), text);
    const [first, ...others] = await Promise.all(realStorages.map(deploy));
    if (!first) throw new Error('there is a storage');

    const settings = { PROMPTHOLD_URL: first.url, PROMPTHOLD_KEY: first.author.key };
    const imported = await runCommand(['import', folder], { settings });

    expect(imported).toMatchObject({ code: 0 });
    const original = await exportFrom(first);
    const { data } = original.body as {
      data: { prompts: { name: string; versions: unknown[]; history: unknown[] }[] };
    };
    expect(data.prompts.map(({ name, versions }) => [name, versions.length]).toSorted()).toEqual([
      ['agent', 1],
      ['footer', 1],
      ['summary', 2],
      ['support/reply', 2],
      ['triage', 1],
    ]);
    let previous = original;
    for (const next of [
      ...others,
      { ...first, author: new Client(first.author.api, (await first.author.api.openAccount()).token) },
    ]) {
      const results = pageIn(expectStatus(200, await next.author.post('/import', previous.body))).data;
      expect(
        results.map(({ result }) => result),
        next.name,
      ).toEqual(data.prompts.map(() => 'created'));
      previous = await exportFrom(next);
      expect(previous.text, next.name).toBe(original.text);
    }
    const render = { variables: { name: 'Ada', items: ['a', 'b'] } };
    const rendered = await Promise.all(
      [first, ...others].map(async ({ author }) => (await author.post('/prompts/support%2Freply/render', render)).text),
    );
    expect(new Set(rendered).size).toBe(1);
    expect(rendered[0]).toContain('Dear Ada, a, b, Bye. 🦁');
  });
});
