import type { Operation } from './linearizable.ts';

/** From one moment to another; without the second, nobody knows how it ended. */
export const during = <What>(call: number, returned: number | undefined, what: What): Operation<What> => ({
  what,
  call,
  returned,
});

export type Example<What> = readonly [name: string, operations: readonly Operation<What>[]];
