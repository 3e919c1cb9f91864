import { randomBytes } from 'node:crypto';
import { DeleteAccount } from '../../src/application/accounts/delete-account.ts';
import { ListAccounts } from '../../src/application/accounts/list-accounts.ts';
import { OpenAccount } from '../../src/application/accounts/open-account.ts';
import { ResetPassword } from '../../src/application/accounts/reset-password.ts';
import { AuthenticateKey } from '../../src/application/keys/authenticate-key.ts';
import { ListRotations } from '../../src/application/keys/list-rotations.ts';
import { ReplaceKey } from '../../src/application/keys/replace-key.ts';
import { RevealKey } from '../../src/application/keys/reveal-key.ts';
import { RotateKey } from '../../src/application/keys/rotate-key.ts';
import { SignIn } from '../../src/application/keys/sign-in.ts';
import type { Clock, Entropy } from '../../src/application/ports/environment.ts';
import type { HashingGate, KeySealing, PasswordHashing } from '../../src/application/ports/hashing.ts';
import type { SetupTokens } from '../../src/application/ports/setup-tokens.ts';
import type { SignInAttempt, SignInThrottle } from '../../src/application/ports/sign-in-throttle.ts';
import { OfferSetup } from '../../src/application/setup/offer-setup.ts';
import { OpenFirstAccount } from '../../src/application/setup/open-first-account.ts';
import { SummarizeUsage } from '../../src/application/usage/summarize-usage.ts';
import { TallyCalls } from '../../src/application/usage/tally-calls.ts';
import type { PasswordHash } from '../../src/domain/account.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../src/domain/api-key.ts';
import { invariant } from '../../src/domain/invariant.ts';
import type { Password } from '../../src/domain/password.ts';
import { InMemoryStorage } from './in-memory-storage.ts';
import { InMemoryUsage } from './in-memory-usage.ts';

/** Instant and reversible: for tests of what surrounds hashing. Hashes that begin with `old:` count as outdated. */
export class InstantHashing implements PasswordHashing {
  async hash(password: Password): Promise<PasswordHash> {
    return `new:${password.reveal()}` as PasswordHash;
  }

  async verify(password: Password, hash: PasswordHash | undefined) {
    if (hash === `new:${password.reveal()}`) return 'right';
    return hash === `old:${password.reveal()}` ? 'outdated' : 'wrong';
  }
}

/** Keeps keys as they are, and still knows whom each was sealed for. */
export class TransparentSealing implements KeySealing {
  digest(key: ApiKey): KeyDigest {
    return `digest of ${key.reveal()}` as KeyDigest;
  }

  seal(key: ApiKey, owner: string) {
    return { digest: this.digest(key), sealed: `${owner} ${key.reveal()}` as SealedKey };
  }

  open({ sealed }: StoredKey, owner: string): ApiKey {
    const key = ApiKey.parse(sealed.slice(owner.length + 1));
    invariant(key !== undefined && sealed.startsWith(owner), 'a key opens for its owner');
    return key;
  }
}

export class FakeThrottle implements SignInThrottle {
  readonly failures: SignInAttempt[] = [];
  /** From how many failures on everybody has to wait a minute. */
  limit = Number.POSITIVE_INFINITY;

  async waitMs() {
    return this.failures.length >= this.limit ? 60_000 : 0;
  }

  async count(attempt: SignInAttempt) {
    const waitMs = await this.waitMs();
    this.failures.push(attempt);
    return waitMs;
  }

  async withdraw() {
    this.failures.pop();
  }

  async forgive() {
    this.failures.length = 0;
  }
}

export class FakeGate implements HashingGate {
  busy = false;

  async enter<Answer>(work: () => Promise<Answer>): Promise<Answer | 'busy'> {
    return this.busy ? 'busy' : work();
  }
}

/** The whole application on fakes: no clock, no chance, no I/O. */
export function anApplication() {
  const storage = new InMemoryStorage();
  const passwords = new InstantHashing();
  const gate = new FakeGate();
  const throttle = new FakeThrottle();
  const sealing = new TransparentSealing();
  const clock: Clock = { now: () => new Date('2026-11-15T12:00:00.000Z') };
  const entropy: Entropy = { bytes: (count) => randomBytes(count) };
  const setupTokens: SetupTokens = { issue: (expiresAt) => `until ${expiresAt.toISOString()}` };

  const openAccount = new OpenAccount(storage, passwords, gate, sealing, clock, entropy);
  const rotateKey = new RotateKey(storage, sealing, clock, entropy);
  const usage = new InMemoryUsage(storage);
  return {
    storage,
    gate,
    throttle,
    sealing,
    openAccount,
    rotateKey,
    clock,
    entropy,
    listAccounts: new ListAccounts(storage),
    resetPassword: new ResetPassword(storage, passwords, gate),
    deleteAccount: new DeleteAccount(storage),
    signIn: new SignIn(storage, passwords, gate, throttle, sealing),
    authenticateKey: new AuthenticateKey(storage, sealing),
    replaceKey: new ReplaceKey(storage, rotateKey),
    revealKey: new RevealKey(storage, sealing),
    listRotations: new ListRotations(storage),
    offerSetup: new OfferSetup(storage, setupTokens, clock),
    openFirstAccount: new OpenFirstAccount(storage, openAccount),
    usage,
    tallyCalls: new TallyCalls(),
    summarizeUsage: new SummarizeUsage(usage, clock, 90),
  };
}

export const ADA = { email: 'Ada@Example.com', name: 'Ada', password: 'correct horse battery' } as const;
export const ADAS_ADDRESS = '192.0.2.7';

/** An application with Ada's account in it. */
export async function anApplicationWithAda() {
  const application = anApplication();
  const outcome = await application.openAccount.execute(ADA);
  invariant(outcome.kind === 'opened', "Ada's account is opened");
  return { ...application, account: outcome.account, key: outcome.key };
}
