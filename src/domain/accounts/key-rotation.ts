import type { Channel } from '../channel.ts';
import { invariant } from '../invariant.ts';
import type { Account, AccountId } from './account.ts';
import type { KeyDigest, StoredKey } from './api-key.ts';

/** Who asked for a rotation, as far as it can be seen. */
export interface RotationOrigin {
  readonly by: Channel;
  /** The client's network address; null where there is none, as on the command line. */
  readonly address: string | null;
}

/** What remains of a rotation for its account's owner to read. It names no key, neither old nor new. */
export interface RotationRecord extends RotationOrigin {
  /** Counts an account's rotations from 1, so that two within one millisecond keep their order. */
  readonly number: number;
  readonly at: Date;
}

/** How many records an account keeps: a caller must not be able to make the history grow without end. */
export const rotationRecordsMax = 1000;

/**
 * The decision to replace an account's key. The domain decides, storage carries it out.
 *
 * It names the key it retires: of two rotations decided at the same moment, the second finds that
 * key gone and changes nothing. That is how "one key per account" survives concurrent requests.
 */
export class KeyRotation {
  private constructor(
    readonly accountId: AccountId,
    readonly retired: KeyDigest,
    readonly issued: StoredKey,
    readonly origin: RotationOrigin,
  ) {}

  static of(accountId: AccountId, retired: KeyDigest, issued: StoredKey, origin: RotationOrigin): KeyRotation {
    invariant(retired !== issued.digest, 'a rotation issues a key the account does not hold yet');
    return new KeyRotation(accountId, retired, issued, origin);
  }

  /** False once another rotation won the race. */
  stillAppliesTo(account: Account): boolean {
    return account.id === this.accountId && account.holds(this.retired);
  }
}
