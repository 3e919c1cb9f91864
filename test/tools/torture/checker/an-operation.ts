import type { Operation } from './linearizable.ts';

/** An operation with its call and return times; without a return time it is pending. */
export const during = <Event>(calledAt: number, returnedAt: number | undefined, event: Event): Operation<Event> => ({
  event,
  calledAt,
  returnedAt,
});

class Pending<Event> {
  constructor(readonly event: Event) {}
}

class Around<Event> {
  constructor(
    readonly event: Event,
    readonly steps: readonly Step<Event>[],
  ) {}
}

/** An event alone is an operation that ends before the next step begins. */
export type Step<Event> = Event | Pending<Event> | Around<Event>;
export type Example<Event> = readonly [name: string, steps: readonly Step<Event>[]];

/** An operation that never gets a response. */
export const pending = <Event>(event: Event): Step<Event> => new Pending(event);

/** An operation during which the other steps happen. */
export const around = <Event>(event: Event, ...steps: readonly Step<Event>[]): Step<Event> => new Around(event, steps);

/** Steps one after the other. */
export function inOrder<Event>(steps: readonly Step<Event>[]): readonly Operation<Event>[] {
  let now = 0;
  const run = (step: Step<Event>): readonly Operation<Event>[] => {
    now += 1;
    const calledAt = now;
    if (step instanceof Pending) return [during(calledAt, undefined, step.event)];
    const inner = step instanceof Around ? step.steps.flatMap(run) : [];
    now += 1;
    return [during(calledAt, now, step instanceof Around ? step.event : step), ...inner];
  };
  return steps.flatMap(run);
}
