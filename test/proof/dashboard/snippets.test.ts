import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject } from '../../adapters/dashboard/support/snippet-runner.ts';
import { createSnippets, describeSnippets } from '../../adapters/dashboard/web/snippets.suite.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/** The fast tier runs the others. */
const LANGUAGES = ['TypeScript', 'TypeScript client', 'Python client'] as const;

const COMPILER_OPTIONS = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];

describe('a generated snippet', () => {
  describeSnippets(LANGUAGES);

  it('in TypeScript compiles in strict mode, with our client and without it', async () => {
    const folder = await createProject();
    onTestFinished(() => rm(folder, { recursive: true }));
    const snippets = await Promise.all([createSnippets('TypeScript'), createSnippets('TypeScript client')]);
    const files = snippets.flat().map((code, index) => ({ name: `${index}.mts`, code }));
    // Without imports, it is a script to TypeScript.
    for (const { name, code } of files) await writeFile(join(folder, name), `${code}\nexport {};\n`);

    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const options = [...COMPILER_OPTIONS, '--typeRoots', join(ROOT, 'node_modules/@types')];
    const output = await run(compiler, [...options, ...files.map(({ name }) => name)], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );

    expect(output).toBe('');
    expect(files).toHaveLength(20);
  });
});
