import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import type { NetworkFault } from './service/faulty-proxy.ts';
import type { ServiceInstances } from './service/service-instances.ts';
import type { StorageUnderTest } from './service/storage-under-test.ts';

export const FAULTS = ['kill-process', 'pause-process', 'kill-storage', 'delay', 'reset', 'swallow'] as const;

export type FaultKind = (typeof FAULTS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The index of a service, or of one of the storage's proxies. */
  readonly target: number;
  /** Counted from the end of the previous fault. */
  readonly afterMs: number;
  readonly durationMs: number;
}

const FAULTS_MIN = 3;
const FAULTS_MAX = 4;
/** The longest exceeds the timeout of a storage command. */
const DELAYS_MS = [20, 100, 400, 1700];

/** Planned before the round starts, so that it depends on the seed alone. */
export function planFaults(
  random: SeededRandom,
  instances: ServiceInstances,
  storage: StorageUnderTest,
): readonly Fault[] {
  const weights: Record<FaultKind, number> = {
    'kill-process': 2,
    'pause-process': 1,
    'kill-storage': storage.killAndRestart ? 3 : 0,
    delay: storage.proxies.length > 0 ? 1 : 0,
    reset: storage.proxies.length > 0 ? 2 : 0,
    swallow: storage.proxies.length > 0 ? 2 : 0,
  };
  return Array.from({ length: random.between(FAULTS_MIN, FAULTS_MAX) }, () => {
    const kind = random.weighted(weights);
    const targets = kind === 'kill-process' || kind === 'pause-process' ? instances.size : storage.proxies.length;
    return {
      kind,
      target: random.between(0, Math.max(targets, 1) - 1),
      afterMs: random.between(100, 500),
      durationMs: random.between(50, 700),
    };
  });
}

/** Injects the planned faults one after the other, and repairs each before the next. */
export class Nemesis {
  readonly injected: FaultKind[] = [];

  constructor(
    private readonly instances: ServiceInstances,
    private readonly storage: StorageUnderTest,
    /** One random source for each fault, so that the choices of one do not affect the next. */
    private readonly randomFor: (fault: number) => SeededRandom,
  ) {}

  async run(plan: readonly Fault[]): Promise<void> {
    for (const [index, fault] of plan.entries()) {
      await delay(fault.afterMs);
      await this.inject(fault, this.randomFor(index));
      this.injected.push(fault.kind);
    }
  }

  private async inject({ kind, target, durationMs }: Fault, random: SeededRandom): Promise<void> {
    switch (kind) {
      case 'kill-process':
        await this.instances.kill(target);
        await delay(durationMs);
        return this.instances.restart(target);
      case 'pause-process':
        this.instances.pause(target);
        await delay(durationMs);
        return this.instances.resume(target);
      case 'kill-storage':
        return this.storage.killAndRestart?.(random, durationMs);
      case 'delay':
        return this.disturbNetwork(target, durationMs, { kind, ms: random.pick(DELAYS_MS) });
      case 'reset':
        return this.disturbNetwork(target, durationMs, { kind, random });
      case 'swallow':
        return this.disturbNetwork(target, durationMs, { kind });
    }
  }

  private async disturbNetwork(target: number, durationMs: number, fault: NetworkFault): Promise<void> {
    const proxy = this.storage.proxies[target];
    proxy?.inject(fault);
    await delay(durationMs);
    proxy?.clear();
  }
}
