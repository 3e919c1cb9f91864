/** How much may run and wait concurrently. Unlimited where left out. */
export interface LimiterLimits {
  readonly concurrentMax?: number;
  readonly concurrentPerKeyMax?: number;
  /** When all these wait, the key with the most waiters gives up its newest for a key that has at least two fewer. */
  readonly waitingMax?: number;
  readonly waitingPerKeyMax?: number;
  readonly waitMsMax?: number;
  readonly order?: AdmissionOrder;
}

/**
 * The next to be admitted, of the keys that are not at their limit: the longest waiter first; the keys in turn; or the keys in
 * turn, but the one that has just left last.
 */
export type AdmissionOrder = 'first-come' | 'in-turn' | 'others-first';

/** Limits how much is done concurrently, by a key such as the account. */
export interface Gate<Key> {
  /** Everything that is admitted must leave. False, or a promise of it, if there is too much. */
  enter(key: Key): boolean | Promise<boolean>;
  leave(key: Key): void;
}

interface Waiter {
  readonly arrival: number;
  readonly settle: (isAdmitted: boolean) => void;
}

interface Load {
  readonly key: string;
  running: number;
  /** The longest waiter first. */
  readonly waiting: Waiter[];
}

/** Whether one key goes before another that is ahead of it in line. */
type Overtakes = (load: Load, ahead: Load, left: string) => boolean;

const arrivalOf = ({ waiting }: Load): number => waiting[0]?.arrival ?? Number.POSITIVE_INFINITY;

const OVERTAKES: Readonly<Record<AdmissionOrder, Overtakes>> = {
  'first-come': (load, ahead) => arrivalOf(load) < arrivalOf(ahead),
  'in-turn': () => false,
  'others-first': (_, ahead, left) => ahead.key === left,
};

/** Number of keys that are never deleted, even if nothing of them is running. */
const KEYS_KEPT = 1000;

/**
 * Runs a limited amount concurrently, and lets a limited amount wait. A free slot is passed directly to a waiter, so that
 * a new caller cannot take it first.
 */
export class KeyedLimiter implements Gate<string> {
  /** Includes idle keys until there are many: adding and deleting one for every request is slow. */
  readonly #loads = new Map<string, Load>();
  /** The keys that have waiters, the one that was not admitted for the longest time first. */
  readonly #line = new Map<string, Load>();
  readonly #limits: Required<LimiterLimits>;
  #keysMax = KEYS_KEPT;
  #running = 0;
  #waiting = 0;
  #arrivals = 0;

  constructor(limits: LimiterLimits) {
    this.#limits = {
      concurrentMax: Number.POSITIVE_INFINITY,
      concurrentPerKeyMax: Number.POSITIVE_INFINITY,
      waitingMax: Number.POSITIVE_INFINITY,
      waitingPerKeyMax: Number.POSITIVE_INFINITY,
      waitMsMax: Number.POSITIVE_INFINITY,
      order: 'first-come',
      ...limits,
    };
  }

  get runningCount(): number {
    return this.#running;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  /** A waiter gives up after this long, or when the signal aborts. */
  enter(key: string, signal?: AbortSignal, waitMsMax = this.#limits.waitMsMax): boolean | Promise<boolean> {
    const load = this.#loads.get(key) ?? this.#add(key);
    if (this.#canRun(load)) {
      this.#start(load);
      return true;
    }
    if (!this.#hasRoomFor(load)) return false;
    if (this.#waiting >= this.#limits.waitingMax) this.#longestQueue().at(-1)?.settle(false);
    return this.#wait(load, waitMsMax, signal);
  }

  leave(key: string): void {
    const load = this.#loads.get(key);
    if (!load) return;
    load.running -= 1;
    this.#running -= 1;
    if (this.#line.size > 0) this.#admitNext(key);
  }

  /** Runs the work when it is admitted; `busy` if it is not. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result | 'busy'> {
    if (!(await this.enter(key))) return 'busy';
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** False if this key would be refused immediately. */
  hasRoomFor(key: string): boolean {
    const load = this.#loads.get(key) ?? newLoad(key);
    return this.#canRun(load) || this.#hasRoomFor(load);
  }

  #canRun({ running }: Load): boolean {
    return running < this.#limits.concurrentPerKeyMax && this.#running < this.#limits.concurrentMax;
  }

  #start(load: Load): void {
    load.running += 1;
    this.#running += 1;
  }

  #hasRoomFor({ waiting }: Load): boolean {
    const { waitingMax, waitingPerKeyMax } = this.#limits;
    if (waiting.length >= waitingPerKeyMax) return false;
    return this.#waiting < waitingMax || this.#longestQueue().length > waiting.length + 1;
  }

  #longestQueue(): readonly Waiter[] {
    let longest: readonly Waiter[] = [];
    for (const { waiting } of this.#line.values()) if (waiting.length > longest.length) longest = waiting;
    return longest;
  }

  #wait(load: Load, waitMsMax: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        load.waiting.splice(load.waiting.indexOf(waiter), 1);
        this.#waiting -= 1;
        if (load.waiting.length === 0) this.#line.delete(load.key);
        if (isAdmitted) this.#start(load);
        resolve(isAdmitted);
      };
      const giveUp = () => settle(false);
      const timer = Number.isFinite(waitMsMax) ? setTimeout(giveUp, waitMsMax) : undefined;
      signal?.addEventListener('abort', giveUp);
      const waiter = { arrival: this.#arrivals++, settle };
      load.waiting.push(waiter);
      this.#waiting += 1;
      this.#line.set(load.key, load);
    });
  }

  #admitNext(left: string): void {
    const overtakes = OVERTAKES[this.#limits.order];
    let next: Load | undefined;
    for (const load of this.#line.values()) {
      if (this.#canRun(load) && (!next || overtakes(load, next, left))) next = load;
    }
    if (!next) return;
    next.waiting[0]?.settle(true);
    // Move the key to the end: it is the other keys' turn.
    if (this.#line.delete(next.key)) this.#line.set(next.key, next);
  }

  #add(key: string): Load {
    if (this.#loads.size >= this.#keysMax) this.#deleteIdle();
    const load = newLoad(key);
    this.#loads.set(key, load);
    return load;
  }

  #deleteIdle(): void {
    for (const [key, { running, waiting }] of this.#loads) {
      if (running === 0 && waiting.length === 0) this.#loads.delete(key);
    }
    this.#keysMax = Math.max(KEYS_KEPT, 2 * this.#loads.size);
  }
}

const newLoad = (key: string): Load => ({ key, running: 0, waiting: [] });
