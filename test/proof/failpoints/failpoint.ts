import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a process ends: before its n-th step leaves it, or when that is done and before it hears so. */
export interface End {
  readonly when: 'before' | 'after';
  /** From 1. */
  readonly step: number;
}

const current = new AsyncLocalStorage<Failpoint>();

/** Raised in place of a step that answers at once and so cannot be left unanswered. */
class Ended extends Error {}

/**
 * Counts the steps of one use case: everything it waits for. At the one it was told it ends, and from then on nothing
 * of that use case gets anywhere: no step is taken any more, none is answered.
 */
export class Failpoint {
  readonly steps: string[] = [];
  /** What the use case reached others through. They are cut at the end, without a word. */
  readonly connections = new Set<{ destroy(): unknown }>();
  /** Resolves at the end, if it is met. */
  readonly met: Promise<void>;
  private over = false;
  private tellMet = (): void => {};

  /** `die` happens in the very moment of the end. */
  constructor(
    private readonly end: End | undefined,
    private readonly die: () => void = () => {},
  ) {
    this.met = new Promise((resolve) => {
      this.tellMet = resolve;
    });
  }

  /** The one whose use case is running where this is asked. */
  static get current(): Failpoint | undefined {
    return current.getStore();
  }

  /** Whatever the work does, and whatever follows from it, counts here. */
  watch<Answer>(work: () => Answer): Answer {
    return current.run(this, work);
  }

  step<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
    const step = this.begin(name);
    return new Promise((resolve, reject) => {
      if (this.endsBefore(step)) return;
      work().then(
        (answer) => this.endsAfter(step) || resolve(answer),
        (error) => this.endsAfter(step) || reject(error),
      );
    });
  }

  stepAtOnce<Answer>(name: string, work: () => Answer): Answer {
    const step = this.begin(name);
    if (this.endsBefore(step)) throw new Ended(name);
    const answer = work();
    if (this.endsAfter(step)) throw new Ended(name);
    return answer;
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
      this.die();
      for (const connection of this.connections) connection.destroy();
      this.tellMet();
    }
    return this.over;
  }
}
