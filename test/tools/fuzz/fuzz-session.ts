import type { ApiDocument } from './api-document.ts';
import { KnownState } from './known-state.ts';
import {
  FuzzClient,
  type FuzzRequest,
  type FuzzResponse,
  NoResponse,
  RESPONSE_MS_MAX,
} from './requests/fuzz-client.ts';
import type { RawCase } from './requests/raw-case.ts';
import { sendRawCase } from './requests/raw-client.ts';
import { type Problem, ResponseChecker } from './response-checker.ts';

/** The service under test: a real one, or a deliberately faulty one. */
export interface Target {
  readonly url: string;
  readonly log: string;
  readonly exited: Promise<number>;
}

const NO_ACCOUNT = new KnownState({ email: '', password: '', name: '' }, '');
const RAW = '(raw socket)';

/** Sends requests, checks and counts the responses, and records what they reveal about the account. */
export class FuzzSession {
  /** Values that must never appear in the log. */
  readonly secrets: string[] = [];
  /** Responses by operation, then by status. */
  readonly statusCounts = new Map<string, Map<string, number>>();
  state = NO_ACCOUNT;
  /** The process exited, which is always a finding. */
  hasExited = false;
  sent = 0;
  private readonly client: FuzzClient;
  private readonly checker: ResponseChecker;

  constructor(
    private readonly target: Target,
    private readonly document: ApiDocument,
    private readonly responseMsMax = RESPONSE_MS_MAX,
  ) {
    this.client = new FuzzClient(target.url, responseMsMax);
    this.checker = new ResponseChecker(document);
    void target.exited.then(() => (this.hasExited = true));
  }

  close(): void {
    this.client.close();
  }

  async send(request: FuzzRequest): Promise<{ response?: FuzzResponse; problems: readonly Problem[] }> {
    this.sent += 1;
    const { key } = this.state;
    try {
      const response = await this.client.send(request, key);
      this.#count(this.operationName(request), response.status);
      this.state.learn(request, response);
      if (this.state.key !== key) this.secrets.push(this.state.key);
      return { response, problems: this.checker.check(request, response, key) };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#count(this.operationName(request), undefined);
      return { problems: [await this.#explainSilence(error)] };
    }
  }

  async sendRaw(raw: RawCase): Promise<readonly Problem[]> {
    this.sent += 1;
    const [firstLine = ''] = raw.bytes.toString('latin1').split('\r\n', 1);
    try {
      const responses = await sendRawCase(this.target.url, raw, this.state.key, this.responseMsMax);
      for (const { status } of responses) this.#count(RAW, status);
      if (responses.length === 0) this.#count(RAW, undefined);
      return this.checker.checkRaw(firstLine, responses);
    } catch (error) {
      this.#count(RAW, undefined);
      return [await this.#explainSilence(error)];
    }
  }

  /** The status is undefined when there was no response. */
  #count(operation: string, status: number | undefined): void {
    const row = this.statusCounts.get(operation) ?? new Map<string, number>();
    this.statusCounts.set(operation, row);
    const column = status === undefined ? 'none' : String(status);
    row.set(column, (row.get(column) ?? 0) + 1);
  }

  /** The documented operation that a request addresses. */
  operationName({ method, target }: FuzzRequest): string {
    const operation = this.document.operationFor(method, target);
    return operation ? `${method === 'HEAD' ? 'HEAD ' : ''}${operation.id}` : '(undocumented)';
  }

  /** A process that exits closes its connections first; its exit is reported a moment later. */
  async #explainSilence(error: unknown): Promise<Problem> {
    const moment = new Promise((resolve) => setTimeout(resolve, EXIT_NOTICE_MS));
    await Promise.race([this.target.exited, moment]);
    const message = error instanceof Error ? error.message : String(error);
    if (this.hasExited) return { kind: 'exited', message: `the process exited with ${await this.target.exited}` };
    const isGarbled = !(error instanceof NoResponse) && !(error instanceof Error && 'code' in error);
    return { kind: isGarbled ? 'error-shape' : 'no-response', message };
  }
}

const EXIT_NOTICE_MS = 50;
