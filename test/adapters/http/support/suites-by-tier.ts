import { proofSize } from '../../../support/proof-size.ts';
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

/**
 * The suites that `fastSuites` leaves to test/proof. Usually only those that depend on the storage, which leaves standalone
 * Redis: the ports of the others have contracts, which run on every storage.
 */
export function proofSuites<Suite>(storage: StorageName, suites: SuitesByTier<Suite>): Suites<Suite> {
  if (storage === 'sqlite') return {};
  const independent = proofSize({ usual: {}, full: { ...suites.storageIndependent, ...suites.onlyForm } });
  return storage === 'redis' ? { ...suites.storageDependent, ...independent } : independent;
}
