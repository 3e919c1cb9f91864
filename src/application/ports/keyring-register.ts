/** Check values by key id. A check value proves which key was used without telling anything about the key. */
export type KeyringChecks = ReadonlyMap<string, string>;

/** What storage remembers of the keyring that its digests and sealed keys were made with. */
export interface KeyringRegister {
  checks(): Promise<KeyringChecks>;

  /** Adds those whose id is not known yet, and answers all: of two racing writers of one id, both learn the first one's. */
  record(checks: KeyringChecks): Promise<KeyringChecks>;
}
