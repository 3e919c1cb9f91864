import { invariant } from '../../../src/domain/invariant.ts';
import { ApiDocument, type DocumentedOperation } from './api-document.ts';
import { Conversation, type Target } from './conversation.ts';
import { asCurl, asHex, type Finding } from './finding.ts';
import { Findings } from './findings.ts';
import { type Complaint, headComplaints, leaksIn } from './judge.ts';
import { minimized, minimizedBytes } from './minimize.ts';
import { Dice } from './requests/dice.ts';
import { type Draft, Drafting, written } from './requests/draft.ts';
import { type FuzzAnswer, type FuzzRequest, jsonIn } from './requests/exchange.ts';
import { mutated, wholeBody } from './requests/mutation.ts';
import { oddText } from './requests/odd-values.ts';
import { type RawCase, rawCase } from './requests/raw-case.ts';
import { type KnownPrompt, World } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** The number of the first request, to repeat the end of a longer run. */
  readonly from?: number;
  readonly answerMsMax?: number;
  readonly onProgress?: (done: number, findings: number) => void;
}

export interface FuzzReport {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** By operation, then by status. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** After so many requests an account has seen enough. What comes later depends on nothing before. */
export const EPOCH = 500;
const PROMPTS_MIN = 3;
const PROMPTS_MAX = 25;
const BURST = 3;
const ELSEWHERE = [
  '/',
  '/api',
  '/api/',
  '/api/nothing',
  '/.well-known/x',
  '/api/docs',
  '/api/docs/start.js',
  '/metrics',
];
/** Their answers change although nobody changes anything, such as with the time. */
const CHANGES_BY_ITSELF = ['readStats'];

/** Sends one request after the other, each made by chance from the seed and its number, and keeps what it finds. */
export class Fuzzer {
  private readonly findings = new Findings();
  private readonly drafting: Drafting;
  private readonly talk: Conversation;
  private readonly host: string;

  private constructor(
    private readonly target: Target,
    private readonly document: ApiDocument,
    private readonly options: FuzzOptions,
  ) {
    this.talk = new Conversation(target, document, options.answerMsMax);
    this.drafting = new Drafting(document);
    this.host = new URL(target.url).host;
  }

  static async run(target: Target, options: FuzzOptions): Promise<FuzzReport> {
    const fuzzer = new Fuzzer(target, await ApiDocument.from(target.url), options);
    const { talk, findings } = fuzzer;
    try {
      await fuzzer.#run();
    } finally {
      talk.close();
    }
    return { requests: talk.sent, findings: findings.all, counts: talk.tally.rows };
  }

  async #run(): Promise<void> {
    const { from = 0, requests, onProgress } = this.options;
    const end = from + requests;
    for (let number = from; number < end && !this.talk.hasEnded; number += 1) {
      if (number === from || number % EPOCH === 0) await this.#beginEpoch(number);
      await this.#step(number);
      onProgress?.(number - from + 1, this.findings.count);
    }
    if (!this.talk.hasEnded) await this.#checkKey(end);
    this.#checkLog(end);
  }

  async #beginEpoch(number: number): Promise<void> {
    if (this.talk.world.key !== '') await this.#checkKey(number);
    this.#checkLog(number);
    const random = crypto.randomUUID();
    const person = { email: `${number}-${random}@example.com`, name: 'Ada', password: `secret ${random}` };
    const answer = await fetch(`${this.target.url}/api/accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person),
    });
    const { token } = (await answer.json()) as { token?: string };
    invariant(token !== undefined, `an account can be opened, and was answered ${answer.status}`);
    this.talk.world = new World(person, token);
    this.talk.secrets.push(token, person.password);
  }

  async #step(number: number): Promise<unknown> {
    const dice = Dice.of(this.options.seed, number);
    const { world } = this.talk;
    const operation = this.#operation(dice);
    const draft = this.drafting.draft(operation, { world, dice, subject: subjectOf(operation, world, dice), number });
    const right = written(draft, this.host);
    const kind = dice.roll(100);
    if (kind < 32) return this.#tell(number, right);
    if (kind < 76) return this.#tell(number, mutated(draft, dice, this.host));
    if (kind < 82) return this.#tell(number, operation.body ? wholeBody(draft, dice, this.host) : right);
    if (kind < 90) return this.#tellRaw(number, this.#rawCase(draft, dice));
    if (kind < 94 && operation.method === 'GET') return this.#compareHead(number, draft);
    if (kind < 97 && operation.id !== 'resetKey') return this.#burst(number, right);
    const odd = dice.pick([...ELSEWHERE, `/${oddText(dice)}`, `/api/${oddText(dice)}`, `/api/docs/${oddText(dice)}`]);
    return this.#tell(number, { ...right, method: 'GET', target: odd.replace(/[^!-~]/g, '') });
  }

  /** Any, but so that there are prompts to speak of, and not too many. */
  #operation(dice: Dice): DocumentedOperation {
    const { size } = this.talk.world.prompts;
    const wanted = size < PROMPTS_MIN ? 'createPrompt' : size > PROMPTS_MAX ? 'deletePrompt' : undefined;
    const found = dice.chance(0.5) ? this.document.operations.find(({ id }) => id === wanted) : undefined;
    return found ?? dice.pick(this.document.operations);
  }

  /** Never about the reset of the key, whose answer might get lost with the new one. */
  #rawCase(draft: Draft, dice: Dice): RawCase {
    const right = written(draft, this.host);
    return rawCase(draft.operation.id === 'resetKey' ? { ...right, method: 'GET' } : right, dice);
  }

  async #tell(number: number, request: FuzzRequest): Promise<FuzzAnswer | undefined> {
    const { answer, complaints } = await this.talk.ask(request);
    for (const complaint of complaints) await this.#find(number, complaint, request, answer?.status);
    return answer;
  }

  async #find(number: number, complaint: Complaint, request: FuzzRequest, status: number | undefined): Promise<void> {
    const place = this.talk.placeOf(request);
    if (this.findings.isKnown(complaint, place)) return;
    const isStillWrong = async (candidate: FuzzRequest) => {
      if (this.talk.hasEnded) return false;
      const { answer, complaints } = await this.talk.ask(candidate);
      return answer?.status === status && complaints.some(({ kind }) => kind === complaint.kind);
    };
    const smallest = await minimized(request, isStillWrong);
    this.findings.keep(number, complaint, place, asCurl(this.target.url, smallest));
  }

  async #tellRaw(number: number, raw: RawCase): Promise<void> {
    for (const complaint of await this.talk.askRaw(raw)) {
      if (this.findings.isKnown(complaint, raw.name)) continue;
      const isStillWrong = async (bytes: Buffer) =>
        !this.talk.hasEnded && (await this.talk.askRaw({ ...raw, bytes })).some(({ kind }) => kind === complaint.kind);
      this.findings.keep(number, complaint, raw.name, asHex(await minimizedBytes(raw.bytes, isStillWrong)));
    }
  }

  async #compareHead(number: number, draft: Draft): Promise<void> {
    const request = written(draft, this.host);
    const headRequest = { ...request, method: 'HEAD' };
    const get = await this.#tell(number, request);
    const head = await this.#tell(number, headRequest);
    if (!get || !head) return;
    for (const complaint of headComplaints(get, head, CHANGES_BY_ITSELF.includes(draft.operation.id))) {
      this.findings.keep(number, complaint, draft.operation.id, asCurl(this.target.url, headRequest));
    }
  }

  async #burst(number: number, request: FuzzRequest): Promise<void> {
    await Promise.all(Array.from({ length: BURST }, () => this.#tell(number, request)));
  }

  /** Whoever fuzzes without a key finds nothing, and would not know. */
  async #checkKey(number: number): Promise<void> {
    const { key } = this.talk.world;
    const answer = await fetch(`${this.target.url}/api/auth/token`, { headers: { Authorization: `Bearer ${key}` } });
    if (answer.status === 200) return;
    const problem = `the key does not open its account any more: ${answer.status}`;
    this.findings.keep(number, { kind: 'key-refused', problem }, 'the end of an account', 'GET /api/auth/token');
  }

  #checkLog(number: number): void {
    const { secrets } = this.talk;
    for (const line of leaksIn(this.target.log, secrets)) {
      const { requestId } = (jsonIn(line) ?? {}) as { requestId?: string };
      const told = secrets.reduce((text, secret) => text.replaceAll(secret.replace(/^ph_/, ''), '••••'), line);
      this.findings.keep(number, { kind: 'secret', problem: 'a secret is in the log' }, requestId ?? 'the log', told);
    }
  }
}

/** What is about a label is mostly asked of a prompt that has one. */
function subjectOf({ path }: DocumentedOperation, { promptList }: World, dice: Dice): KnownPrompt | undefined {
  const labelled = path.includes('{label}') ? promptList.filter(({ labels }) => labels.length > 0) : [];
  const candidates = labelled.length > 0 && dice.chance(0.8) ? labelled : promptList;
  return candidates.length > 0 ? dice.pick(candidates) : undefined;
}
