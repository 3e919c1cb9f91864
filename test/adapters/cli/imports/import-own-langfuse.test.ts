import { describe, expect, it } from 'vitest';
import { Client, dataIn } from '../../http/prompts/support/client.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';
import { anImport } from './import-account.ts';

/** Every kind of content that Langfuse can express. */
async function aSource() {
  const { api, token } = await startStandaloneApp();
  const client = new Client(api, token);
  await client.createPrompt({ name: 'parts/tone', content: 'Be {{tone}}.', labels: ['production'], tags: ['part'] });
  await client.publish('parts/tone', { content: 'Be very {{tone}}.', labels: ['staging'] });
  await client.createPrompt({
    name: 'reply',
    content: '{{> parts/tone@production}} {{> parts/tone@2}}\n{{#items}}\n- {{.}}\n{{/items}}\nBye {{name}}',
    labels: ['production', 'canary'],
    config: { model: 'm', nested: { list: [1, null, 'ä'] } },
    tags: ['b', 'a'],
  });
  await client.createPrompt({
    name: 'chat',
    messages: [
      { role: 'system', content: 'Hi {{name}}' },
      { placeholder: 'so_far' },
      { role: 'user', content: '{{q}}' },
    ],
  });
  return { api, token, client };
}

const STAYS = ['name', 'type', 'content', 'messages', 'labels', 'tags', 'config', 'variables', 'hash'] as const;

async function readAll(client: Client) {
  const read = async (path: string) => {
    const data = dataIn(await client.get(`/prompts/${path}`)) as Record<string, unknown>;
    return Object.fromEntries(STAYS.map((field) => [field, data[field]]));
  };
  return Promise.all(['reply', 'chat', 'parts%2Ftone?version=1', 'parts%2Ftone?version=2'].map(read));
}

describe('import from our own Langfuse API', () => {
  it('gives an empty account the same content, labels, tags and config, without a loss', async () => {
    const source = await aSource();
    const { client, run } = await anImport();

    const done = await run(['--from', 'langfuse', '--url', source.api.url, '--strict'], {
      LANGFUSE_PUBLIC_KEY: 'anything',
      LANGFUSE_SECRET_KEY: source.token,
    });

    expect(done).toMatchObject({ code: 0, stderr: '3 created\n' });
    expect(await readAll(client)).toEqual(await readAll(source.client));
  });
});
