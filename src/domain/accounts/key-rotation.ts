import type { Channel } from '../channel.ts';
import { invariant } from '../invariant.ts';
import type { Account, AccountId } from './account.ts';
import type { KeyDigest, StoredKey } from './api-key.ts';

/** The channel and network address that a rotation was requested from. */
export interface RotationOrigin {
  readonly by: Channel;
  /** The client's network address; null where there is none, as on the command line. */
  readonly address: string | null;
}

/** The audit record of a rotation, for the account's owner. It contains neither the old nor the new key. */
export interface RotationRecord extends RotationOrigin {
  /** Counts an account's rotations from 1, so that two within one millisecond have a defined order. */
  readonly number: number;
  readonly at: Date;
}

/** Maximum per account, so that a caller cannot make the history grow without limit. */
export const rotationRecordsMax = 1000;

/**
 * The decision to replace an account's key. The domain decides, storage carries it out.
 *
 * It names the key it retires: of two concurrent rotations, the second finds that key gone and
 * changes nothing. This keeps one key per account under concurrent requests.
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
  canApplyTo(account: Account): boolean {
    return account.id === this.accountId && account.holds(this.retired);
  }
}
