import { beforeEach, describe, expect, it } from 'vitest';
import type { PrimaryMessage, WorkerMessage } from '../../../../src/adapters/composition/service/workers/messages.ts';
import { PrimaryConnection } from '../../../../src/adapters/composition/service/workers/primary-connection.ts';

describe('the connection of a worker to its primary', () => {
  let sent: WorkerMessage[];
  let receive: (message: PrimaryMessage | string) => void;
  let connection: PrimaryConnection;

  beforeEach(() => {
    sent = [];
    connection = new PrimaryConnection(
      { send: (message) => sent.push(message), onMessage: (listener) => (receive = listener) },
      2,
    );
  });

  const slotOf = (message: WorkerMessage | undefined): number => {
    if (message?.kind !== 'enter') throw new Error('no slot was asked for');
    return message.slot;
  };

  it('waits until the worker may begin', async () => {
    const part = connection.begin(2);
    receive('cpu');
    receive({ kind: 'begin', isFirst: false });

    expect(await part).toMatchObject({ worker: 2, isFirst: false, peers: connection });
    expect(sent).toEqual([{ kind: 'hello' }]);
  });

  it('starts leading when the primary asks it to', async () => {
    const begun = connection.begin(1);
    receive({ kind: 'begin', isFirst: true });
    const part = await begun;
    let starts = 0;
    part.onLead(() => (starts += 1));
    part.ready();
    expect([starts, sent.at(-1)]).toEqual([0, { kind: 'ready' }]);

    receive({ kind: 'lead' });

    expect(starts).toBe(1);
  });

  it('asks for a slot, and gives back exactly those that it got', async () => {
    const gate = connection.gates.streams;
    const entering = [gate.enter('ada'), gate.enter('ada'), gate.enter('bob')];
    const [first, second, third] = sent.map(slotOf);
    receive({ kind: 'entered', slot: second ?? 0, isAdmitted: true });
    receive({ kind: 'entered', slot: first ?? 0, isAdmitted: false });
    receive({ kind: 'entered', slot: third ?? 0, isAdmitted: true });
    expect(await Promise.all(entering)).toEqual([false, true, true]);
    sent.splice(0);

    gate.leave('ada');
    gate.leave('ada');
    gate.leave('bob');

    expect(sent).toEqual([
      { kind: 'leave', slot: second },
      { kind: 'leave', slot: third },
    ]);
  });

  it('reports the metrics of its own process, and gets those of all', async () => {
    connection.reportMetrics(async () => []);
    receive({ kind: 'measure', request: 3 });
    const collected = connection.collectMetrics();
    await expect.poll(() => sent).toContainEqual({ kind: 'measured', request: 3, values: [] });
    const asked = sent.find((message) => message.kind === 'collect');
    receive({ kind: 'collected', request: asked?.kind === 'collect' ? asked.request : 0, values: [[], []] });

    expect(await collected).toEqual([[], []]);
  });
});
