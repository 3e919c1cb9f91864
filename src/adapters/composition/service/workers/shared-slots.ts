import { IMPORT_LIMITS } from '../../../inbound/http/limits/http-limits.ts';
import { StreamGate, type StreamOwner } from '../../../inbound/http/limits/stream-gate.ts';
import { KeyedLimiter } from '../../../limits/keyed-limiter.ts';
import { createHashingQueue, createSignUpQueue } from '../../../outbound/crypto/hashing-gates.ts';
import type { SharedLimit } from './messages.ts';

/** Takes a slot, holds it until `held` resolves, and gives it back. Resolves to `busy` if there is none. */
type Occupy = (key: string, held: () => Promise<void>) => Promise<unknown>;

/** The slots of all workers for what they limit together. */
export class SharedSlots {
  private readonly limits: Readonly<Record<SharedLimit, Occupy>>;
  /** The functions that give slots back, by worker and slot. */
  private readonly held = new Map<number, Map<number, () => void>>();

  constructor(streams = new StreamGate(), imports = new KeyedLimiter(IMPORT_LIMITS)) {
    const hashing = createHashingQueue();
    const signUps = createSignUpQueue();
    this.limits = {
      streams: (key, held) => throughGate(streams, key as StreamOwner, held),
      imports: (key, held) => throughGate(imports, key, held),
      hashing: (key, held) => hashing.run(key, held),
      'sign-ups': (key, held) => signUps.run(key, held),
    };
  }

  /** Calls `respond` once, perhaps after a while. */
  async enter(
    worker: number,
    slot: number,
    request: { readonly limit: SharedLimit; readonly key: string },
    respond: (isAdmitted: boolean) => void,
  ): Promise<void> {
    const left = Promise.withResolvers<void>();
    const slots = this.held.get(worker) ?? new Map<number, () => void>();
    this.held.set(worker, slots.set(slot, left.resolve));
    const outcome = await this.limits[request.limit](request.key, () => {
      respond(true);
      return left.promise;
    });
    slots.delete(slot);
    if (outcome === 'busy') respond(false);
  }

  leave(worker: number, slot: number): void {
    this.held.get(worker)?.get(slot)?.();
  }

  /** Gives back what a worker that has ended held, and what it is still waiting for. */
  leaveAll(worker: number): void {
    for (const leave of this.held.get(worker)?.values() ?? []) leave();
    this.held.delete(worker);
  }
}

async function throughGate<Key>(
  gate: { enter(key: Key): boolean | Promise<boolean>; leave(key: Key): void },
  key: Key,
  held: () => Promise<void>,
): Promise<'busy' | 'left'> {
  if (!(await gate.enter(key))) return 'busy';
  await held();
  gate.leave(key);
  return 'left';
}
