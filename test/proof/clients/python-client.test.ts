import { glob, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../adapters/clients/python/conversation.ts';
import { openAccount, SIGNUP_OPEN } from '../../adapters/clients/python/open-account.ts';
import {
  findOpenssl,
  findPython,
  PYTHON_CLIENT,
  PYTHON_TESTS,
  runPython,
} from '../../adapters/clients/python/run-python.ts';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';

const INSTALL_MS = 300_000;
/** The client asks again after a second. */
const POLLING = { timeout: 60_000 };

/** The oldest Python on this machine that the client promises to support; on most, there is only one. */
async function findOldestPython(): Promise<string> {
  const folders = join(homedir(), '.pyenv/versions/3.*/bin');
  const others = await Array.fromAsync(glob(folders));
  const versions = others.map((folder) => Number(/\/3\.(\d+)\./.exec(folder)?.[1]));
  const oldest = Math.min(...versions.filter((minor) => minor >= 9));
  const folder = others.find((_, index) => versions[index] === oldest);
  return folder === undefined ? findPython() : join(folder, 'python3');
}

/** Installs into an empty folder, as a user would, without an index. */
async function installClient(python: string): Promise<string> {
  await findOrInstall({ binary: 'pip3', package: 'python3-pip', folders: [], variable: 'PATH' });
  const target = await createTestFolder();
  const args = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', target, PYTHON_CLIENT];
  await runPython(python, args, { cwd: target });
  return target;
}

describe('the package of the Python client', () => {
  it('contains the package, its types, and nothing else', { timeout: INSTALL_MS }, async () => {
    const folder = await installClient(await findPython());

    const files = (await readdir(folder, { recursive: true })).filter((path) => !path.includes('__pycache__')).sort();
    const info = 'prompthold_client-0.1.0.dist-info';
    const sources = await readdir(PYTHON_CLIENT, { recursive: true });
    expect(files.filter((path) => !/(INSTALLER|REQUESTED|direct_url\.json)$/.test(path))).toEqual([
      ...sources.filter((path) => /^prompthold($|\/)/.test(path) && !path.includes('__pycache__')).sort(),
      info,
      ...['METADATA', 'RECORD', 'WHEEL', 'licenses', 'licenses/LICENSE'].map((name) => `${info}/${name}`),
    ]);
    const metadata = await readFile(join(folder, info, 'METADATA'), 'utf8');
    expect(metadata).toMatch(/^Name: prompthold-client\nVersion: 0\.1\.0$/m);
    expect(metadata).toContain('\nRequires-Python: >=3.9\n');
    expect(metadata).not.toContain('Requires-Dist');
  });

  it('can be built from its source archive', { timeout: INSTALL_MS }, async () => {
    const python = await findPython();
    const folder = await createTestFolder();
    const build = `import build_backend; print(build_backend.build_sdist(${JSON.stringify(folder)}))`;
    const { stdout } = await runPython(python, ['-c', build]);

    const target = await createTestFolder();
    const install = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', target];
    await runPython(python, [...install, join(folder, stdout.trim())], { cwd: folder });

    expect(await readdir(join(target, 'prompthold'))).toContain('py.typed');
  });

  it('passes all tests when installed, on the oldest Python', { timeout: INSTALL_MS }, async () => {
    const python = await findOldestPython();
    await findOpenssl();
    const { url } = await startTestService({ settings: SIGNUP_OPEN });

    const env = { TEST_SERVICE_URL: url, PYTHONPATH: await installClient(python) };
    const { stderr } = await runPython(python, ['-m', 'unittest', 'discover', '--start-directory', PYTHON_TESTS], {
      cwd: await createTestFolder(),
      env,
    });

    expect(stderr).toMatch(/^Ran \d{3} tests in .*\n\nOK$/m);
  });
});

/** An account of a service that can be started again at its address. */
async function aRestartableService() {
  const folder = await createTestFolder();
  const settings = { ...SIGNUP_OPEN, PROMPTHOLD_HTTP_PORT: String(await freePort()) };
  const restart = () => startTestService({ folder, settings });
  const service = await restart();
  return { python: await findPython(), folder, service, restart, ...(await openAccount(service.url)) };
}

describe('an application with the Python client', () => {
  it('survives that its service is killed, frozen and started again', async () => {
    const { python, folder, service: killed, restart, author, env } = await aRestartableService();
    await author.createPrompt({ name: 'greeting', content: 'Hello {{name}}!', labels: ['production'] });
    const start = () =>
      new Conversation(python, [join(PYTHON_TESTS, 'survive_outage.py')], folder, {
        ...env,
        PYTHONPATH: PYTHON_CLIENT,
        SNAPSHOT: join(folder, 'snapshot.json'),
      });
    const application = start();
    const greeting = ['greeting', {}];
    expect(await application.ask(greeting)).toEqual(['network', 1, 'Hello Ada!']);

    killed.signal('SIGKILL');
    await killed.exited;
    expect(await application.ask(greeting)).toEqual(['memory', 1, 'Hello Ada!']);
    const coldStart = start();
    expect(await coldStart.ask(greeting)).toEqual(['disk', 1, 'Hello Ada!']);
    expect(await coldStart.ask(['other', { fallback: 'Hi {{name}}' }])).toEqual(['fallback', 0, 'Hi Ada']);
    expect(await coldStart.ask(['other', { fallback: '' }])).toEqual(['fallback', 0, '']);
    expect(await coldStart.ask(['other', {}])).toEqual(['Unavailable', 'unreachable']);

    const service = await restart();
    await author.publish('greeting', { content: 'Welcome {{name}}!', labels: ['production'] });
    expect(await coldStart.ask(greeting)).toEqual(['network', 2, 'Welcome Ada!']);
    service.signal('SIGSTOP');
    expect(await application.ask(greeting)).toEqual(['memory', 1, 'Hello Ada!']);
    expect(await coldStart.ask(['other', {}])).toEqual(['Unavailable', 'timeout']);
    service.signal('SIGCONT');
    await expect.poll(() => application.ask(greeting), POLLING).toEqual(['network', 2, 'Welcome Ada!']);
    expect(await Promise.all([application.end(), coldStart.end()])).toEqual([0, 0]);
  });

  it('sees a moved label on a stream that another instance continues', async () => {
    const { python, folder, service, restart, author, env } = await aRestartableService();
    await author.createPrompt({ name: 'greeting', content: '1', labels: ['production'] });
    const program = [
      'from prompthold import Prompthold',
      'prompts = Prompthold(max_age=1_000_000)',
      'prompts.watch()',
      'seen = 0',
      'while seen < 3:',
      '    version = prompts.get("greeting").version',
      '    if version != seen: print(version, flush=True)',
      '    seen = version',
    ].join('\n');
    const application = new Conversation(python, ['-c', program], folder, { ...env, PYTHONPATH: PYTHON_CLIENT });
    expect(await application.read()).toBe('1');

    await author.publish('greeting', { content: '2', labels: ['production'] });
    expect(await application.read()).toBe('2');
    service.signal('SIGKILL');
    await service.exited;
    await restart();
    await author.publish('greeting', { content: '3', labels: ['production'] });
    expect(await application.read()).toBe('3');

    // The stream is open, and the client was never closed.
    expect(await application.end()).toBe(0);
  });
});
