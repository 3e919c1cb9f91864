import { describe, expect, it } from 'vitest';
import { letOthersRun, nextTurn, UNLIMITED_WORK } from '../../../src/application/work.ts';

const loopIteration = () => new Promise((resolve) => setImmediate(resolve));

describe('steps of heavy work', () => {
  it('take turns, one in each iteration of the event loop', async () => {
    const steps: string[] = [];
    const step = async (name: string) => {
      await nextTurn();
      steps.push(name);
    };
    const all = Promise.all([step('first'), step('second'), step('third')]);
    const seen: string[][] = [];
    while (steps.length < 3) {
      await loopIteration();
      seen.push([...steps]);
    }
    await all;
    expect(seen).toEqual([['first'], ['first', 'second'], ['first', 'second', 'third']]);
  });

  it('end when their result is no longer wanted', async () => {
    const signal = AbortSignal.abort(new Error('client gone'));
    await expect(letOthersRun({ ...UNLIMITED_WORK, signal })).rejects.toThrow('client gone');
  });
});
