import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_DELAYS_MS,
  type AttemptOutcome,
  type EndedAttempt,
  judgeAttempt,
} from '../../../../src/domain/webhooks/attempt-outcome.ts';

const NOW = new Date('2026-11-15T12:00:00.000Z');
const DAY_MS = 86_400_000;
const MIDDLE = 0.5;

const responded = (status: number, retryAfter?: string): AttemptOutcome => ({
  kind: 'responded',
  status,
  response: 'body',
  retryAfter,
});

const anAttempt = (fields: Partial<EndedAttempt> = {}): EndedAttempt => ({
  attempts: 1,
  at: NOW,
  outcome: responded(500),
  health: { failingSince: null },
  ...fields,
});

const waitMs = (attempt: EndedAttempt, random = MIDDLE): number =>
  Number(judgeAttempt(attempt, random).dueAt) - NOW.getTime();

describe('judgeAttempt', () => {
  it.each([200, 201, 204, 299])('takes status %i as delivered', (status) => {
    expect(judgeAttempt(anAttempt({ outcome: responded(status) }), MIDDLE)).toEqual({
      state: 'done',
      dueAt: null,
      status,
      error: null,
      response: 'body',
    });
  });

  it.each([300, 301, 302, 304, 307, 308, 400, 404, 429, 500, 503])('takes status %i as a failure', (status) => {
    expect(judgeAttempt(anAttempt({ outcome: responded(status) }), MIDDLE)).toMatchObject({
      state: 'pending',
      status,
      error: expect.stringContaining(String(status)),
      response: 'body',
    });
  });

  it('states that redirects are not followed', () => {
    expect(judgeAttempt(anAttempt({ outcome: responded(302) }), MIDDLE).error).toBe(
      'the receiver responded 302: redirects are not followed',
    );
  });

  it('takes no response as a failure, with the reason', () => {
    const outcome: AttemptOutcome = { kind: 'unreachable', error: 'the connection was refused' };

    expect(judgeAttempt(anAttempt({ outcome }), MIDDLE)).toMatchObject({
      state: 'pending',
      status: null,
      error: 'the connection was refused',
      response: '',
    });
  });

  it('waits longer after each attempt, and gives up after the tenth', () => {
    const seconds = ATTEMPT_DELAYS_MS.slice(1).map((_, index) => waitMs(anAttempt({ attempts: index + 1 })) / 1000);

    expect(seconds).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(judgeAttempt(anAttempt({ attempts: 10 }), MIDDLE)).toMatchObject({ state: 'failed', dueAt: null });
    expect(judgeAttempt(anAttempt({ attempts: 11 }), MIDDLE)).toMatchObject({ state: 'failed', dueAt: null });
  });

  it('spreads retries by a tenth in both directions', () => {
    expect(waitMs(anAttempt({ attempts: 2 }), 0)).toBe(270_000);
    expect(waitMs(anAttempt({ attempts: 2 }), 1)).toBe(330_000);
  });

  it('waits as long as the receiver requests, up to a day', () => {
    const requested = (retryAfter: string, status = 503) =>
      waitMs(anAttempt({ outcome: responded(status, retryAfter) }));

    expect(requested('120')).toBe(120_000);
    expect(requested('120', 429)).toBe(120_000);
    expect(requested('Sun, 15 Nov 2026 12:10:00 GMT')).toBe(600_000);
    expect(requested('86400')).toBe(DAY_MS);
    expect(requested('9999999999999999999')).toBe(DAY_MS);
    expect(requested('Fri, 31 Dec 9999 23:59:59 GMT')).toBe(DAY_MS);
  });

  it('never retries earlier than the schedule, whatever the receiver requests', () => {
    for (const retryAfter of ['0', '1', '-5', 'soon', '', 'Sun, 15 Nov 2026 11:00:00 GMT']) {
      expect(waitMs(anAttempt({ outcome: responded(503, retryAfter) }))).toBe(5000);
    }
  });

  it('gives up and disables the webhook when the receiver responds 410', () => {
    expect(judgeAttempt(anAttempt({ outcome: responded(410) }), MIDDLE)).toMatchObject({
      state: 'failed',
      dueAt: null,
      status: 410,
      disables: 'endpoint_gone',
    });
  });

  it('disables the webhook with the first failure after five days without a success', () => {
    const failingSince = (ms: number) => anAttempt({ health: { failingSince: new Date(NOW.getTime() - ms) } });

    expect(judgeAttempt(failingSince(5 * DAY_MS - 1), MIDDLE).disables).toBeUndefined();
    expect(judgeAttempt(failingSince(5 * DAY_MS), MIDDLE).disables).toBe('failing');
    expect(judgeAttempt({ ...failingSince(5 * DAY_MS), attempts: 10 }, MIDDLE)).toMatchObject({
      state: 'failed',
      disables: 'failing',
    });
    expect(judgeAttempt({ ...failingSince(9 * DAY_MS), outcome: responded(200) }, MIDDLE).disables).toBeUndefined();
  });
});
