import { beforeAll, describe, expect, it } from 'vitest';
import type { Author, PromptsContext } from '../http/prompts/support/client.ts';
import { aLibrary, REVIEW, textsIn } from './a-library.ts';
import { CLIENTS, type Clients } from './mcp-clients.ts';

const namesIn = (result: Readonly<Record<string, unknown>>, list: 'prompts' | 'resources') =>
  (result[list] as { name: string }[]).map(({ name }) => name);

export function mcpViewsSuite(context: () => PromptsContext, clients: Clients = CLIENTS): void {
  let author: Author;

  beforeAll(async () => {
    author = await aLibrary(context().newAuthor);
  });

  describe.each(clients)('with a client of %s', (_name, connect) => {
    it('are resources, with the template as written', async () => {
      const client = await connect(author.second);
      const read = async (uri: string) => (await client.readResource({ uri }))['contents'];

      expect(await client.listResources()).toMatchObject({
        resources: [
          { uri: 'prompt://dev/review', name: 'dev/review', description: 'Reviews code.', mimeType: 'text/markdown' },
          { uri: 'prompt://support/chat', name: 'support/chat' },
          { uri: 'prompt://support/versions', name: 'support/versions' },
        ],
      });
      expect(await client.listResourceTemplates()).toMatchObject({
        resourceTemplates: [{ uriTemplate: 'prompt://{+name}', mimeType: 'text/markdown' }],
      });
      const uri = 'prompt://support/versions@1';
      expect(await read(uri)).toEqual([{ uri, mimeType: 'text/markdown', text: 'One' }]);
      expect(await read('prompt://dev/review')).toMatchObject([{ text: REVIEW.content }]);
      expect(await read('prompt://support%2Fversions%40staging')).toMatchObject([{ text: 'Three' }]);
      expect(await read('prompt://support/chat')).toMatchObject([
        {
          text: expect.stringMatching(
            /^## system\n\nBe \{\{tone\}\}\.\n\n## developer\n[\s\S]*## placeholder history\n/,
          ),
        },
      ]);
    });

    it.each(['prompt://none', 'prompt://support/versions@9', 'prompt://%', 'file:///etc/passwd', 'prompt://'])(
      'are no resource at %s',
      async (uri) => {
        const client = await connect(author.second);

        await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
      },
    );

    it.each([
      ['?tag=agent', ['dev/review', 'support/chat']],
      ['?tag=agent&tag=mail', ['support/chat']],
      ['?folder=support', ['support/chat', 'support/versions']],
      ['?folder=', []],
      ['?label=staging', ['support/versions']],
      ['?label=staging&folder=dev', []],
      ['?label=latest&folder=dev', ['dev/review']],
    ])('are narrowed by %s', async (query, names) => {
      const client = await connect(author.second, query);

      expect(namesIn(await client.listPrompts(), 'prompts')).toEqual(names);
      expect(namesIn(await client.listResources(), 'resources')).toEqual(names);
    });

    it('are not found outside of what the URL selects', async () => {
      const mail = await connect(author.second, '?tag=mail');
      const staging = await connect(author.second, '?label=staging');
      const outside = { code: -32602, data: { code: 'prompt_not_found' } };

      await expect(mail.getPrompt({ name: 'support/versions' })).rejects.toMatchObject(outside);
      await expect(mail.readResource({ uri: 'prompt://support/versions' })).rejects.toMatchObject({ code: -32602 });
      await expect(staging.getPrompt({ name: 'dev/review' })).rejects.toMatchObject(outside);
      await expect(staging.getPrompt({ name: 'dev/review@1' })).rejects.toMatchObject(outside);
      expect(textsIn(await staging.getPrompt({ name: 'support/versions' }))).toEqual([['user', 'Three']]);
      expect(textsIn(await staging.getPrompt({ name: 'support/versions@1' }))).toEqual([['user', 'One']]);
    });
  });
}
