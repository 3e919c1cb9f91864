import { open, realpath, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { EncryptionKeys, KeyringState } from '../../../../application/ports/encryption-keys.ts';
import { isCode } from '../../host/file-system.ts';
import type { Keyring } from './keyring.ts';
import { InvalidKeyring, readKeyringFile, replaceKeyringFile } from './keyring-file.ts';

const LOCK_MS = 5_000;
const LOCK_PAUSE_MS = 20;

export class FileEncryptionKeys implements EncryptionKeys {
  constructor(private readonly file: string) {}

  async list() {
    const keyring = await this.read();
    const checks = keyring.checks();
    return keyring.kids.map((kid) => ({ kid, check: checks.get(kid) ?? '' }));
  }

  async add() {
    const extended = await this.change((keyring) => keyring.withNewKey());
    return { ...this.stateOf(extended), kid: extended.kids.at(-1) ?? '' };
  }

  async promote(kid: string): Promise<KeyringState | undefined> {
    const promoted = await this.change((keyring) => keyring.withPrimary(kid));
    return promoted && this.stateOf(promoted);
  }

  async remove(kid: string): Promise<KeyringState | undefined> {
    const reduced = await this.change((keyring) => keyring.without(kid));
    return reduced && this.stateOf(reduced);
  }

  /** Reads and replaces under one lock, so that no concurrent change is lost. */
  private async change<Changed extends Keyring | undefined>(change: (keyring: Keyring) => Changed): Promise<Changed> {
    const unlock = await lock(await this.path());
    try {
      const changed = change(await this.read());
      if (changed) await replaceKeyringFile(this.file, changed);
      return changed;
    } finally {
      await unlock();
    }
  }

  private async read(): Promise<Keyring> {
    const keyring = await readKeyringFile(this.file);
    if (!keyring) throw new InvalidKeyring(`${this.file} is missing.`);
    return keyring;
  }

  /** The real path, because links may give the file several names. */
  private async path(): Promise<string> {
    await this.read();
    return realpath(this.file);
  }

  private stateOf(keyring: Keyring): KeyringState {
    return { file: this.file, fingerprint: keyring.fingerprint() };
  }
}

/** Returns the function that unlocks. Never removes a stale lock of a killed command: that is for the operator to decide. */
async function lock(path: string): Promise<() => Promise<void>> {
  const file = `${path}.lock`;
  const deadline = performance.now() + LOCK_MS;
  for (;;) {
    try {
      await (await open(file, 'wx', 0o600)).close();
      return () => unlink(file);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      if (performance.now() > deadline) {
        throw new InvalidKeyring(
          `${file} exists: another command is changing the keyring. If none is running, remove the file.`,
        );
      }
      await delay(LOCK_PAUSE_MS);
    }
  }
}
