import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, tokenIn } from '../../adapters/http/support/api.ts';
import { PROGRAM, PROGRAM_ENVIRONMENT } from '../../support/service/service-process.ts';
import { startTestService } from '../../support/service/test-resources.ts';

const run = promisify(execFile);
const CHUNKS = join(dirname(PROGRAM), 'chunks');
/** Larger imports are checked on a thread of their own. */
const LARGE_IMPORT_BYTES = 256 * 1024;

const preload = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(code)}`;

/** Prints each module that the program loads, with those inside of Node.js. */
const PRINT_MODULES = preload(`
  import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const print = (name) => writeSync(2, 'loaded ' + name + '\\n');
  registerHooks({ load: (url, context, next) => { print(url); return next(url, context); } });
  process.on('exit', () => process.moduleLoadList.forEach(print));
`);
const FAIL_TO_PRINT = preload(`process.stdout.write = () => { throw new TypeError('the output is broken'); };`);

const runProgram = (options: readonly string[], ...args: readonly string[]) =>
  run(process.execPath, [...options, PROGRAM, ...args], { env: PROGRAM_ENVIRONMENT });

/** Packages that the built program imports or requires. Optional ones are required inside of try. */
async function findImportedPackages(): Promise<string[]> {
  const files = (await readdir(CHUNKS)).filter((name) => name.endsWith('.js'));
  const code = await Promise.all(
    [PROGRAM, ...files.map((name) => join(CHUNKS, name))].map((file) => readFile(file, 'utf8')),
  );
  const names = code.flatMap((text) =>
    Array.from(text.matchAll(/^import (?:.* from )?"([^".][^"]*)"/gm), ([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)).sort();
}

describe('the built program', () => {
  it('loads nothing for --version but the command line', async () => {
    const { stderr } = await runProgram([PRINT_MODULES], '--version');

    const loaded = Array.from(stderr.matchAll(/^loaded (?:file:.*\/)?(.+)$/gm), ([, name = '']) => name);
    expect(loaded).toEqual(expect.arrayContaining(['main.js', 'run.js', 'NativeModule internal/modules/run_main']));
    // zod is in schemas.js, inversify in compose.js; undici implements fetch and WebSocket.
    const forbidden = /^(schemas|compose|serve|sqlite-storage|hashing-thread|import-thread)|\.node$|\/undici$/;
    expect(loaded.filter((name) => forbidden.test(name))).toEqual([]);
  });

  it('needs no package but those with a native part', async () => {
    expect(await findImportedPackages()).toEqual(['@node-rs/argon2', 'better-sqlite3']);
  });

  it('contains the licences of the packages in it, which are dependencies too, where audits find them', async () => {
    const licences = await readFile(join(CHUNKS, 'LICENSES.md'), 'utf8');
    const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));

    const bundled = Array.from(licences.matchAll(/^## (\S+) - /gm), ([, name = '']) => name);
    expect(bundled).toEqual(expect.arrayContaining(['commander', 'inversify', 'ioredis', 'koa', 'pg', 'pino', 'zod']));
    const native = ['@node-rs/argon2', 'better-sqlite3'];
    const unused = Object.keys(dependencies).filter((name) => !bundled.includes(name) && !native.includes(name));
    expect(unused).toEqual([]);
  });

  it('prints stack traces that name functions, and with source maps the sources', async () => {
    await expect(runProgram([FAIL_TO_PRINT], '--version')).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /TypeError: the output is broken\n(.*\n)+.* at .*print.*\/dist\/chunks\/[\w-]+\.js:\d+/,
      ),
    });
    await expect(runProgram(['--enable-source-maps', FAIL_TO_PRINT], '--version')).rejects.toMatchObject({
      stderr: expect.stringMatching(/\/src\/adapters\/inbound\/cli\/terminal\/process-terminal\.ts:\d+/),
    });
  });

  it('runs its threads: one hashes passwords, one checks large imports', async () => {
    const { url } = await startTestService({ settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' } });
    const api = new Api(url);
    const owner = await api.openAccount();
    expect(tokenIn(await api.signIn(owner))).toBe(owner.token);

    const client = new Client(api, owner.token);
    await client.put('/prompts/large', { content: 'x'.repeat(LARGE_IMPORT_BYTES) });
    const exported = await client.get('/export');
    expect(exported.text.length).toBeGreaterThan(LARGE_IMPORT_BYTES);
    const imported = await client.post('/import', exported.body);
    expect([imported.status, imported.text]).toEqual([200, expect.stringContaining('large')]);
  });
});
