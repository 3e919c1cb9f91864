import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { packProgram } from '../packaging/pack-program.ts';

const run = promisify(execFile);
const HOUR_MS = 600_000;
const SCRIPT = join(import.meta.dirname, 'first-hour.sh');

/** Runs the script in an empty folder, and returns what each step printed. */
async function runScript(): Promise<ReadonlyMap<string, string>> {
  const folder = await createTestFolder();
  const { file } = await packProgram(folder);
  const database = await createDatabase(inject('postgresUrl'));
  onTestFinished(() => dropDatabase(database));
  const home = join(folder, 'home');
  await mkdir(home);
  const { stdout } = await run('bash', ['--norc', SCRIPT], {
    cwd: home,
    env: {
      ...npmSettings(),
      // Node.js as required; a user has it installed.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: process.env['HOME'],
      TARBALL: file,
      POSTGRES_URL: database,
      PORT: String(await freePort()),
    },
  });
  const steps = stdout.split(/^== /m).slice(1);
  return new Map(steps.map((step) => [step.split('\n', 1).join(''), step.slice(step.indexOf('\n') + 1)]));
}

/** How this machine reaches the registry. */
const npmSettings = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_(registry|userconfig|cache)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
    ),
  );

describe.runIf(wantedStorages().includes('postgres'))('the first hour', () => {
  it('goes from the tarball to Postgres with the program alone', { timeout: HOUR_MS }, async () => {
    const steps = await runScript();

    expect([...steps.keys()].at(-1)).toBe('done');
    expect(steps.get('serve')).toMatch(/^ {2}setup +http:.*\/dashboard\/setup#/m);
    expect(steps.get('first prompt')).toContain('Dear Ada, thank you for your kind letter.');
    expect(steps.get('pipeline: publish')).toContain('Dear Ada from London, thank you.');
    const refused = steps.get('pipeline: a breaking change is refused');
    expect(refused).toContain('"code":"breaking_change","details":[{"path":"city"');
    expect(refused).toMatch(/\nDear Ada, thank you for your letter\.\n$/);
    expect(steps.get('pipeline: it is forced')).toContain('Dear Ada from London, thank you.');
    expect(steps.get('pipeline: it is forced')).toContain('callers send city now');
    expect(steps.get('pipeline: roll back')).toMatch(/\nDear Ada, thank you for your letter\.\n$/);
    expect(steps.get('restore on Postgres')).toContain('Dear Ada, thank you for your letter.');
    expect(steps.get('restore on Postgres')).toContain('callers send city now');
  });
});
