/** Something that a client did: when it asked, when it was answered, and what it was told. */
export interface Operation<What> {
  readonly what: What;
  readonly call: number;
  /** Undefined when nobody knows how it ended: it may take effect at any later time, or never. */
  readonly returned: number | undefined;
}

/** What an object would do if there were only one client, who does one thing at a time. */
export interface Model<State, What> {
  readonly initial: State;
  /**
   * The states that the object may be in after that. None when it could not have answered so. The very same one for what
   * only looks, in whatever state; what could change another state answers a new one, even if it is equal.
   */
  step(state: State, what: What): readonly State[];
  /** Equal for equal states, and for no others. */
  print(state: State): string;
}

/** No order of the operations explains what was answered. */
export interface Contradiction<What> {
  /** The longest order that explains anything. */
  readonly explained: readonly Operation<What>[];
  /** In which state it ended. */
  readonly state: string;
  /** What would have had to come next, and could not. */
  readonly stuck: readonly Operation<What>[];
}

export type Verdict<What> =
  | { readonly kind: 'linearizable' }
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction<What> }
  | { readonly kind: 'undecided' };

/** More than any history here has needed by far. Who gives up says so, and never that all is well. */
const STEPS_MAX = 500_000;

/**
 * The search of Wing and Gong, with Lowe's memory of where it has been. It looks for an order of all answered operations,
 * and of any of the open ones, in which each takes effect between its call and its answer and the model agrees with all.
 */
export function linearize<State, What>(
  model: Model<State, What>,
  operations: readonly Operation<What>[],
): Verdict<What> {
  return new Search(model, operations).run();
}

/** An order so far, and the state that it leads to. */
interface Place<State, What> {
  readonly state: State;
  /** All answered operations before this one have their place in the order. */
  readonly first: number;
  /** Of those after it, the ones that have it as well: a bit for each. */
  readonly ahead: bigint;
  /** How many that are. */
  readonly answered: number;
  /** The open operations that were used: a bit for each. */
  readonly used: bigint;
  readonly usedCount: number;
  readonly last?: { readonly operation: Operation<What>; readonly before: Place<State, What> };
}

class Search<State, What> {
  private readonly answered: readonly Operation<What>[];
  private readonly open: readonly Operation<What>[];
  /** By how many open operations they use: what can be explained with fewer is looked at first. */
  private readonly ahead: Place<State, What>[][] = [];
  private readonly visited = new Map<string, bigint[]>();
  private steps = 0;

  constructor(
    private readonly model: Model<State, What>,
    operations: readonly Operation<What>[],
  ) {
    const inOrder = operations.toSorted((one, other) => one.call - other.call);
    this.answered = inOrder.filter(({ returned }) => returned !== undefined);
    this.open = inOrder.filter(({ returned }) => returned === undefined);
  }

  run(): Verdict<What> {
    const start: Place<State, What> = {
      state: this.model.initial,
      first: 0,
      ahead: 0n,
      answered: 0,
      used: 0n,
      usedCount: 0,
    };
    let furthest = start;
    this.ahead.push([start]);
    for (let place = this.pop(); place; place = this.pop()) {
      if (place.first === this.answered.length) return { kind: 'linearizable' };
      if (place.answered > furthest.answered) furthest = place;
      if (this.isDominated(place)) continue;
      this.steps += 1;
      if (this.steps > STEPS_MAX) return { kind: 'undecided' };
      this.goOn(place);
    }
    return { kind: 'contradiction', contradiction: this.contradictionAt(furthest) };
  }

  private pop(): Place<State, What> | undefined {
    return this.ahead.find((places) => places.length > 0)?.pop();
  }

  /** Somebody was here with the same answers explained, in the same state, and had no fewer open operations left. */
  private isDominated({ first, ahead, state, used }: Place<State, What>): boolean {
    const name = `${first} ${ahead.toString(36)} ${this.model.print(state)}`;
    const others = this.visited.get(name) ?? [];
    if (others.some((other) => (other & used) === other)) return true;
    this.visited.set(name, [...others, used]);
    return false;
  }

  private goOn(place: Place<State, What>): void {
    const { indexes, firstAnswer } = this.next(place);
    const following: Place<State, What>[] = [];
    for (const index of indexes) {
      const states = this.model.step(place.state, at(this.answered, index).what);
      // What only looks may come as early as it can: no later place could be better, for it or for the others.
      if (states.includes(place.state)) {
        this.push([this.afterAnswered(place, index, place.state)]);
        return;
      }
      following.push(...states.map((state) => this.afterAnswered(place, index, state)));
    }
    this.push([...following, ...this.afterOpen(place, firstAnswer)]);
  }

  /** The last is looked at first, so that the earliest operation is. */
  private push(places: readonly Place<State, What>[]): void {
    for (const place of places.toReversed()) {
      this.ahead[place.usedCount] ??= [];
      this.ahead[place.usedCount]?.push(place);
    }
  }

  /** All answered operations that were asked for before the first of those that are left was answered, and when it was. */
  private next({ first, ahead }: Place<State, What>): { readonly indexes: number[]; readonly firstAnswer: number } {
    const left: number[] = [];
    let firstAnswer = Number.POSITIVE_INFINITY;
    for (let index = first; index < this.answered.length; index += 1) {
      const { call, returned = firstAnswer } = at(this.answered, index);
      if (call > firstAnswer) break;
      if (index > first && (ahead >> BigInt(index - first)) & 1n) continue;
      left.push(index);
      firstAnswer = Math.min(firstAnswer, returned);
    }
    return { indexes: left.filter((index) => at(this.answered, index).call < firstAnswer), firstAnswer };
  }

  private afterAnswered(before: Place<State, What>, index: number, state: State): Place<State, What> {
    let { first, ahead } = before;
    ahead |= 1n << BigInt(index - first);
    while (ahead & 1n) {
      ahead >>= 1n;
      first += 1;
    }
    const last = { operation: at(this.answered, index), before };
    return { ...before, state, first, ahead, answered: before.answered + 1, last };
  }

  /** An open one is left out where it changes nothing, and where one that was asked for earlier is the same. */
  private afterOpen(before: Place<State, What>, firstAnswer: number): Place<State, What>[] {
    const { print, step } = this.model;
    const seen = new Set<string>();
    return this.open.flatMap((operation, index) => {
      const bit = 1n << BigInt(index);
      const name = JSON.stringify(operation.what);
      if (operation.call > firstAnswer || before.used & bit || seen.has(name)) return [];
      seen.add(name);
      return step(before.state, operation.what)
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

  private contradictionAt(furthest: Place<State, What>): Contradiction<What> {
    const explained: Operation<What>[] = [];
    for (let { last } = furthest; last; last = last.before.last) explained.unshift(last.operation);
    const stuck = this.next(furthest).indexes.map((index) => at(this.answered, index));
    return { explained, state: this.model.print(furthest.state), stuck };
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error('the operation is one of those that were given');
  return item;
}
