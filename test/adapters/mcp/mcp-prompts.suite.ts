import { beforeAll, describe, expect, it } from 'vitest';
import { type Author, expectStatus, type PromptsContext } from '../http/prompts/support/client.ts';
import { aLibrary, textsIn } from './a-library.ts';
import { CLIENTS, type Clients } from './mcp-clients.ts';

/** Written at the first instance, read at the second. */
export function mcpPromptsSuite(context: () => PromptsContext, clients: Clients = CLIENTS): void {
  let author: Author;

  beforeAll(async () => {
    author = await aLibrary(context().newAuthor);
  });

  describe.each(clients)('with a client of %s', (_name, connect) => {
    it('are listed by name, with their arguments, without a title', async () => {
      const client = await connect(author.second);

      const { prompts, nextCursor } = await client.listPrompts();

      expect(nextCursor).toBeUndefined();
      expect(prompts).toEqual([
        {
          name: 'dev/review',
          description: 'Reviews code.',
          arguments: [
            { name: 'code', required: true },
            { name: 'lang', required: true, description: 'The language, one of python, perl, ruby' },
            { name: 'strict', required: false, description: 'How strict (boolean), default true' },
            { name: 'data', required: false, description: '(JSON), default {"a":"none"}' },
            { name: 'note', required: false },
          ],
        },
        { name: 'support/chat', arguments: [{ name: 'tone', required: true }] },
        { name: 'support/versions' },
      ]);
    });

    it('are rendered with typed arguments', async () => {
      const client = await connect(author.second);
      const get = async (given: Record<string, string>) =>
        textsIn(await client.getPrompt({ name: 'dev/review', arguments: { code: 'x', lang: 'perl', ...given } }));

      expect(await get({})).toEqual([['user', 'perl true x none']]);
      expect(await get({ strict: 'false', data: '{"a":[1,2]}' })).toEqual([['user', 'perl false x [1,2]']]);
      expect(await get({ strict: '', data: '' })).toEqual([['user', 'perl true x none']]);
      expect(await get({ note: '!' })).toEqual([['user', 'perl true x none!']]);
    });

    it('are served by the default rule, a label or a version, with what was served', async () => {
      const client = await connect(author.second);
      const get = async (name: string) => textsIn(await client.getPrompt({ name }));

      expect(await get('support/versions')).toEqual([['user', 'Two']]);
      expect(await get('support/versions@staging')).toEqual([['user', 'Three']]);
      expect(await get('support/versions@latest')).toEqual([['user', 'Three']]);
      expect(await get('support/versions@1')).toEqual([['user', 'One']]);
      expect(await client.getPrompt({ name: 'support/versions@3' })).toMatchObject({
        _meta: { 'prompthold/version': 3, 'prompthold/hash': expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      });
      expect(await client.getPrompt({ name: 'dev/review', arguments: { code: 'x', lang: 'perl' } })).toMatchObject({
        description: 'Reviews code.',
      });
    });

    it('have their messages joined, except around those of the assistant', async () => {
      const client = await connect(author.second);

      expect(textsIn(await client.getPrompt({ name: 'support/chat', arguments: { tone: 'kind' } }))).toEqual([
        ['user', 'Be kind.\n\nIn short.\n\nHello'],
        ['assistant', 'Hi'],
        ['user', 'Result\n\nBye'],
      ]);
    });

    it.each([
      [{ code: 'x', lang: 'go' }, 'lang: enum', [{ path: 'lang', problem: 'enum' }]],
      [{ lang: 'perl' }, 'code: missing', [{ path: 'code', problem: 'missing' }]],
      [{ code: 'x', lang: 'perl', strict: 'yes' }, 'strict: expected boolean', [{ path: 'strict', problem: 'type' }]],
      [
        { lang: 'go', other: '1' },
        'code: missing; lang: enum; other: unknown',
        [
          { path: 'code', problem: 'missing' },
          { path: 'lang', problem: 'enum' },
          { path: 'other', problem: 'unknown' },
        ],
      ],
    ])('are refused with %j', async (given, message, details) => {
      const client = await connect(author.second);

      await expect(
        client.getPrompt({ name: 'dev/review', arguments: given as Record<string, string> }),
      ).rejects.toMatchObject({
        code: -32602,
        // The client of version 1 puts the code before the message.
        message: expect.stringMatching(new RegExp(`(^|: )${message}$`)),
        data: { error: expect.any(String), code: 'variables_invalid', details, requestId: expect.any(String) },
      });
    });

    it.each([
      ['none', 'prompt_not_found'],
      ['Not a name', 'prompt_not_found'],
      ['support/versions@4', 'version_not_found'],
      ['support/versions@none', 'label_not_found'],
      ['support/versions@', 'prompt_not_found'],
      ['support/versions@@', 'prompt_not_found'],
    ])('are not found as %j', async (name, code) => {
      const client = await connect(author.second);

      await expect(client.getPrompt({ name })).rejects.toMatchObject({ code: -32602, data: { code } });
    });

    it('have arguments that can be completed', async () => {
      const client = await connect(author.second);
      const complete = async (argument: string, value: string, name = 'dev/review') =>
        (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } }))[
          'completion'
        ];

      expect(await complete('lang', 'p')).toEqual({ values: ['python', 'perl'], total: 2, hasMore: false });
      expect(await complete('strict', 'T', 'dev/review@1')).toMatchObject({ values: ['true'] });
      expect(await complete('code', '')).toEqual({ values: [] });
      expect(await complete('none', '')).toEqual({ values: [] });
      expect(await complete('lang', '', 'none')).toEqual({ values: [] });
      const resource = {
        ref: { type: 'ref/resource', uri: 'prompt://{+name}' },
        argument: { name: 'name', value: 's' },
      };
      expect(await client.complete(resource as Parameters<typeof client.complete>[0])).toMatchObject({
        completion: { values: [] },
      });
    });

    it('are those of the account alone', async () => {
      const client = await connect(context().stranger);

      await expect(client.getPrompt({ name: 'support/versions' })).rejects.toMatchObject({ code: -32602 });
    });
  });

  it('are served as they are now, after a label was moved on another instance', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'One', labels: ['production'] });
    await first.publish(id, { content: 'Two' });
    const connected = await Promise.all(clients.map(([, connect]) => connect(second)));
    const getAll = () => Promise.all(connected.map(async (client) => textsIn(await client.getPrompt({ name }))));

    expect(await getAll()).toEqual(connected.map(() => [['user', 'One']]));
    await first.moveLabel(id, 'production', 2);

    expect(await getAll()).toEqual(connected.map(() => [['user', 'Two']]));
  });

  it('are no longer served once the key was reset on another instance', async () => {
    const { first, second } = await context().newAuthor();
    const { name } = await first.createPrompt({ content: 'Hi' });
    const connected = await Promise.all(clients.map(([, connect]) => connect(second)));
    for (const client of connected) expect(textsIn(await client.getPrompt({ name }))).toEqual([['user', 'Hi']]);

    expectStatus(200, await first.api.reset(first.key));

    const refused = /401|Unauthorized|does not accept the key/;
    for (const client of connected) await expect(client.getPrompt({ name })).rejects.toThrow(refused);
  });
}
