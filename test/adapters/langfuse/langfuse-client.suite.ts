import { expect, it } from 'vitest';
import { aName, type PromptsContext } from '../http/prompts/support/client.ts';
import { langfuseClient } from './langfuse-clients.ts';

const NO_CACHE = { cacheTtlSeconds: 0, maxRetries: 0 } as const;

const badRequest = (code: string) => ({ statusCode: 400, body: { error: 'InvalidRequestError', code } });

/** What an application does with `@langfuse/client` 5, without a change to it. */
export function langfuseClientSuite(context: () => PromptsContext): void {
  it('creates a prompt and gets it by label, by version and as the latest', async () => {
    const { first, second } = context();
    const langfuse = langfuseClient(first);
    const name = aName('support');

    const created = await langfuse.prompt.create({
      name,
      prompt: 'Dear {{name}}',
      labels: ['production'],
      tags: ['Größe 1', 'mail'],
      config: { model: 'small' },
      commitMessage: 'first',
    });
    await langfuse.prompt.create({ name, prompt: 'Hello {{name}}' });

    expect(created).toMatchObject({ name, version: 1, labels: ['production', 'latest'], tags: ['gro-e-1', 'mail'] });
    const other = langfuseClient(second);
    expect(await other.prompt.get(name)).toMatchObject({
      version: 1,
      prompt: 'Dear {{name}}',
      config: { model: 'small' },
      labels: ['production'],
      commitMessage: 'first',
      isFallback: false,
    });
    expect(await other.prompt.get(name, { label: 'latest' })).toMatchObject({ version: 2, labels: ['latest'] });
    expect(await other.prompt.get(name, { version: 2 })).toMatchObject({ prompt: 'Hello {{name}}', config: {} });
    expect((await other.prompt.get(name)).compile({ name: 'Ada & Bob' })).toBe('Dear Ada & Bob');
  });

  it('compiles a chat with and without its placeholder', async () => {
    const langfuse = langfuseClient(context().first);
    const name = aName();
    await langfuse.prompt.create({
      name,
      type: 'chat',
      prompt: [
        { role: 'system', content: 'You are {{role}}.' },
        { type: 'placeholder', name: 'history' },
        { role: 'user', content: '{{question}}' },
      ],
      labels: ['production'],
    });

    const chat = await langfuse.prompt.get(name, { type: 'chat' });
    const values = { role: 'a lion', question: 'Why?' };

    const [system, user] = [
      { role: 'system', content: 'You are a lion.' },
      { role: 'user', content: 'Why?' },
    ];
    const history = [{ role: 'assistant', content: 'Hi' }];
    expect(chat.compile(values, { history })).toEqual([system, ...history, user]);
    expect(chat.compile(values)).toEqual([system, { type: 'placeholder', name: 'history' }, user]);
    expect(chat.getLangchainPrompt()).toEqual([
      { role: 'system', content: 'You are {role}.' },
      ['placeholder', '{history}'],
      { role: 'user', content: '{question}' },
    ]);
  });

  it('gets included prompts inserted, with the graph, or as composition tags', async () => {
    const langfuse = langfuseClient(context().first);
    const [rules, reply] = [aName('shared'), aName()];
    await langfuse.prompt.create({ name: rules, prompt: 'Be {{tone}}.', labels: ['production'] });
    const tag = `@@@langfusePrompt:name=${rules}|label=production@@@`;

    const created = await langfuse.prompt.create({
      name: reply,
      prompt: `${tag}\nHi {{name}}`,
      labels: ['production'],
    });

    expect(created.prompt).toBe(`${tag}\nHi {{name}}`);
    const got = await langfuse.api.prompts.get(reply);
    expect(got).toMatchObject({
      prompt: 'Be {{tone}}.\nHi {{name}}',
      resolutionGraph: { root: { name: reply, version: 1 } },
    });
    const { root, dependencies } = got.resolutionGraph as {
      root: { id: string };
      dependencies: Record<string, readonly unknown[]>;
    };
    expect(dependencies[root.id]).toEqual([{ name: rules, version: 1, id: expect.stringMatching(/^p_.*\.1$/) }]);
    expect(await langfuse.api.prompts.get(reply, { resolve: false })).toMatchObject({
      prompt: `${tag}\nHi {{name}}`,
      resolutionGraph: null,
    });
    expect((await langfuse.prompt.get(reply)).compile({ tone: 'kind', name: 'Ada' })).toBe('Be kind.\nHi Ada');
  });

  it('lists prompts with totals, filtered and page by page', async () => {
    const { newAuthor } = context();
    const langfuse = langfuseClient((await newAuthor()).first);
    for (const name of ['b', 'a', 'c/d']) {
      await langfuse.prompt.create({ name, prompt: name, labels: name === 'a' ? ['production'] : [], tags: ['t'] });
    }
    await langfuse.prompt.create({ name: 'a', prompt: 'again', config: { model: 'm' } });

    const all = await langfuse.api.prompts.list();
    const second = await langfuse.api.prompts.list({ limit: 2, page: 2 });

    expect(all.data.map(({ name }) => name)).toEqual(['a', 'b', 'c/d']);
    expect(all.meta).toEqual({ page: 1, limit: 10, totalItems: 3, totalPages: 1 });
    expect(all.data[0]).toEqual({
      name: 'a',
      type: 'text',
      versions: [1, 2],
      labels: ['production', 'latest'],
      tags: ['t'],
      lastUpdatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastConfig: { model: 'm' },
    });
    expect(second.data.map(({ name }) => name)).toEqual(['c/d']);
    expect(second.meta).toEqual({ page: 2, limit: 2, totalItems: 3, totalPages: 2 });
    expect((await langfuse.api.prompts.list({ label: 'production' })).meta.totalItems).toBe(1);
    expect((await langfuse.api.prompts.list({ tag: 't', name: 'b' })).meta.totalItems).toBe(1);
    expect((await langfuse.api.prompts.list({ tag: 'none' })).data).toEqual([]);
    const before = new Date(Date.now() - 60_000).toISOString();
    expect((await langfuse.api.prompts.list({ fromUpdatedAt: before })).meta.totalItems).toBe(3);
    expect((await langfuse.api.prompts.list({ toUpdatedAt: before })).meta.totalItems).toBe(0);
  });

  it('uses the fallback of the application for a prompt that does not exist', async () => {
    const langfuse = langfuseClient(context().first);
    const name = aName();
    await langfuse.prompt.create({ name, prompt: 'Not released' });

    expect(await langfuse.prompt.get(aName(), { fallback: 'Fallback' })).toMatchObject({ isFallback: true });
    // Never the latest instead of production.
    expect(await langfuse.prompt.get(name, { fallback: 'Fallback' })).toMatchObject({ prompt: 'Fallback' });
    await expect(langfuse.prompt.get(name)).rejects.toMatchObject({
      statusCode: 404,
      body: { message: `Prompt not found: '${name}' with label 'production'`, error: 'LangfuseNotFoundError' },
    });
    await expect(langfuse.prompt.get(name, { version: 7 })).rejects.toMatchObject({
      body: { message: `Prompt not found: '${name}' with version 7` },
    });
  });

  it('deletes a prompt, but neither one of its versions nor one that others include', async () => {
    const { first } = context();
    const langfuse = langfuseClient(first);
    const name = aName();
    await langfuse.prompt.create({ name, prompt: 'One', labels: ['production'] });
    const includer = aName();
    await langfuse.prompt.create({ name: includer, prompt: `@@@langfusePrompt:name=${name}|version=1@@@` });

    const message = 'Prompthold keeps every version: delete the whole prompt, or move the label';
    await expect(langfuse.prompt.delete(name, { version: 1 })).rejects.toMatchObject({ body: { message } });
    await expect(langfuse.prompt.delete(name, { label: 'production' })).rejects.toMatchObject({ statusCode: 400 });
    await expect(langfuse.prompt.delete(name)).rejects.toMatchObject(badRequest('included_by'));

    await langfuse.prompt.delete(includer);
    await langfuse.prompt.delete(name);
    await expect(langfuse.prompt.get(name, NO_CACHE)).rejects.toMatchObject({ statusCode: 404 });
    await expect(langfuse.prompt.delete(name)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('finds prompts under the names that the application uses', async () => {
    const langfuse = langfuseClient(context().first);
    const folder = aName();
    const name = `${folder.toUpperCase()}/Greet Größe`;

    const created = await langfuse.prompt.create({ name, prompt: 'Hi', labels: ['production'] });

    expect(created.name).toBe(name);
    expect(await langfuse.prompt.get(name)).toMatchObject({ name, version: 1 });
    expect(await langfuse.prompt.get(`${folder}/greet-gro-e`)).toMatchObject({ version: 1 });
    expect((await langfuse.api.prompts.list({ name })).data).toMatchObject([{ name }]);
  });

  it('knows its project', async () => {
    const { services } = context();
    const { token, userId, name } = await services.first.openAccount();

    const { data } = await langfuseClient({ api: services.first, key: token }).api.projects.get();

    expect(data).toEqual([{ id: userId, name, organization: { id: userId, name }, metadata: {} }]);
  });

  it('finds nothing but the prompts part of the API', async () => {
    const langfuse = langfuseClient(context().first);

    await expect(langfuse.api.ingestion.batch({ batch: [] })).rejects.toMatchObject({
      statusCode: 404,
      body: { message: 'Prompthold serves only the prompts part of this API', error: 'LangfuseNotFoundError' },
    });
    expect(await langfuse.api.health.health()).toEqual({ status: 'OK', version: '3.0.0-prompthold' });
  });
}
