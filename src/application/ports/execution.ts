import type { Steps } from '../../domain/steps.ts';

/** The request that a use case is executed for, as far as one that takes long must know about it. */
export interface Execution {
  /** Aborted when the result is no longer wanted: at the request's deadline, or when its client has disconnected. */
  readonly signal: AbortSignal;

  /** Runs work that takes much time or memory, once few others do. Rejects when that would take too long. */
  heavy<Result>(run: () => Promise<Result>): Promise<Result>;

  /** Resolves after other requests have had a chance to run. Executions that wait for it continue one at a time. */
  nextTurn(): Promise<void>;
}

/** For a caller that waits as long as it takes, and has the process to itself. */
export const UNLIMITED: Execution = {
  signal: new AbortController().signal,
  heavy: (run) => run(),
  nextTurn: () => Promise.resolve(),
};

/**
 * The same execution inside of `heavy`. A part of heavy work that waited for another slot could wait for itself, so it
 * runs in the slot that it has.
 */
export const insideHeavy = (execution: Execution): Execution => ({
  signal: execution.signal,
  heavy: (run) => run(),
  nextTurn: () => execution.nextTurn(),
});

/** Lets other requests run. For loops that otherwise wait for nothing; ends them if the result is no longer wanted. */
export async function letOthersRun(execution: Pick<Execution, 'nextTurn' | 'signal'>): Promise<void> {
  await execution.nextTurn();
  execution.signal.throwIfAborted();
}

/** Takes all steps, and lets other requests run between two of them. */
export async function runInTurns<Result>(steps: Steps<Result>, execution: Execution): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await letOthersRun(execution);
  }
}
