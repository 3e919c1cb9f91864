import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { blocksIn, pages } from '../../system/documentation/pages.ts';
import { PackageFolder } from '../openapi/package-folder.ts';
import { startClientAccount } from './client-account.ts';
import { installClient } from './packed-client.ts';

const run = promisify(execFile);
const INSTALL_MS = 300_000;

const COMPILER_OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

/** The code of a page, which compiles as it is. A block that exports the client is imported by others. */
const codeIn = (path: string): readonly { readonly file: string; readonly text: string }[] =>
  pages
    .filter((page) => page.path === path)
    .flatMap(blocksIn)
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => ({
      file: text.includes('export const prompts =') ? 'prompts.ts' : `block-${index + 1}.ts`,
      text,
    }));

describe('the code in docs/typescript.md', () => {
  it('compiles with the packed client, generated types, and the SDKs that it is for', {
    timeout: INSTALL_MS,
  }, async () => {
    const blocks = codeIn('docs/typescript.md');
    expect(blocks.length).toBeGreaterThan(8);
    const packages = await PackageFolder.install(join(import.meta.dirname, 'ai-sdk'));
    onTestFinished(() => packages.dispose());
    const folder = packages.path;
    await installClient(folder, ['openai', '@anthropic-ai/sdk', '@types/node', 'typescript']);
    const { environment, client } = await startClientAccount();
    await client.createPrompt({
      name: 'support/reply',
      content: 'Dear {{name}}',
      config: { model: 'gpt-5' },
      labels: ['production'],
    });

    await runCli(['types', '--out', 'prompts.gen.ts'], { folder, settings: environment });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }),
    );
    for (const { file, text } of blocks) await writeFile(join(folder, file), text);

    const { stdout } = await run(join(folder, 'node_modules/typescript/bin/tsc'), [], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});
