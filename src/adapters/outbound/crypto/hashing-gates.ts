import type { HashingGate } from '../../../application/ports/hashing.ts';
import { networksOf } from '../../../domain/throttling/client-network.ts';
import type { BoundedGate } from './bounded-gate.ts';

/** Shares the queue among the networks of the clients. */
export const signInGate = (hashing: BoundedGate): HashingGate => ({
  enter: (address, work) => hashing.enter(work, networksOf(address).region),
});

/**
 * All sign-ups together have the share of one network: `own` lets them into the common queue one by one, so that they
 * never take all slots.
 */
export const signUpGate = (hashing: BoundedGate, own: BoundedGate): HashingGate => ({
  enter: (address, work) => own.enter(() => hashing.enter(work, 'sign-ups'), networksOf(address).region),
});
