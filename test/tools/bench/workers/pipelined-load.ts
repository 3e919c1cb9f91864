import { once } from 'node:events';
import { PipelinedConnection } from './pipelined-connection.ts';
import { START } from './start-message.ts';

/** One job of a process that sends many requests at once, and only counts their responses. */
export interface PipelinedJob {
  readonly port: number;
  /** For each connection, what it sends at once, one after the other when all responses have arrived, in an endless loop. */
  readonly batches: readonly (readonly string[])[];
  /** The number of requests in each. */
  readonly batchSize: number;
  /** How many requests all connections send together, each as many as it can. */
  readonly requests: number;
  /** Where each connection begins in its loop. */
  readonly firstBatch: number;
  /** How many connections that stay idle follow each of the others. With one less than there are workers, only one worker has requests. */
  readonly idleBetween: number;
}

export interface PipelinedResult {
  readonly responses: number;
  readonly elapsedMs: number;
  /** Of the process that sends the load. */
  readonly cpuUs: number;
}

/** `opened` comes first: the load begins with the message START. */
export type PipelinedReply = 'opened' | { readonly result: PipelinedResult } | { readonly failure: string };

/**
 * Pipelining is much cheaper than sending one request at a time, so that the server gets most of a small machine. It says
 * nothing about latencies.
 */
async function runJob(
  { batches, batchSize, requests, firstBatch }: PipelinedJob,
  connections: readonly PipelinedConnection[],
): Promise<PipelinedResult> {
  const loops = batches.map((loop) => loop.map((batch) => Buffer.from(batch)));
  let sent = 0;
  const sendInLoop = async (connection: PipelinedConnection, loop: readonly Buffer[]) => {
    for (let number = firstBatch; sent < requests; number += 1) {
      sent += batchSize;
      await connection.send(loop[number % loop.length] ?? Buffer.alloc(0), batchSize);
    }
  };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const stopCollecting = collectEvents();
  try {
    await Promise.all(connections.map((connection, index) => sendInLoop(connection, loops[index] ?? [])));
  } finally {
    stopCollecting();
  }
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { responses: sent, elapsedMs, cpuUs: user + system };
}

const COLLECTING_MS = 1;

/**
 * Sleeps before each round of the event loop, so that several responses are read at once. The server has enough to do in the
 * meantime: the other requests of all connections.
 */
function collectEvents(): () => void {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  let isCollecting = true;
  const collect = (): void => {
    if (!isCollecting) return;
    Atomics.wait(neverNotified, 0, 0, COLLECTING_MS);
    setImmediate(collect);
  };
  collect();
  return () => {
    isCollecting = false;
  };
}

async function openAndRun(job: PipelinedJob): Promise<PipelinedResult> {
  const { port, batches, batchSize, idleBetween } = job;
  const busy: PipelinedConnection[] = [];
  const idle: PipelinedConnection[] = [];
  // One after the other, each with its first responses, so that workers get them in turn.
  const open = async (opened: PipelinedConnection[], batch: string) => {
    const connection = new PipelinedConnection();
    opened.push(connection);
    await connection.open(port);
    await connection.send(Buffer.from(batch), batchSize);
  };
  try {
    for (const [first = ''] of batches) {
      await open(busy, first);
      for (let count = 0; count < idleBetween; count += 1) await open(idle, first);
    }
    const started = once(process, 'message');
    process.send?.('opened' satisfies PipelinedReply);
    await started;
    return await runJob(job, busy);
  } finally {
    for (const connection of [...busy, ...idle]) connection.close();
  }
}

process.on('message', async (message: PipelinedJob | typeof START) => {
  if (message === START) return;
  const reply: PipelinedReply = await openAndRun(message).then(
    (result) => ({ result }),
    (error: Error) => ({ failure: error.message }),
  );
  process.send?.(reply);
});
