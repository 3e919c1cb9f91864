import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import type { PrimaryMessage, WorkerMessage } from '../../../../src/adapters/composition/service/workers/messages.ts';
import { Supervisor, type Worker } from '../../../../src/adapters/composition/service/workers/supervisor.ts';

/** A worker that does nothing by itself. */
class FakeWorker implements Worker {
  readonly received: PrimaryMessage[] = [];
  readonly signals: NodeJS.Signals[] = [];

  constructor(
    readonly id: number,
    private readonly supervisor: () => Supervisor,
  ) {}

  send(message: PrimaryMessage): void {
    this.received.push(message);
  }

  handOver(): void {}

  kill(signal: NodeJS.Signals): void {
    this.signals.push(signal);
  }

  says(...kinds: ('hello' | 'ready')[]): void {
    for (const kind of kinds) this.tells({ kind });
  }

  tells(message: WorkerMessage): void {
    this.supervisor().received(this, message);
  }

  ends(code: number | null, signal: NodeJS.Signals | null = null): void {
    this.supervisor().ended(this, [code, signal]);
  }

  get leads(): boolean {
    return this.received.some(({ kind }) => kind === 'lead');
  }
}

const BEGIN_FIRST = { kind: 'begin', isFirst: true };
const BEGIN = { kind: 'begin', isFirst: false };

describe('a supervisor', () => {
  let workers: FakeWorker[];
  let log: Record<string, unknown>[];
  let supervisor: Supervisor;
  let exitCode: Promise<number>;
  let readyReports: number;
  let connections: { received: Mock; ended: Mock; stop: Mock };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    workers = [];
    log = [];
    readyReports = 0;
    const start = () => {
      const worker = new FakeWorker(workers.length + 1, () => supervisor);
      workers.push(worker);
      return worker;
    };
    const logger = pino({ base: null }, { write: (line: string) => log.push(JSON.parse(line)) });
    connections = { received: vi.fn(), ended: vi.fn(), stop: vi.fn() };
    supervisor = new Supervisor(start, 3, connections, logger, () => (readyReports += 1));
    exitCode = supervisor.run();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const worker = (number: number): FakeWorker => {
    const found = workers[number - 1];
    if (!found) throw new Error(`there is no worker ${number}`);
    return found;
  };

  const startAll = () => {
    for (const each of workers) each.says('hello');
    for (const each of workers) each.says('ready');
  };

  it('lets the first worker prepare the storage before the others begin', () => {
    worker(2).says('hello');
    worker(1).says('hello');
    expect([worker(1).received, worker(2).received]).toEqual([[BEGIN_FIRST], []]);

    worker(1).says('ready');
    worker(3).says('hello');

    expect([worker(2).received, worker(3).received]).toEqual([[BEGIN], [BEGIN]]);
  });

  it('is ready when all workers are', () => {
    for (const each of workers) each.says('hello');
    worker(1).says('ready');
    worker(2).says('ready');
    expect(readyReports).toBe(0);

    worker(3).says('ready');

    expect(readyReports).toBe(1);
  });

  it.each([
    ['the first', 1, 69],
    ['another', 2, 78],
  ])('stops everything with the exit code of %s worker if that cannot be started', async (_which, failing, code) => {
    worker(1).says('hello');
    if (failing > 1) worker(1).says('ready');

    worker(failing).ends(code);
    const others = workers.filter(({ id }) => id !== failing);
    expect(others.map(({ signals }) => signals)).toEqual([['SIGTERM'], ['SIGTERM']]);
    for (const each of others) each.ends(null, 'SIGTERM');

    expect(await exitCode).toBe(code);
    expect(readyReports).toBe(0);
  });

  it('starts a worker again that ends after the start, later each time', () => {
    startAll();
    const delays: unknown[] = [];
    for (let round = 0; round < 9; round += 1) {
      workers.at(-1)?.ends(null, 'SIGSEGV');
      delays.push(log.at(-1)?.['restartMs']);
      vi.runAllTimers();
      workers.at(-1)?.says('hello', 'ready');
    }

    expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    expect(workers).toHaveLength(12);
    expect(log[0]).toMatchObject({ worker: 3, code: null, signal: 'SIGSEGV' });
    expect(readyReports).toBe(1);
  });

  it('starts a worker again soon if none has ended for a minute', () => {
    startAll();
    for (let round = 0; round < 3; round += 1) {
      workers.at(-1)?.ends(1);
      vi.runAllTimers();
    }
    vi.advanceTimersByTime(60_001);

    workers.at(-1)?.ends(1);

    expect(log.map(({ restartMs }) => restartMs)).toEqual([100, 200, 400, 100]);
  });

  it('never lets a replacement prepare the storage, even that of the first worker', () => {
    startAll();
    worker(1).ends(1);
    vi.runAllTimers();

    worker(4).says('hello');

    expect(worker(4).received).toEqual([BEGIN]);
  });

  it('has one leader at a time, and another one when that ends', () => {
    startAll();
    expect(workers.map(({ leads }) => leads)).toEqual([true, false, false]);

    worker(1).ends(1);

    expect(workers.map(({ leads }) => leads)).toEqual([true, true, false]);
  });

  it('makes the next worker that is ready the leader if all have ended', () => {
    startAll();
    for (const each of [...workers]) each.ends(1);
    vi.runAllTimers();
    worker(5).says('hello', 'ready');
    worker(4).says('hello', 'ready');

    expect(workers.slice(3).map(({ leads }) => leads)).toEqual([false, true, false]);
  });

  it('passes a stop signal on, waits for all workers, and returns 0 if all of them do', async () => {
    startAll();
    let isOver = false;
    void exitCode.then(() => (isOver = true));

    supervisor.stop('SIGINT');
    expect(workers.map(({ signals }) => signals)).toEqual([['SIGINT'], ['SIGINT'], ['SIGINT']]);
    worker(1).ends(0);
    worker(2).ends(0);
    await Promise.resolve();
    expect(isOver).toBe(false);
    worker(3).ends(0);

    expect(await exitCode).toBe(0);
    expect(workers).toHaveLength(3);
  });

  it.each([
    ['its exit code', [7, null], 7],
    ['1 if it was killed', [null, 'SIGKILL'], 1],
  ] as const)('returns the failure of a worker that does not stop as it should: %s', async (_which, end, code) => {
    startAll();
    supervisor.stop('SIGTERM');

    worker(2).ends(end[0], end[1]);
    worker(1).ends(0);
    worker(3).ends(0);

    expect(await exitCode).toBe(code);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('returns what the shell would when %s ends it while it starts', async (signal, code) => {
    supervisor.stop(signal);
    for (const each of workers) each.ends(null, signal);

    expect(await exitCode).toBe(code);
  });

  it('starts no worker again once it stops', async () => {
    startAll();
    worker(1).ends(1);
    supervisor.stop('SIGTERM');
    worker(2).ends(0);
    worker(3).ends(0);
    vi.runAllTimers();

    expect(await exitCode).toBe(0);
    expect(workers).toHaveLength(3);
  });

  it('lets workers read their files again, unless the signal would end them', () => {
    for (const each of workers) each.says('hello');
    worker(1).says('ready');

    supervisor.reread();

    expect(workers.map(({ signals }) => signals)).toEqual([['SIGHUP'], [], []]);
  });

  it('gives slots back that an ended worker has taken', async () => {
    startAll();
    const takeSlots = async (taker: FakeWorker, count: number): Promise<number> => {
      for (let slot = 1; slot <= count; slot += 1) {
        taker.tells({ kind: 'enter', slot, limit: 'streams', key: 'ada' });
      }
      await vi.waitFor(() => expect(taker.received.filter(({ kind }) => kind === 'entered')).toHaveLength(count));
      return taker.received.filter((message) => message.kind === 'entered' && message.isAdmitted).length;
    };
    expect(await takeSlots(worker(1), 60)).toBe(60);
    expect(await takeSlots(worker(2), 60)).toBe(40);

    worker(1).ends(1);
    await new Promise((resolve) => setImmediate(resolve));

    expect(await takeSlots(worker(3), 70)).toBe(60);
  });

  it('passes on what workers report about connections, which of them end, and that it stops', () => {
    startAll();
    worker(2).tells({ kind: 'accepted', connection: 4 });
    worker(3).ends(1);
    expect(connections.received.mock.calls).toEqual([[worker(2), { kind: 'accepted', connection: 4 }]]);
    expect(connections.ended.mock.calls).toEqual([[worker(3)]]);
    expect(connections.stop).not.toHaveBeenCalled();

    supervisor.stop('SIGTERM');

    expect(connections.stop).toHaveBeenCalledTimes(1);
  });

  it('collects the metrics of all workers for one of them', async () => {
    startAll();
    worker(2).tells({ kind: 'collect', request: 5 });
    for (const each of workers) {
      const asked = each.received.find((message) => message.kind === 'measure');
      each.tells({ kind: 'measured', request: asked?.kind === 'measure' ? asked.request : 0, values: [] });
    }
    await vi.waitFor(() =>
      expect(worker(2).received.at(-1)).toEqual({ kind: 'collected', request: 5, values: [[], [], [], []] }),
    );
  });
});
