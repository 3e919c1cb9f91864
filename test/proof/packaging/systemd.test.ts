import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { findOrInstall } from '../../support/servers/find-binary.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const run = promisify(execFile);
const UNIT = 'docs/examples/prompthold.service';
/** In tenths. The default of systemd, for a service without any restriction, is 96. */
const EXPOSURE_MAX = 20;

const readUnit = (): Promise<string> => readFile(UNIT, 'utf8');

/** All values of a key, in order. */
const valuesOf = (unit: string, key: string): string[] =>
  Array.from(unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) => value);

/** A file that systemd-analyze accepts: the program is not installed on this machine. */
async function writeUnit(text: string): Promise<string> {
  const folder = await createTestFolder();
  const program = join(folder, 'prompthold');
  await writeFile(program, '#!/bin/sh\n');
  await chmod(program, 0o755);
  const file = join(folder, 'prompthold.service');
  await writeFile(file, text.replace('ExecStart=prompthold', `ExecStart=${program}`));
  return file;
}

async function analyze(...args: readonly string[]) {
  const systemd = { binary: 'systemd-analyze', package: 'systemd' };
  return run(await findOrInstall(systemd), [...args]);
}

describe('the systemd unit', () => {
  it('is accepted by systemd without a warning', async () => {
    await expect(analyze('verify', '--man=no', await writeUnit(await readUnit()))).resolves.toMatchObject({
      stderr: '',
    });
  });

  it('would not be accepted with a misspelled key', async () => {
    const misspelled = (await readUnit()).replace('ProtectSystem=', 'ProtectSytem=');

    const { stderr } = await analyze('verify', '--man=no', await writeUnit(misspelled));

    expect(stderr).toContain("Unknown key 'ProtectSytem'");
  });

  it('exposes little to a flaw in the service', async () => {
    const file = await writeUnit(await readUnit());

    // Fails when the exposure exceeds the threshold.
    const { stdout } = await analyze('security', '--no-pager', '--offline=true', `--threshold=${EXPOSURE_MAX}`, file);

    expect(stdout).toContain('Overall exposure level for prompthold.service');
  });

  it('starts a service that is reloaded and stopped as it says', async () => {
    const unit = await readUnit();
    const folder = await createTestFolder();
    const moved = (text: string) =>
      text.replaceAll('/etc/prompthold', folder).replaceAll('/var/lib/prompthold', folder);
    await writeFile(join(folder, 'config.json'), moved(await readDocumentedConfiguration()));
    const [command = ''] = valuesOf(unit, 'ExecStart');
    expect(command.split(' ')[0]).toBe('prompthold');

    const environment = valuesOf(unit, 'Environment').flatMap((line) =>
      Array.from(line.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value]),
    );
    const child = spawn(process.execPath, [PROGRAM, ...moved(command).split(' ').slice(1)], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PROMPTHOLD_HTTP_PORT: '0', ...Object.fromEntries(environment) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    await waitUntil(() => /^ready in/m.test(output), { what: 'it is ready' });

    expect(valuesOf(unit, 'ExecReload')).toEqual(['kill -HUP $MAINPID']);
    child.kill('SIGHUP');
    const exited = once(child, 'exit');
    const [seconds] = valuesOf(unit, 'TimeoutStopSec').map(Number);
    const timer = setTimeout(() => child.kill('SIGKILL'), (seconds ?? 0) * 1000);
    child.kill('SIGTERM');

    expect(await exited).toEqual([0, null]);
    clearTimeout(timer);
  });

  it('stores everything in its state directory with the documented configuration', async () => {
    const unit = await readUnit();
    const text = await readDocumentedConfiguration();

    const { configuration, warnings } = loadConfiguration({
      file: 'config.json',
      environment: {},
      readFile: () => text,
    });

    expect(warnings).toEqual([]);
    expect(valuesOf(unit, 'StateDirectory')).toEqual(['prompthold']);
    expect(configuration.storage.location).toEqual({ kind: 'sqlite', file: '/var/lib/prompthold/prompthold.db' });
    expect(configuration.keyring.file).toBe('/var/lib/prompthold/keyring.json');
  });

  it('does not restart after an exit code that a restart cannot help', async () => {
    expect(valuesOf(await readUnit(), 'RestartPreventExitStatus')).toEqual(['64 78']);
  });
});

/** The only JSON block of the page. */
async function readDocumentedConfiguration(): Promise<string> {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(await readFile('docs/systemd.md', 'utf8')) ?? [];
  return json;
}
