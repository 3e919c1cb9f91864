import type { StorageName } from '../../../support/servers/wanted-storages.ts';

export type Suites<Suite> = Readonly<Record<string, Suite>>;

/** Suites grouped by how much they depend on the storage. */
export interface SuitesByTier<Suite> {
  /** Proves on every storage that the parts work together. */
  readonly smoke: Suites<Suite>;
  readonly storageDependent: Suites<Suite>;
  readonly storageIndependent: Suites<Suite>;
}

/** Runs every suite on SQLite, and on the other storages only those that could fail there alone. */
export function fastSuites<Suite>(storage: StorageName, suites: SuitesByTier<Suite>): Suites<Suite> {
  if (storage === 'redis') return suites.smoke;
  const dependent = { ...suites.smoke, ...suites.storageDependent };
  return storage === 'sqlite' ? { ...dependent, ...suites.storageIndependent } : dependent;
}

/** The suites that `fastSuites` leaves to test/proof. */
export function proofSuites<Suite>(storage: StorageName, suites: SuitesByTier<Suite>): Suites<Suite> {
  if (storage === 'sqlite') return {};
  return storage === 'redis' ? { ...suites.storageDependent, ...suites.storageIndependent } : suites.storageIndependent;
}
