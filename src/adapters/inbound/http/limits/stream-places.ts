import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Gate } from './request-gate.ts';

export interface StreamLimits {
  readonly streamsMax: number;
  readonly streamsPerAccountMax: number;
  /** Fewer than an account may have, so that a program with its key never takes all streams of its dashboard. */
  readonly streamsPerKeyMax: number;
}

export const STREAM_LIMITS: StreamLimits = { streamsMax: 2000, streamsPerAccountMax: 100, streamsPerKeyMax: 90 };

/** An account, and whether its stream was opened with its key or by its dashboard. A text, which workers can send. */
export type StreamOwner = `${'key' | 'session'} ${AccountId}`;

/** Limits the number of streams. */
export class StreamPlaces implements Gate<StreamOwner> {
  readonly #takenByAccount = new Map<string, { withKey: number; all: number }>();
  #taken = 0;

  constructor(private readonly limits = STREAM_LIMITS) {}

  enter(owner: StreamOwner): boolean {
    const { streamsMax, streamsPerAccountMax, streamsPerKeyMax } = this.limits;
    const { isWithKey, account } = parse(owner);
    const taken = this.#takenByAccount.get(account) ?? { withKey: 0, all: 0 };
    if (this.#taken >= streamsMax || taken.all >= streamsPerAccountMax) return false;
    if (isWithKey && taken.withKey >= streamsPerKeyMax) return false;
    this.#taken += 1;
    taken.all += 1;
    if (isWithKey) taken.withKey += 1;
    this.#takenByAccount.set(account, taken);
    return true;
  }

  leave(owner: StreamOwner): void {
    const { isWithKey, account } = parse(owner);
    const taken = this.#takenByAccount.get(account);
    if (!taken) return;
    this.#taken -= 1;
    taken.all -= 1;
    if (isWithKey) taken.withKey -= 1;
    if (taken.all === 0) this.#takenByAccount.delete(account);
  }
}

function parse(owner: StreamOwner): { readonly isWithKey: boolean; readonly account: string } {
  const [credential, account = ''] = owner.split(' ', 2);
  return { isWithKey: credential === 'key', account };
}
