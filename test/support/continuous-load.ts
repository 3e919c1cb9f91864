import type { OpenedAccount } from './an-installation.ts';
import { waitUntil } from './servers/wait-until.ts';
import type { ServiceProcess } from './service-process.ts';

const ANSWER_MS = 10_000;

/** Clients that verify, sign in and reset on every instance, one request after the other, until they are stopped. */
export class ContinuousLoad {
  /** Everything that was not as it should be. */
  readonly failures: string[] = [];
  private answers = 0;
  private stopped = false;
  private readonly loops: Promise<void>[];

  /** The first account keeps its key, the second one's is reset all the time. */
  constructor(
    private readonly services: readonly ServiceProcess[],
    steady: OpenedAccount,
    changing: OpenedAccount,
    private readonly password: string,
  ) {
    this.loops = [
      ...services.map((service) => this.repeat(() => this.verify(service, steady.token))),
      ...services.map((service) => this.repeat(() => this.signIn(service, steady.email, steady.token))),
      this.resetAllTheTime(changing),
    ];
  }

  /** Resolves when some more requests were answered; rejects as soon as one has failed. */
  async goesOn(): Promise<void> {
    const wanted = this.answers + 40;
    const isOver = () => this.answers >= wanted || this.failures.length > 0;
    await waitUntil(isOver, { what: 'the load goes on', timeoutMs: 60_000 });
    if (this.failures.length > 0) throw new Error(`a request failed: ${this.failures[0]}`);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async repeat(request: () => Promise<unknown>): Promise<void> {
    while (!this.stopped) await request();
  }

  /** Each step on another instance than the one before. */
  private async resetAllTheTime({ email, token }: OpenedAccount): Promise<void> {
    let key = token;
    for (let step = 0; !this.stopped; step += 1) {
      const answer = await this.ask('reset', this.at(step), { method: 'DELETE', headers: bearer(key) });
      key = answer?.token ?? key;
      await this.verify(this.at(step + 1), key);
      await this.signIn(this.at(step + 2), email, key);
    }
  }

  private async verify(service: ServiceProcess, token: string): Promise<void> {
    const answer = await this.ask('verify', service, { headers: bearer(token) });
    if (answer && answer.token !== token) this.failures.push('verify answered another key');
  }

  private async signIn(service: ServiceProcess, email: string, token: string): Promise<void> {
    const answer = await this.ask('sign-in', service, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: this.password }),
    });
    if (answer && answer.token !== token) this.failures.push('sign-in answered another key');
  }

  private async ask(what: string, { url }: ServiceProcess, request: RequestInit) {
    try {
      const answer = await fetch(`${url}/api/auth/token`, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${body}`);
      this.answers += 1;
      return JSON.parse(body) as { token: string };
    } catch (error) {
      this.failures.push(`${what}: ${error}`);
      return undefined;
    }
  }

  private at(step: number): ServiceProcess {
    const service = this.services[step % this.services.length];
    if (!service) throw new Error('there is a service');
    return service;
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
