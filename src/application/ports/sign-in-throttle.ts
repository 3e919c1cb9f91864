/** Who tries to sign in, as far as it can be seen before any password is looked at. */
export interface SignInAttempt {
  /** As typed, trimmed and lower-cased; it need not be an address, let alone one with an account. */
  readonly email: string;
  readonly address: string;
}

/** Slows down guessing. Counts in the shared storage, so that all instances count together. */
export interface SignInThrottle {
  /** How long this attempt would have to wait, 0 when it may be made. Counts nothing. */
  waitMs(attempt: SignInAttempt): Promise<number>;

  /** Counts the attempt as failed, before anybody knows how it ends. Answers the wait when it is one too many, else 0. */
  count(attempt: SignInAttempt): Promise<number>;

  /** Takes one count back: the attempt came to no end, so nobody knows whether it would have failed. */
  withdraw(attempt: SignInAttempt): Promise<void>;

  /** Takes every count back after a success: the person is who they say they are. */
  forgive(attempt: SignInAttempt): Promise<void>;
}
