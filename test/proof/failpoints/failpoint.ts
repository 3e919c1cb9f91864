import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a process crashes: before its n-th step is sent, or after it is executed but before its result arrives. */
export interface End {
  readonly when: 'before' | 'after';
  /** Counted from 1. */
  readonly step: number;
}

const current = new AsyncLocalStorage<Failpoint>();

/** Thrown by a synchronous step, which cannot stay pending after a crash. */
class Crashed extends Error {}

/**
 * Counts the steps of one use case: everything it awaits. At the given step it simulates a crash: from then on, no step
 * of that use case is executed, and no result arrives.
 */
export class Failpoint {
  readonly steps: string[] = [];
  /** The connections of the use case. They are destroyed at the crash. */
  readonly connections = new Set<{ destroy(): unknown }>();
  /** Resolves at the crash, if the step is reached. */
  readonly reached: Promise<void>;
  private over = false;
  private resolveReached = (): void => {};

  /** `onCrash` is called at the moment of the crash. */
  constructor(
    private readonly end: End | undefined,
    private readonly onCrash: () => void = () => {},
  ) {
    this.reached = new Promise((resolve) => {
      this.resolveReached = resolve;
    });
  }

  /** The failpoint of the use case that the current asynchronous context belongs to. */
  static get current(): Failpoint | undefined {
    return current.getStore();
  }

  /** Counts every step of the work and of everything it starts. */
  watch<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const step = this.begin(name);
    return new Promise((resolve, reject) => {
      if (this.endsBefore(step)) return;
      work().then(
        (result) => this.endsAfter(step) || resolve(result),
        (error) => this.endsAfter(step) || reject(error),
      );
    });
  }

  stepSync<Result>(name: string, work: () => Result): Result {
    const step = this.begin(name);
    if (this.endsBefore(step)) throw new Crashed(name);
    const result = work();
    if (this.endsAfter(step)) throw new Crashed(name);
    return result;
  }

  get isOver(): boolean {
    return this.over;
  }

  begin(name: string): number {
    return this.over ? Number.NaN : this.steps.push(name);
  }

  endsBefore(step: number): boolean {
    return this.ends({ when: 'before', step });
  }

  endsAfter(step: number): boolean {
    return this.ends({ when: 'after', step });
  }

  private ends({ when, step }: End): boolean {
    if (!this.over && this.end?.when === when && this.end.step === step) {
      this.over = true;
      this.onCrash();
      for (const connection of this.connections) connection.destroy();
      this.resolveReached();
    }
    return this.over;
  }
}
