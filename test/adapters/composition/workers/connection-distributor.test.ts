import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionDistributor } from '../../../../src/adapters/composition/service/workers/connection-distributor.ts';
import type {
  ConnectionMessage,
  ListenOutcome,
  PrimaryMessage,
} from '../../../../src/adapters/composition/service/workers/messages.ts';
import type { Acceptor } from '../../../../src/adapters/composition/service/workers/worker-connections.ts';

/** A worker that does nothing by itself. */
class FakeWorker implements Acceptor {
  readonly received: PrimaryMessage[] = [];
  /** The connections that it has got. */
  readonly got: number[] = [];

  constructor(private readonly distributor: ConnectionDistributor) {}

  send(message: PrimaryMessage): void {
    this.received.push(message);
  }

  handOver(connection: number): void {
    this.got.push(connection);
  }

  reports(message: ConnectionMessage): void {
    this.distributor.received(this, message);
  }

  /** Accepts what it has got, one after the other. */
  acceptsAll(): void {
    for (const connection of this.got) this.reports({ kind: 'accepted', connection });
  }

  closes(...connections: readonly number[]): void {
    this.reports({ kind: 'closed', connections });
  }

  ends(): void {
    this.distributor.ended(this);
  }
}

class FakePort {
  outcome: Promise<ListenOutcome> = Promise.resolve({ port: 3000 });
  isClosed = false;
  private take: ((socket: Socket) => void) | undefined;

  listen(take: (socket: Socket) => void): Promise<ListenOutcome> {
    this.take = take;
    return this.outcome;
  }

  close(): void {
    this.isClosed = true;
  }

  /** Returns whether each of the connections has been closed, as far as the primary is concerned. */
  connect(count: number): { readonly areClosed: readonly boolean[] } {
    const destroys = Array.from({ length: count }, () => vi.fn());
    for (const destroy of destroys) this.take?.({ destroy } as unknown as Socket);
    return {
      get areClosed() {
        return destroys.map(({ mock }) => mock.calls.length > 0);
      },
    };
  }
}

describe('connections', () => {
  let port: FakePort;
  let drops: number;
  let distributor: ConnectionDistributor;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    port = new FakePort();
    drops = 0;
    distributor = new ConnectionDistributor(port, 8, () => (drops += 1));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const startWorker = async (): Promise<FakeWorker> => {
    const worker = new FakeWorker(distributor);
    worker.reports({ kind: 'listen' });
    await new Promise((resolve) => setImmediate(resolve));
    return worker;
  };

  const startWorkers = async (): Promise<readonly [FakeWorker, FakeWorker]> => [
    await startWorker(),
    await startWorker(),
  ];

  it('go to workers in turn while these have equally many', async () => {
    const [one, other] = await startWorkers();
    for (let connection = 1; connection <= 5; connection += 1) {
      port.connect(1);
      for (const worker of [one, other]) {
        worker.acceptsAll();
        worker.closes(connection);
      }
    }

    expect([one.got, other.got]).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
  });

  it('go to the worker with the fewest open ones', async () => {
    const [one, other] = await startWorkers();
    port.connect(6);
    one.acceptsAll();
    other.acceptsAll();
    one.closes(1, 5);
    one.got.splice(0);
    other.got.splice(0);

    port.connect(2);
    one.acceptsAll();

    expect([one.got, other.got]).toEqual([[7, 8], []]);
  });

  it('are spread evenly although no worker has accepted any yet', async () => {
    const [one, other] = await startWorkers();

    port.connect(8);
    one.acceptsAll();
    other.acceptsAll();

    expect([one.got, other.got]).toEqual([
      [1, 3, 5, 7],
      [2, 4, 6, 8],
    ]);
  });

  it('are handed over one at a time, and closed in the primary when they are accepted', async () => {
    const worker = await startWorker();
    const connections = port.connect(3);
    expect(worker.got).toEqual([1]);

    worker.reports({ kind: 'accepted', connection: 1 });

    expect(worker.got).toEqual([1, 2]);
    expect(connections.areClosed).toEqual([true, false, false]);
  });

  it('that a worker has not accepted when it ends go to another one', async () => {
    const [one, other] = await startWorkers();
    const connections = port.connect(6);
    one.reports({ kind: 'accepted', connection: 1 });

    one.ends();
    other.acceptsAll();

    expect(other.got).toEqual([2, 4, 6, 3, 5]);
    expect(connections.areClosed).toEqual([true, true, true, true, true, true]);
  });

  it('that a worker refuses go to another one', async () => {
    const [one, other] = await startWorkers();
    const connections = port.connect(2);
    one.reports({ kind: 'stop-listening' });
    one.reports({ kind: 'refused', connection: 1 });
    other.reports({ kind: 'accepted', connection: 2 });

    expect(other.got).toEqual([2, 1]);
    expect(connections.areClosed).toEqual([false, true]);
  });

  it('do not go to a worker that has stopped listening', async () => {
    const [one, other] = await startWorkers();
    other.reports({ kind: 'stop-listening' });

    port.connect(4);
    one.acceptsAll();

    expect([one.got, other.got]).toEqual([[1, 2, 3, 4], []]);
  });

  it('wait for a worker while there is none', async () => {
    const first = await startWorker();
    first.ends();
    const connections = port.connect(2);
    vi.advanceTimersByTime(29_999);

    const second = await startWorker();
    second.acceptsAll();
    vi.advanceTimersByTime(60_000);

    expect([first.got, second.got]).toEqual([[], [1, 2]]);
    expect(connections.areClosed).toEqual([true, true]);
    second.closes(1);
    port.connect(7);
    expect(drops).toBe(0);
  });

  it('are closed if no worker comes', async () => {
    const first = await startWorker();
    first.ends();
    const connections = port.connect(1);

    vi.advanceTimersByTime(30_000);
    const second = await startWorker();

    expect(connections.areClosed).toEqual([true]);
    expect(second.got).toEqual([]);
  });

  it('are closed if a worker does not accept them, and the next one is handed over', async () => {
    const worker = await startWorker();
    const stuck = port.connect(1);
    vi.advanceTimersByTime(1);
    const next = port.connect(1);

    vi.advanceTimersByTime(29_999);

    expect([stuck.areClosed, next.areClosed]).toEqual([[true], [false]]);
    expect(worker.got).toEqual([1, 2]);
  });

  it('are closed beyond the limit, which holds for all workers together', async () => {
    const [one, other] = await startWorkers();
    expect(port.connect(9).areClosed.lastIndexOf(true)).toBe(8);
    expect(drops).toBe(1);

    one.acceptsAll();
    other.acceptsAll();
    expect(port.connect(1).areClosed).toEqual([true]);
    one.closes(1, 3);
    expect(port.connect(3).areClosed).toEqual([false, false, true]);
    one.acceptsAll();
    other.acceptsAll();
    one.ends();

    expect(port.connect(5).areClosed).toEqual([false, false, false, false, true]);
  });

  it('count while they wait for a worker', async () => {
    const worker = await startWorker();
    worker.ends();

    expect(port.connect(9).areClosed.indexOf(true)).toBe(8);
  });

  it('are accepted until the last worker stops listening', async () => {
    const [one, other] = await startWorkers();
    distributor.stop();
    one.reports({ kind: 'stop-listening' });
    expect(port.isClosed).toBe(false);
    const connections = port.connect(1);
    expect(other.got).toEqual([1]);

    other.reports({ kind: 'stop-listening' });
    expect(port.isClosed).toBe(true);
    other.reports({ kind: 'refused', connection: 1 });

    expect(connections.areClosed).toEqual([true]);
  });

  it('that wait are closed when the service stops', async () => {
    const worker = await startWorker();
    worker.ends();
    expect(port.isClosed).toBe(false);
    const connections = port.connect(1);

    distributor.stop();

    expect(port.isClosed).toBe(true);
    expect(connections.areClosed).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never go to a worker that has ended while the port was opened', async () => {
    const [opened, open] = [Promise.withResolvers<ListenOutcome>(), new FakeWorker(distributor)];
    port.outcome = opened.promise;
    open.reports({ kind: 'listen' });
    open.ends();
    opened.resolve({ port: 3000 });
    const worker = await startWorker();

    port.connect(2);
    worker.acceptsAll();

    expect([open.got, worker.got]).toEqual([[], [1, 2]]);
  });

  it('need a port: why it cannot be opened is reported to the worker', async () => {
    const outcome = { error: { message: 'in use', code: 'EADDRINUSE', syscall: 'listen' } };
    port.outcome = Promise.resolve(outcome);

    const worker = await startWorker();

    expect(worker.received).toEqual([{ kind: 'listened', outcome }]);
  });
});
