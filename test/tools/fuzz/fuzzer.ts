import { invariant } from '../../../src/domain/invariant.ts';
import { readOk, send } from '../../support/service/send-ok.ts';
import { SeededRandom } from '../seeded-random.ts';
import { ApiDocument, type DocumentedOperation, type OpenApi } from './api-document.ts';
import { type Finding, Findings, toCurl, toHex } from './finding.ts';
import { FuzzSession, type Target } from './fuzz-session.ts';
import { type KnownPrompt, KnownState } from './known-state.ts';
import { minimize } from './minimize.ts';
import { type FuzzRequest, type FuzzResponse, parseJson } from './requests/fuzz-client.ts';
import { invalidText } from './requests/invalid-values.ts';
import { mutate, replaceBody } from './requests/mutation.ts';
import { makeRawCase, type RawCase } from './requests/raw-case.ts';
import { RequestBuilder, type RequestDraft, toRequest } from './requests/request-builder.ts';
import { compareHeadWithGet, findLeaks, type Problem } from './response-checker.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** The number of the first request, to replay the end of a longer run. */
  readonly from?: number;
  readonly responseMsMax?: number;
  /** The operations to send requests to, besides those that create and delete prompts; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Operations that the service does not document. */
  readonly undocumented?: Pick<OpenApi, 'paths'>;
}

export interface FuzzReport {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Response counts by operation, then by status. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Requests per account. A new account makes later requests independent of earlier ones. */
export const EPOCH_REQUESTS = 500;
const PROMPTS_MIN = 3;
const PROMPTS_MAX = 25;
const BURST_REQUESTS = 3;
const UNDOCUMENTED_TARGETS = [
  '/',
  '/api',
  '/api/',
  '/api/nothing',
  '/.well-known/x',
  '/api/docs',
  '/api/docs/start.js',
  '/metrics',
  '/api/public',
  '/api/public/ingestion',
  '/api/public/v2/prompts/a/b',
  '/api/hub',
  '/api/hub/repos/-/a',
  '/beta',
  '/mcp/x',
];
/** Operations whose responses change without a write, for example over time. */
const VOLATILE_OPERATIONS = ['readStats'];

/** Sends requests one after the other, each derived from the seed and its number, and records findings. */
export class Fuzzer {
  private readonly findings = new Findings();
  private readonly builder: RequestBuilder;
  private readonly session: FuzzSession;
  private readonly host: string;
  private readonly operations: readonly DocumentedOperation[];

  private constructor(
    private readonly target: Target,
    private readonly document: ApiDocument,
    private readonly options: FuzzOptions,
  ) {
    this.session = new FuzzSession(target, document, options.responseMsMax);
    this.builder = new RequestBuilder(document);
    this.host = new URL(target.url).host;
    const { only } = options;
    this.operations = document.operations.filter(({ id }) => only === undefined || only.includes(id));
    invariant(this.operations.length > 0, 'there is an operation to send requests to');
  }

  static async run(target: Target, options: FuzzOptions): Promise<FuzzReport> {
    const fuzzer = new Fuzzer(target, await ApiDocument.from(target.url, options.undocumented), options);
    const { session, findings } = fuzzer;
    try {
      await fuzzer.#run();
    } finally {
      session.close();
    }
    return { requests: session.sent, findings: findings.all, counts: session.statusCounts };
  }

  async #run(): Promise<void> {
    const { from = 0, requests } = this.options;
    const end = from + requests;
    for (let number = from; number < end && !this.session.hasExited; number += 1) {
      if (number === from || number % EPOCH_REQUESTS === 0) await this.#beginEpoch(number);
      await this.#step(number);
    }
    if (!this.session.hasExited) await this.#checkKey(end);
    this.#checkLog(end);
  }

  async #beginEpoch(number: number): Promise<void> {
    if (this.session.state.key !== '') await this.#checkKey(number);
    this.#checkLog(number);
    const unique = crypto.randomUUID();
    const owner = { email: `${number}-${unique}@example.com`, name: 'Ada', password: `secret ${unique}` };
    const { token } = await readOk(this.target.url, { method: 'POST', path: '/api/accounts', json: owner });
    this.session.state = new KnownState(owner, token);
    this.session.secrets.push(token, owner.password);
  }

  async #step(number: number): Promise<unknown> {
    const random = new SeededRandom(this.options.seed, number);
    const { state } = this.session;
    const operation = this.#operation(random);
    const draft = this.builder.build(operation, {
      state,
      random,
      subject: subjectOf(operation, state, random),
      number,
    });
    const valid = toRequest(draft, this.host);
    const kind = random.nextInt(100);
    if (kind < 32) return this.#send(number, valid);
    if (kind < 76) return this.#send(number, mutate(draft, random, this.host));
    if (kind < 82) return this.#send(number, operation.body ? replaceBody(draft, random, this.host) : valid);
    if (kind < 90) return this.#sendRaw(number, this.#makeRawCase(draft, random));
    if (kind < 94 && operation.method === 'GET') return this.#compareHead(number, draft);
    if (kind < 97 && operation.id !== 'resetKey') return this.#burst(number, valid);
    const target = random.pick([
      ...UNDOCUMENTED_TARGETS,
      `/${invalidText(random)}`,
      `/api/${invalidText(random)}`,
      `/api/docs/${invalidText(random)}`,
    ]);
    return this.#send(number, { ...valid, method: 'GET', target: target.replace(/[^!-~]/g, '') });
  }

  /** Picks a random operation, with a bias that keeps the number of prompts in range. */
  #operation(random: SeededRandom): DocumentedOperation {
    const { size } = this.session.state.prompts;
    const wanted = size < PROMPTS_MIN ? 'createPrompt' : size > PROMPTS_MAX ? 'deletePrompt' : undefined;
    const found = random.chance(0.5) ? this.document.operations.find(({ id }) => id === wanted) : undefined;
    return found ?? random.pick(this.operations);
  }

  /** Never rotates the key: a lost response would lose the new key. */
  #makeRawCase(draft: RequestDraft, random: SeededRandom): RawCase {
    const valid = toRequest(draft, this.host);
    return makeRawCase(draft.operation.id === 'resetKey' ? { ...valid, method: 'GET' } : valid, random);
  }

  async #send(number: number, request: FuzzRequest): Promise<FuzzResponse | undefined> {
    const { response, problems } = await this.session.send(request);
    for (const problem of problems) await this.#minimizeAndRecord(number, problem, request, response?.status);
    return response;
  }

  async #minimizeAndRecord(
    number: number,
    problem: Problem,
    request: FuzzRequest,
    status: number | undefined,
  ): Promise<void> {
    const place = this.session.operationName(request);
    if (this.findings.countIfKnown(problem, place)) return;
    const isStillWrong = async (candidate: FuzzRequest) => {
      if (this.session.hasExited) return false;
      const { response, problems } = await this.session.send(candidate);
      return response?.status === status && problems.some(({ kind }) => kind === problem.kind);
    };
    const smallest = await minimize(request, isStillWrong);
    this.findings.add(number, problem, place, toCurl(this.target.url, smallest));
  }

  async #sendRaw(number: number, raw: RawCase): Promise<void> {
    for (const problem of await this.session.sendRaw(raw)) {
      this.findings.add(number, problem, raw.name, toHex(raw.bytes));
    }
  }

  async #compareHead(number: number, draft: RequestDraft): Promise<void> {
    const request = toRequest(draft, this.host);
    const headRequest = { ...request, method: 'HEAD' };
    const get = await this.#send(number, request);
    const head = await this.#send(number, headRequest);
    if (!get || !head) return;
    for (const problem of compareHeadWithGet(get, head, VOLATILE_OPERATIONS.includes(draft.operation.id))) {
      this.findings.add(number, problem, draft.operation.id, toCurl(this.target.url, headRequest));
    }
  }

  async #burst(number: number, request: FuzzRequest): Promise<void> {
    await Promise.all(Array.from({ length: BURST_REQUESTS }, () => this.#send(number, request)));
  }

  /** A run with an invalid key would find nothing, so the key is checked. */
  async #checkKey(number: number): Promise<void> {
    const { key } = this.session.state;
    const response = await send(this.target.url, { path: '/api/auth/token', key });
    if (response.status === 200) return;
    const message = `the key is no longer valid: ${response.status}`;
    this.findings.add(number, { kind: 'key-rejected', message }, 'the end of an account', 'GET /api/auth/token');
  }

  #checkLog(number: number): void {
    const { secrets } = this.session;
    for (const line of findLeaks(this.target.log, secrets)) {
      const { requestId } = (parseJson(line) ?? {}) as { requestId?: string };
      const redacted = secrets.reduce((text, secret) => text.replaceAll(secret.replace(/^ph_/, ''), '••••'), line);
      this.findings.add(
        number,
        { kind: 'secret', message: 'the log contains a secret' },
        requestId ?? 'the log',
        redacted,
      );
    }
  }
}

/** Requests about a label mostly address a prompt that has one. */
function subjectOf(
  { path }: DocumentedOperation,
  { promptList }: KnownState,
  random: SeededRandom,
): KnownPrompt | undefined {
  const labelled = path.includes('{label}') ? promptList.filter(({ labels }) => labels.length > 0) : [];
  const candidates = labelled.length > 0 && random.chance(0.8) ? labelled : promptList;
  return candidates.length > 0 ? random.pick(candidates) : undefined;
}
