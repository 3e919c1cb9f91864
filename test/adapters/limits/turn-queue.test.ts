import { expect, it } from 'vitest';
import { TurnQueue } from '../../../src/adapters/limits/turn-queue.ts';

it('gives one turn in each iteration of the event loop', async () => {
  const turns = new TurnQueue();
  const taken: string[] = [];
  const all = Promise.all(['first', 'second', 'third'].map((name) => turns.next().then(() => taken.push(name))));

  const seen: string[][] = [];
  while (taken.length < 3) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([...taken]);
  }
  await all;

  expect(seen).toEqual([['first'], ['first', 'second'], ['first', 'second', 'third']]);
});
