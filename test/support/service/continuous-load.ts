import { waitUntil } from '../servers/wait-until.ts';
import type { OpenedAccount } from './open-account.ts';
import type { ServiceProcess } from './service-process.ts';

/** Twice what the service promises: more would be a hanging request. */
const ANSWER_MS = 10_000;
/** Long enough for a machine on which every other sign-in is too late. */
const GOES_ON_MS = 120_000;

const KINDS = ['verify', 'sign-in', 'reset'] as const;

type Kind = (typeof KINDS)[number];

/** Clients that verify, sign in and reset on every instance, one request after the other, until they are stopped. */
export class ContinuousLoad {
  /** Everything that was not as it should be. */
  readonly failures: string[] = [];
  private readonly answers = { verify: 0, 'sign-in': 0, reset: 0 };
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
      // One for all of them: hashing passwords on each at once, the services would take each other's time.
      this.repeat((step) => this.signIn(this.at(step), steady.email, steady.token)),
      this.resetAllTheTime(changing),
    ];
  }

  /** Resolves when each kind of request was answered as often as there are instances; rejects as soon as one has failed. */
  async goesOn(): Promise<void> {
    const before = { ...this.answers };
    const wentOn = (kind: Kind) => this.answers[kind] >= before[kind] + this.services.length;
    const isOver = () => KINDS.every(wentOn) || this.failures.length > 0;
    await waitUntil(isOver, { what: 'the load goes on', timeoutMs: GOES_ON_MS });
    if (this.failures.length > 0) throw new Error(`a request failed: ${this.failures[0]}`);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async repeat(request: (step: number) => Promise<unknown>): Promise<void> {
    for (let step = 0; !this.stopped; step += 1) await request(step);
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

  private async ask(kind: Kind, { url }: ServiceProcess, request: RequestInit) {
    try {
      const answer = await fetch(`${url}/api/auth/token`, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
      const body = await answer.text();
      if (kind === 'sign-in' && hadNoTime(body)) return undefined;
      if (answer.status !== 200) throw new Error(`${answer.status} ${body}`);
      this.answers[kind] += 1;
      return JSON.parse(body) as { token: string };
    } catch (error) {
      this.failures.push(`${kind}: ${error}`);
      return undefined;
    }
  }

  private at(step: number): ServiceProcess {
    const service = this.services[step % this.services.length];
    if (!service) throw new Error('there is a service');
    return service;
  }
}

/**
 * Passwords are hashed behind everything else, and on a busy machine not in time. Who signs in is told so and tries again;
 * what needs no password has no such excuse.
 */
const hadNoTime = (body: string): boolean => /"code":"(timeout|busy)"/.test(body);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
