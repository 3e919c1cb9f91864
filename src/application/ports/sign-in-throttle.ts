/** An attempt to sign in, before the password is checked. */
export interface SignInAttempt {
  /** As typed, trimmed and lower-cased; it need not be an address, let alone one with an account. */
  readonly email: string;
  readonly address: string;
}

/** Slows down guessing. Counts in the shared storage, so that all instances count together. */
export interface SignInThrottle {
  /** How long this attempt would have to wait, 0 when it may be made. Counts nothing. */
  waitMs(attempt: SignInAttempt): Promise<number>;

  /** Counts the attempt as failed, before the password is checked. Returns the wait when the limit is exceeded, else 0. */
  count(attempt: SignInAttempt): Promise<number>;

  /** Takes one count back: the attempt was interrupted and neither succeeded nor failed. */
  withdraw(attempt: SignInAttempt): Promise<void>;

  /** Takes every count back after a success. */
  forgive(attempt: SignInAttempt): Promise<void>;
}
