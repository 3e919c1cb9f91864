import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { START } from './start-message.ts';

/** One job of a process that sends many requests at once, and only counts their responses. */
export interface PipelinedJob {
  readonly port: number;
  /** For each connection, what it sends at once, one after the other when all responses have arrived, in an endless loop. */
  readonly batches: readonly (readonly string[])[];
  /** The number of requests in each. */
  readonly batchSize: number;
  /** How many requests each connection sends: a worker that gets less of the machine than another is not spared any. */
  readonly requestsPerConnection: number;
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

const RESPONSE = Buffer.from('HTTP/1.1 ');
const SUCCESS = Buffer.from('HTTP/1.1 200');

/**
 * Pipelining is much cheaper than sending one request at a time, so that the server gets most of a small machine. It says
 * nothing about latencies.
 */
async function runJob(
  { batches, batchSize, requestsPerConnection, firstBatch }: PipelinedJob,
  sockets: readonly Socket[],
): Promise<PipelinedResult> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const counts = await Promise.all(
    sockets.map((socket, index) => drive(socket, batches[index] ?? [], batchSize, requestsPerConnection, firstBatch)),
  );
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { responses: counts.reduce((sum, count) => sum + count, 0), elapsedMs, cpuUs: user + system };
}

async function openAndRun(job: PipelinedJob): Promise<PipelinedResult> {
  const { port, batches, batchSize, idleBetween } = job;
  const busy: Socket[] = [];
  const idle: Socket[] = [];
  try {
    for (const [first = ''] of batches) {
      busy.push(await open(port, first, batchSize));
      for (let count = 0; count < idleBetween; count += 1) idle.push(await open(port, first, batchSize));
    }
    const started = once(process, 'message');
    process.send?.('opened' satisfies PipelinedReply);
    await started;
    return await runJob(job, busy);
  } finally {
    for (const socket of [...busy, ...idle]) socket.destroy();
  }
}

/** One after the other, each with its first responses, so that workers get them in turn. */
async function open(port: number, batch: string, batchSize: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  await drive(socket, [batch], batchSize, batchSize);
  socket.removeAllListeners();
  return socket;
}

/** Resolves to the number of responses. */
function drive(
  socket: Socket,
  batches: readonly string[],
  batchSize: number,
  requests: number,
  firstBatch = 0,
): Promise<number> {
  const bytes = batches.map((batch) => Buffer.from(batch));
  const sendNext = () => socket.write(bytes[(firstBatch + responses / batchSize) % bytes.length] ?? '');
  let responses = 0;
  let rest = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = text.indexOf(RESPONSE);
      let end = 0;
      while (at !== -1 && at + SUCCESS.length <= text.length) {
        if (!text.subarray(at, at + SUCCESS.length).equals(SUCCESS)) {
          reject(new Error(`a response was ${text.subarray(at, at + 40)}`));
          return;
        }
        responses += 1;
        end = at + SUCCESS.length;
        at = text.indexOf(RESPONSE, end);
      }
      // The head of the next response may have arrived in part.
      rest = Buffer.from(text.subarray(Math.max(end, text.length - SUCCESS.length + 1)));
      if (responses % batchSize !== 0 || responses === 0) return;
      if (responses < requests) sendNext();
      else resolve(responses);
    });
    sendNext();
  });
}

process.on('message', async (message: PipelinedJob | typeof START) => {
  if (message === START) return;
  const reply: PipelinedReply = await openAndRun(message).then(
    (result) => ({ result }),
    (error: Error) => ({ failure: error.message }),
  );
  process.send?.(reply);
});
