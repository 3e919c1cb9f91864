import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { packProgram } from './pack-program.ts';

describe('the npm package', () => {
  it('contains the program and the files it serves, and no development files', async () => {
    const { paths } = await packProgram(await createTestFolder());

    const built = await readdir('dist', { recursive: true, withFileTypes: true });
    const files = built.filter((entry) => entry.isFile());
    const program = files.map(({ parentPath, name }) => join(parentPath, name));
    expect(program).toEqual(expect.arrayContaining(['dist/main.js', 'dist/adapters/inbound/api/docs/swagger-ui.css']));
    expect(paths.filter((path) => path.startsWith('dist/')).sort()).toEqual(program.sort());
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']));
    expect(paths.filter((path) => /^(src|test|data|secrets)\/|keyring.*\.json$/.test(path))).toEqual([]);
  });

  it('is built before it is packed, and its program starts with a shebang', async () => {
    const { scripts, bin } = JSON.parse(await readFile('package.json', 'utf8'));

    expect(scripts.prepack).toBe('npm run --silent build');
    expect((await readFile(bin.prompthold, 'utf8')).split('\n')[0]).toBe('#!/usr/bin/env node');
  });
});
