import { Api, type ApiResponse, tokenIn } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';

/** Twice the guaranteed response time: a slower request hangs. */
const RESPONSE_MS_MAX = 10_000;
/** Long enough for a machine on which every other sign-in times out. */
const PROGRESS_MS_MAX = 120_000;
/** Password hashing has the lowest priority and may time out on a busy machine; requests without a password must not. */
const HASHING_TIMEOUT = /"code":"(timeout|busy)"/;

const KINDS = ['verify', 'sign-in', 'reset'] as const;

type Kind = (typeof KINDS)[number];

/** Clients that verify, sign in and rotate on every instance, one request after the other, until they are stopped. */
export class ContinuousLoad {
  /** Every unexpected response. */
  readonly failures: string[] = [];
  private readonly responses = { verify: 0, 'sign-in': 0, reset: 0 };
  private readonly apis: readonly Api[];
  private readonly stops: readonly (() => Promise<void>)[];

  /** The steady account keeps its key; the key of the changing one is rotated continuously. */
  constructor(services: readonly ServiceProcess[], steady: OpenedAccount, changing: OpenedAccount) {
    this.apis = services.map(({ url }) => new Api(url));
    let held = changing;
    this.stops = [
      repeatUntilStopped((lane) => this.verify(lane, steady), services.length),
      // One lane for all services: hashing passwords on all of them concurrently would slow each other down.
      repeatUntilStopped((_, step) => this.signIn(step, steady)),
      repeatUntilStopped(async (_, step) => {
        const token = await this.send('reset', (api) => api.reset(held.token), step);
        held = { ...held, token: token ?? held.token };
        await this.verify(step + 1, held);
        await this.signIn(step + 2, held);
      }),
    ];
  }

  /** Resolves when each kind of request has succeeded once per instance; rejects as soon as one fails. */
  async waitForProgress(): Promise<void> {
    const before = { ...this.responses };
    const hasProgressed = (kind: Kind) => this.responses[kind] >= before[kind] + this.apis.length;
    const isOver = () => KINDS.every(hasProgressed) || this.failures.length > 0;
    await waitUntil(isOver, { what: 'the load makes progress', timeoutMs: PROGRESS_MS_MAX });
    if (this.failures.length > 0) throw new Error(`a request failed: ${this.failures[0]}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.stops.map((stop) => stop()));
  }

  private async verify(step: number, { token }: OpenedAccount): Promise<void> {
    const returned = await this.send('verify', (api) => api.verify(token), step);
    if (returned !== undefined && returned !== token) this.failures.push('verify returned another key');
  }

  private async signIn(step: number, account: OpenedAccount): Promise<void> {
    const returned = await this.send('sign-in', (api) => api.signIn(account), step);
    if (returned !== undefined && returned !== account.token) this.failures.push('sign-in returned another key');
  }

  /** Sends each request to another instance than the step before. Returns the key in the response, if any. */
  private async send(kind: Kind, request: (api: Api) => Promise<ApiResponse>, step: number) {
    const startedAt = performance.now();
    try {
      const response = await request(this.apis[step % this.apis.length] as Api);
      if (kind === 'sign-in' && HASHING_TIMEOUT.test(response.text)) return undefined;
      if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
      if (performance.now() - startedAt > RESPONSE_MS_MAX) throw new Error('the response took too long');
      this.responses[kind] += 1;
      return tokenIn(response);
    } catch (error) {
      this.failures.push(`${kind}: ${error}`);
      return undefined;
    }
  }
}
