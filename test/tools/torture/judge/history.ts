import type { Fleet } from '../service/fleet.ts';
import { type Answer, ask, type Question } from '../service/send-request.ts';
import type { KeyEvent } from './key-register.ts';
import type { Operation } from './linearizable.ts';
import type { LabelName, PromptEvent } from './prompt-register.ts';

export const PROMPT = 'tortured';
export const PROMPT_PATH = `/api/prompts/${PROMPT}`;
export const PASSWORD = 'correct horse battery';
/** A little more than the service promises to need for a 503. */
export const PATIENCE_MS = 6000;

export interface Account {
  readonly email: string;
  readonly token: string;
}

/** A version that somebody asked for, and its number, if it got one. */
export interface Publication {
  readonly content: string;
  readonly labels: readonly LabelName[];
  readonly outcome: number | 'unknown' | 'refused';
  readonly call: number;
  readonly returned: number;
}

/** An answer, and when it was asked for and heard. */
export interface Asked {
  readonly answer: Answer;
  readonly call: number;
  readonly returned: number;
}

/** Everything that the clients of one account asked for and were told. */
export class History {
  readonly keyOperations: Operation<KeyEvent>[] = [];
  readonly promptOperations: Operation<PromptEvent>[] = [];
  readonly publications: Publication[] = [];
  /** What was read, to be compared with what is there at the end. */
  readonly readings: { readonly version: number; readonly content: string }[] = [];
  /** Answers that no caller should ever get. */
  readonly failures: string[] = [];
  /** In the order in which they were seen. */
  readonly keys: string[];
  operations = 0;
  unknowns = 0;
  /** What clients present when they have no wish to fail. */
  currentKey: string;
  /** Nobody knows the key: the next client signs in. */
  needsSignIn = false;
  private moment = 0;

  constructor(
    readonly name: string,
    readonly account: Account,
    private readonly fleet: Fleet,
    private readonly address: string,
  ) {
    this.keys = [account.token];
    this.currentKey = account.token;
  }

  get services(): number {
    return this.fleet.size;
  }

  async ask(service: number, question: Omit<Question, 'from' | 'timeoutMs'>, timeoutMs = PATIENCE_MS): Promise<Asked> {
    const call = this.tick();
    const answer = await ask(this.fleet.url(service), { ...question, from: this.address, timeoutMs });
    if (answer.kind !== 'not-sent') this.operations += 1;
    if (answer.kind === 'unknown') this.unknowns += 1;
    return { answer, call, returned: this.tick() };
  }

  learn(key: string): void {
    if (!this.keys.includes(key)) this.keys.push(key);
  }

  recordKey({ call, returned }: Asked, what: KeyEvent): void {
    const isOpen = what.kind === 'reset' && what.issued === 'unknown';
    this.keyOperations.push({ what, call, returned: isOpen ? undefined : returned });
  }

  /** Every answer to a request with a key also tells whether the key was valid. */
  recordUse(asked: Asked, key: string): void {
    const { answer } = asked;
    if (answer.kind !== 'answered') return;
    this.recordKey(asked, { kind: 'verify', key, accepted: answer.status !== 401 });
    if (answer.status === 401 && key === this.currentKey) this.needsSignIn = true;
  }

  unexpected(what: string, { answer }: Asked): void {
    if (answer.kind === 'answered') this.failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  private tick(): number {
    this.moment += 1;
    return this.moment;
  }
}
