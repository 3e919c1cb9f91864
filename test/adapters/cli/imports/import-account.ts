import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../support/service/run-command.ts';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { Client } from '../../http/prompts/support/client.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';

/** A service in this process with one account, and `prompthold import …` with its key, in a folder with these files. */
export async function anImport(files: Readonly<Record<string, unknown>> = {}) {
  const { api, token, ...app } = await startStandaloneApp();
  const folder = await createTestFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const settings = { PROMPTHOLD_URL: api.url, PROMPTHOLD_KEY: token };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runCommand(['import', ...args.map((arg) => arg.replace(/^@/, `${folder}/`))], {
      settings: { ...settings, ...more },
    });
  return { ...app, api, token, folder, client: new Client(api, token), run };
}

/** One version of a Langfuse export. */
export const anEntry = (fields: object) => ({
  name: 'greet',
  version: 1,
  type: 'text',
  prompt: 'Hi {{name}}',
  config: {},
  labels: ['production', 'latest'],
  tags: [],
  createdAt: '2026-03-02T09:15:00.000Z',
  createdBy: 'API',
  ...fields,
});
