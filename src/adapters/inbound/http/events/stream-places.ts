import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Gate } from '../request/request-gate.ts';

export interface StreamLimits {
  readonly streamsMax: number;
  readonly streamsPerAccountMax: number;
}

export const STREAM_LIMITS: StreamLimits = { streamsMax: 2000, streamsPerAccountMax: 100 };

/** Limits the number of streams. */
export class StreamPlaces implements Gate<AccountId> {
  readonly #takenByAccount = new Map<AccountId, number>();
  #taken = 0;

  constructor(private readonly limits = STREAM_LIMITS) {}

  enter(owner: AccountId): boolean {
    const { streamsMax, streamsPerAccountMax } = this.limits;
    const taken = this.#takenByAccount.get(owner) ?? 0;
    if (this.#taken >= streamsMax || taken >= streamsPerAccountMax) return false;
    this.#taken += 1;
    this.#takenByAccount.set(owner, taken + 1);
    return true;
  }

  leave(owner: AccountId): void {
    const taken = this.#takenByAccount.get(owner) ?? 0;
    this.#taken -= 1;
    if (taken > 1) this.#takenByAccount.set(owner, taken - 1);
    else this.#takenByAccount.delete(owner);
  }
}
