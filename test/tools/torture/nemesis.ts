import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from './seeded-random.ts';
import type { FaultyAddress, Trouble } from './service/faulty-address.ts';
import type { Fleet } from './service/fleet.ts';
import type { TorturedStorage } from './service/tortured-storage.ts';

export const FAULTS = ['kill-process', 'pause-process', 'kill-storage', 'delay', 'reset', 'swallow'] as const;

export type FaultKind = (typeof FAULTS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Of the fleet's services, or of the storage's addresses. */
  readonly target: number;
  /** After the end of the one before. */
  readonly afterMs: number;
  readonly durationMs: number;
}

const FAULTS_MIN = 3;
const FAULTS_MAX = 4;
/** Longer than a command may take, now and then. */
const DELAYS_MS = [20, 100, 400, 1700];

/** Decided before anything happens, so that the seed alone decides it. */
export function planFaults(random: SeededRandom, fleet: Fleet, storage: TorturedStorage): readonly Fault[] {
  const weights: Record<FaultKind, number> = {
    'kill-process': 2,
    'pause-process': 1,
    'kill-storage': storage.killAndRestart ? 3 : 0,
    delay: storage.addresses.length > 0 ? 1 : 0,
    reset: storage.addresses.length > 0 ? 2 : 0,
    swallow: storage.addresses.length > 0 ? 2 : 0,
  };
  return Array.from({ length: random.between(FAULTS_MIN, FAULTS_MAX) }, () => {
    const kind = random.weighted(weights);
    const targets = kind === 'kill-process' || kind === 'pause-process' ? fleet.size : storage.addresses.length;
    return {
      kind,
      target: random.between(0, Math.max(targets, 1) - 1),
      afterMs: random.between(100, 500),
      durationMs: random.between(50, 700),
    };
  });
}

/** Brings about what was planned, one fault after the other. After each, all is well again. */
export class Nemesis {
  readonly happened: FaultKind[] = [];

  constructor(
    private readonly fleet: Fleet,
    private readonly storage: TorturedStorage,
    /** One for each fault: how often one of them had to choose must not decide for the next. */
    private readonly randomFor: (fault: number) => SeededRandom,
  ) {}

  async carryOut(plan: readonly Fault[]): Promise<void> {
    for (const [index, fault] of plan.entries()) {
      await delay(fault.afterMs);
      await this.bringAbout(fault, this.randomFor(index));
      this.happened.push(fault.kind);
    }
  }

  private async bringAbout({ kind, target, durationMs }: Fault, random: SeededRandom): Promise<void> {
    switch (kind) {
      case 'kill-process':
        await this.fleet.kill(target);
        await delay(durationMs);
        return this.fleet.restart(target);
      case 'pause-process':
        this.fleet.pause(target);
        await delay(durationMs);
        return this.fleet.resume(target);
      case 'kill-storage':
        return this.storage.killAndRestart?.(random, durationMs);
      case 'delay':
        return this.trouble(target, durationMs, { kind, ms: random.pick(DELAYS_MS) });
      case 'reset':
        return this.trouble(target, durationMs, { kind, random });
      case 'swallow':
        return this.trouble(target, durationMs, { kind });
    }
  }

  private async trouble(target: number, durationMs: number, trouble: Trouble): Promise<void> {
    const address: FaultyAddress | undefined = this.storage.addresses[target];
    address?.begin(trouble);
    await delay(durationMs);
    address?.end();
  }
}
