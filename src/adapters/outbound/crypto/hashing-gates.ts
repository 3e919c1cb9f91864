import type { HashingGate } from '../../../application/ports/hashing.ts';
import { networksOf } from '../../../domain/throttling/client-network.ts';
import { KeyedLimiter } from '../../limits/keyed-limiter.ts';

/** Runs a limited number of hashes concurrently, and queues a limited number of others. */
export interface HashingQueue {
  readonly runningCount: number;
  readonly waitingCount: number;
  /** False if the work of this client would be rejected immediately. */
  hasRoomFor(client: string): boolean;
  /** Runs the work when it is its turn. `busy` if there is no room, or its turn does not come in time. */
  run<Result>(client: string, work: () => Promise<Result>): Promise<Result | 'busy'>;
}

/** Allows as many hashes concurrently as there are threads for them. */
export const HASHING_LIMITS = { concurrentMax: 2, waitingMax: 32, waitMsMax: 2000, order: 'in-turn' } as const;
/** A sign-up waits here first, and then in the common queue: together less than a request may take. */
export const SIGN_UP_LIMITS = { concurrentMax: 1, waitingMax: 8, waitMsMax: 1500, order: 'in-turn' } as const;

export const createHashingQueue = (): HashingQueue => new KeyedLimiter(HASHING_LIMITS);
export const createSignUpQueue = (): HashingQueue => new KeyedLimiter(SIGN_UP_LIMITS);

/** Shares the queue among the networks of the clients. */
export const signInGate = (hashing: HashingQueue): HashingGate => ({
  hasRoomFor: (address) => hashing.hasRoomFor(networksOf(address).region),
  enter: (address, work) => hashing.run(networksOf(address).region, work),
});

/**
 * All sign-ups together have the share of one network: `own` lets them into the common queue one by one, so that they
 * never take all slots.
 */
export const signUpGate = (hashing: HashingQueue, own: HashingQueue): HashingGate => ({
  hasRoomFor: (address) => own.hasRoomFor(networksOf(address).region),
  enter: (address, work) => own.run(networksOf(address).region, () => hashing.run('sign-ups', work)),
});
