import { describe, expect, it } from 'vitest';
import type { SharedLimit } from '../../../../src/adapters/composition/service/workers/messages.ts';
import { SharedSlots } from '../../../../src/adapters/composition/service/workers/shared-slots.ts';
import { StreamGate, type StreamLimits } from '../../../../src/adapters/inbound/http/limits/stream-gate.ts';

/** Lets everything that does not wait for a slot happen. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function aRoom(streams?: StreamLimits) {
  const slots = new SharedSlots(new StreamGate(streams));
  const responses: [string, boolean][] = [];
  let taken = 0;
  return {
    slots,
    responses,
    enter: async (worker: number, limit: SharedLimit, key: string, name = `${worker} ${key}`) => {
      taken += 1;
      void slots.enter(worker, taken, { limit, key }, (isAdmitted) => responses.push([name, isAdmitted]));
      await settle();
      return taken;
    },
  };
}

describe('slots that all workers share', () => {
  it('are limited for each account, whichever worker its streams are on', async () => {
    const { enter, responses } = aRoom({ streamsMax: 10, streamsPerAccountMax: 2, streamsPerKeyMax: 2 });
    await enter(1, 'streams', 'key ada');
    await enter(2, 'streams', 'key ada');
    await enter(3, 'streams', 'key ada');
    await enter(3, 'streams', 'key bob');

    expect(responses).toEqual([
      ['1 key ada', true],
      ['2 key ada', true],
      ['3 key ada', false],
      ['3 key bob', true],
    ]);
  });

  it('are limited in total', async () => {
    const { enter, responses } = aRoom({ streamsMax: 2, streamsPerAccountMax: 2, streamsPerKeyMax: 2 });
    for (const [index, key] of ['key a', 'key b', 'key c'].entries()) await enter(index, 'streams', key);

    expect(responses.map(([, isAdmitted]) => isAdmitted)).toEqual([true, true, false]);
  });

  it('are free again once they are given back, and only once', async () => {
    const { enter, slots, responses } = aRoom({ streamsMax: 1, streamsPerAccountMax: 1, streamsPerKeyMax: 1 });
    const slot = await enter(1, 'streams', 'ada');
    slots.leave(1, slot);
    slots.leave(1, slot);
    await settle();
    await enter(2, 'streams', 'ada', 'again');
    await enter(2, 'streams', 'ada', 'too many');

    expect(responses).toEqual([
      ['1 ada', true],
      ['again', true],
      ['too many', false],
    ]);
  });

  it('let two passwords be hashed at a time, and one for a sign-up', async () => {
    const { enter, slots, responses } = aRoom();
    const first = await enter(1, 'hashing', 'x');
    await enter(2, 'hashing', 'x');
    await enter(3, 'hashing', 'x');
    await enter(1, 'sign-ups', 'x', 'sign-up');
    await enter(2, 'sign-ups', 'x', 'second sign-up');
    expect(responses.map(([name]) => name)).toEqual(['1 x', '2 x', 'sign-up']);

    slots.leave(1, first);
    await settle();

    expect(responses.at(-1)).toEqual(['3 x', true]);
  });

  it('let one import be checked at a time', async () => {
    const { enter, slots, responses } = aRoom();
    const first = await enter(1, 'imports', 'import');
    await enter(2, 'imports', 'import');
    expect(responses).toHaveLength(1);

    slots.leave(1, first);
    await settle();

    expect(responses.at(-1)).toEqual(['2 import', true]);
  });

  it('pass by a worker that ended while it waited', async () => {
    const { enter, slots, responses } = aRoom();
    const first = await enter(1, 'imports', 'import');
    await enter(2, 'imports', 'import');
    await enter(3, 'imports', 'import');

    slots.leaveAll(2);
    slots.leave(1, first);
    await settle();

    expect(responses.at(-1)).toEqual(['3 import', true]);
  });
});
