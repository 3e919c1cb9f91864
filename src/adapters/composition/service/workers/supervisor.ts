import { constants } from 'node:os';
import type { Logger } from 'pino';
import type { ConnectionDistributor } from './connection-distributor.ts';
import type { WorkerMessage } from './messages.ts';
import { RestartDelays } from './restart-delays.ts';
import { SharedSlots } from './shared-slots.ts';
import type { Acceptor } from './worker-connections.ts';
import { WorkerMetrics } from './worker-metrics.ts';

/** A process that serves requests. */
export interface Worker extends Acceptor {
  readonly id: number;
  kill(signal: NodeJS.Signals): void;
}

export type StopSignal = 'SIGTERM' | 'SIGINT';

/** Code and signal of a process that has ended. One of them is null. */
export type WorkerEnd = readonly [code: number | null, signal: NodeJS.Signals | null];

export interface WorkerEvents {
  received(worker: Worker, message: WorkerMessage): void;
  /** Comes after everything that was received. */
  ended(worker: Worker, end: WorkerEnd): void;
}

/** Starts a worker. Its events come later. */
export type StartWorker = (events: WorkerEvents) => Worker;

type WorkerState = 'loading' | 'waiting' | 'starting' | 'ready';

/**
 * Runs a number of workers, as one service: the first one prepares the storage, then the others begin. If one of them
 * cannot be started, all are stopped. Later, one that ends is replaced.
 */
export class Supervisor implements WorkerEvents {
  private readonly workers = new Map<Worker, WorkerState>();
  private readonly slots = new SharedSlots();
  private readonly metrics = new WorkerMetrics();
  private readonly delays = new RestartDelays();
  private readonly restarts = new Set<NodeJS.Timeout>();
  private readonly finished = Promise.withResolvers<number>();
  private first: Worker | undefined;
  private leader: Worker | undefined;
  /** True once all workers were ready. */
  private isStarted = false;
  private isStopping = false;
  private exitCode = 0;

  constructor(
    private readonly startWorker: StartWorker,
    private readonly count: number,
    private readonly connections: Pick<ConnectionDistributor, 'received' | 'ended' | 'stop'>,
    private readonly log: Logger,
    private readonly reportReady: () => void,
  ) {}

  /** Resolves to the exit code when all workers have ended. */
  run(): Promise<number> {
    // Start all workers at once: loading takes longer than starting. The others wait until the first one is ready.
    for (let started = 0; started < this.count; started += 1) this.start();
    return this.finished.promise;
  }

  /** Lets workers finish their requests. Those that are not ready yet end immediately. */
  stop(signal: StopSignal): void {
    if (!this.isStopping && !this.isStarted) this.exitCode = 128 + constants.signals[signal];
    this.endAll(signal);
  }

  /** Makes workers read their files again. One that is starting would end. */
  reread(): void {
    for (const [worker, state] of this.workers) if (state === 'ready') worker.kill('SIGHUP');
  }

  received(worker: Worker, message: WorkerMessage): void {
    switch (message.kind) {
      case 'hello':
        this.letBegin(worker);
        break;
      case 'ready':
        this.noteReady(worker);
        break;
      case 'enter':
        void this.slots.enter(worker.id, message.slot, message, (isAdmitted) =>
          worker.send({ kind: 'entered', slot: message.slot, isAdmitted }),
        );
        break;
      case 'leave':
        this.slots.leave(worker.id, message.slot);
        break;
      case 'collect':
        void this.collectMetrics(worker, message.request);
        break;
      case 'measured':
        this.metrics.receive(worker.id, message.request, message.values);
        break;
      default:
        this.connections.received(worker, message);
    }
  }

  ended(worker: Worker, [code, signal]: WorkerEnd): void {
    const state = this.workers.get(worker);
    this.workers.delete(worker);
    this.connections.ended(worker);
    this.slots.leaveAll(worker.id);
    void this.metrics.remove(worker.id);
    if (worker === this.leader) this.appointLeader();

    if (this.isStopping) {
      // A worker that was not ready is ended by the signal itself.
      if (state === 'ready') this.exitCode ||= code ?? 1;
    } else if (this.isStarted) {
      this.replace(worker, code, signal);
    } else {
      // The worker has printed why.
      this.exitCode = code || 1;
      this.endAll('SIGTERM');
    }
    this.finishIfOver();
  }

  private start(): void {
    const worker = this.startWorker(this);
    this.first ??= worker;
    this.workers.set(worker, 'loading');
  }

  private letBegin(worker: Worker): void {
    const isFirst = worker === this.first;
    const canBegin = isFirst || this.isStarted || (this.first && this.workers.get(this.first) === 'ready');
    this.workers.set(worker, canBegin ? 'starting' : 'waiting');
    if (canBegin) worker.send({ kind: 'begin', isFirst });
  }

  private noteReady(worker: Worker): void {
    this.workers.set(worker, 'ready');
    if (!this.leader) this.appointLeader();
    for (const [other, state] of this.workers) if (state === 'waiting') this.letBegin(other);
    if (this.isStarted || this.readyWorkers().length < this.count) return;
    this.isStarted = true;
    if (!this.isStopping) this.reportReady();
  }

  private appointLeader(): void {
    [this.leader] = this.readyWorkers();
    this.leader?.send({ kind: 'lead' });
  }

  private readyWorkers(): readonly Worker[] {
    return [...this.workers].filter(([, state]) => state === 'ready').map(([worker]) => worker);
  }

  private replace(worker: Worker, code: number | null, signal: NodeJS.Signals | null): void {
    const restartMs = this.delays.next();
    this.log.error({ worker: worker.id, code, signal, restartMs }, 'a worker has ended, and is started again');
    const timer = setTimeout(() => {
      this.restarts.delete(timer);
      this.start();
    }, restartMs);
    this.restarts.add(timer);
  }

  private async collectMetrics(worker: Worker, request: number): Promise<void> {
    const ready = new Map(this.readyWorkers().map((each) => [each.id, each]));
    const values = await this.metrics.collect([...ready.keys()], (id, number) =>
      ready.get(id)?.send({ kind: 'measure', request: number }),
    );
    worker.send({ kind: 'collected', request, values });
  }

  private endAll(signal: StopSignal): void {
    this.isStopping = true;
    this.connections.stop();
    for (const timer of this.restarts) clearTimeout(timer);
    this.restarts.clear();
    for (const worker of this.workers.keys()) worker.kill(signal);
    this.finishIfOver();
  }

  private finishIfOver(): void {
    if (this.isStopping && this.workers.size === 0) this.finished.resolve(this.exitCode);
  }
}
