import type { ApiDocument } from './api-document.ts';
import { type Complaint, Judge } from './judge.ts';
import { ANSWER_MS_MAX, type FuzzAnswer, FuzzClient, type FuzzRequest, NoAnswer } from './requests/exchange.ts';
import type { RawCase } from './requests/raw-case.ts';
import { exchangeRaw } from './requests/raw-exchange.ts';
import { Tally } from './tally.ts';
import { World } from './world.ts';

/** Whatever is fuzzed: a real service, or one that is bad on purpose. */
export interface Target {
  readonly url: string;
  readonly log: string;
  readonly exited: Promise<number>;
}

const NOBODY = new World({ email: '', password: '', name: '' }, '');
const RAW = '(raw socket)';

/** Sends, remembers what there is to learn, counts, and has every answer judged. */
export class Conversation {
  /** Everything that may never be in a log. */
  readonly secrets: string[] = [];
  readonly tally = new Tally();
  world = NOBODY;
  /** The process is gone, which it never should be. */
  hasEnded = false;
  sent = 0;
  private readonly client: FuzzClient;
  private readonly judge: Judge;

  constructor(
    private readonly target: Target,
    private readonly document: ApiDocument,
    private readonly answerMsMax = ANSWER_MS_MAX,
  ) {
    this.client = new FuzzClient(target.url, answerMsMax);
    this.judge = new Judge(document);
    void target.exited.then(() => (this.hasEnded = true));
  }

  close(): void {
    this.client.close();
  }

  async ask(request: FuzzRequest): Promise<{ answer?: FuzzAnswer; complaints: readonly Complaint[] }> {
    this.sent += 1;
    const { key } = this.world;
    try {
      const answer = await this.client.send(request, key);
      this.tally.count(this.placeOf(request), answer.status);
      this.world.learn(request, answer);
      if (this.world.key !== key) this.secrets.push(this.world.key);
      return { answer, complaints: this.judge.complaints(request, answer, key) };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.tally.count(this.placeOf(request), undefined);
      return { complaints: [await this.#silence(error)] };
    }
  }

  async askRaw(raw: RawCase): Promise<readonly Complaint[]> {
    this.sent += 1;
    const [firstLine = ''] = raw.bytes.toString('latin1').split('\r\n', 1);
    try {
      const answers = await exchangeRaw(this.target.url, raw, this.world.key, this.answerMsMax);
      for (const { status } of answers) this.tally.count(RAW, status);
      if (answers.length === 0) this.tally.count(RAW, undefined);
      return this.judge.rawComplaints(firstLine, answers);
    } catch (error) {
      this.tally.count(RAW, undefined);
      return [await this.#silence(error)];
    }
  }

  /** The operation that a request is about. */
  placeOf({ method, target }: FuzzRequest): string {
    const operation = this.document.operationFor(method, target);
    return operation ? `${method === 'HEAD' ? 'HEAD ' : ''}${operation.id}` : '(elsewhere)';
  }

  /** A process that ends breaks its connections first, and is seen to be gone a moment later. */
  async #silence(error: unknown): Promise<Complaint> {
    const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    await Promise.race([this.target.exited, moment]);
    const problem = error instanceof Error ? error.message : String(error);
    if (this.hasEnded) return { kind: 'ended', problem: `the process ended with ${await this.target.exited}` };
    const isGarbled = !(error instanceof NoAnswer) && !(error instanceof Error && 'code' in error);
    return { kind: isGarbled ? 'error-shape' : 'no-answer', problem };
  }
}

const MOMENT_MS = 50;
