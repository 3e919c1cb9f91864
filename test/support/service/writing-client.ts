import { setTimeout as delay } from 'node:timers/promises';
import { rotationRecordsMax } from '../../../src/domain/accounts/key-rotation.ts';
import type { OpenedAccount } from './open-account.ts';
import type { ServiceProcess } from './service-process.ts';

/** Twice what the service promises: more would be a hanging request. */
const ANSWER_MS = 10_000;
/** Pause after a 503, so that the client itself does not keep the machine from recovering. */
const PAUSE_MS = 50;
const PROMPT = '/api/prompts/load';

interface Answer {
  readonly status: number;
  readonly body: SuccessBody;
}

/** Each of the endpoints that are asked here answers a part of it, and a failure none. */
interface SuccessBody {
  readonly token: string;
  readonly data: { readonly version: number; readonly content: string; readonly length: number };
  readonly nextCursor: string | null;
}

/** One account's program: it resets its key and publishes with the new one, on one instance after the other. */
export class WritingClient {
  readonly failures: string[] = [];
  /** Rounds in which everything was acknowledged. */
  rounds = 0;
  resets = 0;
  refused = 0;
  private key: string;
  /** The last key that an acknowledged reset gave, and all before it. */
  private acknowledgedKey: string;
  private readonly retiredKeys: string[] = [];
  private unknownResets = 0;
  /** A reset ended in a 503: until the next is acknowledged, it may take place, or be undone by a failover. */
  private unsettled = false;
  private readonly versions = new Map<number, string>();
  private readonly sent = new Set<string>();
  private step = 0;

  constructor(
    private readonly services: readonly ServiceProcess[],
    readonly account: OpenedAccount,
    private readonly password: string,
  ) {
    this.key = account.token;
    this.acknowledgedKey = account.token;
  }

  get published(): number {
    return this.versions.size;
  }

  async createPrompt(): Promise<void> {
    const answer = await this.ask('create', this.at(0), PROMPT, 'PUT', { content: this.newContent() });
    if (answer?.status !== 201) throw new Error(`no prompt to publish in: ${JSON.stringify(answer)}`);
    this.versions.set(answer.body.data.version, answer.body.data.content);
  }

  async round(): Promise<void> {
    this.step += 1;
    const isReset = await this.reset(this.at(this.step));
    if (!isReset) await this.recover();
    const published = await Promise.all(this.services.map((service) => this.publish(service, this.newContent())));
    if (isReset && published.every(Boolean)) this.rounds += 1;
  }

  private async reset(service: ServiceProcess): Promise<boolean> {
    const presented = this.key;
    const answer = await this.ask('reset', service, '/api/auth/token', 'DELETE');
    if (answer?.status === 200) {
      if (presented !== this.acknowledgedKey) this.retiredKeys.push(presented);
      this.retiredKeys.push(this.acknowledgedKey);
      this.acknowledgedKey = this.key = answer.body.token;
      this.unsettled = false;
      this.resets += 1;
      return true;
    }
    if (answer?.status === 503) {
      this.unsettled = true;
      this.unknownResets += 1;
    } else this.judge('reset', answer);
    return false;
  }

  /** After a 503 once more, and this time only if need be: PUT does nothing where the words are there already. */
  private async publish(service: ServiceProcess, content: string): Promise<boolean> {
    const first = await this.ask('publish', service, `${PROMPT}/versions`, 'POST', { content });
    const answer = first?.status === 503 ? await this.ask('put', service, PROMPT, 'PUT', { content }) : first;
    if (answer?.status === 201 || answer?.status === 200) {
      const { version } = answer.body.data;
      if (this.versions.has(version)) this.failures.push(`version ${version} was given to two publishers`);
      this.versions.set(version, content);
      return true;
    }
    if (answer?.status !== 503) this.judge('publish', answer);
    return false;
  }

  /** As documented: after a 503, sign in and go on with the returned key. */
  private async recover(): Promise<void> {
    await delay(PAUSE_MS);
    const { email } = this.account;
    const answer = await this.ask('sign-in', this.at(this.step), '/api/auth/token', 'POST', {
      email,
      password: this.password,
    });
    if (answer?.status === 200) this.take(answer.body.token);
    // Too many hash passwords at this moment: nothing was told, and nothing was promised.
    else if (answer?.status !== 503 && answer?.status !== 429) this.judge('sign-in', answer);
  }

  private take(token: string): void {
    if (this.retiredKeys.includes(token)) this.failures.push('sign-in told a key that was retired');
    if (!this.unsettled && token !== this.acknowledgedKey)
      this.failures.push('sign-in told a key that nobody asked for');
    this.key = token;
  }

  /** A valid key is never refused. One of which nobody knows whether it was reset may be. */
  private judge(what: string, answer: Answer | undefined): void {
    if (answer === undefined || (answer.status === 401 && this.unsettled && what !== 'sign-in')) return;
    this.failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async check(): Promise<void> {
    for (const service of this.services) {
      await this.checkKeys(service);
      await this.checkVersions(service);
    }
  }

  private async checkKeys(service: ServiceProcess): Promise<void> {
    if (this.unsettled) await this.recover();
    const valid = await this.ask('verify', service, '/api/auth/token');
    if (valid?.status !== 200) this.failures.push(`the last key is answered ${valid?.status}`);
    // The newest are those that a lost write would bring back.
    for (const retired of this.retiredKeys.slice(-20)) {
      const answer = await this.ask('verify', service, '/api/auth/token', 'GET', undefined, retired);
      if (answer?.status !== 401) this.failures.push(`a retired key is answered ${answer?.status}`);
    }
    const kept = await this.countOf(service, '/api/auth/rotations');
    if (kept < Math.min(this.resets, rotationRecordsMax) || kept > this.resets + this.unknownResets) {
      this.failures.push(
        `${kept} resets are kept, ${this.resets} were acknowledged, ${this.unknownResets} are unknown`,
      );
    }
  }

  private async checkVersions(service: ServiceProcess): Promise<void> {
    const latest = await this.countOf(service, `${PROMPT}/versions`);
    for (let version = 1; version <= latest; version += 1) {
      const answer = await this.ask('read', service, `${PROMPT}/versions/${version}`);
      const content = answer?.status === 200 ? answer.body.data.content : '';
      const acknowledged = this.versions.get(version);
      if (!this.sent.has(content) || (acknowledged !== undefined && content !== acknowledged)) {
        this.failures.push(`version ${version} is ${content}, and was acknowledged as ${acknowledged}`);
      }
    }
    const missing = [...this.versions.keys()].filter((version) => version > latest);
    if (missing.length > 0) this.failures.push(`versions ${missing} were acknowledged, and ${latest} is the latest`);
  }

  /** The length of a list, whatever its pages. */
  private async countOf(service: ServiceProcess, path: string): Promise<number> {
    let count = 0;
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer: Answer | undefined = await this.ask(
        'list',
        service,
        `${path}?limit=200${cursor && `&cursor=${cursor}`}`,
      );
      if (answer?.status !== 200) throw new Error(`no list: ${JSON.stringify(answer)}`);
      count += answer.body.data.length;
      cursor = answer.body.nextCursor;
    }
    return count;
  }

  /** Undefined when there was no answer at all, which is a failure. */
  private async ask(
    what: string,
    { url }: ServiceProcess,
    path: string,
    method = 'GET',
    body?: unknown,
    key = this.key,
  ): Promise<Answer | undefined> {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (answer.status === 503) this.refused += 1;
      return { status: answer.status, body: (await answer.json()) as SuccessBody };
    } catch (error) {
      this.failures.push(`${what}: ${error}`);
      return undefined;
    }
  }

  private newContent(): string {
    const content = `Words ${this.sent.size + 1}.`;
    this.sent.add(content);
    return content;
  }

  private at(step: number): ServiceProcess {
    const service = this.services[step % this.services.length];
    if (!service) throw new Error('there is a service');
    return service;
  }
}
