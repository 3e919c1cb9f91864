import { expect, it } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { startStandaloneApp } from '../../adapters/http/support/standalone-app.ts';
import { connectModern } from '../../adapters/mcp/mcp-clients.ts';
import { drawCommand, type RecordedCommand } from './command-picture.ts';

const PICTURE = '../../../docs/mcp-command.svg';

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

async function recordCommand(): Promise<RecordedCommand> {
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
  return {
    name,
    description: prompt?.description ?? '',
    arguments: (prompt?.arguments ?? []).map(({ name, description = '', required = false }) => ({
      name,
      description,
      required,
    })),
    completion: { argument: argument.name, typed: argument.value, values: completion.values },
    values: VALUES,
    result: { role: message.role, text: message.content.text },
  };
}

it('the picture of a command shows what the endpoint returns (vitest -u draws it again)', async () => {
  await expect(drawCommand(await recordCommand())).toMatchFileSnapshot(PICTURE);
});
