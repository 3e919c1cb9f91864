/** An operation of one client: when it was called, when it returned, and what the client learned. */
export interface Operation<Event> {
  readonly event: Event;
  readonly calledAt: number;
  /** Undefined for a pending operation: its outcome is unknown, so it may take effect at any later time, or never. */
  readonly returnedAt: number | undefined;
}

/** The sequential specification: how the object behaves with a single client. */
export interface Model<State, Event> {
  readonly initial: State;
  /**
   * The possible states after the event; none if the object could not have responded like that. A read must return the
   * same state object that it was given, whatever the state; an event that could change some other state must return a
   * new object, even if it is equal.
   */
  step(state: State, event: Event): readonly State[];
  /** Equal for equal states, and only for those. */
  print(state: State): string;
}

/** No order of the operations explains all responses. */
export interface Contradiction<Event> {
  /** The longest order that explains its responses. */
  readonly explained: readonly Operation<Event>[];
  /** The state after it. */
  readonly state: string;
  /** The operations one of which had to come next, and none of which could. */
  readonly stuck: readonly Operation<Event>[];
}

export type Verdict<Event> =
  | { readonly kind: 'linearizable' }
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction<Event> }
  | { readonly kind: 'undecided' };

/** Far more than any history here has needed. Exceeding it is reported as undecided, never as linearizable. */
const STEPS_MAX = 500_000;

/**
 * The search of Wing and Gong with Lowe's cache of visited configurations. It looks for an order of all completed
 * operations, and of any subset of the pending ones, in which each takes effect between its call and its return and
 * which the model accepts.
 */
export function linearize<State, Event>(
  model: Model<State, Event>,
  operations: readonly Operation<Event>[],
): Verdict<Event> {
  return new Search(model, operations).run();
}

/** A partial order, and the state that it leads to. */
interface Configuration<State, Event> {
  readonly state: State;
  /** All completed operations before this index are placed. */
  readonly firstUnplaced: number;
  /** The completed operations from `firstUnplaced` on that are placed: one bit each. */
  readonly placedAhead: bigint;
  readonly placedCount: number;
  /** The pending operations that are used: one bit each. */
  readonly used: bigint;
  readonly usedCount: number;
  readonly last?: { readonly operation: Operation<Event>; readonly before: Configuration<State, Event> };
}

class Search<State, Event> {
  private readonly completed: readonly Operation<Event>[];
  private readonly pending: readonly Operation<Event>[];
  /** Indexed by the number of pending operations used: explanations that use fewer are tried first. */
  private readonly frontier: Configuration<State, Event>[][] = [];
  private readonly visited = new Map<string, bigint[]>();
  private steps = 0;

  constructor(
    private readonly model: Model<State, Event>,
    operations: readonly Operation<Event>[],
  ) {
    const inOrder = operations.toSorted((one, other) => one.calledAt - other.calledAt);
    this.completed = inOrder.filter(({ returnedAt }) => returnedAt !== undefined);
    this.pending = inOrder.filter(({ returnedAt }) => returnedAt === undefined);
  }

  run(): Verdict<Event> {
    const start: Configuration<State, Event> = {
      state: this.model.initial,
      firstUnplaced: 0,
      placedAhead: 0n,
      placedCount: 0,
      used: 0n,
      usedCount: 0,
    };
    let furthest = start;
    this.frontier.push([start]);
    for (let current = this.pop(); current; current = this.pop()) {
      if (current.firstUnplaced === this.completed.length) return { kind: 'linearizable' };
      if (current.placedCount > furthest.placedCount) furthest = current;
      if (this.isDominated(current)) continue;
      this.steps += 1;
      if (this.steps > STEPS_MAX) return { kind: 'undecided' };
      this.expand(current);
    }
    return { kind: 'contradiction', contradiction: this.contradictionAt(furthest) };
  }

  private pop(): Configuration<State, Event> | undefined {
    return this.frontier.find((configurations) => configurations.length > 0)?.pop();
  }

  /** Whether one with the same operations placed and the same state was visited that used no other pending operations. */
  private isDominated({ firstUnplaced, placedAhead, state, used }: Configuration<State, Event>): boolean {
    const name = `${firstUnplaced} ${placedAhead.toString(36)} ${this.model.print(state)}`;
    const others = this.visited.get(name) ?? [];
    if (others.some((other) => (other & used) === other)) return true;
    this.visited.set(name, [...others, used]);
    return false;
  }

  private expand(current: Configuration<State, Event>): void {
    const { indexes, firstReturn } = this.nextCompleted(current);
    const following: Configuration<State, Event>[] = [];
    for (const index of indexes) {
      const states = this.model.step(current.state, at(this.completed, index).event);
      // A read is placed as early as possible: a later place is better neither for it nor for the others.
      if (states.includes(current.state)) {
        this.push([this.placeCompleted(current, index, current.state)]);
        return;
      }
      following.push(...states.map((state) => this.placeCompleted(current, index, state)));
    }
    this.push([...following, ...this.placePending(current, firstReturn)]);
  }

  /** In reverse, because the last one pushed is tried first, and that should be the earliest operation. */
  private push(configurations: readonly Configuration<State, Event>[]): void {
    for (const configuration of configurations.toReversed()) {
      this.frontier[configuration.usedCount] ??= [];
      this.frontier[configuration.usedCount]?.push(configuration);
    }
  }

  /** The unplaced completed operations that were called before the first of them returned, and when that was. */
  private nextCompleted({ firstUnplaced, placedAhead }: Configuration<State, Event>): {
    readonly indexes: number[];
    readonly firstReturn: number;
  } {
    const unplaced: number[] = [];
    let firstReturn = Number.POSITIVE_INFINITY;
    for (let index = firstUnplaced; index < this.completed.length; index += 1) {
      const { calledAt, returnedAt = firstReturn } = at(this.completed, index);
      if (calledAt > firstReturn) break;
      if (index > firstUnplaced && (placedAhead >> BigInt(index - firstUnplaced)) & 1n) continue;
      unplaced.push(index);
      firstReturn = Math.min(firstReturn, returnedAt);
    }
    return { indexes: unplaced.filter((index) => at(this.completed, index).calledAt < firstReturn), firstReturn };
  }

  private placeCompleted(
    before: Configuration<State, Event>,
    index: number,
    state: State,
  ): Configuration<State, Event> {
    let { firstUnplaced, placedAhead } = before;
    placedAhead |= 1n << BigInt(index - firstUnplaced);
    while (placedAhead & 1n) {
      placedAhead >>= 1n;
      firstUnplaced += 1;
    }
    const last = { operation: at(this.completed, index), before };
    return { ...before, state, firstUnplaced, placedAhead, placedCount: before.placedCount + 1, last };
  }

  /** Leaves out a pending operation that changes nothing, or that equals one that was called earlier. */
  private placePending(before: Configuration<State, Event>, firstReturn: number): Configuration<State, Event>[] {
    const { print, step } = this.model;
    const seen = new Set<string>();
    return this.pending.flatMap((operation, index) => {
      const bit = 1n << BigInt(index);
      const name = JSON.stringify(operation.event);
      if (operation.calledAt > firstReturn || before.used & bit || seen.has(name)) return [];
      seen.add(name);
      return step(before.state, operation.event)
        .filter((state) => print(state) !== print(before.state))
        .map((state) => ({
          ...before,
          state,
          used: before.used | bit,
          usedCount: before.usedCount + 1,
          last: { operation, before },
        }));
    });
  }

  private contradictionAt(furthest: Configuration<State, Event>): Contradiction<Event> {
    const explained: Operation<Event>[] = [];
    for (let { last } = furthest; last; last = last.before.last) explained.unshift(last.operation);
    const stuck = this.nextCompleted(furthest).indexes.map((index) => at(this.completed, index));
    return { explained, state: this.model.print(furthest.state), stuck };
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is no operation ${index}`);
  return item;
}
