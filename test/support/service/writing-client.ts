import { setTimeout as delay } from 'node:timers/promises';
import { rotationRecordsMax } from '../../../src/domain/accounts/key-rotation.ts';
import type { OpenedAccount } from './open-account.ts';
import type { ServiceProcess } from './service-process.ts';

/** Twice the guaranteed response time: a slower request hangs. */
const RESPONSE_MS_MAX = 10_000;
/** Pause after a 503, so that the retries do not keep the service from recovering. */
const PAUSE_MS = 50;
const PROMPT = '/api/prompts/load';

interface ApiResponse {
  readonly status: number;
  readonly body: SuccessBody;
}

/** Each endpoint used here returns some of these fields; an error returns none. */
interface SuccessBody {
  readonly token: string;
  readonly data: { readonly version: number; readonly content: string; readonly length: number };
  readonly nextCursor: string | null;
}

/** A page of the account's changes. */
interface ChangesBody {
  readonly data: readonly { readonly id: string; readonly type: string; readonly data: { readonly version: number } }[];
  readonly nextCursor: string | null;
}

/** The client of one account: it rotates its key and publishes with the new one, on one instance after the other. */
export class WritingClient {
  readonly failures: string[] = [];
  /** Rounds in which everything was acknowledged. */
  rounds = 0;
  rotations = 0;
  rejected = 0;
  private key: string;
  /** The key of the last acknowledged rotation. */
  private acknowledgedKey: string;
  private readonly retiredKeys: string[] = [];
  private unknownRotations = 0;
  /** A rotation returned a 503: until the next one is acknowledged, it may take effect or be undone by a failover. */
  private unsettled = false;
  private readonly versions = new Map<number, string>();
  private readonly sent = new Set<string>();
  private step = 0;

  constructor(
    private readonly services: readonly ServiceProcess[],
    readonly account: OpenedAccount,
  ) {
    this.key = account.token;
    this.acknowledgedKey = account.token;
  }

  get published(): number {
    return this.versions.size;
  }

  async createPrompt(): Promise<void> {
    const response = await this.send('create', this.at(0), PROMPT, 'PUT', { content: this.newContent() });
    if (response?.status !== 201) throw new Error(`creating the prompt failed: ${JSON.stringify(response)}`);
    this.versions.set(response.body.data.version, response.body.data.content);
  }

  async round(): Promise<void> {
    this.step += 1;
    const isRotated = await this.rotate(this.at(this.step));
    if (!isRotated) await this.recover();
    const published = await Promise.all(this.services.map((service) => this.publish(service, this.newContent())));
    if (isRotated && published.every(Boolean)) this.rounds += 1;
  }

  private async rotate(service: ServiceProcess): Promise<boolean> {
    const presented = this.key;
    const response = await this.send('rotate', service, '/api/auth/token', 'DELETE');
    if (response?.status === 200) {
      if (presented !== this.acknowledgedKey) this.retiredKeys.push(presented);
      this.retiredKeys.push(this.acknowledgedKey);
      this.acknowledgedKey = this.key = response.body.token;
      this.unsettled = false;
      this.rotations += 1;
      return true;
    }
    if (response?.status === 503) {
      this.unsettled = true;
      this.unknownRotations += 1;
    } else this.checkResponse('rotate', response);
    return false;
  }

  /** Retries with PUT after a 503, because PUT does nothing if the content is already published. */
  private async publish(service: ServiceProcess, content: string): Promise<boolean> {
    const first = await this.send('publish', service, `${PROMPT}/versions`, 'POST', { content });
    const response = first?.status === 503 ? await this.send('put', service, PROMPT, 'PUT', { content }) : first;
    if (response?.status === 201 || response?.status === 200) {
      const { version } = response.body.data;
      if (this.versions.has(version)) this.failures.push(`version ${version} was given to two publishers`);
      this.versions.set(version, content);
      return true;
    }
    if (response?.status !== 503) this.checkResponse('publish', response);
    return false;
  }

  /** Recovers from a 503 as documented: signs in and continues with the returned key. */
  private async recover(): Promise<void> {
    await delay(PAUSE_MS);
    const { email, password } = this.account;
    const response = await this.send('sign-in', this.at(this.step), '/api/auth/token', 'POST', { email, password });
    if (response?.status === 200) this.useKey(response.body.token);
    // Password hashing is overloaded: no key was returned, and none was guaranteed.
    else if (response?.status !== 503 && response?.status !== 429) this.checkResponse('sign-in', response);
  }

  private useKey(token: string): void {
    if (this.retiredKeys.includes(token)) this.failures.push('sign-in returned a retired key');
    if (!this.unsettled && token !== this.acknowledgedKey)
      this.failures.push('sign-in returned a key that no client requested');
    this.key = token;
  }

  /** A valid key must never be rejected, unless the outcome of its rotation is unknown. */
  private checkResponse(what: string, response: ApiResponse | undefined): void {
    if (response === undefined || (response.status === 401 && this.unsettled && what !== 'sign-in')) return;
    this.failures.push(`${what}: ${response.status} ${JSON.stringify(response.body)}`);
  }

  async check(): Promise<void> {
    for (const service of this.services) {
      await this.checkKeys(service);
      const latest = await this.checkVersions(service);
      await this.checkChanges(service, latest);
    }
  }

  private async checkKeys(service: ServiceProcess): Promise<void> {
    if (this.unsettled) await this.recover();
    const valid = await this.send('verify', service, '/api/auth/token');
    if (valid?.status !== 200) this.failures.push(`the last key returns ${valid?.status}`);
    // A lost write would bring back one of the latest keys.
    for (const retired of this.retiredKeys.slice(-20)) {
      const response = await this.send('verify', service, '/api/auth/token', 'GET', undefined, retired);
      if (response?.status !== 401) this.failures.push(`a retired key returns ${response?.status}`);
    }
    const stored = await this.countItems(service, '/api/auth/rotations');
    if (stored < Math.min(this.rotations, rotationRecordsMax) || stored > this.rotations + this.unknownRotations) {
      this.failures.push(
        `${stored} rotations are stored, ${this.rotations} were acknowledged, ${this.unknownRotations} are unknown`,
      );
    }
  }

  private async checkVersions(service: ServiceProcess): Promise<number> {
    const latest = await this.countItems(service, `${PROMPT}/versions`);
    for (let version = 1; version <= latest; version += 1) {
      const response = await this.send('read', service, `${PROMPT}/versions/${version}`);
      const content = response?.status === 200 ? response.body.data.content : '';
      const acknowledged = this.versions.get(version);
      if (!this.sent.has(content) || (acknowledged !== undefined && content !== acknowledged)) {
        this.failures.push(`version ${version} is ${content}, but was acknowledged as ${acknowledged}`);
      }
    }
    const missing = [...this.versions.keys()].filter((version) => version > latest);
    if (missing.length > 0) this.failures.push(`versions ${missing} were acknowledged, but ${latest} is the latest`);
    return latest;
  }

  /** Every version has its change, in the revision of its own write, and there is no other change. */
  private async checkChanges(service: ServiceProcess, latest: number): Promise<void> {
    const recorded: string[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const response = await this.send('changes', service, `/api/changes?after=${after}&limit=200`);
      if (response?.status !== 200) throw new Error(`reading the changes failed: ${JSON.stringify(response)}`);
      const { data, nextCursor } = response.body as unknown as ChangesBody;
      recorded.push(...data.map((event) => `${event.id.split('-', 1)[0]} ${event.type} ${event.data.version}`));
      after = nextCursor;
    }
    const types = ['prompt.created', ...Array.from({ length: latest - 1 }, () => 'version.published')];
    const expected = types.map((type, index) => `${index + 1} ${type} ${index + 1}`);
    const isSame = recorded.length === expected.length && recorded.every((change, index) => change === expected[index]);
    if (!isSame) this.failures.push(`there are ${latest} versions, but the changes are ${recorded.join(', ')}`);
  }

  /** The number of items on all pages of a list. */
  private async countItems(service: ServiceProcess, path: string): Promise<number> {
    let count = 0;
    let cursor: string | null = '';
    while (cursor !== null) {
      const response: ApiResponse | undefined = await this.send(
        'list',
        service,
        `${path}?limit=200${cursor && `&cursor=${cursor}`}`,
      );
      if (response?.status !== 200) throw new Error(`listing failed: ${JSON.stringify(response)}`);
      count += response.body.data.length;
      cursor = response.body.nextCursor;
    }
    return count;
  }

  /** Undefined when there was no response, which is recorded as a failure. */
  private async send(
    what: string,
    { url }: ServiceProcess,
    path: string,
    method = 'GET',
    body?: unknown,
    key = this.key,
  ): Promise<ApiResponse | undefined> {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(RESPONSE_MS_MAX),
      });
      if (response.status === 503) this.rejected += 1;
      return { status: response.status, body: (await response.json()) as SuccessBody };
    } catch (error) {
      this.failures.push(`${what}: ${error}`);
      return undefined;
    }
  }

  private newContent(): string {
    const content = `Content ${this.sent.size + 1}.`;
    this.sent.add(content);
    return content;
  }

  private at(step: number): ServiceProcess {
    const service = this.services[step % this.services.length];
    if (!service) throw new Error('there is no service');
    return service;
  }
}
