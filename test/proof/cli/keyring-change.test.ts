import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readKeyringFile } from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import type { SealedKey } from '../../../src/domain/accounts/api-key.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, runFailingStart, startTestService } from '../../support/service/test-resources.ts';
import { SealedAccounts } from '../../support/storage/sealed-accounts.ts';

const A_MINUTE_MS = 60_000;
const ELSEWHERE = 'elsewhere/1-abc';

/** What a change does to each storage is in test/proof/faults/keyring-change.each-storage.test.ts. */
describe('changing the encryption key', () => {
  /** A storage with three accounts, and a keyring to which a second key was just added. */
  async function createInstallation() {
    const folder = await createTestFolder();
    const file = join(folder, 'keyring.json');
    const storageUrl = `sqlite:${join(folder, 'prompthold.db')}`;
    const settings = { PROMPTHOLD_STORAGE_URL: storageUrl, PROMPTHOLD_KEYRING_FILE: file };
    const keyring = (...args: string[]) => runCommand(['keyring', ...args], { settings });
    await keyring('init');
    await copyFile(file, join(folder, 'first.json'));
    const { stdout, stderr } = await keyring('add', '--json');
    const accounts = await SealedAccounts.in(storageUrl, file);
    onTestFinished(() => accounts.close());
    await accounts.add(3);

    const kids = async () => (await readKeyringFile(file))?.kids ?? [];
    const [old = '', kid = ''] = await kids();
    const announce = (reads: string[], writes: string[]) =>
      accounts.register.announce({ id: ELSEWHERE, reads, writes }, A_MINUTE_MS);

    /** Expects the command to fail for this reason and to leave the keyring file unchanged. */
    async function expectFailure(args: readonly string[], reason: string): Promise<void> {
      const before = await readFile(file, 'utf8');
      const { code, stdout, stderr } = await keyring(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(reason);
      expect(await readFile(file, 'utf8')).toBe(before);
    }
    return {
      folder,
      file,
      settings,
      keyring,
      added: { stdout, stderr },
      accounts,
      kids,
      old,
      kid,
      announce,
      expectFailure,
    };
  }

  it('adds a key and prints the next step', async () => {
    const { added, file, kid } = await createInstallation();

    const fingerprint = (await readKeyringFile(file))?.fingerprint();
    expect(JSON.parse(added.stdout)).toEqual({ kid, file, fingerprint });
    expect(added.stderr).toContain(`copy it to every instance, then run: prompthold keyring promote ${kid}`);
  });

  it('changes the key step by step, names the next step, and never prints a key', async () => {
    const { keyring, file, accounts, kids, old, kid } = await createInstallation();
    const ring = await readFile(file, 'utf8');

    const promoted = await keyring('promote', kid);
    const resealed = await keyring('reencrypt');
    const again = await keyring('reencrypt', '--json');
    const retired = await keyring('retire', old, '--json');

    const runs = [promoted, resealed, again, retired];
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(promoted.stderr).toContain(`prompthold keyring retire ${old}`);
    expect(resealed.stdout).toBe('resealed 3 of 3 keys (0 were already sealed with the current encryption key)\n');
    expect(JSON.parse(again.stdout)).toEqual({ resealed: 0, already: 3, total: 3 });
    const fingerprint = (await readKeyringFile(file))?.fingerprint();
    expect(JSON.parse(retired.stdout)).toEqual({ kid: old, file, fingerprint });
    expect(await kids()).toEqual([kid]);
    expect(await accounts.kids()).toEqual([kid]);
    const output = JSON.stringify(runs);
    for (const [secret] of ring.matchAll(/[A-Za-z0-9_-]{43}/g)) expect(output).not.toContain(secret);
  });

  it('reseals the secrets of webhooks, and retires no key while one needs it', async () => {
    const { keyring, accounts, old, kid } = await createInstallation();
    await accounts.addWebhooks();
    await keyring('promote', kid);

    const needed = await keyring('retire', old);
    const resealed = await keyring('reencrypt');
    const again = await keyring('reencrypt', '--json');
    const retired = await keyring('retire', old);

    expect(needed.stderr).toContain(`Still sealed with ${old}: keys: 3, secrets of webhooks: 3.`);
    expect(resealed.stdout).toContain('resealed 3 of 3 secrets of webhooks (0 were already sealed');
    expect(JSON.parse(again.stdout)).toMatchObject({ webhookSecrets: { resealed: 0, already: 3, total: 3 } });
    expect(retired.code).toBe(0);
    expect(await accounts.kidsOfSecrets()).toEqual([kid]);
  });

  it('leaves a keyring that passes the doctor check', async () => {
    const { settings, keyring, old, kid } = await createInstallation();
    await keyring('promote', kid);
    await keyring('reencrypt');
    await keyring('retire', old);

    const { stdout } = await runCommand(['doctor', '--json'], { settings });

    const { findings } = JSON.parse(stdout);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'keyring', severity: 'ok' }));
  });

  it('does not promote a key that an instance cannot read, and waits for that instance with --wait', async () => {
    const { keyring, kids, old, kid, announce, expectFailure } = await createInstallation();
    await announce([old], [old]);
    await expectFailure(['promote', kid], ELSEWHERE);
    await expectFailure(['promote', kid, '--wait', '1'], 'cannot read');

    const waiting = keyring('promote', kid, '--wait', '60');
    await announce([old, kid], [old]);

    expect((await waiting).code).toBe(0);
    expect(await kids()).toEqual([kid, old]);
  });

  it('does not reencrypt while an instance cannot read the new key', async () => {
    const { keyring, accounts, old, kid, announce, expectFailure } = await createInstallation();
    await keyring('promote', kid);
    await announce([old], [old]);

    await expectFailure(['reencrypt'], ELSEWHERE);

    expect(await accounts.kids()).toEqual([old]);
  });

  it('names the instances that still write with the old key after reencrypt', async () => {
    const { keyring, accounts, old, kid, announce } = await createInstallation();
    await keyring('promote', kid);
    await announce([old, kid], [old]);

    const { code, stderr } = await keyring('reencrypt');

    expect(code).toBe(0);
    expect(stderr).toContain(ELSEWHERE);
    expect(await accounts.kids()).toEqual([kid]);
  });

  it('does not retire a key that any instance writes with, or that stored keys are sealed with', async () => {
    const { keyring, old, kid, announce, expectFailure } = await createInstallation();
    await expectFailure(['retire', old], 'Promote another one first');
    await keyring('promote', kid);
    await announce([old, kid], [old]);
    await expectFailure(['retire', old], ELSEWHERE);
    await announce([old, kid], [kid]);
    await expectFailure(['retire', old], `Keys still sealed with ${old}: 3`);
    await keyring('reencrypt');

    expect((await keyring('retire', old)).code).toBe(0);
  });

  it('rejects an unknown key id and a retired key', async () => {
    const { keyring, folder, file, old, kid, expectFailure } = await createInstallation();
    await expectFailure(['promote', 'none'], 'has no key with this id');
    await expectFailure(['retire', 'none'], 'has no key with this id');
    await copyFile(file, join(folder, 'stale.json'));
    await keyring('promote', kid);
    await keyring('reencrypt');
    await keyring('retire', old);

    await copyFile(join(folder, 'stale.json'), file);
    await expectFailure(['promote', old], 'was retired');
  });

  it('names an account whose key cannot be decrypted, reseals the others, and exits with 1', async () => {
    const { keyring, accounts, kid } = await createInstallation();
    const lost = anAccount({ key: { ...anAccount().key, sealed: 'k1.lost.AAAA' as SealedKey } });
    await accounts.accounts.add(lost);
    await keyring('promote', kid);

    const { code, stdout, stderr } = await keyring('reencrypt', '--json');

    expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 1, resealed: 3, already: 0, total: 4 });
    expect(stderr).toContain(lost.id);
    expect(stderr).not.toContain('AAAA');
    await accounts.accounts.remove(lost.id);
    expect(await accounts.kids()).toEqual([kid]);
  });

  it('seals with the new key despite a stale keyring file, and does not start with a file that lacks the key', async () => {
    const { keyring, folder, file, settings, accounts, old, kid } = await createInstallation();
    await copyFile(file, join(folder, 'stale.json'));
    for (const args of [['promote', kid], ['reencrypt'], ['retire', old]]) await keyring(...args);

    const stale = { ...settings, PROMPTHOLD_KEYRING_FILE: join(folder, 'stale.json'), ...OPEN_SIGN_UP };
    const service = await startTestService({ folder, settings: stale });
    const signUp = await fetch(`${service.url}/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }),
    });
    const lacking = { ...settings, PROMPTHOLD_KEYRING_FILE: join(folder, 'first.json') };
    const refused = await runFailingStart({ folder, settings: lacking });

    expect(signUp.status).toBe(201);
    expect(await accounts.kids()).toEqual([kid]);
    expect(refused.code).toBe(78);
    expect(refused.messages).toContain(`lacks the key ${kid}`);
  });
});

const OPEN_SIGN_UP = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' };

describe('keyring commands', () => {
  it.each([
    [['promote']],
    [['retire']],
    [['promote', 'k1', '--wait', 'long']],
    [['retire', 'k1', '--wait', '-1']],
    [['reencrypt', '--wait', '3601']],
  ])('exit with 64 on invalid arguments: %j', async (args) => {
    expect((await runCommand(['keyring', ...args])).code).toBe(64);
  });

  it('exit with 78 when the keyring file is missing but the storage was written with a keyring', async () => {
    const folder = await createTestFolder();
    await runCommand(['account', 'list'], { folder });

    const settings = { PROMPTHOLD_KEYRING_FILE: 'another.json' };
    const { code, stderr } = await runCommand(['keyring', 'add'], { folder, settings });

    expect(code).toBe(78);
    expect(stderr).toContain('another.json is missing');
  });

  it('print only the new key id to stdout', async () => {
    const folder = await createTestFolder();

    const { code, stdout } = await runCommand(['keyring', 'add'], { folder });

    const kid = (await readKeyringFile(join(folder, 'data/keyring.json')))?.kids.at(-1);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${kid}\n` });
  });
});
