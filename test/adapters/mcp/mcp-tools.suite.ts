import { beforeAll, describe, expect, it } from 'vitest';
import type { Author, PromptsContext } from '../http/prompts/support/client.ts';
import { type Arguments, call, fail } from './call-tool.ts';
import { CLIENTS, type Clients, type McpClient } from './mcp-clients.ts';

const foundBy = async (client: McpClient, given: Arguments): Promise<readonly string[]> =>
  ((await call(client, 'search_prompts', given)) as { name: string }[]).map(({ name }) => name);

const toolsOf = async (client: McpClient) =>
  (await client.listTools())['tools'] as { name: string; annotations: object; inputSchema: object }[];

/** An author with two texts and a chat. */
async function aLibrary(newAuthor: PromptsContext['newAuthor']): Promise<Author> {
  const author = await newAuthor();
  const { first } = author;
  await first.createPrompt({
    name: 'support/reply',
    description: 'Replies to mail',
    content: 'Dear {{name}}',
    tags: ['agent'],
    config: { model: 'm' },
    labels: ['production'],
  });
  await first.publish('support/reply', { content: 'Hello {{name}}' });
  await first.createPrompt({
    name: 'chat',
    messages: [{ role: 'system', content: 'Be kind to {{name}}' }, { placeholder: 'history' }],
    tags: ['agent', 'mail'],
  });
  await first.createPrompt({ name: 'other', content: 'Nothing' });
  return author;
}

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

      expect(await call(client, 'search_prompts', { query: 'hello', limit: 1 })).toEqual([
        {
          name: 'support/reply',
          description: 'Replies to mail',
          labels: { production: 1 },
          latestVersion: 2,
          variables: [{ name: 'name', type: 'string', required: true }],
        },
      ]);
      expect(await foundBy(client, {})).toEqual(['chat', 'other', 'support/reply']);
      expect(await foundBy(client, { tag: 'mail' })).toEqual(['chat']);
      expect(await foundBy(client, { folder: 'support' })).toEqual(['support/reply']);
      expect(await foundBy(client, { query: 'none of this' })).toEqual([]);
    });

    it('read a template', async () => {
      const client = await connect(author.second);

      expect(await call(client, 'get_prompt', { name: 'support/reply' })).toMatchObject({
        name: 'support/reply',
        type: 'text',
        content: 'Dear {{name}}',
        variables: [{ name: 'name' }],
        config: { model: 'm' },
        version: 1,
        labels: { production: 1 },
        latestVersion: 2,
      });
      expect(await call(client, 'get_prompt', { name: 'support/reply', version: 2 })).toMatchObject({ version: 2 });
      expect(await call(client, 'get_prompt', { name: 'support/reply', label: 'latest' })).toMatchObject({
        version: 2,
      });
      expect(await call(client, 'get_prompt', { name: 'chat' })).toMatchObject({
        type: 'chat',
        messages: [{ role: 'system' }, { placeholder: 'history' }],
      });
    });

    it('render a prompt', async () => {
      const client = await connect(author.second);
      const variables = { name: 'Ada' };

      expect(await call(client, 'render_prompt', { name: 'support/reply', variables })).toEqual({
        text: 'Dear Ada',
        config: { model: 'm' },
        version: 1,
        hash: expect.stringMatching(/^sha256:/),
      });
      const system = { role: 'system', content: 'Be kind to Ada' };
      expect(await call(client, 'render_prompt', { name: 'chat', variables })).toMatchObject({ messages: [system] });
      const history = [{ role: 'user', content: '{{name}}' }];
      expect(await call(client, 'render_prompt', { name: 'chat', variables, placeholders: { history } })).toMatchObject(
        {
          messages: [system, ...history],
        },
      );
    });

    it.each([
      ['get_prompt', { name: 'none' }, { code: 'prompt_not_found', error: 'No prompt named none.' }],
      ['get_prompt', {}, { code: 'invalid', details: [{ path: 'name', problem: 'is missing' }] }],
      ['get_prompt', { name: 'chat', label: 'x', version: 1 }, { code: 'invalid', details: [{ path: 'version' }] }],
      ['get_prompt', { name: 'chat', label: 'X' }, { code: 'invalid', details: [{ path: 'label' }] }],
      ['get_prompt', { name: 'chat', verson: 1 }, { code: 'invalid', details: [{ path: 'verson' }] }],
      ['get_prompt', { name: 'chat', version: 9 }, { code: 'version_not_found' }],
      [
        'render_prompt',
        { name: 'chat' },
        { code: 'variables_invalid', details: [{ path: 'name', problem: 'missing' }] },
      ],
      ['search_prompts', { limit: 51 }, { code: 'invalid', details: [{ path: 'limit' }] }],
      ['search_prompts', { tag: 'Not a tag' }, { code: 'invalid', details: [{ path: 'tag' }] }],
    ])('report what is wrong with %s %j', async (tool, given, body) => {
      const client = await connect(author.second);

      expect(await fail(client, tool, given)).toMatchObject(body);
    });

    it('do not exist outside of their set', async () => {
      const reading = await connect(author.second);
      const none = await connect(author.second, '?tools=none');
      const given = { name: 'chat', label: 'x', version: 1, expectedVersion: 0, message: 'why' };

      await expect(reading.callTool({ name: 'move_label', arguments: given })).rejects.toMatchObject({ code: -32602 });
      await expect(none.callTool({ name: 'get_prompt', arguments: { name: 'chat' } })).rejects.toMatchObject({
        code: -32602,
      });
    });

    it('see only what the URL selects', async () => {
      const client = await connect(author.second, '?tag=agent&label=production');

      expect(await foundBy(client, {})).toEqual(['support/reply']);
      expect(await foundBy(client, { tag: 'mail' })).toEqual([]);
      expect(await fail(client, 'get_prompt', { name: 'chat' })).toMatchObject({ code: 'prompt_not_found' });
      expect(await fail(client, 'render_prompt', { name: 'other', version: 1 })).toMatchObject({
        code: 'prompt_not_found',
      });
      expect(await call(client, 'get_prompt', { name: 'support/reply', version: 2 })).toMatchObject({ version: 2 });
      const support = await connect(author.second, '?folder=support');
      expect(await foundBy(support, {})).toEqual(['support/reply']);
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
