/** Check values by key id. A check value proves which key was used without revealing anything about the key. */
export type KeyringChecks = ReadonlyMap<string, string>;

/**
 * `open`: keys are sealed with it. `closed`: nothing more may be sealed with it, but existing seals still need it.
 * `retired`: nothing is sealed with it. It stays registered, so that a stale copy of the keyring cannot bring it back.
 * `lost`: it was lost with its keyring, so that keys sealed with it can never be opened again.
 */
export type KeyStanding = 'open' | 'closed' | 'retired' | 'lost';

/** The id of the key that digests are made with. A storage has one at a time. */
export const LOOKUP = 'lookup';

export interface RegisteredKey {
  readonly check: string;
  readonly standing: KeyStanding;
}

export type RegisteredKeys = ReadonlyMap<string, RegisteredKey>;

/** A process that has a keyring open, and what it does with the encryption keys. */
export interface KeyringHolder {
  /** Identifies the process for operators. */
  readonly id: string;
  readonly reads: readonly string[];
  /** The one that it seals with comes first; then those whose last writes may still be in progress. */
  readonly writes: readonly string[];
}

/**
 * Records in storage which keyring its digests and sealed keys were made with, and which processes hold it now.
 *
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by keyring-register.contract.ts.
 */
export interface KeyringRegister {
  keys(): Promise<RegisteredKeys>;

  /** Adds unknown ids as open, and returns all: of two concurrent writers of one id, both get the first one's value. */
  record(checks: KeyringChecks): Promise<RegisteredKeys>;

  /** Changes the standing if, and only if, it is the given one. */
  change(kid: string, from: KeyStanding, to: KeyStanding): Promise<'changed' | 'superseded'>;

  /**
   * Makes another keyring the one of this storage if, and only if, the recorded check of the lookup key is still `former`. All
   * keys in `checks` are open afterwards; every other key that was open or closed is lost. Atomic.
   */
  replace(former: string, checks: KeyringChecks): Promise<'replaced' | 'superseded'>;

  /** Registers the holder for this long, by the storage's own clock. Replaces the holder's previous announcement. */
  announce(holder: KeyringHolder, forMs: number): Promise<void>;

  withdraw(holderId: string): Promise<void>;

  /** The holders whose registration has not expired, in no particular order. */
  holders(): Promise<readonly KeyringHolder[]>;
}
