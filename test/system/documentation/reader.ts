import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { PROGRAM, PROGRAM_ENVIRONMENT, ServiceProcess } from '../../support/service/service-process.ts';
import { commandsIn, type Page } from './pages.ts';

const execute = promisify(execFile);

/** The placeholder for a Postgres URL in the pages. */
export const POSTGRES = 'postgres://user:password@host:5432/database';

/** The port that receivers of webhooks listen on in the pages. */
const RECEIVER_PORT = '8787';

/** Examples receive events on this machine. */
const WEBHOOKS = { PROMPTHOLD_WEBHOOKS_ENABLED: 'true', PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1' };

/**
 * Runs all commands of a page in one shell, beside a service on SQLite.
 * docs/contributing.md describes the starting conditions and the placeholders.
 */
export class Reader {
  private databaseUrl: string | undefined;

  private constructor(readonly service: ServiceProcess) {}

  static async start(): Promise<Reader> {
    await findOrInstall({ binary: 'curl' });
    const service = await ServiceProcess.start({ settings: WEBHOOKS });
    const { folder } = service;
    const command = ['account', 'create', '--email', 'grace@example.com', '--name', 'Grace', '--password-stdin'];
    const { stdout, stderr } = await runCli([...command, '--json'], { folder, input: 'correct horse battery' });
    if (stdout === '') throw new Error(`no account: ${stderr}`);
    await writeFile(join(folder, '.prompthold-key'), JSON.parse(stdout).token, { mode: 0o600 });

    await linkPackages(join(folder, 'node_modules'));
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/prompthold'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    await chmod(join(folder, 'bin/prompthold'), 0o755);
    return new Reader(service);
  }

  /** Returns the output; rejects with the error output if a command fails. */
  async run(page: Page): Promise<string> {
    const { folder, url } = this.service;
    const script = await this.replacePlaceholders(commandsIn(page));
    const env = {
      ...PROGRAM_ENVIRONMENT,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      PYTHONPATH: resolve('clients/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      PROMPTHOLD_URL: url,
      PROMPTHOLD_HTTP_PORT: new URL(url).port,
    };
    const { stdout } = await execute('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: folder, env });
    return stdout;
  }

  private async replacePlaceholders(commands: string): Promise<string> {
    if (commands.includes(POSTGRES)) this.databaseUrl ??= await createDatabase(inject('postgresUrl'));
    return commands
      .replaceAll('http://127.0.0.1:3000', this.service.url)
      .replaceAll('https://prompts.example.com', this.service.url)
      .replaceAll('npm run --silent cli --', 'prompthold')
      .replaceAll(RECEIVER_PORT, String(await freePort()))
      .replaceAll(POSTGRES, this.databaseUrl ?? '');
  }

  async dispose(): Promise<void> {
    await this.service.dispose();
    if (this.databaseUrl) await dropDatabase(this.databaseUrl);
  }
}

/** For scripts that import packages: those of this repository, and its own client. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(folder);
  for (const name of await readdir('node_modules')) await symlink(resolve('node_modules', name), join(folder, name));
  await symlink(resolve('clients/typescript'), join(folder, 'prompthold-client'));
}
