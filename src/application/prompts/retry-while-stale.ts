import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Clock, Entropy, Pause } from '../ports/environment.ts';
import { type Execution, UNLIMITED } from '../ports/execution.ts';
import type { Stale } from '../ports/prompts/prompt-writer.ts';

/**
 * Attempts end within this time, well before the deadline of a request: its client learns that nothing was written, instead
 * of getting a timeout. None begins if the slowest attempt of its queue suggests that it would take longer.
 */
export const RETRY_MS_MAX = 3000;
/** The longest pause after the first stale retry. It doubles with each one. */
const PAUSE_MS = 4;
const PAUSE_MS_MAX = 64;

/** Every attempt was stale, because other writes were always faster. */
export interface Conflict {
  readonly kind: 'conflict';
}

/** Reads, decides and writes. Stale when what it had read has changed before it wrote. */
export type Attempt<Outcome> = () => Promise<Outcome | Stale>;

interface Queue {
  readonly writers: AbortController[];
  slowestMs: number;
}

export interface Contention {
  readonly owner: AccountId;
  /** The subject of the write: only writes with the same one wait for each other. */
  readonly of: PromptReference | 'protected-labels';
  /**
   * Concurrent writes of this kind overtake each other nearly always, or take long to decide: even the first attempt waits
   * for its turn.
   */
  readonly isCertain?: boolean;
}

/**
 * Retries a write while its preconditions are stale. Each attempt reads and decides again.
 *
 * Writes to one prompt that were overtaken retry one after the other, first come, first served: together they would
 * overtake each other again and again. Other instances have queues of their own, so a write that is still stale pauses for
 * a random time.
 */
export class RetryWhileStale {
  /** The first of each queue writes, and the others wait until their controller aborts. */
  readonly #queues = new Map<string, Queue>();

  constructor(
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    private readonly pause: Pause,
  ) {}

  async execute<Outcome extends { readonly kind: string }>(
    contention: Contention,
    attempt: Attempt<Outcome>,
    { signal }: Pick<Execution, 'signal'> = UNLIMITED,
  ): Promise<Outcome | Conflict> {
    const endMs = this.#nowMs() + RETRY_MS_MAX;
    if (!contention.isCertain) {
      const outcome = await attempt();
      if (!isStale(outcome)) return outcome;
      signal.throwIfAborted();
    }
    const key = keyOf(contention);
    const queue = this.#queues.get(key) ?? { writers: [], slowestMs: 0 };
    this.#queues.set(key, queue);
    const writer = new AbortController();
    queue.writers.push(writer);
    try {
      await this.#waitForTurn(queue, writer, endMs, signal);
      return await this.#retry(queue, attempt, endMs, signal);
    } finally {
      queue.writers.splice(queue.writers.indexOf(writer), 1);
      queue.writers[0]?.abort();
      if (queue.writers.length === 0) this.#queues.delete(key);
    }
  }

  /** Waits for all that came before, but not beyond the end. */
  async #waitForTurn(queue: Queue, writer: AbortController, endMs: number, signal: AbortSignal): Promise<void> {
    if (queue.writers[0] === writer) return;
    await this.pause(endMs - this.#nowMs(), AbortSignal.any([signal, writer.signal]));
  }

  async #retry<Outcome extends { readonly kind: string }>(
    queue: Queue,
    attempt: Attempt<Outcome>,
    endMs: number,
    signal: AbortSignal,
  ): Promise<Outcome | Conflict> {
    let pauseMsMax = PAUSE_MS;
    for (let nowMs = this.#nowMs(); nowMs + queue.slowestMs < endMs; nowMs = this.#nowMs()) {
      signal.throwIfAborted();
      const outcome = await attempt();
      queue.slowestMs = Math.max(queue.slowestMs, this.#nowMs() - nowMs);
      if (!isStale(outcome)) return outcome;
      const [random = 0] = this.entropy.bytes(1);
      await this.pause((pauseMsMax * random) / 255, signal);
      pauseMsMax = Math.min(2 * pauseMsMax, PAUSE_MS_MAX);
    }
    signal.throwIfAborted();
    return { kind: 'conflict' };
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}

const keyOf = ({ owner, of }: Contention): string =>
  of === 'protected-labels' ? `${owner} ${of}` : `${owner} ${of.by} ${of.by === 'id' ? of.id : of.name}`;

const isStale = <Outcome extends { readonly kind: string }>(outcome: Outcome | Stale): outcome is Stale =>
  outcome.kind === 'stale';
