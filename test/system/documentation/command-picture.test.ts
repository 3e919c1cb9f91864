import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { startStandaloneApp } from '../../adapters/http/support/standalone-app.ts';
import { connectModern } from '../../adapters/mcp/mcp-clients.ts';

const PROMPT = {
  name: 'dev/review',
  description: 'Reviews code before a pull request',
  content:
    'Review this {{lang}} code{{#focus}}, above all its {{focus}}{{/focus}}.{{#strict}} Report every problem.{{/strict}}\n\n{{code}}',
  variables: [
    { name: 'lang', description: 'The language', enum: ['python', 'perl', 'ruby', 'go'], default: 'python' },
    { name: 'code', description: 'What to review' },
    { name: 'strict', type: 'boolean', description: 'Report small problems too', default: true },
    { name: 'focus', description: 'Such as security or speed', required: false },
  ],
};

const VALUES = { code: 'x = 1', lang: 'perl', focus: 'security' };

/** What a client may show of the prompt, from top to bottom: its arguments, a completed value and the message. */
async function textsOfCommand(): Promise<readonly string[]> {
  const { api, token } = await startStandaloneApp();
  const account = new Client(api, token);
  await account.createPrompt(PROMPT);
  const client = await connectModern(account);
  const { name } = PROMPT;
  const [prompt] = (await client.listPrompts()).prompts;
  const argument = { name: 'lang', value: 'p' };
  const { completion } = await client.complete({ ref: { type: 'ref/prompt', name }, argument });
  const [message] = (await client.getPrompt({ name, arguments: VALUES })).messages;
  if (message?.content.type !== 'text') throw new Error('a prompt is text');
  const described = (prompt?.arguments ?? []).flatMap(({ name, description = '', required = false }) => [
    name,
    required ? 'required' : 'optional',
    description,
  ]);
  const given = Object.entries(VALUES).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [
    ...['prompts/list', `/${name}`, prompt?.description ?? '', ...described],
    ...['completion/complete', `${argument.name}: ${argument.value}`, ...completion.values],
    ...['prompts/get', given.join(' '), message.role, ...message.content.text.split('\n')],
  ];
}

it('the picture of a command shows what the endpoint returns', async () => {
  const picture = await readFile('docs/mcp-command.svg', 'utf8');

  const shown = Array.from(picture.matchAll(/<text [^>]*>(.*)<\/text>/g), ([, text = '']) => text);
  expect(shown.map((text) => text.replaceAll('&quot;', '"'))).toEqual(await textsOfCommand());
});
