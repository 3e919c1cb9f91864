import { SeededRandom } from '../seeded-random.ts';
import { REQUEST_TIMEOUT_MS } from './checker/history.ts';
import { openAccount } from './service/open-account.ts';
import { type RequestResult, sendRequest } from './service/send-request.ts';
import type { ServiceInstances } from './service/service-instances.ts';

const CONCURRENT_ACCOUNTS = 4;
/** The newest retired keys, the most likely to be accepted by mistake. */
const PROBED_KEYS = 20;

export interface ResetCounts {
  pairs: number;
  probes: number;
  readonly violations: string[];
}

export interface ResetOptions {
  readonly pairs: number;
  readonly probes: number;
  readonly seed: string;
}

/**
 * Without faults: pairs of concurrent resets that present the same key to two services, and after each pair requests
 * with retired keys to all services. Only requests with a response count: on a busy machine the storage may take longer
 * than a service waits. Then it is unknown which reset won, and the race starts again with a new account.
 */
export async function raceResets(
  instances: ServiceInstances,
  options: ResetOptions,
  onProgress: (counts: ResetCounts) => void,
) {
  const counts: ResetCounts = { pairs: 0, probes: 0, violations: [] };
  const isUnfinished = () => counts.pairs < options.pairs || counts.probes < options.probes;
  await Promise.all(
    Array.from({ length: CONCURRENT_ACCOUNTS }, async (_, number) => {
      const start = () =>
        Racer.start(instances, new SeededRandom(options.seed, 'resets', number), number, options.seed);
      let racer = await start();
      while (isUnfinished() && counts.violations.length === 0) {
        const violations = await racer.race();
        if (violations === undefined) {
          racer = await start();
          continue;
        }
        counts.violations.push(...violations);
        counts.pairs += 1;
        if (counts.probes < options.probes) {
          counts.violations.push(...(await racer.probe()));
          counts.probes += racer.probed;
        }
        onProgress(counts);
      }
    }),
  );
  return counts;
}

class Racer {
  probed = 0;
  private readonly retired: string[] = [];

  private constructor(
    private readonly instances: ServiceInstances,
    private readonly random: SeededRandom,
    private readonly address: string,
    private key: string,
  ) {}

  static async start(instances: ServiceInstances, random: SeededRandom, number: number, seed: string): Promise<Racer> {
    const from = `10.255.0.${number + 1}`;
    const { token } = await openAccount(instances, `racer${number}-${seed}`, from);
    return new Racer(instances, random, from, token);
  }

  /** One reset gets a new key, the other is rejected. Returns undefined if an outcome is unknown. */
  async race(): Promise<readonly string[] | undefined> {
    const one = this.random.between(0, this.instances.size - 1);
    const other = (one + this.random.between(1, Math.max(1, this.instances.size - 1))) % this.instances.size;
    const results = await Promise.all([one, other].map((service) => this.send(service, 'DELETE', this.key)));
    if (results.some(({ kind }) => kind === 'unknown')) return undefined;
    const winner = results.find((result) => result.kind === 'responded' && result.status === 200);
    const outcome = results.map(statusOf).sort().join(' and ');
    if (outcome !== '200 and 401' || winner?.kind !== 'responded' || winner.body.token === undefined) {
      return [`two concurrent resets got ${outcome}`];
    }
    this.retired.push(this.key);
    this.key = winner.body.token;
    return [];
  }

  async probe(): Promise<readonly string[]> {
    const keys = this.retired.slice(-PROBED_KEYS);
    const services = Array.from({ length: this.instances.size }, (_, service) => service);
    const all = await Promise.all(keys.flatMap((key) => services.map((service) => this.send(service, 'GET', key))));
    const results = all.filter(({ kind }) => kind !== 'unknown');
    this.probed = results.length;
    const wrong = results.map(statusOf).filter((status) => status !== '401');
    return wrong.map((status) => `a request with a retired key got ${status}`);
  }

  private send(service: number, method: 'GET' | 'DELETE', key: string): Promise<RequestResult> {
    const request = { method, path: '/api/auth/token', key, from: this.address, timeoutMs: REQUEST_TIMEOUT_MS };
    return sendRequest(this.instances.url(service), request);
  }
}

const statusOf = (result: RequestResult): string => (result.kind === 'responded' ? String(result.status) : result.kind);
