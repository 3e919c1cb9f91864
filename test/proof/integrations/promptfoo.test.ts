import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { startTestService } from '../../support/service/test-resources.ts';
import { PackageFolder } from '../openapi/package-folder.ts';

const INSTALL_MS = 600_000;

const results = z.object({
  results: z.object({
    results: z.array(
      z.looseObject({
        promptIdx: z.number(),
        success: z.boolean(),
        prompt: z.looseObject({ raw: z.string() }),
        response: z.looseObject({ output: z.unknown() }),
      }),
    ),
  }),
});

it('evaluates prompts of the service by their labels in promptfoo', { timeout: INSTALL_MS }, async () => {
  const service = await startTestService({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
  const api = new Api(service.url);
  const { token, userId } = await api.openAccount();
  const author = new Client(api, token);
  await author.createPrompt({ name: 'greeting', content: 'Hello {{name}}!', labels: ['production'] });
  await author.publish('greeting', { content: 'Not live yet, {{name}}.' });
  const messages = [
    { role: 'system', content: 'Answer {{name}}.' },
    { role: 'user', content: '{{question}}' },
  ];
  await author.createPrompt({ name: 'chat', messages, labels: ['staging'] });
  await using folder = await PackageFolder.install(join(import.meta.dirname, 'promptfoo'));
  await folder.write(
    'promptfooconfig.json',
    JSON.stringify({
      prompts: ['langfuse://greeting@production', 'langfuse://greeting:2', 'langfuse://chat@staging:chat'],
      providers: ['echo'],
      tests: [{ vars: { name: 'Ada & <Bob>', question: 'Who?' } }],
    }),
  );

  const variables = {
    LANGFUSE_HOST: service.url,
    LANGFUSE_PUBLIC_KEY: userId,
    LANGFUSE_SECRET_KEY: token,
    PROMPTFOO_CONFIG_DIR: folder.path,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  };
  await folder.runWith(variables, 'promptfoo', 'eval', '--no-cache', '--no-table', '--output', 'results.json');

  const printed = results.parse(JSON.parse(await readFile(join(folder.path, 'results.json'), 'utf8'))).results.results;
  expect(printed.map(({ success }) => success)).toEqual([true, true, true]);
  // Listed in the order in which they were completed.
  const outputs = printed
    .toSorted((one, other) => one.promptIdx - other.promptIdx)
    .map(({ response }) => response.output);
  expect(outputs.slice(0, 2)).toEqual(['Hello Ada & <Bob>!', 'Not live yet, Ada & <Bob>.']);
  expect(JSON.parse(String(outputs[2]))).toEqual([
    { role: 'system', content: 'Answer Ada & <Bob>.' },
    { role: 'user', content: 'Who?' },
  ]);
});
