import { type RequestResult, type ServiceRequest, sendRequest } from '../service/send-request.ts';
import type { ServiceInstances } from '../service/service-instances.ts';
import type { KeyEvent } from './key-register.ts';
import type { Operation } from './linearizable.ts';
import type { LabelName, PromptEvent } from './prompt-register.ts';

export const PROMPT = 'tortured';
export const PROMPT_PATH = `/api/prompts/${PROMPT}`;
export const PASSWORD = 'correct horse battery';
/** A little longer than the service may take to respond with 503. */
export const REQUEST_TIMEOUT_MS = 6000;

export interface Account {
  readonly email: string;
  readonly token: string;
}

/** A request to publish a version, and the number that was acknowledged, if any. */
export interface Publication {
  readonly content: string;
  readonly labels: readonly LabelName[];
  readonly outcome: number | 'unknown' | 'rejected';
  readonly calledAt: number;
  readonly returnedAt: number;
}

/** A request's result, with the logical times of its call and its return. */
export interface Exchange {
  readonly result: RequestResult;
  readonly calledAt: number;
  readonly returnedAt: number;
}

/** All requests of the clients of one account, and what they learned from the responses. */
export class History {
  readonly keyOperations: Operation<KeyEvent>[] = [];
  readonly promptOperations: Operation<PromptEvent>[] = [];
  readonly publications: Publication[] = [];
  /** Content that was read, compared with the stored versions at the end. */
  readonly reads: { readonly version: number; readonly content: string }[] = [];
  /** Responses that no client should ever get. */
  readonly failures: string[] = [];
  /** Every key seen, in the order of appearance. */
  readonly keys: string[];
  operations = 0;
  unknowns = 0;
  /** The newest key seen, which clients present unless they try an old one. */
  currentKey: string;
  /** The current key was rejected: the next client signs in. */
  needsSignIn = false;
  /** Of a session of the dashboard. */
  cookie: string | undefined;
  private clock = 0;

  constructor(
    readonly name: string,
    readonly account: Account,
    private readonly instances: ServiceInstances,
    private readonly address: string,
  ) {
    this.keys = [account.token];
    this.currentKey = account.token;
  }

  get services(): number {
    return this.instances.size;
  }

  async send(
    service: number,
    request: Omit<ServiceRequest, 'from' | 'timeoutMs'>,
    timeoutMs = REQUEST_TIMEOUT_MS,
  ): Promise<Exchange> {
    const calledAt = this.tick();
    const result = await sendRequest(this.instances.url(service), { ...request, from: this.address, timeoutMs });
    if (result.kind !== 'not-sent') this.operations += 1;
    if (result.kind === 'unknown') this.unknowns += 1;
    return { result, calledAt, returnedAt: this.tick() };
  }

  addKey(key: string): void {
    if (!this.keys.includes(key)) this.keys.push(key);
  }

  recordKeyEvent({ calledAt, returnedAt }: Exchange, event: KeyEvent): void {
    const isPending = event.kind === 'reset' && event.issued === 'unknown';
    this.keyOperations.push({ event, calledAt, returnedAt: isPending ? undefined : returnedAt });
  }

  /** Every response to a request with a key also shows whether the key was valid. */
  recordKeyUse(exchange: Exchange, key: string): void {
    const { result } = exchange;
    if (result.kind !== 'responded') return;
    this.recordKeyEvent(exchange, { kind: 'verify', key, accepted: result.status !== 401 });
    if (result.status === 401 && key === this.currentKey) this.needsSignIn = true;
  }

  recordUnexpected(action: string, { result }: Exchange): void {
    if (result.kind === 'responded') this.failures.push(`${action}: ${result.status} ${JSON.stringify(result.body)}`);
  }

  private tick(): number {
    this.clock += 1;
    return this.clock;
  }
}
