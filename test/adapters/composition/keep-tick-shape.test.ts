import { createHook } from 'node:async_hooks';
import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { keepTickShape } from '../../../src/adapters/composition/service/keep-tick-shape.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The objects that `process.nextTick` queues meanwhile and that are still there after a garbage collection. */
async function ticksLeftBy(queue: () => void): Promise<number> {
  const queued: WeakRef<object>[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') queued.push(new WeakRef(resource));
    },
  });
  hook.enable();
  queue();
  hook.disable();
  expect(queued).toHaveLength(1);
  // What a WeakRef was created for or returned is kept until the end of the iteration.
  await nextLoopIteration();
  await nextLoopIteration();
  collectGarbage();
  return queued.filter((tick) => tick.deref() !== undefined).length;
}

it('keeps one object of process.nextTick, so that V8 keeps their shape', async () => {
  expect(await ticksLeftBy(() => process.nextTick(() => {}))).toBe(0);
  expect(await ticksLeftBy(keepTickShape)).toBe(1);
});
