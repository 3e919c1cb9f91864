import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signSnapshot } from '../../../../src/adapters/inbound/cli/clients/sign-snapshot.ts';
import { splitSignature } from '../../../../src/domain/snapshots/snapshot.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { runCommand } from '../../../support/service/run-command.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { blocksIn, pages } from '../../../system/documentation/pages.ts';
import { openAccount, SIGNUP_OPEN } from './open-account.ts';
import { findOpenssl, findPython, PYTHON_CLIENT, PYTHON_TESTS, runPython } from './run-python.ts';

/** As many lines as a screen shows without scrolling. */
const SCREEN_LINES = 50;

const modules = readdirSync(PYTHON_TESTS)
  .filter((file) => /^test_.*\.py$/.test(file))
  .map((file) => file.replace('.py', ''));

describe('the Python client', () => {
  let service: ServiceProcess;
  let python: string;

  beforeAll(async () => {
    python = await findPython();
    await findOpenssl();
    service = await ServiceProcess.start({ settings: SIGNUP_OPEN });
  });
  afterAll(() => service.dispose());

  it.concurrent.each(modules)('passes %s', async (module) => {
    const { stderr } = await runPython(python, ['-m', 'unittest', module], { env: { TEST_SERVICE_URL: service.url } });

    // Not "OK (skipped=1)".
    expect(stderr).toMatch(/^Ran [1-9]\d* tests in .*\n\nOK$/m);
  });

  it('is tested by every module of its folder', () => {
    expect(modules).toEqual([
      'test_async',
      'test_configuration',
      'test_outages',
      'test_reading',
      'test_rendering',
      'test_snapshot',
      'test_test_prompts',
      'test_tls',
      'test_watch',
      'test_writing',
    ]);
  });

  it('has a README that fits on one screen, with code that runs', async () => {
    const { author, env } = await openAccount(service.url);
    const content = 'Hello {{name}}!';
    await author.createPrompt({ name: 'support/reply', content, config: { model: 'm' }, labels: ['production'] });
    const path = join(PYTHON_CLIENT, 'README.md');
    const text = await readFile(path, 'utf8');
    const code = blocksIn({ path, text }).filter(({ language }) => language === 'python');

    expect(text.split('\n').length).toBeLessThanOrEqual(SCREEN_LINES);
    expect(code).toHaveLength(1);
    const { stdout } = await runPython(python, ['-c', code[0]?.text ?? ''], {
      cwd: await createTestFolder(),
      env,
    });
    expect(stdout).toBe("Hello Ada!\n1 {'model': 'm'} network\n");
  });

  it('is documented with code that compiles', async () => {
    const page = pages.find(({ path }) => path === 'docs/python.md');
    const code = page ? blocksIn(page).filter(({ language }) => language === 'python') : [];

    expect(code.length).toBeGreaterThan(3);
    const compile = 'import sys\nfor text in sys.argv[1:]: compile(text, "docs/python.md", "exec")';
    await runPython(python, ['-c', compile, ...code.map(({ text }) => text)]);
  });

  it('starts with a file of prompthold snapshot', async () => {
    const { author, env } = await openAccount(service.url);
    await author.createPrompt({ name: 'signature', content: 'Yours, {{agent}}' });
    await author.createPrompt({ name: 'top', content: '{{> signature@1}} ünï', labels: ['production'] });
    const away = `http://127.0.0.1:${await freePort()}`;
    const file = join(await createTestFolder(), 'snapshot.json');
    const { code } = await runCommand(['snapshot', file], { settings: env });
    expect(code).toBe(0);

    // The service at its address is away: the same service, as far as the file is concerned.
    const signed = splitSignature(await readFile(file, 'utf8'))?.text ?? '';
    const stored = signSnapshot(signed.replaceAll(service.url, away), env.PROMPTHOLD_KEY);
    const copy = join(await createTestFolder(), 'snapshot.json');
    await writeFile(copy, stored);
    const { stdout } = await runPython(python, ['read_command_snapshot.py', copy, away], { env });

    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      ['signature', 'disk', 1, 'Yours, {{agent}}'],
      ['signature@1', 'disk', 1, 'Yours, {{agent}}'],
      ['top', 'disk', 1, '{{> signature@1}} ünï'],
      ['top@production', 'disk', 1, '{{> signature@1}} ünï'],
    ]);
  });
});
