import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readKeyringFile } from '../../../src/adapters/outbound/crypto/keyring-file.ts';
import type { SealedKey } from '../../../src/domain/accounts/api-key.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, runFailingStart, startTestService } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { SealedAccounts } from '../../support/storage/sealed-accounts.ts';

const A_MINUTE_MS = 60_000;
const ELSEWHERE = 'elsewhere/1-abc';

describe.each(realStorages)('on $name', ({ fresh }) => {
  /** A storage with three accounts, and a keyring that a new key was just added to. */
  async function anInstallation() {
    const storage = await fresh();
    onTestFinished(() => storage.dispose());
    const folder = await createTestFolder();
    const file = join(folder, 'keyring.json');
    const settings = { PROMPTHOLD_STORAGE_URL: storage.url, PROMPTHOLD_KEYRING_FILE: file };
    const keyring = (...words: string[]) => runCommand(['keyring', ...words], settings);
    await keyring('init');
    await copyFile(file, join(folder, 'first.json'));
    const { stdout, stderr } = await keyring('add', '--json');
    const accounts = await SealedAccounts.in(storage.url, file);
    onTestFinished(() => accounts.close());
    await accounts.add(3);

    const kids = async () => (await readKeyringFile(file))?.kids ?? [];
    const [old = '', kid = ''] = await kids();
    const announce = (reads: string[], writes: string[]) =>
      accounts.register.announce({ id: ELSEWHERE, reads, writes }, A_MINUTE_MS);

    /** The command must refuse for that reason, and leave the file as it is. */
    async function expectRefused(words: readonly string[], reason: string): Promise<void> {
      const before = await readFile(file, 'utf8');
      const { code, stdout, stderr } = await keyring(...words);
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
      expectRefused,
    };
  }

  it('adds a key, and says what to do with it', async () => {
    const { added, file, kid } = await anInstallation();

    const fingerprint = (await readKeyringFile(file))?.fingerprint();
    expect(JSON.parse(added.stdout)).toEqual({ kid, file, fingerprint });
    expect(added.stderr).toContain(`copy it to every instance, then run: prompthold keyring promote ${kid}`);
  });

  it('changes the key step by step, tells what comes next, and shows no key', async () => {
    const { keyring, file, accounts, kids, old, kid } = await anInstallation();
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
    const said = JSON.stringify(runs);
    for (const [secret] of ring.matchAll(/[A-Za-z0-9_-]{43}/g)) expect(said).not.toContain(secret);
  });

  it('leaves a keyring that the doctor finds fitting', async () => {
    const { settings, keyring, old, kid } = await anInstallation();
    await keyring('promote', kid);
    await keyring('reencrypt');
    await keyring('retire', old);

    const { stdout } = await runCommand(['doctor', '--json'], settings);

    const { findings } = JSON.parse(stdout);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'keyring', severity: 'ok' }));
  });

  it('refuses to promote while an instance cannot read the key, and waits for it when told to', async () => {
    const { keyring, kids, old, kid, announce, expectRefused } = await anInstallation();
    await announce([old], [old]);
    await expectRefused(['promote', kid], ELSEWHERE);
    await expectRefused(['promote', kid, '--wait', '1'], 'cannot read');

    const waiting = keyring('promote', kid, '--wait', '60');
    await announce([old, kid], [old]);

    expect((await waiting).code).toBe(0);
    expect(await kids()).toEqual([kid, old]);
  });

  it('refuses to seal anew while an instance cannot read the key', async () => {
    const { keyring, accounts, old, kid, announce, expectRefused } = await anInstallation();
    await keyring('promote', kid);
    await announce([old], [old]);

    await expectRefused(['reencrypt'], ELSEWHERE);

    expect(await accounts.kids()).toEqual([old]);
  });

  it('names who still seals with another key once all are sealed anew', async () => {
    const { keyring, accounts, old, kid, announce } = await anInstallation();
    await keyring('promote', kid);
    await announce([old, kid], [old]);

    const { code, stderr } = await keyring('reencrypt');

    expect(code).toBe(0);
    expect(stderr).toContain(ELSEWHERE);
    expect(await accounts.kids()).toEqual([kid]);
  });

  it('refuses to retire a key that writes here or elsewhere, or that something is sealed with', async () => {
    const { keyring, old, kid, announce, expectRefused } = await anInstallation();
    await expectRefused(['retire', old], 'Promote another one first');
    await keyring('promote', kid);
    await announce([old, kid], [old]);
    await expectRefused(['retire', old], ELSEWHERE);
    await announce([old, kid], [kid]);
    await expectRefused(['retire', old], `Keys still sealed with ${old}: 3`);
    await keyring('reencrypt');

    expect((await keyring('retire', old)).code).toBe(0);
  });

  it('refuses a key that is not in the file, and one that was retired', async () => {
    const { keyring, folder, file, old, kid, expectRefused } = await anInstallation();
    await expectRefused(['promote', 'none'], 'has no key with this id');
    await expectRefused(['retire', 'none'], 'has no key with this id');
    await copyFile(file, join(folder, 'stale.json'));
    await keyring('promote', kid);
    await keyring('reencrypt');
    await keyring('retire', old);

    await copyFile(join(folder, 'stale.json'), file);
    await expectRefused(['promote', old], 'was retired');
  });

  it('names an account whose key does not open, does the rest, and ends with 1', async () => {
    const { keyring, accounts, kid } = await anInstallation();
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

  it('seals with the new key where a copy of the file is stale, and serves with no copy that lacks it', async () => {
    const { keyring, folder, file, settings, accounts, old, kid } = await anInstallation();
    await copyFile(file, join(folder, 'stale.json'));
    for (const words of [['promote', kid], ['reencrypt'], ['retire', old]]) await keyring(...words);

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
  ])('end with 64 when used as in %j', async (words) => {
    expect((await runCommand(['keyring', ...words], {})).code).toBe(64);
  });

  it.each([[['add']], [['promote', 'k1']], [['reencrypt']], [['retire', 'k1']]])(
    'end with 69 without a storage: %j',
    async (words) => {
      const settings = { PROMPTHOLD_STORAGE_URL: 'redis://127.0.0.1:1' };

      expect((await runCli(['keyring', ...words], { folder: await createTestFolder(), settings })).code).toBe(69);
    },
  );

  it('end with 78 when the storage was written with another keyring', async () => {
    const folder = await createTestFolder();
    await runCli(['account', 'list'], { folder });

    const settings = { PROMPTHOLD_KEYRING_FILE: 'another.json' };
    const { code, stderr } = await runCli(['keyring', 'add'], { folder, settings });

    expect(code).toBe(78);
    expect(stderr).toContain('another.json is missing');
  });

  it('print the new id alone for scripts, and nothing else to stdout', async () => {
    const folder = await createTestFolder();

    const { code, stdout } = await runCli(['keyring', 'add'], { folder });

    const kid = (await readKeyringFile(join(folder, 'data/keyring.json')))?.kids.at(-1);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${kid}\n` });
  });
});
