import { Api } from '../../adapters/http/support/api.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';

/**
 * Whether the time of a refused sign-in tells if the e-mail has an account. From the clone, after `npm run build`:
 *
 *   node --experimental-transform-types test/tools/bench/login-timing.ts [pairs]
 */
const PAIRS = Number(process.argv[2] ?? 300);
const WARM_UP = 20;

/** Each from an address of its own, so that nothing is throttled. */
const addressOf = (index: number): string => `198.18.${index >> 8}.${index & 255}`;

async function measure(): Promise<{ unknown: number[]; wrong: number[] }> {
  const service = await ServiceProcess.start({
    settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' },
  });
  try {
    const api = new Api(service.url);
    const { email } = await api.openAccount();
    const timed = async (who: string, index: number): Promise<number> => {
      const startedAt = performance.now();
      const { status } = await api.signIn({ email: who, password: `a guess, number ${index}` }, addressOf(index));
      if (status !== 401) throw new Error(`a guess was answered ${status}`);
      return performance.now() - startedAt;
    };
    const times = { unknown: [] as number[], wrong: [] as number[] };
    for (let index = 0; index < PAIRS + WARM_UP; index += 1) {
      // One after the other in changing order, so that whatever else the machine does falls on both alike.
      const kinds = index % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const);
      for (const [turn, kind] of kinds.entries()) {
        const who = kind === 'wrong' ? email : `x${index}${email.slice(2)}`;
        const ms = await timed(who, 2 * index + turn);
        if (index >= WARM_UP) times[kind].push(ms);
      }
    }
    return times;
  } finally {
    await service.dispose();
  }
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

/** How often one of these takes longer than one of those: 0.5 when nothing can be told. With its standard error. */
function superiority(these: readonly number[], those: readonly number[]): { share: number; error: number } {
  const wins = these.reduce((sum, one) => sum + those.filter((other) => one > other).length, 0);
  const pairs = these.length * those.length;
  return { share: wins / pairs, error: Math.sqrt((these.length + those.length + 1) / (12 * pairs)) };
}

const { unknown, wrong } = await measure();
const line = (name: string, values: readonly number[]): string =>
  [name.padEnd(15), ...[0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(2).padStart(9))].join('');
const { share, error } = superiority(wrong, unknown);
process.stdout.write(
  [
    `${PAIRS} pairs, milliseconds   p10      p50      p90`,
    line('unknown e-mail', unknown),
    line('wrong password', wrong),
    `a wrong password takes longer than an unknown e-mail in ${(100 * share).toFixed(1)} % of all pairs (50 % tells nothing; standard error ${(100 * error).toFixed(1)})`,
    '',
  ].join('\n'),
);
