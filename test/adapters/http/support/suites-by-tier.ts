import type { StorageName } from '../../../support/servers/wanted-storages.ts';

export type Suites<Suite> = Readonly<Record<string, Suite>>;

/** Suites grouped by how much they depend on the storage. */
export interface SuitesByTier<Suite> {
  /** Proves on every storage that the parts work together. */
  readonly smoke: Suites<Suite>;
  readonly storageDependent: Suites<Suite>;
  /** Reads and writes through ports that have contracts on every storage. */
  readonly storageIndependent: Suites<Suite>;
  /** About requests that are rejected before the storage is asked, or about the form of what was read from it. */
  readonly onlyForm: Suites<Suite>;
}

/** Runs every suite on SQLite, and on the other storages only those that could fail there alone. */
export function fastSuites<Suite>(storage: StorageName, suites: SuitesByTier<Suite>): Suites<Suite> {
  if (storage === 'redis') return suites.smoke;
  const dependent = { ...suites.smoke, ...suites.storageDependent };
  return storage === 'sqlite' ? { ...dependent, ...suites.storageIndependent, ...suites.onlyForm } : dependent;
}

/** The suites that `fastSuites` leaves to test/proof. */
export function proofSuites<Suite>(storage: StorageName, suites: SuitesByTier<Suite>): Suites<Suite> {
  if (storage === 'sqlite') return {};
  const independent = { ...suites.storageIndependent, ...suites.onlyForm };
  return storage === 'redis' ? { ...suites.storageDependent, ...independent } : independent;
}

/**
 * Those of `proofSuites` that are worth running in CI. The form of a response is the same on every storage; Redis and
 * Redis Cluster have the same adapters, whose contracts run on both, and differ in what depends on the storage.
 */
export function usualProofSuites<Suite>(storage: StorageName, suites: SuitesByTier<Suite>): Suites<Suite> {
  if (storage === 'sqlite') return {};
  return storage === 'redis' ? suites.storageDependent : suites.storageIndependent;
}
