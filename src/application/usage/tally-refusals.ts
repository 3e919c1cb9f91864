import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import { addressToStore, type CallerCollection } from '../../domain/usage/caller-address.ts';
import type { ClientName } from '../../domain/usage/client-name.ts';
import {
  REFUSED_CALLS_MAX,
  type RefusedCall,
  refusedCallId,
  requestIdToStore,
} from '../../domain/usage/refused-call.ts';
import type { Entropy } from '../ports/environment.ts';

/** A call that ended with an error, as it is held in memory. */
export interface Refusal extends Omit<RefusedCall, 'id' | 'at' | 'client' | 'address'> {
  readonly at: number;
  readonly client: ClientName;
  readonly address: string;
}

export interface RefusalSettings {
  readonly collection: CallerCollection;
  readonly entropy: Entropy;
}

/** Holds the latest refused calls of one account. A flood replaces its own entries, and costs one write per flush. */
export class TallyRefusals {
  private readonly latest: Refusal[] = [];
  private next = 0;

  record(refusal: Refusal): void {
    this.latest[this.next] = refusal;
    this.next = (this.next + 1) % REFUSED_CALLS_MAX;
  }

  /** What takes longer is done here, for the few that are left. */
  list({ collection, entropy }: RefusalSettings): RefusedCall[] {
    return this.latest.map(({ at, requestId, client, address, ...rest }) => ({
      ...rest,
      id: refusedCallId(new Date(at), entropy.bytes(timedIdEntropyBytes)),
      at: new Date(at),
      requestId: requestIdToStore(requestId),
      client: collection === 'off' ? undefined : client,
      address: collection === 'off' ? undefined : addressToStore(address, collection),
    }));
  }
}
