/** Check values by key id. A check value proves which key was used without telling anything about the key. */
export type KeyringChecks = ReadonlyMap<string, string>;

/**
 * `open`: keys are sealed with it. `closed`: nothing may be sealed with it any more, but what is needs it still.
 * `retired`: nothing is sealed with it. It is remembered, so that a stale copy of the keyring cannot bring it back.
 */
export type KeyStanding = 'open' | 'closed' | 'retired';

export interface RegisteredKey {
  readonly check: string;
  readonly standing: KeyStanding;
}

export type RegisteredKeys = ReadonlyMap<string, RegisteredKey>;

/** A process that has a keyring open, and what it does with the encryption keys. */
export interface KeyringHolder {
  /** Tells an operator which one it is. */
  readonly id: string;
  readonly reads: readonly string[];
  /** The one that it seals with comes first; behind it those whose last writes may still be under way. */
  readonly writes: readonly string[];
}

/**
 * What storage remembers of the keyring that its digests and sealed keys were made with, and who holds it now.
 *
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by keyring-register.contract.ts.
 */
export interface KeyringRegister {
  keys(): Promise<RegisteredKeys>;

  /** Adds those whose id is not known yet as open, and answers all: of two racing writers of one id, both learn the first one's. */
  record(checks: KeyringChecks): Promise<RegisteredKeys>;

  /** Changes the standing if, and only if, it is the given one. */
  change(kid: string, from: KeyStanding, to: KeyStanding): Promise<'changed' | 'superseded'>;

  /** Counts as a holder from now on, for so long by the storage's own clock. Replaces what the same holder said before. */
  announce(holder: KeyringHolder, forMs: number): Promise<void>;

  withdraw(holderId: string): Promise<void>;

  /** Those whose time is not over, in no particular order. */
  holders(): Promise<readonly KeyringHolder[]>;
}
