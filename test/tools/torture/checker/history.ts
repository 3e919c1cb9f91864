import { setTimeout as delay } from 'node:timers/promises';
import { LateRequest } from '../../../support/service/late-request.ts';
import { type RequestResult, type ServiceRequest, sendRequest } from '../service/send-request.ts';
import type { ServiceInstances } from '../service/service-instances.ts';
import type { ReleaseHistory } from './check-releases.ts';
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
  readonly key: string;
  readonly labels: readonly LabelName[];
  readonly outcome: number | 'unknown' | 'rejected';
  readonly calledAt: number;
  readonly returnedAt: number;
}

/** One line of an import, which creates a prompt. */
export interface ImportedLine {
  readonly name: string;
  readonly key: string;
  outcome: 'created' | 'unknown' | 'rejected';
  /** When it was sent, and when its result arrived. */
  calledAt: number;
  returnedAt: number;
}

/** An event of the feed, delivered by a stream that was opened with the key. */
export interface StreamedEvent {
  readonly id: string;
  readonly key: string;
  readonly calledAt: number;
  readonly returnedAt: number;
}

/** A request's result, with the logical times of its call and its return. */
export interface Exchange {
  readonly result: RequestResult;
  readonly calledAt: number;
  /** When its body was sent: what it asks for cannot happen before. */
  readonly sentAt: number;
  readonly returnedAt: number;
}

interface LateBody {
  /** How long after its head the body is sent. */
  readonly bodyDelayMs?: number | undefined;
}

/** With the key that the request presented, unless a session of the dashboard sent it. */
export interface PromptOperation extends Operation<PromptEvent> {
  readonly key: string | undefined;
}

/** All requests of the clients of one account, and what they learned from the responses. */
export class History {
  readonly keyOperations: Operation<KeyEvent>[] = [];
  readonly promptOperations: PromptOperation[] = [];
  readonly imports: ImportedLine[] = [];
  readonly streamed: StreamedEvent[] = [];
  readonly publications: Publication[] = [];
  readonly releases: ReleaseHistory = { partials: [], promotions: [], renderings: [] };
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
    { bodyDelayMs = 0, ...request }: Omit<ServiceRequest, 'from' | 'timeoutMs' | 'beforeBody'> & LateBody,
    timeoutMs = REQUEST_TIMEOUT_MS,
  ): Promise<Exchange> {
    const calledAt = this.tick();
    let sentAt = calledAt;
    const beforeBody = async () => {
      await delay(bodyDelayMs);
      sentAt = this.tick();
    };
    const result = await sendRequest(this.instances.url(service), {
      ...request,
      from: this.address,
      timeoutMs,
      ...(bodyDelayMs > 0 && { beforeBody }),
    });
    if (result.kind !== 'not-sent') this.operations += 1;
    if (result.kind === 'unknown') this.unknowns += 1;
    return { result, calledAt, sentAt, returnedAt: this.tick() };
  }

  /** A request that takes long, with lines as its body. Its caller records what it learns from it. */
  open(service: number, method: 'GET' | 'POST', path: string, key: string): LateRequest {
    this.operations += 1;
    const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': this.address };
    const request = { method, path, headers, timeoutMs: REQUEST_TIMEOUT_MS };
    const url = this.instances.url(service);
    return method === 'GET' ? LateRequest.open(url, request) : LateRequest.begin(url, request, 'application/x-ndjson');
  }

  addKey(key: string): void {
    if (!this.keys.includes(key)) this.keys.push(key);
  }

  recordKeyEvent({ calledAt, returnedAt }: Pick<Exchange, 'calledAt' | 'returnedAt'>, event: KeyEvent): void {
    const isPending = event.kind === 'reset' && event.issued === 'unknown';
    this.keyOperations.push({ event, calledAt, returnedAt: isPending ? undefined : returnedAt });
  }

  /** Pending if the outcome is unknown. */
  recordPromptEvent({ result, sentAt, returnedAt }: Exchange, event: PromptEvent, key?: string): void {
    const isPending = result.kind === 'unknown';
    this.promptOperations.push({ event, key, calledAt: sentAt, returnedAt: isPending ? undefined : returnedAt });
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

  tick(): number {
    this.clock += 1;
    return this.clock;
  }
}
