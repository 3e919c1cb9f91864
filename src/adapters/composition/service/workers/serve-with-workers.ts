import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { warnOfDrops } from '../../../inbound/http/limits/limit-connections.ts';
import type { LoadedConfiguration } from '../../configuration/configuration.ts';
import { openLog } from '../log.ts';
import { ConnectionDistributor } from './connection-distributor.ts';
import { hasKind, type PrimaryMessage, type WorkerMessage } from './messages.ts';
import { PrimaryConnection } from './primary-connection.ts';
import { SharedPort } from './shared-port.ts';
import { type StopSignal, Supervisor, type Worker, type WorkerEvents } from './supervisor.ts';

/**
 * Runs the service in several processes. The primary runs the same command line again for each of its workers, which
 * therefore ends up here as well. Secrets are passed to nobody: every process reads its configuration itself.
 * Resolves to the exit code.
 */
export async function serveWithWorkers(loaded: LoadedConfiguration, report: (text: string) => void): Promise<number> {
  return cluster.isPrimary ? supervise(loaded, report) : work(loaded, report);
}

async function supervise(
  { configuration, warnings }: LoadedConfiguration,
  report: (text: string) => void,
): Promise<number> {
  for (const warning of warnings) report(`warning: ${warning}`);
  const isTerminal = process.stdout.isTTY === true;
  const { level } = configuration.log;
  const log = await openLog({ level, fd: process.stdout.fd, isTerminal, isShared: true });
  // Structured clones keep what JSON does not: metrics may be NaN.
  cluster.setupPrimary({ serialization: 'advanced' });
  const { workers, maxConnections } = configuration.http;
  const connections = new ConnectionDistributor(
    new SharedPort(configuration.http, log.logger),
    maxConnections,
    warnOfDrops(maxConnections, log.logger),
  );
  const supervisor = new Supervisor(forkWorker, workers, connections, log.logger, () =>
    report(`ready in ${Math.round(performance.now())} ms`),
  );
  passSignalsTo(supervisor);
  try {
    return await supervisor.run();
  } finally {
    await log.close();
  }
}

/** Handles signals to the end of the process, like a worker. Replaces handlers that exit immediately during startup. */
function passSignalsTo(supervisor: Supervisor): void {
  const stop = (signal: NodeJS.Signals) => supervisor.stop(signal as StopSignal);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, stop);
  // On a terminal, the signal says that the terminal is gone.
  if (!process.stderr.isTTY) process.on('SIGHUP', () => supervisor.reread());
}

function forkWorker(events: WorkerEvents): Worker {
  const forked = cluster.fork();
  const worker: Worker = {
    id: forked.id,
    send: (message: PrimaryMessage) => {
      // A worker may end at any time; its end is reported separately.
      if (forked.isConnected()) forked.send(message, () => {});
    },
    handOver: (connection: number, socket: Socket) => {
      const message: PrimaryMessage = { kind: 'connection', connection };
      if (forked.isConnected()) forked.send(message, socket, { keepOpen: true }, () => {});
    },
    kill: (signal) => forked.process.kill(signal),
  };
  forked.on('message', (message: unknown) => {
    if (hasKind(message)) events.received(worker, message as WorkerMessage);
  });
  forked.on('error', () => {});
  // The event `exit` may come before the last messages.
  forked.process.once('close', (code, signal) => events.ended(worker, [code, signal]));
  return worker;
}

async function work(loaded: LoadedConfiguration, report: (text: string) => void): Promise<number> {
  const connection = new PrimaryConnection(
    {
      // If the primary has ended, this process does so too.
      send: (message) => process.send?.(message, undefined, undefined, () => {}),
      onMessage: (receive) => {
        process.on('message', (message, socket) => receive(message, socket as Socket | undefined));
        // The channel keeps this process alive while it waits for others.
        process.channel?.ref();
      },
    },
    loaded.configuration.http.workers,
  );
  // The service is loaded while other processes load.
  const { serve } = await import('../serve.ts');
  const part = await connection.begin(cluster.worker?.id ?? 0);
  await serve(loaded, report, part);
  return 0;
}
