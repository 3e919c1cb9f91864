/** An attempt to sign in, before the password is checked. */
export interface SignInAttempt {
  /** The e-mail as typed, trimmed and lower-cased; it need not be an address, let alone one with an account. */
  readonly email: string;
  readonly address: string;
  readonly at: Date;
}

/** An attempt that was counted as failed until something else is reported. */
export interface CountedAttempt extends SignInAttempt {
  /** The e-mail signed in from there before, so that only failures from there count. */
  readonly isFromKnownAddress: boolean;
}

export type AttemptCount =
  | { readonly kind: 'counted'; readonly attempt: CountedAttempt }
  | { readonly kind: 'throttled'; readonly waitMs: number };

/**
 * Slows down guessing. Counts in the shared storage, so that all instances count together.
 *
 * Whether an e-mail has an account makes no difference, except from an address that signed in to it within the last 30
 * days: there, only the failures with this e-mail from this address count. No wait is longer than an hour, whatever a
 * clock that was ahead has stored. Every sentence here is tested for every backend, by sign-in-throttle.contract.ts.
 */
export interface SignInThrottle {
  /** How long this attempt would have to wait, 0 when it may be made. Counts nothing. */
  waitMs(attempt: SignInAttempt): Promise<number>;

  /** Counts the attempt as failed, before the password is checked. Counts nothing when it is throttled. */
  count(attempt: SignInAttempt): Promise<AttemptCount>;

  /** Takes one count back: the attempt was interrupted and neither succeeded nor failed. */
  withdraw(attempt: CountedAttempt): Promise<void>;

  /** Takes every count of the e-mail from this address back, and resets its consecutive failures. The address is known from now on. */
  recordSuccess(attempt: CountedAttempt): Promise<void>;

  /** Makes the address known without an attempt: an account was opened there. */
  recordOpened(attempt: SignInAttempt): Promise<void>;

  /** Ends every block of the e-mail. Failures from an address with other e-mails still count. */
  unblock(email: string, at: Date): Promise<void>;
}

/** Delays the rejection of a sign-in, so that a client that tries again at once cannot do so thousands of times a second. */
export interface RejectionDelay {
  wait(): Promise<void>;
}

/** Limits how many accounts are opened from one network. Counts in the shared storage. */
export interface SignUpThrottle {
  /** Counts a sign-up, before the password is hashed. Returns the wait when there were too many, else 0. */
  count(address: string, at: Date): Promise<number>;

  /** Takes one count back: no account was opened, for reasons of our own. */
  withdraw(address: string, at: Date): Promise<void>;
}
