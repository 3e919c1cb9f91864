import { proofSize } from '../proof-size.ts';
import { realStorages } from './fresh-storage.ts';

/**
 * The storages of a proof. Standalone Redis has the adapters of Redis Cluster, and the contracts run on both, so that only
 * PROOF_SIZE=full repeats the proof there.
 */
export const distinctStorages = proofSize({
  usual: realStorages.filter(({ name }) => name !== 'redis'),
  full: realStorages,
});
