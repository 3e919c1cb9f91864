import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { KeyringHolder, KeyringRegister } from '../../../../application/ports/keyring-register.ts';
import { KeyringReplaced } from '../../../../application/ports/secrets.ts';
import type { EncryptionKey, Keyring, KeyringInUse } from './keyring.ts';
import { InvalidKeyring, keyringFileStamp, readKeyringFile } from './keyring-file.ts';
import { recoverKeyringFile } from './keyring-recovery.ts';
import {
  acceptKeyring,
  findKeyring,
  isReplaced,
  type OpenKeyringOptions,
  sortByWritePermission,
} from './open-keyring.ts';
import { pollKeyring } from './poll-keyring.ts';
import { Stopwatch } from './stopwatch.ts';

/** How long an announcement as a holder is valid. */
const ANNOUNCED_MS = 30_000;
const REFRESH_MS = 5_000;
/** How long we may seal after the last refresh. Plus `UNDER_WAY_MS`, it is shorter than an announcement is valid. */
const TRUSTED_MS = 10_000;
/** Longer than a request takes: writes that began with a former keyring have ended by then. */
const UNDER_WAY_MS = 6_000;

interface FormerKeyring {
  readonly keyring: Keyring;
  /** A time in milliseconds of this process. */
  readonly until: number;
}

/** Notified after the file was read or written again, and when the storage has another keyring. */
export interface KeyringListener {
  changed(keyring: Keyring): void;
  rejected(reason: InvalidKeyring): void;
  recovered(): void;
  replaced(): void;
}

/**
 * The current keyring, which follows changes of its file without a restart.
 *
 * Before sealing with a key, an instance announces it in storage, and only then reads whether the key may still write.
 * Retiring a key first closes it, and only then reads who writes with it. So one of the two always sees the other.
 */
export class CurrentKeyring implements KeyringInUse {
  readonly id = `${hostname()}/${process.pid}-${randomBytes(3).toString('hex')}`;
  private former: FormerKeyring[] = [];
  private refreshedAt = Stopwatch.never;
  private announced = '';
  private triedStamp: string | undefined;
  private refreshing: Promise<void> | undefined;
  private rereading: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private stopWatching = (): void => {};
  private closed = false;
  private replaced = false;

  private constructor(
    private readonly register: KeyringRegister,
    private readonly file: string,
    private readonly listener: KeyringListener,
    /** The keyring in the order of the file. */
    private fromFile: Keyring,
    /** The keyring in the order in which the keys may write. */
    private keyring = fromFile,
  ) {}

  static async open(
    register: KeyringRegister,
    options: OpenKeyringOptions,
    listener: KeyringListener,
  ): Promise<CurrentKeyring> {
    const stamp = await keyringFileStamp(options.file);
    const found = await findKeyring(register, options);
    const current = new CurrentKeyring(register, options.file, listener, found);
    try {
      await current.follow(found, found, () => acceptKeyring(register, options.file, found));
    } catch (error) {
      await current.close();
      throw error;
    }
    // Nothing was sealed with it yet.
    current.former = [];
    current.triedStamp = stamp ?? (await keyringFileStamp(options.file));
    return current;
  }

  get lookup(): Buffer {
    return this.fromFile.lookup;
  }

  get isReplaced(): boolean {
    return this.replaced;
  }

  fingerprint(): string {
    return this.fromFile.fingerprint();
  }

  async getWriteKey(): Promise<EncryptionKey> {
    // The announcement may have expired: we were disconnected, or the process was suspended.
    if (this.refreshedAt.ms() > TRUSTED_MS) await this.refresh();
    if (this.replaced) throw new KeyringReplaced();
    return this.keyring.primary;
  }

  async findReadKey(kid: string): Promise<EncryptionKey | undefined> {
    const key = this.findHeldKey(kid);
    if (key) return key;
    await this.reread();
    // An unknown key may be one of another keyring.
    if (!this.findHeldKey(kid)) await this.refresh();
    return this.findHeldKey(kid);
  }

  async isLost(kid: string): Promise<boolean> {
    if (this.findHeldKey(kid)) return false;
    return (await this.register.keys()).get(kid)?.standing === 'lost';
  }

  /** Follows the file, and renews the announcement. To be called about every second. */
  async tick(): Promise<void> {
    if (await recoverKeyringFile(this.file, this.fromFile)) this.listener.recovered();
    const stamp = await keyringFileStamp(this.file);
    if (stamp !== this.triedStamp) await this.reread();
    if (this.refreshedAt.ms() > REFRESH_MS || this.former.some(isOver)) await this.refresh();
  }

  /** Reads the file again. An invalid file changes nothing. */
  reread(): Promise<void> {
    this.rereading ??= this.runExclusively(() => this.readFile()).finally(() => {
      this.rereading = undefined;
    });
    return this.rereading;
  }

  /** Follows the file from now on, until it is closed. */
  watch(onFailure: (error: unknown) => void): void {
    this.stopWatching = pollKeyring(this, onFailure);
  }

  /** Withdraws the announcement. If that fails, it expires by itself. */
  async close(): Promise<void> {
    this.stopWatching();
    this.closed = true;
    await this.runExclusively(() => this.register.withdraw(this.id)).catch(() => {});
  }

  private refresh(): Promise<void> {
    this.refreshing ??= this.runExclusively(() =>
      this.follow(this.fromFile, this.keyring, async () => {
        const known = await this.register.keys();
        this.noteReplacement(isReplaced(this.fromFile, known));
        return sortByWritePermission(this.fromFile, known);
      }),
    ).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async readFile(): Promise<void> {
    const stamp = await keyringFileStamp(this.file);
    const isChanged = stamp !== this.triedStamp;
    try {
      const found = await readKeyringFile(this.file);
      if (!found) throw new InvalidKeyring(`${this.file} is missing: restore it, or run "prompthold keyring recover".`);
      if (!found.lookup.equals(this.lookup)) await this.rejectOther(found);
      await this.follow(found, found, () => acceptKeyring(this.register, this.file, found));
      if (isChanged) this.listener.changed(this.keyring);
    } catch (error) {
      if (!(error instanceof InvalidKeyring)) throw error;
      if (isChanged) this.listener.rejected(error);
      await this.announce(this.keyring);
    }
    this.triedStamp = stamp;
  }

  /** Rejects another keyring: a request may have computed a digest with this one, and would seal with the other. */
  private async rejectOther(found: Keyring): Promise<never> {
    await acceptKeyring(this.register, this.file, found);
    this.noteReplacement(true);
    throw new InvalidKeyring(`${this.file} is a new keyring: restart this process to use it.`);
  }

  private noteReplacement(isReplaced: boolean): void {
    if (isReplaced && !this.replaced) this.listener.replaced();
    this.replaced = isReplaced;
  }

  /** Announces the keyring, checks whether it may be used, and uses it. Repeats if the accepted one writes with another key. */
  private async follow(fromFile: Keyring, guess: Keyring, judge: () => Promise<Keyring>): Promise<void> {
    for (let next = guess; ; ) {
      const refreshedAt = Stopwatch.now();
      await this.announce(next);
      const accepted = await judge();
      if (accepted.primary.kid === next.primary.kid) {
        this.use(accepted);
        this.fromFile = fromFile;
        this.refreshedAt = refreshedAt;
        break;
      }
      next = accepted;
    }
    if (JSON.stringify(this.holder(this.keyring)) !== this.announced) await this.announce(this.keyring);
  }

  private use(accepted: Keyring): void {
    this.former = this.former.filter((former) => !isOver(former));
    if (accepted.kids.join() !== this.keyring.kids.join()) {
      this.former.push({ keyring: this.keyring, until: performance.now() + UNDER_WAY_MS });
    }
    this.keyring = accepted;
  }

  private async announce(next: Keyring): Promise<void> {
    if (this.closed || this.replaced) return;
    const holder = this.holder(next);
    await this.register.announce(holder, ANNOUNCED_MS);
    this.announced = JSON.stringify(holder);
  }

  /** While changing keyrings: reads only what both can read, and writes with the keys of either. */
  private holder(next: Keyring): KeyringHolder {
    const primaries = [next, this.keyring, ...this.former.map(({ keyring }) => keyring)].map(
      ({ primary }) => primary.kid,
    );
    return {
      id: this.id,
      reads: this.keyring.kids.filter((kid) => next.encryptionKey(kid)),
      writes: [...new Set(primaries)],
    };
  }

  /** Includes former keyrings: a request may have read its account before the encryption key was retired. */
  private findHeldKey(kid: string): EncryptionKey | undefined {
    const former = this.former.map(({ keyring }) => keyring);
    return [this.keyring, ...former].map((keyring) => keyring.encryptionKey(kid)).find((key) => key !== undefined);
  }

  /** Runs one at a time: following two versions of the file concurrently would conflict. */
  private runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }
}

const isOver = ({ until }: FormerKeyring): boolean => performance.now() > until;
