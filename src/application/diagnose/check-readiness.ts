import type { Clock } from '../ports/environment.ts';
import type { KeySealing } from '../ports/secrets.ts';
import type { StorageAdministration } from '../ports/storage/storage-administration.ts';

/**
 * Larger differences are mistakes, not drift: times that are stored then, such as the end of a block or of a session, are
 * wrong for every other instance.
 */
export const clockOffMsMax = 5 * 60_000;

export interface Readiness {
  readonly kind: 'ready' | 'clock-off' | 'keyring-replaced';
  /** Content is rejected, but everything else works. */
  readonly isNearlyFull: boolean;
  /** How far our clock is ahead of the storage's; 0 if it has none of its own. */
  readonly clockOffMs: number;
}

/** Whether this instance should get requests. Rejects with StorageUnavailable when the storage does not respond. */
export class CheckReadiness {
  constructor(
    private readonly storage: Pick<StorageAdministration, 'ping'>,
    private readonly clock: Clock,
    private readonly sealing: Pick<KeySealing, 'isReplaced'>,
  ) {}

  async execute(): Promise<Readiness> {
    const { isNearlyFull, time } = await this.storage.ping();
    const clockOffMs = time ? this.clock.now().getTime() - time.getTime() : 0;
    return { kind: this.judge(clockOffMs), isNearlyFull, clockOffMs };
  }

  private judge(clockOffMs: number): Readiness['kind'] {
    if (this.sealing.isReplaced()) return 'keyring-replaced';
    return Math.abs(clockOffMs) > clockOffMsMax ? 'clock-off' : 'ready';
  }
}
