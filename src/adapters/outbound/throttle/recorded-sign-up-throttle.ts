import type { SignUpThrottle } from '../../../application/ports/sign-in-throttle.ts';
import { signUpLimits } from '../../../domain/throttling/sign-in-limits.ts';
import type { SharedRecords } from '../records/shared-records.ts';
import { addToAll, type Counter, readCounters, takeBackFromAll } from './counters.ts';
import { networkCounter } from './sign-in-counters.ts';

export class RecordedSignUpThrottle implements SignUpThrottle {
  constructor(
    private readonly records: SharedRecords,
    private readonly signUpsPerHour: number,
  ) {}

  async count(address: string, at: Date): Promise<number> {
    const counters = await readCounters(this.records, this.counters(address, at));
    return (await addToAll(this.records, counters, at))?.waitMs ?? 0;
  }

  withdraw(address: string, at: Date): Promise<void> {
    return takeBackFromAll(this.records, this.counters(address, at), at);
  }

  private counters(address: string, at: Date): readonly Counter[] {
    return signUpLimits(address, this.signUpsPerHour).map(({ network, signUpsMax }) =>
      networkCounter(`signup:${network}`, signUpsMax, at),
    );
  }
}
