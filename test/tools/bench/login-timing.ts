import { Api } from '../../adapters/http/support/api.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';

/**
 * Measures whether the time of a rejected sign-in reveals if the e-mail has an account. After `npm run build`:
 *
 *   node --experimental-transform-types test/tools/bench/login-timing.ts [pairs]
 */
const PAIRS = Number(process.argv[2] ?? 300);
const WARM_UP = 20;
/** Fewer than the consecutive failures after which an account is slowed down. */
const FAILURES_PER_ACCOUNT = 50;

/** Each sign-in comes from its own address, so that none is throttled. */
const addressOf = (index: number): string => `198.18.${index >> 8}.${index & 255}`;

async function measure(): Promise<{ unknown: number[]; wrong: number[] }> {
  const service = await ServiceProcess.start({
    settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' },
  });
  try {
    const api = new Api(service.url);
    const accounts: string[] = [];
    while (accounts.length * FAILURES_PER_ACCOUNT < PAIRS + WARM_UP) accounts.push((await api.openAccount()).email);
    const timeSignIn = async (signInEmail: string, index: number): Promise<number> => {
      const startedAt = performance.now();
      const { status } = await api.signIn(
        { email: signInEmail, password: `a guess, number ${index}` },
        addressOf(index),
      );
      if (status !== 401) throw new Error(`a wrong sign-in returned ${status}`);
      return performance.now() - startedAt;
    };
    const times = { unknown: [] as number[], wrong: [] as number[] };
    for (let index = 0; index < PAIRS + WARM_UP; index += 1) {
      // Sequentially and in alternating order, so that other work on the machine affects both alike.
      const kinds = index % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const);
      for (const [offset, kind] of kinds.entries()) {
        const email = accounts[Math.floor(index / FAILURES_PER_ACCOUNT)] ?? '';
        const signInEmail = kind === 'wrong' ? email : `x${email.slice(1)}`;
        const ms = await timeSignIn(signInEmail, 2 * index + offset);
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

/** How often a value of the first list exceeds one of the second, with its standard error; 0.5 if they do not differ. */
function superiority(ones: readonly number[], others: readonly number[]): { share: number; error: number } {
  const wins = ones.reduce((sum, one) => sum + others.filter((other) => one > other).length, 0);
  const pairs = ones.length * others.length;
  return { share: wins / pairs, error: Math.sqrt((ones.length + others.length + 1) / (12 * pairs)) };
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
    `a wrong password takes longer than an unknown e-mail in ${(100 * share).toFixed(1)} % of all pairs (50 % reveals nothing; standard error ${(100 * error).toFixed(1)})`,
    '',
  ].join('\n'),
);
