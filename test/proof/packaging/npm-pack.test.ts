import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { anUnknownKey } from '../../adapters/http/support/api.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { packProgram, runNpm } from './pack-program.ts';

const run = promisify(execFile);
const INSTALL_MS = 240_000;

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

  it('can be installed anywhere, and serves requests', { timeout: INSTALL_MS }, async () => {
    const folder = await createTestFolder();
    const { file } = await packProgram(folder);
    await runNpm(folder, 'init', '--yes');
    await runNpm(folder, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', file);
    const command = join(folder, 'node_modules/.bin/prompthold');
    const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

    const { stdout } = await run(command, ['doctor', '--json'], { cwd: folder, env });
    const { url } = await startTestService({ folder, command, settings: { PROMPTHOLD_METRICS_ENABLED: 'true' } });

    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ['/api/docs/swagger-ui.css', '/dashboard', '/metrics']) {
      expect((await fetch(url + path)).status, path).toBe(200);
    }
    const settings = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: anUnknownKey() };
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    expect(await runCli(['mcp'], { folder, command, settings, input })).toMatchObject({
      code: 0,
      stdout: '{"result":{},"jsonrpc":"2.0","id":1}\n',
    });
  });
});
