import { describe, expect, it } from 'vitest';
import { SharedQueue } from '../../../../src/adapters/composition/service/workers/shared-queue.ts';

/** A gate that admits, or refuses, whatever waits longest. */
function aGate() {
  const waiting: ((isAdmitted: boolean) => void)[] = [];
  const left: string[] = [];
  return {
    left,
    respond: async (isAdmitted: boolean) => {
      waiting.shift()?.(isAdmitted);
      await new Promise((resolve) => setImmediate(resolve));
    },
    enter: () => new Promise<boolean>((resolve) => waiting.push(resolve)),
    leave: (key: string) => left.push(key),
  };
}

describe('a hashing queue of all workers', () => {
  it('runs work when it is admitted, and leaves even if it fails', async () => {
    const gate = aGate();
    const queue = new SharedQueue(gate, { waitingMax: 2 });
    const failing = queue.run('ada', async () => Promise.reject(new Error('no memory')));
    expect([queue.waitingCount, queue.runningCount]).toEqual([1, 0]);
    await Promise.all([gate.respond(true), expect(failing).rejects.toThrow('no memory')]);

    expect([queue.waitingCount, queue.runningCount]).toEqual([0, 0]);
    expect(gate.left).toEqual(['ada']);
  });

  it('does not run work that is refused', async () => {
    const gate = aGate();
    const queue = new SharedQueue(gate, { waitingMax: 2 });
    const refused = queue.run('ada', async () => 'hashed');
    await gate.respond(false);

    expect(await refused).toBe('busy');
    expect(gate.left).toEqual([]);
  });

  it('has no room for a client that waits most while all slots are taken', async () => {
    const queue = new SharedQueue(aGate(), { waitingMax: 3 });
    for (const client of ['ada', 'ada']) void queue.run(client, async () => {});
    expect(queue.hasRoomFor('ada')).toBe(true);
    void queue.run('ada', async () => {});

    expect([queue.hasRoomFor('ada'), queue.hasRoomFor('bob')]).toEqual([false, true]);
  });
});
