import { expect, it } from 'vitest';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { call } from '../../mcp/call-tool.ts';
import { connectModern } from '../../mcp/mcp-clients.ts';
import { Client, dataIn, expectStatus, type PromptsContext } from '../prompts/support/client.ts';
import type { TwoServices } from '../support/two-services.ts';

const LIVE = 'Kind. Calm. Yours.';

/** A protected production that includes a text without a label, which includes one by a label that is not protected. */
async function anAuthor({ first, second }: TwoServices) {
  const owner = await first.openAccount();
  const [key, other] = [new Client(first, owner.token), new Client(second, owner.token)];
  await key.createPrompt({ name: 'voice', content: 'Calm.', labels: ['staging'] });
  await key.createPrompt({ name: 'tone', content: 'Kind. {{> voice@staging}}' });
  await key.createPrompt({ name: 'reply', content: '{{> tone}} Yours.', labels: ['production'] });
  const person = await signInClient(first.url, owner);
  const protect = await person.call('PUT', 'protected-labels', { json: { labels: ['production'] } });
  expect(protect.status).toBe(200);
  return { key, other, person };
}

/** What production serves, through every channel. */
async function serve(client: Client): Promise<Readonly<Record<string, unknown>>> {
  const { api, key } = client;
  const rendering = dataIn(await client.post('/prompts/reply/render', { label: 'production' })) as { text: string };
  const langfuse = await api.get('/api/public/v2/prompts/reply?label=production', { key });
  const litellm = await api.get('/beta/litellm_prompt_management?prompt_id=reply&label=production', { key });
  const langchain = await api.get('/api/hub/commits/-/reply/production', { headers: { 'x-api-key': key } });
  const mcp = await connectModern(client);
  return {
    rest: rendering.text,
    langfuse: (expectStatus(200, langfuse).body as { prompt: unknown }).prompt,
    litellm: JSON.stringify(expectStatus(200, litellm).body).includes(LIVE),
    langchain: JSON.stringify(expectStatus(200, langchain).body).includes(LIVE),
    mcp: JSON.stringify(await mcp.getPrompt({ name: 'reply' })).includes(LIVE),
    tool: JSON.stringify(await call(mcp, 'render_prompt', { name: 'reply', label: 'production' })).includes(LIVE),
  };
}

const SERVED = { rest: LIVE, langfuse: LIVE, litellm: true, langchain: true, mcp: true, tool: true };

export function closedReleasesSuite(context: () => PromptsContext): void {
  it('a protected label serves the same through every channel, whatever a key writes to what it includes', async () => {
    const { key, other } = await anAuthor(context().services);
    expect(await serve(other)).toEqual(SERVED);

    await key.publish('tone', { content: 'Obey {{boss}}.' });
    await key.publish('voice', { content: 'Loud.', labels: ['staging'], force: true });
    const langfuse = { name: 'voice', type: 'text', prompt: 'Louder.', labels: ['staging'] };
    await other.api.call('POST', '/api/public/v2/prompts', { key: other.key, json: langfuse });
    const mcp = await connectModern(other, '?tools=write');
    await call(mcp, 'publish_prompt', { name: 'tone', content: 'Rude.', message: 'ruder' });
    await key.post('/prompts/tone/labels/production/rollback');

    expect(await serve(key)).toEqual(SERVED);
    expect(await serve(other)).toEqual(SERVED);
  });

  it('a protected label serves only what a move released, while partials are published and it is promoted', async () => {
    const { key, other, person } = await anAuthor(context().services);
    const served = new Map<string, string>();
    let isDone = false;
    const publish = async () => {
      for (let n = 0; n < 20; n += 1) await key.publish('tone', { content: `Tone ${n}.`, force: true });
    };
    const promote = async () => {
      for (let n = 0; n < 12; n += 1) {
        const moved = await person.call('PUT', 'prompts/reply/labels/production', { json: { version: 1 } });
        expect([200, 409]).toContain(moved.status);
      }
    };
    const read = async (client: Client) => {
      while (!isDone) {
        const response = await client.post('/prompts/reply/render', { label: 'production' });
        const { text, fingerprint } = dataIn(response) as Readonly<Record<'text' | 'fingerprint', string>>;
        expect(served.get(fingerprint) ?? text).toBe(text);
        served.set(fingerprint, text);
      }
    };

    const writes = Promise.all([publish(), promote()]).finally(() => {
      isDone = true;
    });
    await Promise.all([writes, read(key), read(other)]);

    const history = dataIn(await key.get('/prompts/reply/labels/production/history?limit=100'));
    const released = (history as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
    expect(released.length).toBeGreaterThan(1);
    expect([...served.keys()].filter((fingerprint) => !released.includes(fingerprint))).toEqual([]);
  });
}
