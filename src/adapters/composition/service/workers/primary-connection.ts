import type { Socket } from 'node:net';
import type { MetricValues } from '../../../inbound/http/metrics/prometheus-metrics.ts';
import type { Gate } from '../../../limits/keyed-limiter.ts';
import { HASHING_LIMITS, SIGN_UP_LIMITS } from '../../../outbound/crypto/hashing-gates.ts';
import type { Peers } from '../../wiring/compose-service.ts';
import type { ServicePart } from '../service-part.ts';
import { hasKind, type PrimaryMessage, type SharedLimit, type WorkerMessage } from './messages.ts';
import { ReceivedConnections } from './received-connections.ts';
import { SharedQueue } from './shared-queue.ts';

/** The channel of a worker to its primary: its own process. */
export interface WorkerChannel {
  send(message: WorkerMessage): void;
  /** A message may carry the socket of a connection. */
  onMessage(receive: (message: unknown, socket?: Socket) => void): void;
}

/** The worker's end of the channel to its primary. If the primary dies, Node.js ends the worker. */
export class PrimaryConnection implements Peers {
  readonly connections: ReceivedConnections;
  readonly gates = { streams: this.gate('streams'), imports: this.gate('imports') };
  readonly hashing = {
    all: new SharedQueue(this.gate('hashing'), HASHING_LIMITS),
    signUps: new SharedQueue(this.gate('sign-ups'), SIGN_UP_LIMITS),
  };
  private readonly begun = Promise.withResolvers<boolean>();
  private readonly entering = new Map<number, (isAdmitted: boolean) => void>();
  private readonly collecting = new Map<number, (values: readonly MetricValues[]) => void>();
  private startLeading: () => void = () => {};
  private values: () => Promise<MetricValues> = async () => [];
  private sent = 0;

  constructor(
    private readonly channel: WorkerChannel,
    readonly processCount: number,
  ) {
    this.connections = new ReceivedConnections((message) => channel.send(message));
    channel.onMessage((message, socket) => {
      if (hasKind(message)) this.receive(message as PrimaryMessage, socket);
    });
  }

  /** Resolves to the part of this worker when it may begin. */
  async begin(worker: number): Promise<ServicePart> {
    this.channel.send({ kind: 'hello' });
    return {
      worker,
      isFirst: await this.begun.promise,
      peers: this,
      onLead: (start) => {
        this.startLeading = start;
      },
      ready: () => this.channel.send({ kind: 'ready' }),
    };
  }

  private gate(limit: SharedLimit): Gate<string> {
    // The slots that this worker has, by key. All of one key are alike.
    const taken = new Map<string, number[]>();
    return {
      enter: async (key) => {
        const slot = this.nextNumber();
        const response = new Promise<boolean>((resolve) => this.entering.set(slot, resolve));
        this.channel.send({ kind: 'enter', slot, limit, key });
        if (!(await response)) return false;
        taken.set(key, [...(taken.get(key) ?? []), slot]);
        return true;
      },
      leave: (key) => {
        const [slot, ...others] = taken.get(key) ?? [];
        if (others.length > 0) taken.set(key, others);
        else taken.delete(key);
        if (slot !== undefined) this.channel.send({ kind: 'leave', slot });
      },
    };
  }

  collectMetrics(): Promise<readonly MetricValues[]> {
    const request = this.nextNumber();
    const response = new Promise<readonly MetricValues[]>((resolve) => this.collecting.set(request, resolve));
    this.channel.send({ kind: 'collect', request });
    return response;
  }

  reportMetrics(values: () => Promise<MetricValues>): void {
    this.values = values;
  }

  private receive(message: PrimaryMessage, socket: Socket | undefined): void {
    switch (message.kind) {
      case 'begin':
        this.begun.resolve(message.isFirst);
        break;
      case 'lead':
        this.startLeading();
        break;
      case 'entered':
        this.entering.get(message.slot)?.(message.isAdmitted);
        this.entering.delete(message.slot);
        break;
      case 'measure':
        void this.measure(message.request);
        break;
      case 'collected':
        this.collecting.get(message.request)?.(message.values);
        this.collecting.delete(message.request);
        break;
      case 'listened':
        this.connections.settle(message.outcome);
        break;
      case 'connection':
        this.connections.receive(message.connection, socket);
    }
  }

  private async measure(request: number): Promise<void> {
    this.channel.send({ kind: 'measured', request, values: await this.values() });
  }

  private nextNumber(): number {
    this.sent += 1;
    return this.sent;
  }
}
