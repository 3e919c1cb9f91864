import { describe, expect, it } from 'vitest';
import { RETRY_MS_MAX, RetryWhileStale } from '../../../../src/application/prompts/retry-while-stale.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { PromptName } from '../../../../src/domain/naming/prompt-name.ts';

const OWNER = 'owner' as AccountId;
const PLAIN = { owner: OWNER, of: { by: 'name', name: 'plain' as PromptName } } as const;
const OTHER = { owner: OWNER, of: { by: 'name', name: 'other' as PromptName } } as const;
const STALE = { kind: 'stale' } as const;
const DONE = { kind: 'done' } as const;

interface PauseCall {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Pauses end when the test ends them, or when they are aborted. */
function retrying(random = 255) {
  const time = { ms: 0 };
  const pauses: PauseCall[] = [];
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((end) => {
      signal.addEventListener('abort', () => end());
      pauses.push({ ms, signal, end });
    });
  const entropy = { bytes: () => Uint8Array.of(random) };
  const retry = new RetryWhileStale({ now: () => new Date(time.ms) }, entropy, pause);
  return { retry, time, pauses };
}

/** An attempt that is stale until it is released. */
function aWriter() {
  const state = { attempts: 0, isStale: true };
  const attempt = async () => {
    state.attempts += 1;
    return state.isStale ? STALE : DONE;
  };
  return { state, attempt };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a write', () => {
  it('neither waits nor pauses when its first attempt is not stale, whatever waits in the queue', async () => {
    const { retry, pauses } = retrying();
    const slow = aWriter();
    const waiting = retry.execute(PLAIN, slow.attempt);
    await settle();
    const before = pauses.length;

    expect(await retry.execute(PLAIN, async () => DONE)).toEqual(DONE);
    expect(pauses).toHaveLength(before);
    slow.state.isStale = false;
    pauses.at(-1)?.end();
    expect(await waiting).toEqual(DONE);
  });

  it('retries at once, then after random pauses that grow up to 64 ms', async () => {
    const { retry, pauses } = retrying();
    const writer = aWriter();
    const writing = retry.execute(PLAIN, writer.attempt);
    for (let count = 1; count <= 6; count += 1) {
      await settle();
      pauses[count - 1]?.end();
    }
    writer.state.isStale = false;

    expect(await writing).toEqual(DONE);
    expect(pauses.map(({ ms }) => ms)).toEqual([4, 8, 16, 32, 64, 64]);
    expect(writer.state.attempts).toBe(8);
  });

  it('pauses for a shorter time when chance says so', async () => {
    const { retry, pauses } = retrying(51);
    const writer = aWriter();
    const writing = retry.execute(PLAIN, writer.attempt);
    await settle();
    writer.state.isStale = false;
    pauses[0]?.end();
    await writing;

    expect(pauses[0]?.ms).toBeCloseTo(0.8);
  });

  it('ends as a conflict well before the request would time out', async () => {
    const { retry, pauses, time } = retrying();
    const writing = retry.execute(PLAIN, aWriter().attempt);
    await settle();
    time.ms = RETRY_MS_MAX;
    pauses[0]?.end();

    expect(await writing).toEqual({ kind: 'conflict' });
    expect(RETRY_MS_MAX).toBeLessThanOrEqual(3000);
  });

  it('begins no attempt that would probably end too late', async () => {
    const { retry, pauses, time } = retrying();
    let attempts = 0;
    const writing = retry.execute({ ...PLAIN, isCertain: true }, async () => {
      attempts += 1;
      time.ms += 800;
      return STALE;
    });
    for (const index of [0, 1, 2]) {
      await settle();
      pauses[index]?.end();
    }

    expect(await writing).toEqual({ kind: 'conflict' });
    expect([attempts, time.ms]).toEqual([3, 2400]);
  });

  it('ends with the request, wherever it is', async () => {
    const { retry } = retrying();
    const [head, queued] = [new AbortController(), new AbortController()];
    const outcomes = [head, queued].map(({ signal }) => retry.execute(PLAIN, aWriter().attempt, { signal }));
    const ended = Promise.allSettled(outcomes);
    await settle();
    queued.abort(new Error('gone'));
    head.abort(new Error('gone'));

    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await retry.execute(PLAIN, async () => DONE)).toEqual(DONE);
  });
});

describe('overtaken writes of a prompt', () => {
  it('retry one after the other, first come, first served, each of them once', async () => {
    const { retry } = retrying();
    const retried: number[] = [];
    let running = 0;
    const write = (index: number) => {
      let attempts = 0;
      return retry.execute(PLAIN, async () => {
        attempts += 1;
        if (attempts === 1) return STALE;
        running += 1;
        expect(running).toBe(1);
        await settle();
        running -= 1;
        retried.push(index);
        return DONE;
      });
    };
    const indexes = Array.from({ length: 64 }, (_, index) => index);

    expect(await Promise.all(indexes.map(write))).toEqual(indexes.map(() => DONE));
    expect(retried).toEqual(indexes);
  });

  it('end as conflicts if they would have to wait for too long', async () => {
    const { retry, pauses, time } = retrying();
    const head = aWriter();
    const first = retry.execute(PLAIN, head.attempt);
    await settle();
    time.ms = 1000;
    const second = retry.execute(PLAIN, aWriter().attempt);
    await settle();
    expect(pauses.at(-1)?.ms).toBe(RETRY_MS_MAX);
    time.ms += RETRY_MS_MAX;
    pauses.at(-1)?.end();

    expect(await second).toEqual({ kind: 'conflict' });
    pauses[0]?.end();
    expect(await first).toEqual({ kind: 'conflict' });
  });

  it('leave the queue when they fail, and do not wait for those of other prompts', async () => {
    const { retry } = retrying();
    const slow = retry.execute(OTHER, aWriter().attempt);
    slow.catch(() => {});
    let attempts = 0;
    const failing = retry.execute(PLAIN, async () => {
      attempts += 1;
      if (attempts > 1) throw new Error('storage');
      return STALE;
    });
    await expect(failing).rejects.toThrow('storage');

    const writer = aWriter();
    const next = retry.execute(PLAIN, async () => {
      const outcome = await writer.attempt();
      writer.state.isStale = false;
      return outcome;
    });
    expect(await next).toEqual(DONE);
  });

  it('wait for their turn before their first attempt if they are certain to overtake each other', async () => {
    const { retry } = retrying();
    let version = 0;
    let attempts = 0;
    const publish = () =>
      retry.execute({ ...PLAIN, isCertain: true }, async () => {
        attempts += 1;
        const seen = version;
        await settle();
        if (version !== seen) return STALE;
        version += 1;
        return DONE;
      });

    await Promise.all(Array.from({ length: 64 }, publish));
    expect([version, attempts]).toEqual([64, 64]);
  });
});
