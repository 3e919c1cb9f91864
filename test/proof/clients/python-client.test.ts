import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { findPython, PYTHON_CLIENT, PYTHON_TESTS, runPython } from '../../clients/python/run-python.ts';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { blocksIn, pages } from '../../system/documentation/pages.ts';

const INSTALL_MS = 300_000;
const SIGNUP_OPEN = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' };
const EXAMPLE = 'docs/examples/python';

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

async function openAccount(url: string) {
  const api = new Api(url);
  const { token } = await api.openAccount();
  return { author: new Client(api, token), token, env: { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: token } };
}

/** A program that prints a line for each line that it gets. */
class Conversation {
  readonly #lines: AsyncIterator<string>;
  readonly #child;
  #errors = '';

  constructor(command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
    const variables = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env };
    this.#child = spawn(command, args, { cwd, env: variables, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async read(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the program ended:\n${this.#errors}`);
    return value;
  }

  ask(question: unknown): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    return this.read().then((line) => JSON.parse(line));
  }

  /** Returns the exit code. */
  async end(signal?: NodeJS.Signals): Promise<number> {
    const closed = once(this.#child, 'close');
    if (signal) this.#child.kill(signal);
    this.#child.stdin.end();
    const [code] = await closed;
    return code;
  }
}

describe('the package of the Python client', () => {
  it('contains the module and nothing else', { timeout: INSTALL_MS }, async () => {
    const folder = await installClient(await findPython());

    const files = (await readdir(folder, { recursive: true })).filter((path) => !path.includes('__pycache__')).sort();
    const info = 'prompthold_client-0.1.0.dist-info';
    expect(files.filter((path) => !/(INSTALLER|REQUESTED|direct_url\.json)$/.test(path))).toEqual([
      'prompthold.py',
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

    expect(await readdir(target)).toContain('prompthold.py');
  });

  it('passes all tests when installed, on the oldest Python', { timeout: INSTALL_MS }, async () => {
    const python = await findOldestPython();
    const { url } = await startTestService({ settings: SIGNUP_OPEN });

    const env = { TEST_SERVICE_URL: url, PYTHONPATH: await installClient(python) };
    const { stderr } = await runPython(python, ['-m', 'unittest', 'discover', '--start-directory', PYTHON_TESTS], {
      cwd: await createTestFolder(),
      env,
    });

    expect(stderr).toMatch(/^Ran \d{3} tests in .*\n\nOK$/m);
  });
});

describe('an application with the Python client', () => {
  it('survives that its service is killed, frozen and started again', async () => {
    const python = await findPython();
    const folder = await createTestFolder();
    const settings = { ...SIGNUP_OPEN, PROMPTHOLD_HTTP_PORT: String(await freePort()) };
    let service = await ServiceProcess.start({ folder, settings });
    onTestFinished(() => service.dispose());
    const { author, env } = await openAccount(service.url);
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

    service.signal('SIGKILL');
    await service.exited;
    expect(await application.ask(greeting)).toEqual(['memory', 1, 'Hello Ada!']);
    const coldStart = start();
    expect(await coldStart.ask(greeting)).toEqual(['disk', 1, 'Hello Ada!']);
    expect(await coldStart.ask(['other', { fallback: 'Hi {{name}}' }])).toEqual(['fallback', 0, 'Hi Ada']);
    expect(await coldStart.ask(['other', { fallback: '' }])).toEqual(['fallback', 0, '']);
    expect(await coldStart.ask(['other', {}])).toEqual(['Unavailable', 'unreachable']);

    service = await ServiceProcess.start({ folder, settings });
    await author.publish('greeting', { content: 'Welcome {{name}}!', labels: ['production'] });
    expect(await coldStart.ask(greeting)).toEqual(['network', 2, 'Welcome Ada!']);
    service.signal('SIGSTOP');
    expect(await application.ask(greeting)).toEqual(['memory', 1, 'Hello Ada!']);
    expect(await coldStart.ask(['other', {}])).toEqual(['Unavailable', 'timeout']);
    service.signal('SIGCONT');
    expect(await application.ask(greeting)).toEqual(['network', 2, 'Welcome Ada!']);
    expect(await Promise.all([application.end(), coldStart.end()])).toEqual([0, 0]);
  });

  it('sees a moved label on a stream that another instance continues', async () => {
    const python = await findPython();
    const folder = await createTestFolder();
    const settings = { ...SIGNUP_OPEN, PROMPTHOLD_HTTP_PORT: String(await freePort()) };
    let service = await ServiceProcess.start({ folder, settings });
    onTestFinished(() => service.dispose());
    const { author, env } = await openAccount(service.url);
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
    service = await ServiceProcess.start({ folder, settings });
    await author.publish('greeting', { content: '3', labels: ['production'] });
    expect(await application.read()).toBe('3');

    // The stream is open, and the client was never closed.
    expect(await application.end()).toBe(0);
  });
});

/** Responds like the API of a model, with what it was asked. */
async function startModel(): Promise<string> {
  const server = createServer(async (request, response) => {
    const parameters = JSON.parse((await Array.fromAsync(request)).join(''));
    const content = `${parameters.model}: ${JSON.stringify(parameters.messages)}`;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the documentation of the Python client', () => {
  it('has an example application that works, also without the service', { timeout: INSTALL_MS }, async () => {
    const python = await findPython();
    const service = await ServiceProcess.start({ settings: SIGNUP_OPEN });
    onTestFinished(() => service.dispose());
    const { env } = await openAccount(service.url);
    const folder = await createTestFolder();
    await cp(EXAMPLE, folder, { recursive: true });
    const push = ['prompt', 'push', join(folder, 'prompts'), '--label', 'production'];
    expect(await runCommand(push, { settings: env })).toMatchObject({ code: 0 });
    const model = { OPENAI_BASE_URL: await startModel(), OPENAI_API_KEY: 'none', PORT: '0' };
    const start = () =>
      new Conversation(python, ['support_bot.py'], folder, {
        ...env,
        ...model,
        PYTHONPATH: PYTHON_CLIENT,
      });
    const draft = async (url: string) => {
      const body = JSON.stringify({ customer: 'Ada', message: 'Where is my {{book}}?' });
      return (await fetch(`${url}/replies`, { method: 'POST', body })).json();
    };
    const system = 'You write replies for the support of a bookshop, in a warm tone. The customer is Ada.';
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: 'Where is my {{book}}?' },
    ];
    const reply = `gpt-5-mini: ${JSON.stringify(messages)}`;

    const bot = start();
    expect(await draft(await bot.read())).toEqual({ reply, version: 1, source: 'network' });
    expect(await bot.end('SIGTERM')).toBe(0);
    await service.stop();
    const restarted = start();
    expect(await draft(await restarted.read())).toEqual({ reply, version: 1, source: 'disk' });
    expect(await restarted.end('SIGTERM')).toBe(0);
  });

  it('has a recipe for FastAPI that works', { timeout: INSTALL_MS }, async () => {
    const python = await findPython();
    const { url } = await startTestService({ settings: SIGNUP_OPEN });
    const { author, env } = await openAccount(url);
    await author.createPrompt({ name: 'support/reply', content: 'Dear {{name}}', labels: ['production'] });
    const folder = await createTestFolder();
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--target', folder, 'fastapi', 'uvicorn'];
    await runPython(python, install, { cwd: folder, env: pipSettings() });
    const page = pages.find(({ path }) => path === 'docs/python.md');
    const recipe = page && blocksIn(page).find(({ text }) => text.includes('from fastapi import'))?.text;
    const serve = [
      'import socket, uvicorn',
      'listener = socket.create_server(("127.0.0.1", 0))',
      'print(listener.getsockname()[1], flush=True)',
      'uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])',
    ].join('\n');

    const server = new Conversation(python, ['-c', `${recipe}\n${serve}`], folder, {
      ...env,
      PYTHONPATH: [folder, PYTHON_CLIENT].join(':'),
    });
    const response = await fetch(`http://127.0.0.1:${await server.read()}/replies/Ada`);

    expect(await response.json()).toEqual({ text: 'Dear Ada', version: 1 });
    await server.end('SIGTERM');
    expect(await readdir(join(folder, '.prompthold'))).toEqual(['snapshot.json']);
  });
});

/** Where pip finds packages on this machine. */
const pipSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      (name.startsWith('PIP_') || name === 'HOME') && value !== undefined ? [[name, value]] : [],
    ),
  );
