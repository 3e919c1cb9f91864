import { PATIENCE_MS } from './judge/history.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Fleet } from './service/fleet.ts';
import { openAccount } from './service/open-account.ts';
import { type Answer, ask } from './service/send-request.ts';

const ACCOUNTS_AT_ONCE = 4;
/** Of the keys that were retired, the newest are those that anything might bring back. */
const PROBED_KEYS = 20;

export interface ResetCounts {
  pairs: number;
  probes: number;
  readonly violations: string[];
}

export interface ResetOrder {
  readonly pairs: number;
  readonly probes: number;
  readonly seed: string;
}

/**
 * Without any trouble: pairs of resets that present the same key to two services at the same moment, and probes of the
 * keys that were retired, on all services, after each. As many of both as were asked for, and answered: on a busy machine
 * a storage may take longer than a service waits. Then nobody knows which reset won, and the race begins anew.
 */
export async function raceResets(fleet: Fleet, order: ResetOrder, tell: (counts: ResetCounts) => void) {
  const counts: ResetCounts = { pairs: 0, probes: 0, violations: [] };
  const goOn = () => counts.pairs < order.pairs || counts.probes < order.probes;
  await Promise.all(
    Array.from({ length: ACCOUNTS_AT_ONCE }, async (_, number) => {
      const begin = () => Racer.begin(fleet, new SeededRandom(order.seed, 'resets', number), number, order.seed);
      let racer = await begin();
      while (goOn() && counts.violations.length === 0) {
        const wrong = await racer.race();
        if (wrong === undefined) {
          racer = await begin();
          continue;
        }
        counts.violations.push(...wrong);
        counts.pairs += 1;
        if (counts.probes < order.probes) {
          counts.violations.push(...(await racer.probe()));
          counts.probes += racer.probed;
        }
        tell(counts);
      }
    }),
  );
  return counts;
}

class Racer {
  probed = 0;
  private readonly retired: string[] = [];

  private constructor(
    private readonly fleet: Fleet,
    private readonly random: SeededRandom,
    private readonly address: string,
    private key: string,
  ) {}

  static async begin(fleet: Fleet, random: SeededRandom, number: number, seed: string): Promise<Racer> {
    const from = `10.255.0.${number + 1}`;
    const { token } = await openAccount(fleet, `racer${number}-${seed}`, from);
    return new Racer(fleet, random, from, token);
  }

  /** One of the two is told a new key, the other that its key is no longer one. Undefined when nobody knows. */
  async race(): Promise<readonly string[] | undefined> {
    const one = this.random.between(0, this.fleet.size - 1);
    const other = (one + this.random.between(1, Math.max(1, this.fleet.size - 1))) % this.fleet.size;
    const answers = await Promise.all([one, other].map((service) => this.ask(service, 'DELETE', this.key)));
    if (answers.some(({ kind }) => kind === 'unknown')) return undefined;
    const winner = answers.find((answer) => answer.kind === 'answered' && answer.status === 200);
    const outcome = answers.map(statusOf).sort().join(' and ');
    if (outcome !== '200 and 401' || winner?.kind !== 'answered' || winner.body.token === undefined) {
      return [`a pair of resets at once was answered ${outcome}`];
    }
    this.retired.push(this.key);
    this.key = winner.body.token;
    return [];
  }

  async probe(): Promise<readonly string[]> {
    const keys = this.retired.slice(-PROBED_KEYS);
    const services = Array.from({ length: this.fleet.size }, (_, service) => service);
    const all = await Promise.all(keys.flatMap((key) => services.map((service) => this.ask(service, 'GET', key))));
    const answers = all.filter(({ kind }) => kind !== 'unknown');
    this.probed = answers.length;
    const wrong = answers.map(statusOf).filter((status) => status !== '401');
    return wrong.map((status) => `the probe of a retired key was answered ${status}`);
  }

  private ask(service: number, method: 'GET' | 'DELETE', key: string): Promise<Answer> {
    const question = { method, path: '/api/auth/token', key, from: this.address, timeoutMs: PATIENCE_MS };
    return ask(this.fleet.url(service), question);
  }
}

const statusOf = (answer: Answer): string => (answer.kind === 'answered' ? String(answer.status) : answer.kind);
