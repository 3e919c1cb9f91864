import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileEncryptionKeys } from '../../../src/adapters/outbound/crypto/keyring/file-encryption-keys.ts';
import { readKeyringFile } from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { startTestService } from '../../support/service/test-resources.ts';

const linesWith = ({ log }: ServiceProcess, text: string): string[] =>
  log.split('\n').filter((line) => line.includes(text));

const waitForLog = (service: ServiceProcess, text: string) =>
  waitUntil(() => linesWith(service, text).length > 0, { what: `the log says ${text}` });

const isReady = async ({ url }: ServiceProcess) => (await fetch(`${url}/readyz`)).status === 200;

describe('a running service', () => {
  it('reloads a changed keyring file automatically and logs which keys it reads', async () => {
    const service = await startTestService();
    const keys = new FileEncryptionKeys(join(service.folder, 'data/keyring.json'));

    const { kid } = await keys.add();

    await waitForLog(service, 'keyring was read again');
    const [line = ''] = linesWith(service, 'keyring was read again');
    expect(JSON.parse(line)).toMatchObject({ reads: [kid] });
    expect(await isReady(service)).toBe(true);
  });

  it('continues with its keyring when the file is invalid, logs one error, and loads the repaired file', async () => {
    const service = await startTestService();
    const file = join(service.folder, 'data/keyring.json');
    const { kid } = await new FileEncryptionKeys(file).add();
    await waitForLog(service, kid);
    const keyring = await readKeyringFile(file);

    await chmod(file, 0o644);
    await waitForLog(service, 'chmod 600');
    await chmod(file, 0o600);
    await writeFile(file, '{"version":1,"lookup":"secret"}');
    await waitForLog(service, 'is not a keyring file');
    expect(await isReady(service)).toBe(true);
    const enc = keyring?.encryption.map(({ kid, key }) => ({ kid, key: key.toString('base64url') })).toReversed();
    await writeFile(file, JSON.stringify({ version: 1, lookup: keyring?.lookup.toString('base64url'), enc }));
    await waitForLog(service, `"writes":"${kid}"`);

    expect(linesWith(service, 'chmod 600')).toHaveLength(1);
    for (const key of keyring?.encryption ?? []) expect(service.log).not.toContain(key.key.toString('base64url'));
    expect(service.log).not.toContain('"secret"');
  });

  it('survives SIGHUP', async () => {
    const service = await startTestService();

    service.signal('SIGHUP');

    expect(await isReady(service)).toBe(true);
    expect(await service.stop()).toBe(0);
  });
});
