import { waitUntil } from '../../support/servers/wait-until.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';

/** Twice the guaranteed response time: a slower request hangs. */
const RESPONSE_MS_MAX = 10_000;

/** A credential with the statuses that it may get besides 503. */
export interface ReadCredential {
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: 200 | 401;
}

/** Clients that read with valid and with retired credentials on every instance, one request after the other. */
export class CredentialReads {
  /** Every response that was neither the expected one nor a 503. */
  readonly failures: string[] = [];
  /** Counts of responses by client. */
  private readonly counts: { expected: number; unavailable: number }[] = [];
  private readonly stops: (() => Promise<void>)[] = [];

  constructor(services: readonly ServiceProcess[], credentials: readonly ReadCredential[]) {
    for (const service of services) for (const credential of credentials) this.start(service, credential);
  }

  /** Resolves when every client got its expected status twice more: the first may have been sent before. */
  waitForExpected(timeoutMs?: number): Promise<void> {
    return this.waitForMore('expected', timeoutMs);
  }

  /** Resolves when every client got two more 503. */
  waitForUnavailable(): Promise<void> {
    return this.waitForMore('unavailable');
  }

  async stop(): Promise<void> {
    await Promise.all(this.stops.map((stop) => stop()));
  }

  private async waitForMore(kind: 'expected' | 'unavailable', timeoutMs?: number): Promise<void> {
    const before = this.counts.map((count) => count[kind]);
    const isOver = () =>
      this.failures.length > 0 || this.counts.every((count, index) => count[kind] >= (before[index] ?? 0) + 2);
    await waitUntil(isOver, { what: `every client gets the ${kind} status`, timeoutMs });
    if (this.failures.length > 0) throw new Error(`a response is wrong: ${this.failures[0]}`);
  }

  private start(service: ServiceProcess, { what, path, headers, expected }: ReadCredential): void {
    const count = { expected: 0, unavailable: 0 };
    this.counts.push(count);
    const read = async () => {
      const response = await fetch(`${service.url}${path}`, { headers, signal: AbortSignal.timeout(RESPONSE_MS_MAX) });
      const text = await response.text();
      if (response.status === expected) count.expected += 1;
      else if (response.status === 503) count.unavailable += 1;
      else this.failures.push(`${what}: ${response.status} ${text}`);
    };
    this.stops.push(repeatUntilStopped(() => read().catch((error) => this.failures.push(`${what}: ${error}`))));
  }
}
