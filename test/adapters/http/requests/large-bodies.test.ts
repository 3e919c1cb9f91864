import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitForLargeBody } from '../../../../src/adapters/inbound/http/body/large-bodies.ts';

const LARGE = 1024 * 1024;

describe('large bodies', () => {
  it('of one account are checked one at a time, with others in between', async () => {
    const checked: string[] = [];
    const check = async (account: string, bytes: number) => {
      await waitForLargeBody(account, bytes);
      checked.push(`${account} ${bytes === LARGE ? 'large' : 'small'}`);
    };
    const large = [check('mallory', LARGE), check('mallory', LARGE), check('mallory', LARGE)];

    await Promise.all([check('ada', LARGE), check('mallory', 100), check('ada', 100)]);
    const first = [...checked];
    await nextRound();
    const afterOneRound = [...checked];
    await Promise.all(large);

    expect(first.toSorted()).toEqual(['ada large', 'ada small', 'mallory large', 'mallory small']);
    expect(afterOneRound).toEqual(first);
    expect(checked.filter((body) => body === 'mallory large')).toHaveLength(3);
  });

  it('that come alone do not wait', async () => {
    let isChecked = false;
    const waiting = waitForLargeBody('grace', LARGE)?.then(() => {
      isChecked = true;
    });

    await Promise.race([waiting, nextRound()]);

    expect(isChecked).toBe(true);
  });
});
