import { describe, expect, it } from 'vitest';
import type { AttemptCount, SignInAttempt, SignInThrottle } from '../../../src/application/ports/sign-in-throttle.ts';
import { anEmail } from '../../support/builders/an-account.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const MINUTE_MS = 60 * 1000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date('2026-11-16T12:00:00.000Z');

let addresses = 0;
/** An address that no other test uses, so that tests do not share counts. */
const anAddress = (): string => {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
};

const anAttempt = (fields: Partial<SignInAttempt> = {}): SignInAttempt => ({
  email: anEmail(),
  address: anAddress(),
  at: NOW,
  ...fields,
});

const later = (attempt: SignInAttempt, ms: number): SignInAttempt => ({
  ...attempt,
  at: new Date(attempt.at.getTime() + ms),
});

const waitOf = (count: AttemptCount): number => (count.kind === 'throttled' ? count.waitMs : 0);

async function count(throttle: SignInThrottle, attempt: SignInAttempt, times = 1): Promise<number[]> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(waitOf(await throttle.count(attempt)));
  return waits;
}

/** Counts an attempt and reports its success. */
async function succeed(throttle: SignInThrottle, attempt: SignInAttempt): Promise<number> {
  const counted = await throttle.count(attempt);
  if (counted.kind === 'counted') await throttle.recordSuccess(counted.attempt);
  return waitOf(counted);
}

/** As many concurrently as two instances hash concurrently. */
async function countAll(throttle: SignInThrottle, attempts: readonly SignInAttempt[]): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < attempts.length; index += 4) {
    const counts = attempts.slice(index, index + 4).map((attempt) => throttle.count(attempt));
    waits.push(...(await Promise.all(counts)).map(waitOf));
  }
  return waits;
}

const attempts = (times: number, fields: Partial<SignInAttempt>): SignInAttempt[] =>
  Array.from({ length: times }, () => anAttempt(fields));

/** Fails to sign in with this e-mail from other addresses. */
const failElsewhere = (throttle: SignInThrottle, email: string, times: number, at = NOW): Promise<number[]> =>
  countAll(throttle, attempts(times, { email, at }));

const zeros = (length: number): number[] => Array<number>(length).fill(0);

/** One test per promise of the SignInThrottle port, and of its limits. */
export function signInThrottleContract(createStorage: CreateStorage): void {
  // Concurrently, because attempts above a limit take a while. Each test has its own addresses.
  describe.concurrent('SignInThrottle', () => {
    const instances = twoInstances(createStorage);
    limitsPerAddress(instances);
    limitsPerAccount(instances);
    knownAddresses(instances);
  });
  // In a storage of their own: when hours have passed, records expire.
  describe('SignInThrottle', () => {
    const instances = twoInstances(createStorage);
    passingTime(instances);
    wrongClocks(instances);
  });
}

type Instances = ReturnType<typeof twoInstances>;

function limitsPerAddress({ here, there, onBoth }: Instances): void {
  it('allows five failures and makes the sixth wait five minutes', async () => {
    const attempt = anAttempt();

    expect(await count(here.throttle, attempt, 5)).toEqual(zeros(5));
    expect(await here.throttle.waitMs(attempt)).toBe(0);
    expect(await count(here.throttle, attempt)).toEqual([FIVE_MINUTES_MS]);
    expect(await here.throttle.waitMs(later(attempt, MINUTE_MS))).toBe(4 * MINUTE_MS);
    expect(await here.throttle.waitMs(later(attempt, FIVE_MINUTES_MS))).toBe(0);
  });

  it('counts failures of the last five minutes, wherever they begin', async () => {
    const { throttle } = here;
    const attempt = anAttempt();
    await count(throttle, attempt, 2);
    await count(throttle, later(attempt, 4 * MINUTE_MS), 3);

    expect(await count(throttle, later(attempt, 4.5 * MINUTE_MS))).not.toEqual([0]);
    const other = anAttempt();
    await count(throttle, other, 2);
    await count(throttle, later(other, 4 * MINUTE_MS), 3);
    expect(await count(throttle, later(other, 6 * MINUTE_MS), 3)).toEqual([0, 0, FIVE_MINUTES_MS]);
  });

  it('counts the failures of all instances together', async () => {
    const attempt = anAttempt();
    await count(here.throttle, attempt, 3);
    await count(there.throttle, attempt, 2);

    expect(await count(here.throttle, attempt)).toEqual([FIVE_MINUTES_MS]);
    expect(await there.throttle.waitMs(attempt)).toBeGreaterThan(0);
  });

  it('allows at most five of twenty concurrent attempts', async () => {
    const attempt = anAttempt();

    const counts = await onBoth(TWENTY, ({ throttle }) => throttle.count(attempt));

    expect(counts.filter(({ kind }) => kind === 'counted')).toHaveLength(5);
    expect(new Set(counts.map(waitOf))).toEqual(new Set([0, FIVE_MINUTES_MS]));
  });

  it('does not throttle many concurrent successes', async () => {
    const attempt = anAttempt();

    const waits = await onBoth(TWENTY.slice(0, 8), ({ throttle }) => succeed(throttle, attempt));

    expect(waits).toEqual(zeros(8));
    expect(await here.throttle.waitMs(attempt)).toBe(0);
  });

  it('does not throttle another e-mail, or the same one from another address', async () => {
    const { throttle } = here;
    const attempt = anAttempt();
    await count(throttle, attempt, 6);

    expect(await throttle.waitMs({ ...attempt, email: anEmail() })).toBe(0);
    expect(await throttle.waitMs({ ...attempt, address: anAddress() })).toBe(0);
  });

  it('takes back the count of an interrupted attempt', async () => {
    const attempt = anAttempt();
    await count(here.throttle, attempt, 4);
    const counted = await here.throttle.count(attempt);

    if (counted.kind === 'counted') await there.throttle.withdraw(counted.attempt);

    expect(await count(here.throttle, attempt, 2)).toEqual([0, FIVE_MINUTES_MS]);
  });

  it('throttles an address after a hundred failures in an hour, whatever the e-mails', async () => {
    const { throttle } = here;
    const { address } = anAttempt();
    const waits = await countAll(throttle, attempts(103, { address }));

    expect(waits.filter((wait) => wait === 0)).toHaveLength(100);
    const next = anAttempt({ address });
    expect(await throttle.waitMs(next)).toBeGreaterThan(0);
    expect(await throttle.waitMs(later(next, HOUR_MS / 2))).toBeGreaterThan(0);
    expect(await throttle.waitMs(later(next, HOUR_MS + MINUTE_MS))).toBe(0);
  });

  it('does not count successes against an address', async () => {
    const { throttle } = here;
    const { address } = anAttempt();
    for (let time = 0; time < 26; time += 1) {
      const waits = attempts(4, { address }).map((attempt) => succeed(throttle, attempt));
      expect(await Promise.all(waits)).toEqual(zeros(4));
    }
  });

  it('counts IPv6 addresses by their /64, /56 and /48', async () => {
    const { throttle } = here;
    const email = anEmail();
    await count(throttle, anAttempt({ email, address: '2001:db8:7::1' }), 6);
    const waitAt = (address: string) => throttle.waitMs(anAttempt({ email, address }));

    expect(await waitAt('2001:db8:7:0:aaaa::2')).toBeGreaterThan(0);
    expect(await waitAt('2001:db8:7:1::1')).toBe(0);

    const guesses = Array.from({ length: 24 }, (_, index) =>
      anAttempt({ email, address: `2001:db8:8:${(index * 256).toString(16)}::1` }),
    );
    expect((await countAll(throttle, guesses)).filter((wait) => wait === 0)).toHaveLength(20);
    expect(await waitAt('2001:db8:8:ffff::1')).toBeGreaterThan(0);
    expect(await waitAt('2001:db8:9::1')).toBe(0);
  });
}

function limitsPerAccount({ here, there }: Instances): void {
  it('allows a hundred consecutive failures per e-mail, then one attempt a minute from unknown addresses', async () => {
    const email = anEmail();

    const first = await failElsewhere(here.throttle, email, 100);
    const beyond = await failElsewhere(there.throttle, email, 10);

    expect(first).toEqual(zeros(100));
    expect(beyond.toSorted((one, other) => one - other)).toEqual([0, ...Array<number>(9).fill(MINUTE_MS)]);
    const next = new Date(NOW.getTime() + MINUTE_MS);
    expect(await failElsewhere(here.throttle, email, 1, next)).toEqual([0]);
    expect(await failElsewhere(here.throttle, email, 1, next)).toEqual([MINUTE_MS]);
  });

  it('lets one network make one of these attempts in ten minutes, so that it cannot take them all', async () => {
    const { throttle } = here;
    const email = anEmail();
    await failElsewhere(throttle, email, 100);
    const attacker = anAttempt({ email });
    const owner = anAttempt({ email });

    expect(await count(throttle, attacker)).toEqual([0]);
    expect(await throttle.waitMs(later(attacker, MINUTE_MS))).toBe(9 * MINUTE_MS);
    expect(await succeed(throttle, later(owner, MINUTE_MS))).toBe(0);
  });

  it('ends every block of an e-mail that is unblocked, on every instance', async () => {
    const email = anEmail();
    const [blocked, known] = [anAttempt({ email }), anAttempt({ email })];
    await succeed(here.throttle, known);
    await count(here.throttle, known, 31);
    await failElsewhere(here.throttle, email, 94);
    await count(here.throttle, blocked, 6);
    await failElsewhere(here.throttle, email, 2);
    const waits = () => Promise.all([blocked, known, anAttempt({ email })].map((it) => there.throttle.waitMs(it)));
    expect(await waits()).not.toContain(0);

    await here.throttle.unblock(email, NOW);

    expect(await waits()).toEqual([0, 0, 0]);
    expect(await count(there.throttle, blocked, 6)).toEqual([...zeros(5), FIVE_MINUTES_MS]);
    expect(await failElsewhere(here.throttle, email, 50)).toEqual(zeros(50));
  });
}

function knownAddresses({ here, there }: Instances): void {
  it('does not lock a known address out because of the failures of others', async () => {
    const owner = anAttempt();
    await succeed(here.throttle, owner);
    // Others fail with this e-mail from everywhere, and with all e-mails from the same address.
    await failElsewhere(here.throttle, owner.email, 102);
    await countAll(there.throttle, attempts(102, { address: owner.address }));

    expect(await there.throttle.waitMs(owner)).toBe(0);
    expect(await succeed(there.throttle, owner)).toBe(0);
  });

  it('allows thirty failures in an hour from a known address, and resets them after a success', async () => {
    const { throttle } = here;
    const owner = anAttempt();
    await succeed(throttle, owner);

    expect(await count(throttle, owner, 20)).toEqual(zeros(20));
    expect(await succeed(throttle, owner)).toBe(0);
    expect(await count(throttle, owner, 31)).toEqual([...zeros(30), FIVE_MINUTES_MS]);
    expect(await throttle.waitMs(owner)).toBe(FIVE_MINUTES_MS);
  });

  it('knows the address where an account was opened', async () => {
    const owner = anAttempt();
    await here.throttle.recordOpened(owner);

    expect(await count(there.throttle, owner, 20)).toEqual(zeros(20));
  });

  it('knows an address for one e-mail only', async () => {
    const { throttle } = here;
    const owner = anAttempt();
    await succeed(throttle, owner);

    expect(await count(throttle, anAttempt({ address: owner.address }), 6)).toEqual([...zeros(5), FIVE_MINUTES_MS]);
  });
}

function passingTime({ here }: Instances): void {
  it('doubles the block each time up to an hour, and starts over after a day', async () => {
    const { throttle } = here;
    let attempt = anAttempt();
    const blocks: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      const waitMs = (await count(throttle, attempt, 6)).at(-1) ?? 0;
      blocks.push(waitMs / MINUTE_MS);
      attempt = later(attempt, waitMs);
    }

    expect(blocks).toEqual([5, 10, 20, 40, 60, 60]);
    expect((await count(throttle, later(attempt, DAY_MS), 6)).at(-1)).toBe(FIVE_MINUTES_MS);
  });

  it('resets the consecutive failures after a success, and after a day without a failure', async () => {
    const { throttle } = here;
    const email = anEmail();
    await failElsewhere(throttle, email, 99);
    await succeed(throttle, anAttempt({ email }));
    expect(await failElsewhere(throttle, email, 100)).toEqual(zeros(100));
    expect(await failElsewhere(throttle, email, 2)).toContain(MINUTE_MS);

    const nextDay = new Date(NOW.getTime() + DAY_MS);
    expect(await failElsewhere(throttle, email, 3, nextDay)).toEqual(zeros(3));
  });

  it('knows an address for 30 days after its last success', async () => {
    const { throttle } = here;
    const owner = anAttempt();
    await succeed(throttle, owner);
    await succeed(throttle, later(owner, 20 * DAY_MS));

    expect(await count(throttle, later(owner, 49 * DAY_MS), 6)).toEqual(zeros(6));
    expect(await count(throttle, later(owner, 51 * DAY_MS), 6)).toEqual([...zeros(5), FIVE_MINUTES_MS]);
  });

  it('knows the twenty addresses that signed in last', async () => {
    const { throttle } = here;
    const email = anEmail();
    const attempts = Array.from({ length: 21 }, (_, index) => later(anAttempt({ email }), index * HOUR_MS));
    for (const attempt of attempts) await succeed(throttle, attempt);
    const failSixTimes = async (index: number) => count(throttle, { ...anAttempt(attempts[index]), at: NOW }, 6);

    expect(await failSixTimes(0)).toEqual([...zeros(5), FIVE_MINUTES_MS]);
    expect(await failSixTimes(1)).toEqual(zeros(6));
    expect(await failSixTimes(20)).toEqual(zeros(6));
  });
}

function wrongClocks({ here, there }: Instances): void {
  const YEAR_MS = 365 * DAY_MS;

  it('waits at most an hour for a block that a clock a year ahead has stored', async () => {
    const attempt = anAttempt();
    await count(here.throttle, later(attempt, YEAR_MS), 6);

    expect(await there.throttle.waitMs(attempt)).toBe(HOUR_MS);
    expect(await there.throttle.waitMs(later(attempt, HOUR_MS))).toBe(0);
    expect(await count(there.throttle, later(attempt, HOUR_MS))).toEqual([0]);
  });

  it('waits at most an hour for failures of an address, and a minute for those of an e-mail, of such a clock', async () => {
    const { throttle } = here;
    const { address } = anAttempt();
    await countAll(throttle, attempts(100, { address, at: new Date(NOW.getTime() + YEAR_MS) }));
    const email = anEmail();
    await failElsewhere(throttle, email, 101, new Date(NOW.getTime() + YEAR_MS));

    const attempt = anAttempt({ address });
    expect(await throttle.waitMs(attempt)).toBeLessThanOrEqual(HOUR_MS + MINUTE_MS);
    expect(await throttle.waitMs(later(attempt, HOUR_MS + MINUTE_MS))).toBe(0);
    expect(await throttle.waitMs(anAttempt({ email }))).toBe(MINUTE_MS);
    expect(await throttle.waitMs(later(anAttempt({ email }), MINUTE_MS))).toBe(0);
  });

  it('still knows an address after attempts by a clock that was a year ahead', async () => {
    const { throttle } = here;
    const owner = anAttempt();
    await succeed(throttle, owner);
    await failElsewhere(throttle, owner.email, 3, new Date(NOW.getTime() + YEAR_MS));

    expect(await count(throttle, owner, 20)).toEqual(zeros(20));
  });
}
