import type { ChatPromptTemplate, PromptTemplate } from '@langchain/core/prompts';
import { pull } from 'langchain/hub/node';
import { Client as LangsmithClient } from 'langsmith';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  aName,
  type Client,
  dataIn,
  detailsIn,
  expectStatus,
  type PromptsContext,
  rejectionIn,
} from '../http/prompts/support/client.ts';
import type { ApiResponse } from '../http/support/api.ts';

/** Values that escaping of any kind would change. */
const VALUES = { name: '<b>"Ada" & \'Co\'</b>', question: '{{name}} \\{{x}} $& $1 é🦁\n' };

const options = ({ api, key }: Client) => ({ apiUrl: `${api.url}/api/hub`, apiKey: key, skipCache: true });

const pullText = (client: Client, commit: string) => pull<PromptTemplate>(commit, options(client));
const pullChat = (client: Client, commit: string) => pull<ChatPromptTemplate>(commit, options(client));

const commitPath = (name: string, commit = 'latest', owner = '-') =>
  `/api/hub/commits/${owner}/${encodeURIComponent(name)}/${commit}`;

const getCommit = ({ api, key }: Client, name: string, commit?: string): Promise<ApiResponse> =>
  api.get(commitPath(name, commit), { headers: { 'x-api-key': key } });

const templateIn = (response: ApiResponse): unknown =>
  z
    .object({ manifest: z.object({ kwargs: z.looseObject({ template: z.string() }) }) })
    .parse(expectStatus(200, response).body).manifest.kwargs.template;

const langsmith = ({ api, key }: Client) => new LangsmithClient({ apiUrl: `${api.url}/api/hub`, apiKey: key });

export function hubSuite(context: () => PromptsContext): void {
  it('tells the client of LangSmith which prompts exist', async () => {
    const { first, second, stranger } = context();
    const [name, inFolder] = [aName(), aName('hub')];
    await first.createPrompt({ name, description: 'Greets', tags: ['a'] });
    await first.createPrompt({ name: inFolder });
    const client = langsmith(second);

    expect(await client.promptExists(name)).toBe(true);
    expect(await client.promptExists(encodeURIComponent(inFolder))).toBe(true);
    expect(await client.promptExists(aName())).toBe(false);
    expect(await langsmith(stranger).promptExists(name)).toBe(false);
    const { hash } = dataIn(await first.get(`/prompts/${name}`)) as { hash: string };
    expect(await client.getPrompt(name)).toMatchObject({
      repo_handle: name,
      full_name: name,
      description: 'Greets',
      tags: ['a'],
      is_public: false,
      is_archived: false,
      num_commits: 1,
      last_commit_hash: hash.replace('sha256:', ''),
    });
  });

  it('lists prompts to the client of LangSmith, those that changed last first', async () => {
    const { first, second } = await context().newAuthor();
    for (const name of ['a', 'b/c', 'd']) await first.createPrompt({ name, content: `Text ${name}` });
    await first.patch('/prompts/d', { archived: true });
    const client = langsmith(second);
    const namesOf = async (options: Parameters<typeof client.listPrompts>[0]) =>
      (await Array.fromAsync(client.listPrompts(options))).map((prompt) => prompt.full_name);
    const page = async (query: string) => {
      const { status, body } = await first.api.get(`/api/hub/repos?${query}`, { key: first.key });
      return { status, ...(body as { repos: { repo_handle: string }[]; total: number }) };
    };

    expect(await namesOf({})).toEqual(['b/c', 'a']);
    expect(await namesOf({ isArchived: true })).toEqual(['d']);
    expect(await namesOf({ isPublic: true })).toEqual([]);
    expect(await namesOf({ query: 'text b/c' })).toEqual(['b/c']);
    expect(await namesOf({ query: 'nothing' })).toEqual([]);
    expect(await page('limit=1&offset=1')).toMatchObject({ repos: [{ repo_handle: 'a' }], total: 2 });
    expect(await page('limit=1')).toMatchObject({ repos: [{ repo_handle: 'b%2Fc' }], total: 2 });
    expect(await page('limit=101')).toMatchObject({ status: 400, code: 'bad_query' });
    expect(await page('offset=9')).toMatchObject({ repos: [], total: 2 });
  });

  it('gives a text whose invoke equals our rendering', async () => {
    const { first, second } = context();
    const content =
      'Dear {{name}}, {{#question}}you asked: {{question}}{{/question}} {"json": {"a": 1}} \\ $& {single}';
    const { name } = await first.createPrompt({ content });

    const pulled = await pullText(second, name);

    const rendered = await first.post(`/prompts/${name}/render`, { variables: VALUES });
    expect((await pulled.invoke(VALUES)).value).toBe((dataIn(rendered) as { text: string }).text);
  });

  it('gives a chat whose invoke equals our rendering, with and without the messages of its placeholder', async () => {
    const { first, second } = context();
    const { name } = await first.createPrompt({
      messages: [
        { role: 'system', content: 'You help {{name}}.' },
        { role: 'developer', content: 'Be brief.' },
        { placeholder: 'history' },
        { role: 'user', content: '{{question}}' },
        { role: 'assistant', content: 'Let me see, {{name}}:' },
      ],
    });

    const pulled = await pullChat(second, name);

    const placeholders = { history: [{ role: 'user', content: 'Hi {{name}}' }] };
    for (const given of [{}, placeholders]) {
      // An empty list is what a missing placeholder is in LangChain.
      const lists = { history: [], ...given };
      const rendered = await first.post(`/prompts/${name}/render`, { variables: VALUES, placeholders: lists });
      const { messages } = dataIn(rendered) as { messages: { role: string; content: string }[] };
      const invoked = await pulled.invoke({ ...VALUES, ...given });
      expect(invoked.messages.map((message) => [message.getType(), message.content])).toEqual(
        messages.map(({ role, content }) => [LANGCHAIN_TYPES[role], content]),
      );
    }
  });

  it('marks values for LangChain in Python, which escapes them as HTML otherwise', async () => {
    const { first } = context();
    const content = '{{ name }} {{user.name}}{{#xs}}{{.}}{{.a}}{{/xs}}{{^xs}}-{{/xs}}';
    const { name } = await first.createPrompt({ content });
    const pullAs = async (agent: string) =>
      templateIn(await first.api.get(commitPath(name), { key: first.key, headers: { 'User-Agent': agent } }));

    expect(await pullAs('langsmith-py/0.14.0-httpx')).toBe(
      '{{& name }} {{&user.name}}{{#xs}}{{&.}}{{&a}}{{/xs}}{{^xs}}-{{/xs}}',
    );
    expect(await pullAs('langsmith-js/0.10.5')).toBe('{{ name }} {{user.name}}{{#xs}}{{.}}{{a}}{{/xs}}{{^xs}}-{{/xs}}');
  });

  it('selects versions by the default rule, a label, a number and a hash', async () => {
    const { first, second } = context();
    const { id, name, hash } = await first.createPrompt({ content: 'One.' });
    await first.publish(id, { content: 'Two.' });
    const digits = hash.replace('sha256:', '');
    expect(templateIn(await getCommit(second, name))).toBe('Two.');

    await first.moveLabel(id, 'production', 1);
    await first.moveLabel(id, 'staging', 2);

    expect(templateIn(await getCommit(second, name))).toBe('One.');
    expect(templateIn(await getCommit(second, name, 'staging'))).toBe('Two.');
    expect(templateIn(await getCommit(second, name, 'production'))).toBe('One.');
    expect(templateIn(await getCommit(second, name, '2'))).toBe('Two.');
    expect(templateIn(await getCommit(second, name, digits))).toBe('One.');
    expect((await getCommit(second, name, digits)).body).toMatchObject({ commit_hash: digits, examples: [] });
    expect((await pullText(second, `${name}:${digits}`)).template).toBe('One.');
  });

  it('returns 404 for what does not exist, never a fallback', async () => {
    const { first, stranger } = context();
    const { name } = await first.createPrompt({ labels: ['production'] });
    const reject = async (...request: Parameters<typeof getCommit>) => rejectionIn(await getCommit(...request));

    expect(await reject(first, name, 'staging')).toBe('404 label_not_found');
    expect(await reject(first, name, '2')).toBe('404 version_not_found');
    expect(await reject(first, name, '0'.repeat(64))).toBe('404 version_not_found');
    expect(await reject(first, name, 'No%20Label')).toBe('404 label_not_found');
    expect(await reject(first, aName())).toBe('404 prompt_not_found');
    expect(await reject(first, '???')).toBe('404 prompt_not_found');
    expect(await reject(stranger, name)).toBe('404 prompt_not_found');
    expect(await reject(stranger, name, '0'.repeat(64))).toBe('404 prompt_not_found');
    await expect(pullText(first, `${name}:staging`)).rejects.toThrow(/Received status \[404\].*no label staging/);
  });

  it('accepts folders, ids, names of other tools and any owner', async () => {
    const { first } = context();
    const { id, name } = await first.createPrompt({ name: aName('hub') });

    expect((await pullText(first, `${encodeURIComponent(name)}:1`)).template).toBe('Hello.');
    for (const reference of [id, name.toUpperCase(), name.replace('hub', ' Hüb! ')]) {
      expect(templateIn(await getCommit(first, reference))).toBe('Hello.');
    }
    const owned = await first.api.get(commitPath(name, '1', 'acme'), { key: first.key });
    expect(templateIn(owned)).toBe('Hello.');
  });

  it('advises clients that took a folder for an owner', async () => {
    const { first } = context();
    const { name } = await first.createPrompt({ name: aName('folder') });

    const response = await first.api.get(`/api/hub/commits/${name}/latest`, { key: first.key });

    expect(rejectionIn(response)).toBe('404 prompt_not_found');
    expect(response.body).toHaveProperty('error', expect.stringContaining(name.replace('/', '%2F')));
  });

  it('inserts includes, and serves a moved label of an included prompt in the next response', async () => {
    const { first, second } = context();
    const part = await first.createPrompt({ content: 'One {{x}}', labels: ['production'] });
    await first.publish(part.name, { content: 'Two {{x}}' });
    const { name } = await first.createPrompt({ content: `Part: {{> ${part.name}}}!` });
    expect(templateIn(await getCommit(second, name))).toBe('Part: One {{x}}!');

    await first.moveLabel(part.name, 'production', 2);

    expect(templateIn(await getCommit(second, name))).toBe('Part: Two {{x}}!');
    expect((await pullText(second, name)).inputVariables).toEqual(['x']);
  });

  it.each([
    ['an escaped tag', { content: 'a\n\\{{x}}' }, 'line 2'],
    ['a variable that LangChain reserves', { content: 'a\n\n{{stop}}' }, '{{stop}} (line 3)'],
    [
      'a name that is both a variable and a placeholder',
      { messages: [{ placeholder: 'x' }, { role: 'user', content: '{{x}}' }] },
      '{{x}} (line 1)',
    ],
    ['a message of a tool', { messages: [{ role: 'tool', content: 'x' }] }, 'tool'],
  ])('refuses %s', async (_case, fields, problem) => {
    const { first } = context();
    const { name } = await first.createPrompt(fields);

    const response = await getCommit(first, name);

    expect(rejectionIn(response)).toBe('422 not_expressible');
    const path = expect.stringMatching(/^(content|messages\.\d\.(content|role))$/);
    expect(response.body).toMatchObject({
      error: expect.stringContaining('LangChain'),
      details: [{ path, problem: 'not-expressible', message: expect.stringContaining(problem) }],
    });
  });

  it('refuses to include a model, and ignores other parameters', async () => {
    const { first } = context();
    const { name } = await first.createPrompt();
    const get = (query: string) => first.api.get(`${commitPath(name)}?${query}`, { key: first.key });

    expect(rejectionIn(await get('include_model=true'))).toBe('422 invalid');
    expect(detailsIn(await get('x=1&include_model=true'))).toMatchObject([{ path: 'include_model' }]);
    for (const query of ['include_model=false', 'is_view=true', '__proto__=1', '']) expectStatus(200, await get(query));
    await expect(pull(name, { ...options(first), includeModel: true })).rejects.toThrow('Received status [422]');
  });

  it('says what it does not serve', async () => {
    const { first } = context();

    const response = await first.api.get('/api/hub/settings', { key: first.key });

    expect(rejectionIn(response)).toBe('404 not_found');
    expect(response.body).toHaveProperty('error', expect.stringContaining('only reads'));
    expect((await first.api.call('POST', commitPath('x'), { key: first.key })).status).toBe(405);
  });
}

const LANGCHAIN_TYPES: Readonly<Record<string, string>> = {
  system: 'system',
  developer: 'system',
  user: 'human',
  assistant: 'ai',
};
