import { Api } from '../adapters/http/support/api.ts';
import { ServiceProcess } from '../support/service/service-process.ts';
import { percentile } from './bench/statistics.ts';

/**
 * Measures whether the time of a rejected sign-in reveals if the e-mail has an account. After `npm run build`:
 *
 *   node --experimental-transform-types test/tools/sign-in-timing.ts [pairs]
 */
const PAIRS = Number(process.argv[2] ?? 300);
const WARM_UP = 20;
/** Fewer than the consecutive failures after which an account is slowed down. */
const FAILURES_PER_ACCOUNT = 50;

/** Each sign-in comes from its own address, so that none is throttled. */
const addressOf = (index: number): string => `198.18.${index >> 8}.${index & 255}`;

const service = await ServiceProcess.start({
  settings: { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_HTTP_TRUST_PROXY: '1' },
});
const api = new Api(service.url);
const times = { unknown: [] as number[], wrong: [] as number[] };
let existing = '';
for (let index = 0; index < PAIRS + WARM_UP; index += 1) {
  if (index % FAILURES_PER_ACCOUNT === 0) existing = (await api.openAccount()).email;
  // Sequentially and in alternating order, so that other work on the machine affects both alike.
  const kinds = index % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const);
  for (const [offset, kind] of kinds.entries()) {
    const email = kind === 'wrong' ? existing : `x${existing.slice(1)}`;
    const startedAt = performance.now();
    const { status } = await api.signIn({ email, password: `a guess, number ${index}` }, addressOf(2 * index + offset));
    if (status !== 401) throw new Error(`a wrong sign-in returned ${status}`);
    if (index >= WARM_UP) times[kind].push(performance.now() - startedAt);
  }
}
await service.dispose();

for (const [kind, ms] of Object.entries(times)) {
  const quantiles = [10, 50, 90].map((percent) => `p${percent} ${percentile(ms, percent).toFixed(2)} ms`);
  process.stdout.write(`${kind}: ${quantiles.join(', ')}\n`);
}
/** Of all pairs; 50 % if the times reveal nothing. */
const slower = times.wrong.flatMap((wrong) => times.unknown.filter((unknown) => wrong > unknown)).length / PAIRS ** 2;
process.stdout.write(`a wrong password takes longer in ${(100 * slower).toFixed(1)} % of all pairs\n`);
