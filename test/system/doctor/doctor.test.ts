import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { Installation } from '../../support/service/installation.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { runDoctor } from './doctor-report.ts';

describe.each(realStorages)('a healthy installation on $name', ({ fresh }) => {
  let storage: FreshStorage;
  let installation: Installation;

  beforeAll(async () => {
    storage = await fresh();
    installation = await Installation.on(storage.url, { PROMPTHOLD_WEBHOOKS_ENABLED: 'true' });
  });

  afterAll(async () => {
    await installation?.dispose();
    await storage?.dispose();
  });

  it('has no errors before its first start or while the service runs', async () => {
    const before = await runDoctor(installation);
    const service = await installation.serve();
    const during = await runDoctor(installation);

    expect({ code: before.code, ok: before.ok, errors: before.errors }).toEqual({ code: 0, ok: true, errors: [] });
    expect({ code: during.code, ok: during.ok, errors: during.errors }).toEqual({ code: 0, ok: true, errors: [] });
    expect(during.findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'node',
        'configuration',
        'storage',
        'durability',
        'schema',
        'clock',
        'keyring',
        'webhooks',
      ]),
    );
    expect(during.findings.find(({ check }) => check === 'keyring')?.message).toContain(
      'this storage was written with',
    );
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

describe('doctor', () => {
  it('reports no error in an empty folder and creates nothing there', async () => {
    const folder = await createTestFolder();

    const { code, findings } = await runDoctor({ folder });

    expect(code).toBe(0);
    expect(findings.find(({ check }) => check === 'storage file')).toMatchObject({ severity: 'warning' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves no side files beside a database that no other process has open', async () => {
    const folder = await createTestFolder();
    await (await startTestService({ folder })).stop();
    const before = await readdir(join(folder, 'data'));

    await runDoctor({ folder });

    expect(await readdir(join(folder, 'data'))).toEqual(before);
  });

  it('prints each finding on a line, followed by its remedy', async () => {
    const run = await runCommand(['doctor'], {
      folder: await createTestFolder(),
      settings: { PROMPTHOLD_KEYRING_FILE: 'keyring.json', PROMPTHOLD_HTTP_PRT: '1' },
    });

    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^✓ node +Node\.js \d+\.\d+\.\d+$/m);
    expect(run.stdout).toMatch(/^! configuration +PROMPTHOLD_HTTP_PRT is not a setting .*\n +→ correct its name/m);
    expect(run.stderr).toMatch(/^0 errors, \d warnings\n$/);
  });

  it('reports every configuration mistake, with exit code 1 and not 78', async () => {
    const { code, ok, errors } = await runDoctor({
      folder: await createTestFolder(),
      settings: { PROMPTHOLD_HTTP_PORT: 'many', PROMPTHOLD_LOG_LEVEL: 'inof' },
    });

    expect({ code, ok }).toEqual({ code: 1, ok: false });
    expect(errors).toMatchObject([
      {
        check: 'configuration',
        message: expect.stringContaining('http.port'),
        cure: expect.stringContaining('HTTP_PORT'),
      },
      { check: 'configuration', message: expect.stringContaining('did you mean info'), cure: expect.any(String) },
    ]);
  });

  it('--ready reports by its exit code whether the service is ready', async () => {
    const folder = await createTestFolder();
    const settings = { PROMPTHOLD_HTTP_PORT: String(await freePort()) };
    // The process is the subject: it takes a way of its own, which loads less.
    const checkReady = () => runCli(['doctor', '--ready'], { folder, settings });

    const before = await checkReady();
    await startTestService({ folder, settings });
    const during = await checkReady();

    expect({ code: before.code, stdout: before.stdout }).toEqual({ code: 1, stdout: '' });
    expect(before.stderr).toMatch(/^The service is not ready: http:\/\/127\.0\.0\.1:\d+\/readyz \(ECONNREFUSED\)\.\n$/);
    expect(during).toEqual({ code: 0, stdout: '', stderr: 'The service is ready.\n' });
  });
});
