import { beforeAll, describe, expect, it } from 'vitest';
import type { Author, PromptsContext } from '../http/prompts/support/client.ts';
import { aLibrary, REVIEW } from './a-library.ts';
import { type Arguments, call, fail } from './call-tool.ts';
import { CLIENTS, type Clients, type McpClient } from './mcp-clients.ts';

const foundBy = async (client: McpClient, given: Arguments): Promise<readonly string[]> =>
  ((await call(client, 'search_prompts', given)) as { name: string }[]).map(({ name }) => name);

const toolsOf = async (client: McpClient) =>
  (await client.listTools())['tools'] as { name: string; annotations: object; inputSchema: object }[];

export function mcpToolsSuite(context: () => PromptsContext, clients: Clients = CLIENTS): void {
  let author: Author;

  beforeAll(async () => {
    author = await aLibrary(context().newAuthor);
  });

  describe.each(clients)('with a client of %s', (_name, connect) => {
    it('are three for reading by default, five with tools=write, and none with tools=none', async () => {
      const reading = ['search_prompts', 'get_prompt', 'render_prompt'];
      const names = async (query: string) =>
        (await toolsOf(await connect(author.second, query))).map(({ name }) => name);

      expect(await names('')).toEqual(reading);
      expect(await names('?tools=read')).toEqual(reading);
      expect(await names('?tools=write')).toEqual([...reading, 'publish_prompt', 'move_label']);
      expect(await names('?tools=none')).toEqual([]);
    });

    it('find prompts', async () => {
      const client = await connect(author.second);

      expect(await call(client, 'search_prompts', { query: 'reviews', limit: 1 })).toEqual([
        {
          name: 'dev/review',
          description: REVIEW.description,
          labels: {},
          latestVersion: 1,
          variables: expect.arrayContaining([{ name: 'code', type: 'string', required: true }]),
        },
      ]);
      expect(await call(client, 'search_prompts', { query: 'three' })).toMatchObject([
        { name: 'support/versions', labels: { production: 2, staging: 3 }, latestVersion: 3 },
      ]);
      expect(await foundBy(client, {})).toEqual(['dev/review', 'support/chat', 'support/versions']);
      expect(await foundBy(client, { tag: 'mail' })).toEqual(['support/chat']);
      expect(await foundBy(client, { folder: 'dev' })).toEqual(['dev/review']);
      expect(await foundBy(client, { query: 'none of this' })).toEqual([]);
    });

    it('read a template', async () => {
      const client = await connect(author.second);
      const get = (given: Arguments) => call(client, 'get_prompt', { name: 'support/versions', ...given });

      expect(await get({ name: 'dev/review' })).toMatchObject({
        name: 'dev/review',
        type: 'text',
        content: REVIEW.content,
        variables: REVIEW.variables.map(({ name }) => ({ name })),
        config: REVIEW.config,
      });
      expect(await get({})).toMatchObject({ version: 2, labels: { production: 2, staging: 3 }, latestVersion: 3 });
      expect(await get({ version: 1 })).toMatchObject({ version: 1 });
      expect(await get({ label: 'latest' })).toMatchObject({ version: 3 });
      expect(await get({ name: 'support/chat' })).toMatchObject({
        type: 'chat',
        messages: expect.arrayContaining([{ placeholder: 'history' }]),
      });
    });

    it('render a prompt', async () => {
      const client = await connect(author.second);
      const review = { name: 'dev/review', variables: { lang: 'perl', code: 'x' } };
      const chat = { name: 'support/chat', variables: { tone: 'kind' } };
      const system = { role: 'system', content: 'Be kind.' };
      const history = [{ role: 'assistant', content: null, tool_calls: [{ id: '{{tone}}' }] }];

      expect(await call(client, 'render_prompt', review)).toEqual({
        text: 'perl true x none',
        config: REVIEW.config,
        version: 1,
        hash: expect.stringMatching(/^sha256:/),
      });
      expect(await call(client, 'render_prompt', chat)).toMatchObject({ messages: { 0: system, length: 6 } });
      expect(await call(client, 'render_prompt', { ...chat, placeholders: { history } })).toMatchObject({
        messages: { 0: system, 2: history[0], length: 7 },
      });
    });

    it.each([
      ['get_prompt', { name: 'none' }, { code: 'prompt_not_found', error: 'No prompt named none.' }],
      [
        'get_prompt',
        {},
        { code: 'invalid', details: [{ path: 'name', problem: 'missing', message: 'Field name is missing.' }] },
      ],
      [
        'get_prompt',
        { name: 'support/chat', label: 'x', version: 1 },
        { code: 'invalid', details: [{ path: 'version', problem: 'conflicting' }] },
      ],
      ['get_prompt', { name: 'support/chat', label: 'X' }, { code: 'invalid', details: [{ path: 'label' }] }],
      ['get_prompt', { name: 'support/chat', verson: 1 }, { code: 'invalid', details: [{ path: 'verson' }] }],
      ['get_prompt', { name: 'support/chat', version: 9 }, { code: 'version_not_found' }],
      [
        'render_prompt',
        { name: 'support/chat' },
        { code: 'variables_invalid', details: [{ path: 'tone', problem: 'missing' }] },
      ],
      ['search_prompts', { limit: 51 }, { code: 'invalid', details: [{ path: 'limit', problem: 'out-of-range' }] }],
      ['search_prompts', { tag: 'Not a tag' }, { code: 'invalid', details: [{ path: 'tag' }] }],
    ])('report what is wrong with %s %j', async (tool, given, body) => {
      const client = await connect(author.second);

      expect(await fail(client, tool, given)).toMatchObject(body);
    });

    it('do not exist outside of their set', async () => {
      const reading = await connect(author.second);
      const none = await connect(author.second, '?tools=none');
      const given = { name: 'support/chat', label: 'x', version: 1, expectedVersion: 0, message: 'why' };

      await expect(reading.callTool({ name: 'move_label', arguments: given })).rejects.toMatchObject({ code: -32602 });
      await expect(none.callTool({ name: 'get_prompt', arguments: { name: 'support/chat' } })).rejects.toMatchObject({
        code: -32602,
      });
    });

    it('see only what the URL selects', async () => {
      const client = await connect(author.second, '?folder=support&label=staging');

      expect(await foundBy(client, {})).toEqual(['support/versions']);
      expect(await foundBy(client, { tag: 'mail' })).toEqual([]);
      expect(await fail(client, 'get_prompt', { name: 'support/chat' })).toMatchObject({ code: 'prompt_not_found' });
      expect(await fail(client, 'render_prompt', { name: 'dev/review', version: 1 })).toMatchObject({
        code: 'prompt_not_found',
      });
      expect(await call(client, 'get_prompt', { name: 'support/versions', version: 1 })).toMatchObject({ version: 1 });
      const support = await connect(author.second, '?folder=support');
      expect(await foundBy(support, {})).toEqual(['support/chat', 'support/versions']);
      expect(await foundBy(support, { folder: '' })).toEqual([]);
    });

    it('declare what they do, and take only what they know', async () => {
      const tools = await toolsOf(await connect(author.second, '?tools=write'));

      expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toEqual({
        search_prompts: { readOnlyHint: true, openWorldHint: false },
        get_prompt: { readOnlyHint: true, openWorldHint: false },
        render_prompt: { readOnlyHint: true, openWorldHint: false },
        publish_prompt: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
        move_label: { destructiveHint: true, openWorldHint: false },
      });
      for (const { inputSchema } of tools)
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(tools)).not.toContain('$ref');
    });
  });
}
