import { composeAccounts } from '../../../src/adapters/composition/wiring/compose-accounts.ts';
import { composeKeys } from '../../../src/adapters/composition/wiring/compose-keys.ts';
import { sha256Digest } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import type { Clock } from '../../../src/application/ports/environment.ts';
import type { HashingGate, PasswordHashing } from '../../../src/application/ports/hashing.ts';
import {
  KeyringReplaced,
  type KeySealing,
  type SessionSecrets,
  type SetupTokens,
} from '../../../src/application/ports/secrets.ts';
import type {
  AttemptCount,
  CountedAttempt,
  RejectionDelay,
  SignInAttempt,
  SignInThrottle,
  SignUpThrottle,
} from '../../../src/application/ports/sign-in-throttle.ts';
import { SummarizeUsage } from '../../../src/application/usage/summarize-usage.ts';
import { TallyCalls } from '../../../src/application/usage/tally-calls.ts';
import type { PasswordHash } from '../../../src/domain/accounts/account.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../../src/domain/accounts/api-key.ts';
import type { Password } from '../../../src/domain/accounts/password.ts';
import type { SessionDigest } from '../../../src/domain/accounts/session-secret.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { CallerCollection } from '../../../src/domain/usage/caller-address.ts';
import { InMemorySessions } from './in-memory-sessions.ts';
import { InMemoryStorage } from './in-memory-storage.ts';
import { InMemoryUsage } from './in-memory-usage.ts';
import { somePorts } from './prompt-ports.ts';

/** Instant and reversible, for tests that are not about hashing. Hashes that begin with `old:` count as outdated. */
export class InstantHashing implements PasswordHashing {
  async hash(password: Password): Promise<PasswordHash> {
    return `new:${password.reveal()}` as PasswordHash;
  }

  async verify(password: Password, hash: PasswordHash | undefined) {
    if (hash === `new:${password.reveal()}`) return 'right';
    return hash === `old:${password.reveal()}` ? 'outdated' : 'wrong';
  }
}

/** Does not encrypt keys, but still binds each to its owner. */
export class TransparentSealing implements KeySealing {
  digest(key: ApiKey): KeyDigest {
    if (this.replaced) throw new KeyringReplaced();
    return `digest of ${key.reveal()}` as KeyDigest;
  }

  async seal(key: ApiKey, owner: string) {
    return { digest: this.digest(key), sealed: `${owner} ${key.reveal()}` as SealedKey };
  }

  async open({ sealed }: StoredKey, owner: string): Promise<ApiKey> {
    const key = ApiKey.parse(sealed.slice(owner.length + 1));
    invariant(key !== undefined && sealed.startsWith(owner) && !this.lost.has(sealed), 'a key opens for its owner');
    return key;
  }

  async writesWith() {
    return 'none';
  }

  sealedWith() {
    return 'none';
  }

  /** Keys that a test declares lost. Opening one fails. */
  readonly lost = new Set<SealedKey>();
  replaced = false;

  async isLost(sealed: SealedKey): Promise<boolean> {
    return this.lost.has(sealed);
  }

  isReplaced(): boolean {
    return this.replaced;
  }
}

export class FakeThrottle implements SignInThrottle {
  readonly failures: SignInAttempt[] = [];
  readonly known: string[] = [];
  readonly unblocked: string[] = [];
  /** The number of failures after which every attempt has to wait a minute. */
  limit = Number.POSITIVE_INFINITY;

  async waitMs() {
    return this.failures.length >= this.limit ? 60_000 : 0;
  }

  async count(attempt: SignInAttempt): Promise<AttemptCount> {
    const waitMs = await this.waitMs();
    if (waitMs > 0) return { kind: 'throttled', waitMs };
    this.failures.push(attempt);
    return { kind: 'counted', attempt: { ...attempt, isFromKnownAddress: false } };
  }

  async withdraw() {
    this.failures.pop();
  }

  async recordSuccess({ address }: CountedAttempt) {
    this.failures.length = 0;
    this.known.push(address);
  }

  async recordOpened({ address }: SignInAttempt) {
    this.known.push(address);
  }

  async unblock(email: string) {
    this.failures.length = 0;
    this.unblocked.push(email);
  }
}

/** Counts, and limits nothing unless a test says so. */
export class FakeSignUpThrottle implements SignUpThrottle {
  readonly addresses: string[] = [];
  /** The number of sign-ups after which every other has to wait a minute. */
  limit = Number.POSITIVE_INFINITY;

  async count(address: string) {
    if (this.addresses.length >= this.limit) return 60_000;
    this.addresses.push(address);
    return 0;
  }

  async withdraw() {
    this.addresses.pop();
  }
}

/** Counts the rejections that were delayed. */
export class FakeRejectionDelay implements RejectionDelay {
  count = 0;

  async wait() {
    this.count += 1;
  }
}

export class FakeGate implements HashingGate {
  busy = false;

  hasRoomFor(): boolean {
    return !this.busy;
  }

  async enter<Result>(_address: string, work: () => Promise<Result>): Promise<Result | 'busy'> {
    return this.busy ? 'busy' : work();
  }
}

/** Stands still unless a test advances it. */
export class ManualClock implements Clock {
  private time = new Date('2026-11-15T12:00:00.000Z').getTime();

  now(): Date {
    return new Date(this.time);
  }

  pass(ms: number): void {
    this.time += ms;
  }
}

/** Does not hash secrets. */
const transparentSecrets: SessionSecrets = { digest: (secret) => `digest of ${secret.reveal()}` as SessionDigest };

const TOKEN = 'until ';

/** Unsigned: any well-formed token is valid until the time it contains. */
const transparentTokens: SetupTokens = {
  issue: (expiresAt) => `${TOKEN}${expiresAt.toISOString()}`,
  verify: (token, now) => {
    if (!token.startsWith(TOKEN)) return 'invalid';
    return now < new Date(token.slice(TOKEN.length)) ? 'valid' : 'expired';
  },
};

/** The account use cases on fakes, with a manual clock and without I/O. */
export function anApplication(callers: CallerCollection = 'full') {
  const storage = new InMemoryStorage();
  const passwords = new InstantHashing();
  const gate = new FakeGate();
  const throttle = new FakeThrottle();
  const signUpThrottle = new FakeSignUpThrottle();
  const rejectionDelay = new FakeRejectionDelay();
  const sealing = new TransparentSealing();
  const clock = new ManualClock();
  const entropy = systemEntropy;
  const sessions = new InMemorySessions(storage);
  const usage = new InMemoryUsage(storage);
  const ports = somePorts({
    accountRepository: storage,
    keyStorage: storage,
    sessionStore: sessions,
    sessionSecrets: transparentSecrets,
    setupTokens: transparentTokens,
    keySealing: sealing,
    passwordHashing: passwords,
    signInGate: gate,
    signUpGate: gate,
    signInThrottle: throttle,
    signUpThrottle,
    rejectionDelay,
    usageLog: usage,
    clock,
    entropy,
  });
  const keys = composeKeys(ports, { revokeKey: () => {} });
  const { authenticateKey } = keys;
  return {
    storage,
    sessions,
    gate,
    throttle,
    rejectionDelay,
    passwords,
    sealing,
    signUpThrottle,
    clock,
    entropy,
    usage,
    ...keys,
    findByKey: (key: ApiKey) => authenticateKey.execute(authenticateKey.credentialOf(key)),
    ...composeAccounts(ports, keys),
    tallyCalls: new TallyCalls({ collection: callers, newDigest: sha256Digest, entropy }),
    summarizeUsage: new SummarizeUsage(usage, clock, 90),
  };
}

export const ADA = { email: 'Ada@Example.com', name: 'Ada', password: 'correct horse battery' } as const;
export const ADAS_ADDRESS = '192.0.2.7';

/** An application with Ada's account in it. */
export async function anApplicationWithAda(callers?: CallerCollection) {
  const application = anApplication(callers);
  const outcome = await application.openAccount.execute(ADA);
  invariant(outcome.kind === 'opened', "Ada's account is opened");
  return { ...application, account: outcome.account, key: outcome.key };
}
