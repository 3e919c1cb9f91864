import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { KeyringHolder, KeyringRegister } from '../../../application/ports/keyring-register.ts';
import { Elapsed } from './elapsed.ts';
import type { EncryptionKey, Keyring } from './keyring.ts';
import { KeyringRefused, keyringFileStamp, readKeyringFile } from './keyring-file.ts';
import type { KeyringInUse } from './keyring-in-use.ts';
import { watchKeyring } from './keyring-watch.ts';
import { acceptKeyring, findKeyring, inWritingOrder, type OpenKeyringOptions } from './open-keyring.ts';

/** How long storage counts us as a holder after we said so. */
const ANNOUNCED_MS = 30_000;
const REFRESH_MS = 5_000;
/** How long we may seal after we last looked. With `UNDER_WAY_MS` it is less than what storage counts us for. */
const TRUSTED_MS = 10_000;
/** Longer than a request takes: what it began with a former keyring is written, or was given up, by then. */
const UNDER_WAY_MS = 6_000;

interface FormerKeyring {
  readonly keyring: Keyring;
  /** In milliseconds of this process. */
  readonly until: number;
}

/** Told when the file was read again. */
export interface KeyringNews {
  changed(keyring: Keyring): void;
  refused(reason: KeyringRefused): void;
}

/**
 * The keyring as it is now, which follows its file without a restart.
 *
 * Before anything is sealed with a key, storage is told so, and only then asked whether that key may still write. Whoever
 * retires a key closes it first and only then looks who writes with it. So one of the two always sees the other.
 */
export class CurrentKeyring implements KeyringInUse {
  readonly id = `${hostname()}/${process.pid}-${randomBytes(3).toString('hex')}`;
  private former: FormerKeyring[] = [];
  private looked = Elapsed.never;
  private said = '';
  private triedStamp: string | undefined;
  private refreshing: Promise<void> | undefined;
  private rereading: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private stopWatching = (): void => {};
  private closed = false;

  private constructor(
    private readonly register: KeyringRegister,
    private readonly file: string,
    private readonly news: KeyringNews,
    /** In the order of the file. */
    private fromFile: Keyring,
    /** In the order in which the keys may write. */
    private keyring = fromFile,
  ) {}

  static async open(
    register: KeyringRegister,
    options: OpenKeyringOptions,
    news: KeyringNews,
  ): Promise<CurrentKeyring> {
    const stamp = await keyringFileStamp(options.file);
    const found = await findKeyring(register, options);
    const current = new CurrentKeyring(register, options.file, news, found);
    try {
      await current.follow(found, found, () => acceptKeyring(register, options.file, found));
    } catch (error) {
      await current.close();
      throw error;
    }
    // Nobody has used it yet.
    current.former = [];
    current.triedStamp = stamp ?? (await keyringFileStamp(options.file));
    return current;
  }

  get lookup(): Buffer {
    return this.fromFile.lookup;
  }

  fingerprint(): string {
    return this.fromFile.fingerprint();
  }

  async writing(): Promise<EncryptionKey> {
    // Storage may count us as gone: we were cut off from it, or did not run at all for a while.
    if (this.looked.ms() > TRUSTED_MS) await this.refresh();
    return this.keyring.primary;
  }

  async reading(kid: string): Promise<EncryptionKey | undefined> {
    const held = this.held(kid);
    if (held) return held;
    await this.reread();
    return this.held(kid);
  }

  /** To be called every second or so: follows the file, and keeps storage informed. */
  async tick(): Promise<void> {
    const stamp = await keyringFileStamp(this.file);
    if (stamp !== this.triedStamp) await this.reread();
    if (this.looked.ms() > REFRESH_MS || this.former.some(isOver)) await this.refresh();
  }

  /** Reads the file again. One that is refused changes nothing. */
  reread(): Promise<void> {
    this.rereading ??= this.inTurn(() => this.readFile()).finally(() => {
      this.rereading = undefined;
    });
    return this.rereading;
  }

  /** Follows the file from now on, until it is closed. */
  watch(onFailure: (error: unknown) => void): void {
    this.stopWatching = watchKeyring(this, onFailure);
  }

  /** The process is about to end. Should storage not hear of it, it will notice in time. */
  async close(): Promise<void> {
    this.stopWatching();
    this.closed = true;
    await this.inTurn(() => this.register.withdraw(this.id)).catch(() => {});
  }

  private refresh(): Promise<void> {
    this.refreshing ??= this.inTurn(() =>
      this.follow(this.fromFile, this.keyring, async () => inWritingOrder(this.fromFile, await this.register.keys())),
    ).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async readFile(): Promise<void> {
    const stamp = await keyringFileStamp(this.file);
    const isNews = stamp !== this.triedStamp;
    try {
      const found = await readKeyringFile(this.file);
      if (!found) throw new KeyringRefused(`${this.file} is missing: restore it.`);
      await this.follow(found, found, () => acceptKeyring(this.register, this.file, found));
      if (isNews) this.news.changed(this.keyring);
    } catch (error) {
      if (!(error instanceof KeyringRefused)) throw error;
      if (isNews) this.news.refused(error);
      await this.say(this.keyring);
    }
    this.triedStamp = stamp;
  }

  /** Says what it is about to do, looks whether it may, and does it; what is accepted may begin with another key than guessed. */
  private async follow(fromFile: Keyring, guess: Keyring, judge: () => Promise<Keyring>): Promise<void> {
    for (let next = guess; ; ) {
      const looked = Elapsed.now();
      await this.say(next);
      const accepted = await judge();
      if (accepted.primary.kid === next.primary.kid) {
        this.use(accepted);
        this.fromFile = fromFile;
        this.looked = looked;
        break;
      }
      next = accepted;
    }
    if (JSON.stringify(this.holder(this.keyring)) !== this.said) await this.say(this.keyring);
  }

  private use(accepted: Keyring): void {
    this.former = this.former.filter((former) => !isOver(former));
    if (accepted.kids.join() !== this.keyring.kids.join()) {
      this.former.push({ keyring: this.keyring, until: performance.now() + UNDER_WAY_MS });
    }
    this.keyring = accepted;
  }

  private async say(next: Keyring): Promise<void> {
    if (this.closed) return;
    const holder = this.holder(next);
    await this.register.announce(holder, ANNOUNCED_MS);
    this.said = JSON.stringify(holder);
  }

  /** On the way to the next keyring: what can be read before and after, and what is written before or after. */
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

  /** A request may have read its account before the key that it is sealed with was retired. */
  private held(kid: string): EncryptionKey | undefined {
    const former = this.former.map(({ keyring }) => keyring);
    return [this.keyring, ...former].map((keyring) => keyring.encryptionKey(kid)).find((key) => key !== undefined);
  }

  /** One after the other: two that follow different files at once would get into each other's way. */
  private inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const answer = this.last.then(work);
    this.last = answer.catch(() => {});
    return answer;
  }
}

const isOver = ({ until }: FormerKeyring): boolean => performance.now() > until;
