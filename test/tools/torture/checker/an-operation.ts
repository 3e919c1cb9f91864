import type { Operation } from './linearizable.ts';

/** An operation with its call and return times; without a return time it is pending. */
export const during = <Event>(calledAt: number, returnedAt: number | undefined, event: Event): Operation<Event> => ({
  event,
  calledAt,
  returnedAt,
});

export type Example<Event> = readonly [name: string, operations: readonly Operation<Event>[]];
