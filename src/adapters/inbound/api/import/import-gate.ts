import type { Gate } from '../../http/limits/request-gate.ts';

/** How long an import waits for those before it. Even one that writes for long is over by then, or nearly. */
const WAIT_MS_MAX = 30_000;
/** Waiting places of one account. Each holds its body. */
const WAITING_MAX = 4;

type Admit = (isAdmitted: boolean) => void;

/**
 * Admits one import at a time, because each takes a thread and its memory. Accounts are served in turn: however many
 * imports of one account wait, the next one is that of another.
 */
export class ImportGate implements Gate<string> {
  /** Queues by account; the first one is served next. */
  private readonly waiting = new Map<string, Set<Admit>>();
  private isTaken = false;

  constructor(private readonly waitMsMax: number) {}

  /** Every admitted import must leave. False, or a promise of it, if too many of the account wait or it takes too long. */
  enter(account: string): boolean | Promise<boolean> {
    if (!this.isTaken) {
      this.isTaken = true;
      return true;
    }
    const waiting = this.waiting.get(account) ?? new Set();
    if (waiting.size >= WAITING_MAX) return false;
    this.waiting.set(account, waiting);
    return this.wait(account, waiting);
  }

  /** Passes the place to the account that has not had it for the longest time. */
  leave(account: string): void {
    const next = [...this.waiting.keys()].find((other) => other !== account) ?? account;
    const waiting = this.waiting.get(next);
    const [admit] = waiting ?? [];
    if (!admit || !waiting) {
      this.isTaken = false;
      return;
    }
    admit(true);
    // Move the account to the end of the line.
    this.waiting.delete(next);
    if (waiting.size > 0) this.waiting.set(next, waiting);
  }

  private wait(account: string, waiting: Set<Admit>): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = (isAdmitted: boolean) => {
        clearTimeout(timer);
        waiting.delete(admit);
        if (waiting.size === 0) this.waiting.delete(account);
        resolve(isAdmitted);
      };
      const timer = setTimeout(admit, this.waitMsMax, false);
      waiting.add(admit);
    });
  }
}

export const createImportGate = (waitMsMax = WAIT_MS_MAX): Gate<string> => new ImportGate(waitMsMax);
