import { waitUntil } from '../../support/servers/wait-until.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';

/** Twice the guaranteed response time: a slower request hangs. */
const RESPONSE_MS_MAX = 10_000;
/** Long enough for a machine on which every other sign-in times out. */
const PROGRESS_MS_MAX = 120_000;

const KINDS = ['verify', 'sign-in', 'reset'] as const;

type Kind = (typeof KINDS)[number];

/** Clients that verify, sign in and rotate on every instance, one request after the other, until they are stopped. */
export class ContinuousLoad {
  /** Every unexpected response. */
  readonly failures: string[] = [];
  private readonly responses = { verify: 0, 'sign-in': 0, reset: 0 };
  private readonly stops: readonly (() => Promise<void>)[];

  /** The steady account keeps its key; the key of the changing one is rotated continuously. */
  constructor(
    private readonly services: readonly ServiceProcess[],
    steady: OpenedAccount,
    changing: OpenedAccount,
  ) {
    let held = changing;
    this.stops = [
      repeatUntilStopped((lane) => this.verify(this.at(lane), steady.token), services.length),
      // One lane for all services: hashing passwords on all of them concurrently would slow each other down.
      repeatUntilStopped((_, step) => this.signIn(this.at(step), steady)),
      repeatUntilStopped(async (_, step) => {
        held = await this.rotate(held, step);
      }),
    ];
  }

  /** Resolves when each kind of request has succeeded once per instance; rejects as soon as one fails. */
  async waitForProgress(): Promise<void> {
    const before = { ...this.responses };
    const hasProgressed = (kind: Kind) => this.responses[kind] >= before[kind] + this.services.length;
    const isOver = () => KINDS.every(hasProgressed) || this.failures.length > 0;
    await waitUntil(isOver, { what: 'the load makes progress', timeoutMs: PROGRESS_MS_MAX });
    if (this.failures.length > 0) throw new Error(`a request failed: ${this.failures[0]}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.stops.map((stop) => stop()));
  }

  /** Sends each request to another instance than the one before. */
  private async rotate(account: OpenedAccount, step: number): Promise<OpenedAccount> {
    const response = await this.send('reset', this.at(step), { method: 'DELETE', headers: bearer(account.token) });
    const rotated = { ...account, token: response?.token ?? account.token };
    await this.verify(this.at(step + 1), rotated.token);
    await this.signIn(this.at(step + 2), rotated);
    return rotated;
  }

  private async verify(service: ServiceProcess, token: string): Promise<void> {
    const response = await this.send('verify', service, { headers: bearer(token) });
    if (response && response.token !== token) this.failures.push('verify returned another key');
  }

  private async signIn(service: ServiceProcess, { email, password, token }: OpenedAccount): Promise<void> {
    const response = await this.send('sign-in', service, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (response && response.token !== token) this.failures.push('sign-in returned another key');
  }

  private async send(kind: Kind, { url }: ServiceProcess, request: RequestInit) {
    try {
      const response = await fetch(`${url}/api/auth/token`, {
        ...request,
        signal: AbortSignal.timeout(RESPONSE_MS_MAX),
      });
      const body = await response.text();
      if (kind === 'sign-in' && isHashingTimeout(body)) return undefined;
      if (response.status !== 200) throw new Error(`${response.status} ${body}`);
      this.responses[kind] += 1;
      return JSON.parse(body) as { token: string };
    } catch (error) {
      this.failures.push(`${kind}: ${error}`);
      return undefined;
    }
  }

  private at(step: number): ServiceProcess {
    const service = this.services[step % this.services.length];
    if (!service) throw new Error('there is no service');
    return service;
  }
}

/** Password hashing has the lowest priority and may time out on a busy machine; requests without a password must not. */
const isHashingTimeout = (body: string): boolean => /"code":"(timeout|busy)"/.test(body);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
