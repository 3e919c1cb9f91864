import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { PackageFolder } from '../openapi/package-folder.ts';
import { installClient } from './packed-client.ts';

const COMPILERS = join(import.meta.dirname, 'compilers');
const TIMEOUT_MS = 300_000;

const APPLICATION = `
  import { Prompthold } from 'prompthold-client';
  interface Prompts { 'a/b': { type: 'text'; variables: { name: string }; config: {} } }
  const prompts = new Prompthold<Prompts>();
  export const text: Promise<string> = prompts.get('a/b').then((prompt) => prompt.render({ name: 'Ada' }));
  // @ts-expect-error: a misspelled variable
  export const wrong = prompts.get('a/b').then((prompt) => prompt.render({ nmae: 'Ada' }));
`;

/** The modules that each resolution is used with. */
const RESOLUTIONS = [
  ['node10', 'esnext'],
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const;

it('TypeScript finds the declarations of the client by every resolution of modules', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using folder = await PackageFolder.install(COMPILERS);
  const installed = await createTestFolder();
  await installClient(installed);
  await mkdir(join(folder.path, 'node_modules'), { recursive: true });
  await rename(join(installed, 'node_modules/prompthold-client'), join(folder.path, 'node_modules/prompthold-client'));
  await folder.write('application.mts', APPLICATION);

  for (const [moduleResolution, module] of RESOLUTIONS) {
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module];
    const result = await folder.execute(
      {},
      'tsc',
      ...options,
      '--moduleResolution',
      moduleResolution,
      'application.mts',
    );
    expect(result, moduleResolution).toMatchObject({ code: 0, stdout: '' });
  }
});
